/// Reads the TOML of front matter: names (dotted, quoted), tables, strings of all four kinds, numbers, dates, arrays
/// and inline tables. Values are those of JSON; dates are strings, and so are numbers that we would write otherwise.
struct TOMLReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line: Int
    private var depth = 0

    private static let deepest = 60

    /// The members of a document; throws the line and what stands there.
    static func members(of bytes: [UInt8], firstLine: Int) throws(YAMLProblem) -> [JSONMember] {
        var reader = TOMLReader(bytes: bytes, line: firstLine)
        var root = JSONValue.object([])
        var table: [String] = []
        while true {
            reader.skipLines()
            guard let byte = reader.byte else { break }
            if byte == UInt8(ascii: "[") {
                let problem = reader.problem()
                reader.index += 1
                let isOneOfSeveral = reader.byte == UInt8(ascii: "[")
                if isOneOfSeveral { reader.index += 1 }
                table = try reader.name()
                guard reader.takes("]"), !isOneOfSeveral || reader.takes("]") else { throw reader.problem() }
                let isPlaced =
                    isOneOfSeveral
                    ? root.append(tableAt: table[...]) : root.insert(.object([]), at: table[...], keepingTable: true)
                guard isPlaced else { throw problem }
            } else {
                let problem = reader.problem()
                let name = try reader.name()
                guard reader.takes("=") else { throw reader.problem() }
                reader.skipSpace()
                guard root.insert(try reader.value(), at: (table + name)[...], keepingTable: false) else {
                    throw problem
                }
            }
            reader.skipSpace()
            if reader.byte == 0x23 { reader.skipComment() }
            if reader.byte == 0x0D { reader.index += 1 }
            guard reader.byte == nil || reader.byte == 0x0A else { throw reader.problem() }
        }
        guard case .object(let members) = root else { return [] }
        return members
    }

    private init(bytes: [UInt8], line: Int) { (self.bytes, self.line) = (bytes, line) }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func problem() -> YAMLProblem {
        YAMLProblem(line: line, found: ReadProblem.excerpt(bytes[min(index, bytes.count)...]))
    }

    private mutating func skipSpace() { while byte == 0x20 || byte == 0x09 { index += 1 } }

    private mutating func skipComment() { while let byte, byte != 0x0A { index += 1 } }

    private mutating func skipLines() {
        while let byte, [0x20, 0x09, 0x0A, 0x0D, 0x23].contains(byte) {
            if byte == 0x0A { line += 1 }
            if byte == 0x23 { skipComment() } else { index += 1 }
        }
    }

    /// Passes over a sign with white space before it.
    private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let byte, UInt32(byte) == sign.value else { return false }
        index += 1
        return true
    }

    private mutating func name() throws(YAMLProblem) -> [String] {
        var parts: [String] = []
        repeat {
            skipSpace()
            if byte == 0x22 || byte == 0x27 {
                parts.append(String(decoding: try string(), as: UTF8.self))
            } else {
                let start = index
                while let byte, byte >= 0x80 || isBare(byte) { index += 1 }
                guard index > start else { throw problem() }
                parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
            }
        } while takes(".")
        return parts
    }

    private func isBare(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x5F
    }

    private mutating func value() throws(YAMLProblem) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard let first = byte, depth <= Self.deepest else { throw problem() }
        switch first {
        case 0x22, 0x27: return .string(try string())
        case UInt8(ascii: "["):
            index += 1
            var values: [JSONValue] = []
            while true {
                skipLines()
                if takes("]") { return .array(values) }
                values.append(try value())
                skipLines()
                if !takes(","), byte != UInt8(ascii: "]") { throw problem() }
            }
        case UInt8(ascii: "{"):
            index += 1
            var table = JSONValue.object([])
            while true {
                if takes("}") { return table }
                let name = try name()
                guard takes("=") else { throw problem() }
                skipSpace()
                guard table.insert(try value(), at: name[...], keepingTable: false) else { throw problem() }
                skipSpace()
                if !takes(","), byte != UInt8(ascii: "}") { throw problem() }
            }
        default:
            let start = index
            while let byte, !Array(",]}#\n\r".utf8).contains(byte) { index += 1 }
            var text = bytes[start..<index]
            while text.last == 0x20 || text.last == 0x09 { text.removeLast() }
            guard let sign = text.first, isBare(sign) || sign == 0x2B else { throw problem() }
            let value = YAMLReader.typed(Array(text))
            if case .string = value, !(0x30...0x39).contains(sign), sign != 0x2B, sign != 0x2D { throw problem() }
            return value
        }
    }

    private mutating func string() throws(YAMLProblem) -> [UInt8] {
        let start = problem()
        guard let quote = byte else { throw start }
        let isLong = bytes[index...].starts(with: [quote, quote, quote])
        index += isLong ? 3 : 1
        if isLong, byte == 0x0D { index += 1 }
        if isLong, byte == 0x0A {
            index += 1
            line += 1
        }
        var text: [UInt8] = []
        while let byte {
            if byte == quote {
                if !isLong {
                    index += 1
                    return text
                }
                if bytes[index...].starts(with: [quote, quote, quote]) {
                    index += 3
                    // Up to two quotes may stand right before the end.
                    while self.byte == quote, text.suffix(2) != [quote, quote] {
                        text.append(quote)
                        index += 1
                    }
                    return text
                }
            }
            if byte == 0x0A {
                guard isLong else { throw start }
                line += 1
            }
            index += 1
            guard byte == 0x5C, quote == 0x22 else {
                text.append(byte)
                continue
            }
            text += try escape(isLong: isLong)
        }
        throw start
    }

    private mutating func escape(isLong: Bool) throws(YAMLProblem) -> [UInt8] {
        guard let sign = byte else { throw problem() }
        index += 1
        let simple: [UInt8: UInt8] = [
            0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x22: 0x22, 0x5C: 0x5C, 0x62: 8, 0x66: 0x0C, 0x65: 0x1B,
        ]
        if let byte = simple[sign] { return [byte] }
        if isLong, [0x0A, 0x20, 0x0D, 0x09].contains(sign) {
            index -= 1
            while let byte, [0x0A, 0x20, 0x0D, 0x09].contains(byte) {
                if byte == 0x0A { line += 1 }
                index += 1
            }
            return []
        }
        let count = sign == 0x75 ? 4 : sign == 0x55 ? 8 : 0
        guard count > 0, index + count <= bytes.count,
            let number = UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(number)
        else { throw problem() }
        index += count
        return Array(String(scalar).utf8)
    }
}

