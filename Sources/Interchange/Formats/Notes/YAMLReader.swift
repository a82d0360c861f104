/// Why a text is not the YAML that is read here: the line, from 1, and what stands there.
struct YAMLProblem: Error, Equatable {
    var line: Int
    var found: String
}

/// Reads the YAML of front matter and of RedNotebook: mappings, sequences, flow collections, plain, quoted and block
/// scalars, comments. Anchors, aliases, tags of types and several documents are refused, with their line.
///
/// The values are those of JSON: null, true, false, whole and decimal numbers where the text is how we would write
/// them, all else strings.
struct YAMLReader {
    var lines: [[UInt8]]
    var row = 0
    var column = 0
    var depth = 0
    let firstLine: Int

    static let deepest = 60

    /// The value of a document; null if it is empty. `firstLine` is the number of its first line in the file.
    static func value(of bytes: [UInt8], firstLine: Int = 1) throws(YAMLProblem) -> JSONValue {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? Array(line.dropLast()) : Array(line)
        }
        var reader = YAMLReader(lines: lines, firstLine: firstLine)
        reader.skipBlank()
        reader.openDocument()
        let value = try reader.block(above: -1)
        reader.skipBlank()
        guard reader.row >= reader.lines.count else { throw reader.problem() }
        return value
    }

    /// Takes away the marks of one document: `---` before it and `...` behind it. A second document stays, and is
    /// refused.
    private mutating func openDocument() {
        if row < lines.count, Self.isMark(lines[row], "---") {
            lines[row].replaceSubrange(0..<3, with: [0x20, 0x20, 0x20])
            skipBlank()
        }
        guard let end = lines.indices.last(where: { !isBlank(lines[$0]) }), Self.isMark(lines[end], "..."),
            lines[end][3...].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { return }
        lines.removeSubrange(end...)
    }

    /// Whether a line begins with the mark of a document.
    static func isMark(_ line: [UInt8], _ mark: StaticString) -> Bool {
        line.starts(with: mark.description.utf8) && (line.count == 3 || line[3] == 0x20 || line[3] == 0x09)
    }

    private init(lines: [[UInt8]], firstLine: Int) { (self.lines, self.firstLine) = (lines, firstLine) }

    func problem() -> YAMLProblem {
        let found = row < lines.count ? ReadProblem.excerpt(lines[row]) : ""
        return YAMLProblem(line: min(row, lines.count) + firstLine, found: found)
    }

    // MARK: Lines

    var byte: UInt8? { row < lines.count && column < lines[row].count ? lines[row][column] : nil }

    func indent(of line: [UInt8]) -> Int { line.prefix { $0 == 0x20 }.count }

    func isBlank(_ line: [UInt8]) -> Bool {
        let first = line.first { $0 != 0x20 && $0 != 0x09 }
        return first == nil || first == UInt8(ascii: "#")
    }

    /// Goes on to the next line that holds something, and to its first sign.
    mutating func skipBlank() {
        while row < lines.count, isBlank(lines[row]) { row += 1 }
        column = row < lines.count ? indent(of: lines[row]) : 0
    }

    mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 { column += 1 }
    }

    /// Whether nothing but a comment is left of the line.
    func isAtEnd() -> Bool {
        guard row < lines.count else { return true }
        let rest = lines[row][min(column, lines[row].count)...]
        guard let first = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
        return rest[first] == UInt8(ascii: "#") && (first == 0 || first > column || column == 0 || isSpace(column - 1))
    }

    func isSpace(_ index: Int) -> Bool { lines[row][index] == 0x20 || lines[row][index] == 0x09 }

    mutating func endLine() throws(YAMLProblem) {
        guard isAtEnd() else { throw problem() }
        row += 1
        skipBlank()
    }

    // MARK: Blocks

    /// The value of the lines that are indented by more than `parent`.
    mutating func block(above parent: Int) throws(YAMLProblem) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw problem() }
        guard row < lines.count, column > parent else { return .null }
        if isDash() { return try sequence(at: column) }
        if isSign("?") { return try mapping(at: column) }
        if try keyEnd() != nil { return try mapping(at: column) }
        return try scalarOrFlow(above: parent)
    }

    func isDash() -> Bool { isSign("-") }

    /// Whether this sign stands here alone: a dash before an item, `?` before a long key, `:` before its value.
    func isSign(_ sign: Unicode.Scalar) -> Bool {
        guard let byte, UInt32(byte) == sign.value else { return false }
        return column + 1 == lines[row].count || isSpace(column + 1)
    }

    mutating func sequence(at indent: Int) throws(YAMLProblem) -> JSONValue {
        var values: [JSONValue] = []
        while row < lines.count, column == indent, isDash() {
            column += 1
            skipSpace()
            if isAtEnd() {
                try endLine()
                values.append(try block(above: indent))
            } else {
                values.append(try block(above: indent))
            }
        }
        guard row >= lines.count || column < indent else { throw problem() }
        return .array(values)
    }

    mutating func mapping(at indent: Int) throws(YAMLProblem) -> JSONValue {
        var members: [JSONMember] = []
        while row < lines.count, column == indent, !isDash() {
            let line = problem()
            let isLong = isSign("?")
            let name = isLong ? try longKey(at: indent) : try key()
            guard !members.contains(where: { Array($0.name.utf8) == Array(name.utf8) }) else { throw line }
            if isLong {
                guard row < lines.count, column == indent, isSign(":") else {
                    members.append(JSONMember(name, .null))
                    continue
                }
                column += 1
            }
            skipSpace()
            if isLong, !isAtEnd() {
                members.append(JSONMember(name, try block(above: indent)))
            } else if isAtEnd() {
                try endLine()
                // A sequence may stand under its name without being indented.
                let parent = row < lines.count && column == indent && isDash() ? indent - 1 : indent
                members.append(JSONMember(name, try nested(above: parent)))
            } else {
                members.append(JSONMember(name, try scalarOrFlow(above: indent)))
            }
        }
        guard row >= lines.count || column < indent || (isDash() && column == indent) else { throw problem() }
        return .object(members)
    }

    /// A key behind `?`, which may be longer than a line.
    mutating func longKey(at indent: Int) throws(YAMLProblem) -> String {
        let line = problem()
        column += 1
        skipSpace()
        if isAtEnd() { try endLine() }
        switch try block(above: indent) {
        case .string(let text): return String(decoding: text, as: UTF8.self)
        case .array, .object: throw line
        case let value: return String(decoding: JSONWriter.bytes(value), as: UTF8.self)
        }
    }

    /// A block under a name; a sequence at the name's own indent ends at the next name.
    mutating func nested(above parent: Int) throws(YAMLProblem) -> JSONValue {
        guard row < lines.count, isDash(), column == parent + 1 else { return try block(above: parent) }
        let indent = column
        var values: [JSONValue] = []
        while row < lines.count, column == indent, isDash() {
            column += 1
            skipSpace()
            if isAtEnd() { try endLine() }
            values.append(try block(above: indent))
        }
        return .array(values)
    }

    /// Where the colon stands behind a key that begins here; nil if there is none.
    func keyEnd() throws(YAMLProblem) -> Int? {
        let line = lines[row]
        var index = column
        if let quote = byte, quote == 0x22 || quote == 0x27 {
            index += 1
            while index < line.count {
                if quote == 0x22, line[index] == 0x5C {
                    index += 2
                } else if line[index] != quote {
                    index += 1
                } else if quote == 0x27, index + 1 < line.count, line[index + 1] == quote {
                    index += 2
                } else {
                    break
                }
            }
            index += 1
            while index < line.count, line[index] == 0x20 { index += 1 }
            guard index < line.count, line[index] == 0x3A else { return nil }
            return index + 1 == line.count || line[index + 1] == 0x20 || line[index + 1] == 0x09 ? index : nil
        }
        if let byte, Array("[{#".utf8).contains(byte) { return nil }
        while index < line.count {
            let isEnd = index + 1 == line.count || line[index + 1] == 0x20 || line[index + 1] == 0x09
            if line[index] == 0x3A, isEnd { return index }
            if line[index] == 0x23, index > column, line[index - 1] == 0x20 { return nil }
            index += 1
        }
        return nil
    }

    mutating func key() throws(YAMLProblem) -> String {
        guard let end = try keyEnd(), let first = byte else { throw problem() }
        guard !Array("&*!?|>%@`\t".utf8).contains(first) else { throw problem() }
        let name: [UInt8]
        if first == 0x22 || first == 0x27 {
            name = try quoted()
        } else {
            var text = lines[row][column..<end]
            while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
            name = Array(text)
            guard !name.isEmpty else { throw problem() }
        }
        column = end + 1
        return String(decoding: name, as: UTF8.self)
    }
}
