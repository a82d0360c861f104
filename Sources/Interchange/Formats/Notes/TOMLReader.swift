internal import DiaryModel

/// Reads the TOML of front matter where it is flat: each pair is read as one of YAML, with a colon for its `=`. A table
/// is one string, as it is written, and so is what stands between braces.
struct TOMLReader {
    private var lines: ArraySlice<ArraySlice<UInt8>>
    private var members: [JSONMember] = []
    private var places: [String: Int] = [:]

    /// The members of a document; throws the line and what stands there.
    static func members(of bytes: [UInt8], firstLine: Int) throws(ParseProblem) -> [JSONMember] {
        var reader = TOMLReader(lines: bytes.split(separator: 0x0A, omittingEmptySubsequences: false)[...])
        while let line = reader.lines.popFirst() {
            let number = firstLine + reader.lines.startIndex - 1
            let text = String(decoding: line, as: UTF8.self).trimmingSpace()
            if text.isEmpty || text.hasPrefix("#") { continue }
            let isRead = text.hasPrefix("[") ? reader.takeTable(text) : try reader.takePair(text, number)
            if !isRead { throw ParseProblem(line: number, found: ReadProblem.excerpt(line)) }
        }
        return reader.members
    }

    private init(lines: ArraySlice<ArraySlice<UInt8>>) { self.lines = lines }

    /// `[name]` or `[[name]]`, and the lines below it up to the next one; several of a name are one.
    private mutating func takeTable(_ head: String) -> Bool {
        let inner = head.drop { $0 == "[" }.prefix { $0 != "]" }
        guard Self.isEnd(head[inner.endIndex...].drop { $0 == "]" }) else { return false }
        let name = Self.name(inner)
        var below: [ArraySlice<UInt8>] = []
        while let line = lines.first, line.first != UInt8(ascii: "[") { below.append(lines.removeFirst()) }
        let words = NoteSection.trimmed(below)
        guard let known = places[name] else { return add(name, .string(words)) }
        guard case .string(var all) = members[known].value else { return false }
        // They are not copied while they stand nowhere else.
        members[known].value = .null
        all += [0x0A] + words
        members[known].value = .string(all)
        return true
    }

    private mutating func takePair(_ text: String, _ number: Int) throws(ParseProblem) -> Bool {
        let quote = ["\"", "'"].first { text.hasPrefix($0) }
        let start = quote.flatMap { text.dropFirst().firstRange(of: $0)?.upperBound } ?? text.startIndex
        guard let sign = text[start...].firstIndex(of: "=") else { return false }
        let name = Self.name(text[..<sign])
        var value = text[sign...].dropFirst().trimmingSpace()
        if places[name] != nil || value.isEmpty { return false }
        if value.hasPrefix("{") { return add(name, .string(Array(value.utf8))) }
        if let end = ["\"\"\"", "'''"].first(where: { value.hasPrefix($0) }) {
            var written = [String(value.dropFirst(3))]
            while written.last?.contains(end) == false, let line = lines.popFirst() {
                written.append(String(decoding: line, as: UTF8.self))
            }
            let all = written.joined(separator: "\n")
            guard let close = all.firstRange(of: end), Self.isEnd(all[close.upperBound...]) else { return false }
            let inner = all[..<close.lowerBound]
            let words = inner.first?.isNewline == true ? inner.dropFirst() : inner
            if end == "'''" { return add(name, .text(String(words))) }
            let plain = words.replacing("\\\"", with: "\"").replacing("\"", with: "\\\"")
            value = "\"" + plain.replacing("\n", with: "\\n") + "\""
        }
        // An array may have several lines.
        if value.hasPrefix("["), case var open = depth(value), open > 0 {
            var written = [value]
            while open > 0, let line = lines.popFirst() {
                written.append(String(decoding: line, as: UTF8.self))
                open += depth(written[written.count - 1])
            }
            value = written.joined(separator: "\n")
        }
        // A string between three signs on one line.
        value = value.replacing("\"\"\"", with: "\"").replacing("'''", with: "'")
        let pair = try YAMLReader.value(of: Array("value: \(value)".utf8), firstLine: number)
        return pair["value"].map { add(name, $0) } ?? false
    }

    /// How many arrays a line leaves open; those in strings and comments are none.
    private func depth(_ line: String) -> Int {
        var (depth, quote) = (0, Character?.none)
        for sign in line.replacing("\\\"", with: "") {
            switch sign {
            case _ where quote != nil: if sign == quote { quote = nil }
            case "#": return depth
            case "\"", "'": quote = sign
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
        }
        return depth
    }

    private mutating func add(_ name: String, _ value: JSONValue) -> Bool {
        if name.isEmpty { return false }
        places[name] = members.count
        members.append(JSONMember(name, value))
        return true
    }

    /// Whether nothing is said in the rest of a line, unless it is a comment.
    private static func isEnd(_ rest: Substring) -> Bool {
        let said = rest.trimmingSpace()
        return said.isEmpty || said.hasPrefix("#")
    }

    private static func name(_ written: Substring) -> String {
        written.trimmingSpace().filter { $0 != "\"" && $0 != "'" }
    }
}
