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
    private let lines: [[UInt8]]
    private var row = 0
    private var column = 0
    private var depth = 0
    private let firstLine: Int

    private static let deepest = 60

    /// The value of a document; null if it is empty. `firstLine` is the number of its first line in the file.
    static func value(of bytes: [UInt8], firstLine: Int = 1) throws(YAMLProblem) -> JSONValue {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map { line in
            line.last == 0x0D ? Array(line.dropLast()) : Array(line)
        }
        var reader = YAMLReader(lines: lines, firstLine: firstLine)
        reader.skipBlank()
        let value = try reader.block(above: -1)
        reader.skipBlank()
        guard reader.row >= lines.count else { throw reader.problem() }
        return value
    }

    private init(lines: [[UInt8]], firstLine: Int) { (self.lines, self.firstLine) = (lines, firstLine) }

    private func problem() -> YAMLProblem {
        let found = row < lines.count ? ReadProblem.excerpt(lines[row]) : ""
        return YAMLProblem(line: min(row, lines.count) + firstLine, found: found)
    }

    // MARK: Lines

    private var byte: UInt8? { row < lines.count && column < lines[row].count ? lines[row][column] : nil }

    private func indent(of line: [UInt8]) -> Int { line.prefix { $0 == 0x20 }.count }

    private func isBlank(_ line: [UInt8]) -> Bool {
        let first = line.first { $0 != 0x20 && $0 != 0x09 }
        return first == nil || first == UInt8(ascii: "#")
    }

    /// Goes on to the next line that holds something, and to its first sign.
    private mutating func skipBlank() {
        while row < lines.count, isBlank(lines[row]) { row += 1 }
        column = row < lines.count ? indent(of: lines[row]) : 0
    }

    private mutating func skipSpace() {
        while let byte, byte == 0x20 || byte == 0x09 { column += 1 }
    }

    /// Whether nothing but a comment is left of the line.
    private func isAtEnd() -> Bool {
        guard row < lines.count else { return true }
        let rest = lines[row][min(column, lines[row].count)...]
        guard let first = rest.firstIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return true }
        return rest[first] == UInt8(ascii: "#") && (first == 0 || first > column || column == 0 || isSpace(column - 1))
    }

    private func isSpace(_ index: Int) -> Bool { lines[row][index] == 0x20 || lines[row][index] == 0x09 }

    private mutating func endLine() throws(YAMLProblem) {
        guard isAtEnd() else { throw problem() }
        row += 1
        skipBlank()
    }

    // MARK: Blocks

    /// The value of the lines that are indented by more than `parent`.
    private mutating func block(above parent: Int) throws(YAMLProblem) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw problem() }
        guard row < lines.count, column > parent else { return .null }
        if isDash() { return try sequence(at: column) }
        if try keyEnd() != nil { return try mapping(at: column) }
        return try scalarOrFlow(above: parent)
    }

    private func isDash() -> Bool {
        guard byte == UInt8(ascii: "-") else { return false }
        return column + 1 == lines[row].count || isSpace(column + 1)
    }

    private mutating func sequence(at indent: Int) throws(YAMLProblem) -> JSONValue {
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

    private mutating func mapping(at indent: Int) throws(YAMLProblem) -> JSONValue {
        var members: [JSONMember] = []
        while row < lines.count, column == indent, !isDash() {
            let line = problem()
            let name = try key()
            guard !members.contains(where: { $0.name == name }) else { throw line }
            skipSpace()
            if isAtEnd() {
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

    /// A block under a name; a sequence at the name's own indent ends at the next name.
    private mutating func nested(above parent: Int) throws(YAMLProblem) -> JSONValue {
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
    private func keyEnd() throws(YAMLProblem) -> Int? {
        let line = lines[row]
        var index = column
        if let quote = byte, quote == 0x22 || quote == 0x27 {
            index += 1
            while index < line.count, line[index] != quote { index += quote == 0x22 && line[index] == 0x5C ? 2 : 1 }
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

    private mutating func key() throws(YAMLProblem) -> String {
        guard let end = try keyEnd(), let first = byte else { throw problem() }
        guard !Array("&*!?|>%@`\t".utf8).contains(first) else { throw problem() }
        let name: [UInt8]
        if first == 0x22 || first == 0x27 {
            name = try quoted()
        } else {
            var text = lines[row][column..<end]
            while text.last == 0x20 { text.removeLast() }
            name = Array(text)
        }
        guard !name.isEmpty else { throw problem() }
        column = end + 1
        return String(decoding: name, as: UTF8.self)
    }

    // MARK: Scalars

    private mutating func scalarOrFlow(above parent: Int) throws(YAMLProblem) -> JSONValue {
        guard let first = byte else { return .null }
        switch first {
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            let value = try flow()
            try endLine()
            return value
        case 0x22, 0x27:
            let text = try quoted()
            try endLine()
            return .string(text)
        case UInt8(ascii: "|"), UInt8(ascii: ">"): return try blockScalar(above: parent)
        case UInt8(ascii: "&"), UInt8(ascii: "*"), UInt8(ascii: "!"), UInt8(ascii: "%"), UInt8(ascii: "@"),
            UInt8(ascii: "`"):
            throw problem()
        default: return Self.typed(try plain(above: parent))
        }
    }

    /// A plain scalar, over all lines that are indented by more than `parent`.
    private mutating func plain(above parent: Int) throws(YAMLProblem) -> [UInt8] {
        var text = plainLine(in: lines[row][column...])
        row += 1
        var breaks = 0
        while row < lines.count {
            let line = lines[row]
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                breaks += 1
                row += 1
                continue
            }
            column = indent(of: line)
            guard column > parent, !isBlank(line) else { break }
            if try keyEnd() != nil { throw problem() }
            text += breaks == 0 ? [0x20] : Array(repeating: 0x0A, count: breaks)
            breaks = 0
            text += plainLine(in: line[column...])
            row += 1
        }
        skipBlank()
        return text
    }

    /// A line of a plain scalar without the comment behind it.
    private func plainLine(in line: ArraySlice<UInt8>) -> [UInt8] {
        var text = line
        if let hash = line.indices.first(where: { index in
            line[index] == 0x23 && index > line.startIndex && (line[index - 1] == 0x20 || line[index - 1] == 0x09)
        }) {
            text = line[..<hash]
        }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        return Array(text)
    }

    /// A quoted scalar, over as many lines as it has.
    private mutating func quoted() throws(YAMLProblem) -> [UInt8] {
        let start = problem()
        guard let quote = byte else { throw start }
        column += 1
        var text: [UInt8] = []
        while row < lines.count {
            guard let byte else {
                // A break: blanks around it go, one break is a space, each further one a line feed.
                while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
                var breaks = 0
                row += 1
                while row < lines.count, lines[row].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
                    breaks += 1
                    row += 1
                }
                text += breaks == 0 ? [0x20] : Array(repeating: 0x0A, count: breaks)
                column = row < lines.count ? lines[row].prefix { $0 == 0x20 || $0 == 0x09 }.count : 0
                continue
            }
            column += 1
            if byte == quote {
                guard quote == 0x27, self.byte == 0x27 else { return text }
                text.append(0x27)
                column += 1
            } else if byte == 0x5C, quote == 0x22 {
                if self.byte == nil {
                    row += 1
                    column = row < lines.count ? lines[row].prefix { $0 == 0x20 || $0 == 0x09 }.count : 0
                } else {
                    text += try escape()
                }
            } else {
                text.append(byte)
            }
        }
        throw start
    }

    private mutating func escape() throws(YAMLProblem) -> [UInt8] {
        guard let sign = byte else { throw problem() }
        column += 1
        let simple: [UInt8: UInt8] = [
            0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x30: 0, 0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x20: 0x20, 0x62: 8,
            0x66: 0x0C, 0x65: 0x1B, 0x61: 7, 0x76: 0x0B, 0x09: 0x09,
        ]
        if let byte = simple[sign] { return [byte] }
        let named: [UInt8: UInt32] = [0x4E: 0x85, 0x5F: 0xA0, 0x4C: 0x2028, 0x50: 0x2029]
        if let number = named[sign], let scalar = Unicode.Scalar(number) { return Array(String(scalar).utf8) }
        let counts: [UInt8: Int] = [0x78: 2, 0x75: 4, 0x55: 8]
        guard let count = counts[sign], var number = hexadecimal(count) else { throw problem() }
        if (0xD800..<0xDC00).contains(number), byte == 0x5C {
            column += 2
            guard let low = hexadecimal(4), (0xDC00..<0xE000).contains(low) else { throw problem() }
            number = 0x10000 + (number - 0xD800) << 10 + (low - 0xDC00)
        }
        guard let scalar = Unicode.Scalar(number) else { throw problem() }
        return Array(String(scalar).utf8)
    }

    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        guard column + count <= lines[row].count else { return nil }
        let digits = lines[row][column..<column + count]
        guard
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || Array("abcdefABCDEF".utf8).contains($0) }
            )
        else { return nil }
        column += count
        return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    /// A block scalar: `|` keeps line feeds, `>` makes them spaces; `-` drops the last, `+` keeps all.
    private mutating func blockScalar(above parent: Int) throws(YAMLProblem) -> JSONValue {
        let isFolded = byte == UInt8(ascii: ">")
        column += 1
        var chomp: UInt8?
        var given: Int?
        while let sign = byte, sign != 0x20 {
            if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+"), chomp == nil {
                chomp = sign
            } else if (0x31...0x39).contains(sign), given == nil {
                given = Int(sign) - 0x30
            } else {
                throw problem()
            }
            column += 1
        }
        guard isAtEnd() else { throw problem() }
        row += 1
        var parts: [[UInt8]] = []
        var indent = given.map { max(parent, 0) + $0 }
        while row < lines.count {
            let line = lines[row]
            let spaces = self.indent(of: line)
            if spaces == line.count {
                parts.append(indent.map { Array(line.dropFirst($0)) } ?? [])
            } else {
                let least = indent ?? spaces
                guard spaces >= least, least > parent else { break }
                indent = least
                parts.append(Array(line.dropFirst(least)))
            }
            row += 1
        }
        skipBlank()
        let blank = parts.reversed().prefix { $0.isEmpty }.count
        let kept = Array(parts.dropLast(blank))
        var text = isFolded ? Self.folded(kept) : Array(kept.joined(separator: [0x0A]))
        if !kept.isEmpty, chomp != UInt8(ascii: "-") { text.append(0x0A) }
        if chomp == UInt8(ascii: "+") { text += Array(repeating: 0x0A, count: blank) }
        return .string(text)
    }

    private static func folded(_ lines: [[UInt8]]) -> [UInt8] {
        var text: [UInt8] = []
        var breaks = 0
        var wasIndented = false
        for (index, line) in lines.enumerated() {
            guard !line.isEmpty else {
                breaks += 1
                continue
            }
            let isIndented = line[0] == 0x20 || line[0] == 0x09
            if index > 0, breaks < index {
                let feeds = breaks + (isIndented || wasIndented ? 1 : 0)
                text += feeds == 0 ? [0x20] : Array(repeating: 0x0A, count: feeds)
            } else {
                text += Array(repeating: 0x0A, count: breaks)
            }
            text += line
            (breaks, wasIndented) = (0, isIndented)
        }
        return text
    }

    // MARK: Flow

    private mutating func skipFlowSpace() {
        skipSpace()
        while row < lines.count, isAtEnd() {
            row += 1
            column = 0
            skipSpace()
        }
    }

    private mutating func flow() throws(YAMLProblem) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= Self.deepest else { throw problem() }
        skipFlowSpace()
        switch byte {
        case UInt8(ascii: "["):
            column += 1
            var values: [JSONValue] = []
            while true {
                skipFlowSpace()
                if try endsFlow("]") { return .array(values) }
                values.append(try flow())
                skipFlowSpace()
                if byte == UInt8(ascii: ",") { column += 1 } else if byte != UInt8(ascii: "]") { throw problem() }
            }
        case UInt8(ascii: "{"):
            column += 1
            var members: [JSONMember] = []
            while true {
                skipFlowSpace()
                if try endsFlow("}") { return .object(members) }
                let name: [UInt8] = byte == 0x22 || byte == 0x27 ? try quoted() : try flowPlain(isKey: true)
                guard !name.isEmpty, !members.contains(where: { Array($0.name.utf8) == name }) else { throw problem() }
                skipFlowSpace()
                var value = JSONValue.null
                if byte == UInt8(ascii: ":") {
                    column += 1
                    skipFlowSpace()
                    if byte != UInt8(ascii: ","), byte != UInt8(ascii: "}") { value = try flow() }
                    skipFlowSpace()
                }
                members.append(JSONMember(String(decoding: name, as: UTF8.self), value))
                if byte == UInt8(ascii: ",") { column += 1 } else if byte != UInt8(ascii: "}") { throw problem() }
            }
        case 0x22, 0x27: return .string(try quoted())
        default: return Self.typed(try flowPlain(isKey: false))
        }
    }

    private mutating func endsFlow(_ sign: Unicode.Scalar) throws(YAMLProblem) -> Bool {
        guard let byte else { throw problem() }
        guard UInt32(byte) == sign.value else { return false }
        column += 1
        return true
    }

    /// A plain scalar in a flow collection; it ends before a comma, a bracket or a colon.
    private mutating func flowPlain(isKey: Bool) throws(YAMLProblem) -> [UInt8] {
        guard let first = byte, !Array("&*!|>%@`".utf8).contains(first) else { throw problem() }
        var text: [UInt8] = []
        while row < lines.count {
            while let byte {
                if Array(",[]{}".utf8).contains(byte) { break }
                let next = column + 1 < lines[row].count ? lines[row][column + 1] : 0x20
                if byte == 0x3A, Array(" \t,[]{}".utf8).contains(next) { break }
                if byte == 0x23, column == 0 || isSpace(column - 1) { break }
                text.append(byte)
                column += 1
            }
            guard isAtEnd(), !text.isEmpty else { break }
            while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
            skipFlowSpace()
            guard row < lines.count, let byte, !Array(",[]{}:".utf8).contains(byte) else { break }
            text.append(0x20)
        }
        while let last = text.last, last == 0x20 || last == 0x09 { text.removeLast() }
        guard !text.isEmpty || isKey else { throw problem() }
        return text
    }

    /// A plain scalar as the value that it means.
    static func typed(_ text: [UInt8]) -> JSONValue {
        let word = String(decoding: text, as: UTF8.self)
        switch word {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        if let whole = Int64(word), String(whole) == word { return .integer(whole) }
        if text[0] == 0x2D || (0x30...0x39).contains(text[0]), let number = Double(word), number.isFinite,
            "\(number)" == word
        {
            return .decimal(number)
        }
        return .string(text)
    }
}