extension JSONValue {
    /// Adds a table to the list at a path of names; false if something else is there.
    fileprivate mutating func append(tableAt path: ArraySlice<String>) -> Bool {
        if path.count > 1, case .array(var tables) = self, var last = tables.last {
            guard last.append(tableAt: path) else { return false }
            tables[tables.count - 1] = last
            self = .array(tables)
            return true
        }
        guard case .object(var members) = self, let name = path.first else { return false }
        let index = members.firstIndex { Array($0.name.utf8) == Array(name.utf8) }
        var value = index.map { members[$0].value } ?? (path.count == 1 ? .array([]) : .object([]))
        if path.count == 1 {
            // A list that was written as one is no list of tables.
            guard case .array(let tables) = value, index == nil || tables.allSatisfy(\.isTable),
                index == nil || !tables.isEmpty
            else { return false }
            value = .array(tables + [.object([])])
        } else {
            guard value.append(tableAt: path.dropFirst()) else { return false }
        }
        if let index { members[index].value = value } else { members.append(JSONMember(name, value)) }
        self = .object(members)
        return true
    }

    private var isTable: Bool { if case .object = self { true } else { false } }

    /// Puts a value at a path of names, in the last one of a list of tables; false if something else is there.
    fileprivate mutating func insert(_ value: JSONValue, at path: ArraySlice<String>, keepingTable: Bool) -> Bool {
        if case .array(var tables) = self, var last = tables.last, last.isTable {
            guard last.insert(value, at: path, keepingTable: keepingTable) else { return false }
            tables[tables.count - 1] = last
            self = .array(tables)
            return true
        }
        guard case .object(var members) = self, let name = path.first else { return false }
        let index = members.firstIndex { Array($0.name.utf8) == Array(name.utf8) }
        if path.count == 1 {
            if let index {
                guard keepingTable, case .object = members[index].value else { return false }
                return true
            }
            members.append(JSONMember(name, value))
        } else {
            var table = index.map { members[$0].value } ?? .object([])
            guard table.insert(value, at: path.dropFirst(), keepingTable: keepingTable) else { return false }
            if let index { members[index].value = table } else { members.append(JSONMember(name, table)) }
        }
        self = .object(members)
        return true
    }
}
