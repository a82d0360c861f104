/// Reads the TOML of front matter where it is flat: names, strings of all four kinds, numbers, dates and arrays of
/// these. Values are those of JSON; dates are strings, and so are numbers that we would write otherwise. A table is one
/// string, as it is written.
struct TOMLReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line: Int

    /// The members of a document; throws the line and what stands there.
    static func members(of bytes: [UInt8], firstLine: Int) throws(ParseProblem) -> [JSONMember] {
        var reader = TOMLReader(bytes: bytes, line: firstLine)
        var members: [JSONMember] = []
        var places: [String: Int] = [:]
        while reader.skipLines(), let byte = reader.byte {
            let problem = reader.problem()
            let isTable = byte == UInt8(ascii: "[")
            let member = isTable ? try reader.table() : try reader.pair()
            if let known = places[member.name] {
                // One of several tables of a name.
                guard isTable, case .string(var all) = members[known].value, case .string(let next) = member.value
                else { throw problem }
                // They are not copied while they stand nowhere else.
                members[known].value = .null
                all += [0x0A] + next
                members[known].value = .string(all)
            } else {
                places[member.name] = members.count
                members.append(member)
            }
            reader.skipSpace()
            if reader.byte == 0x23 { reader.skipLine() }
            if reader.byte == 0x0D { reader.index += 1 }
            guard reader.byte == nil || reader.byte == 0x0A else { throw reader.problem() }
        }
        return members
    }

    private init(bytes: [UInt8], line: Int) { (self.bytes, self.line) = (bytes, line) }

    private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func problem() -> ParseProblem {
        ParseProblem(line: line, found: ReadProblem.excerpt(bytes[min(index, bytes.count)...]))
    }

    private mutating func skipSpace() { while byte == 0x20 || byte == 0x09 { index += 1 } }

    private mutating func skipLine() { while let byte, byte != 0x0A { index += 1 } }

    /// Passes over what says nothing; true, so that a loop can begin with it.
    @discardableResult
    private mutating func skipLines() -> Bool {
        while let byte, [0x20, 0x09, 0x0A, 0x0D, 0x23].contains(byte) {
            if byte == 0x0A { line += 1 }
            if byte == 0x23 { skipLine() } else { index += 1 }
        }
        return true
    }

    /// Passes over a sign with white space before it.
    private mutating func takes(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let byte, UInt32(byte) == sign.value else { return false }
        index += 1
        return true
    }

    /// `[name]` or `[[name]]`, and the lines below it up to the next one.
    private mutating func table() throws(ParseProblem) -> JSONMember {
        let start = problem()
        while takes("[") {}
        let name = try name()
        guard takes("]") else { throw start }
        skipLine()
        let begin = index
        while byte != nil, bytes[index...].prefix(2) != [0x0A, UInt8(ascii: "[")] {
            if byte == 0x0A { line += 1 }
            index += 1
        }
        return JSONMember(name, .string(NoteSection.trimmed(bytes[begin..<index].split(separator: 0x0A))))
    }

    private mutating func pair() throws(ParseProblem) -> JSONMember {
        let name = try name()
        guard takes("=") else { throw problem() }
        skipSpace()
        return JSONMember(name, try value())
    }

    /// A name, or several with dots between them, which are one name here.
    private mutating func name() throws(ParseProblem) -> String {
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
        return parts.joined(separator: ".")
    }

    private func isBare(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
            || byte == 0x5F
    }

    private mutating func value(isInArray: Bool = false) throws(ParseProblem) -> JSONValue {
        guard let first = byte else { throw problem() }
        switch first {
        case 0x22, 0x27: return .string(try string())
        case UInt8(ascii: "[") where !isInArray:
            index += 1
            var values: [JSONValue] = []
            while true {
                skipLines()
                if takes("]") { return .array(values) }
                values.append(try value(isInArray: true))
                skipLines()
                if !takes(","), byte != UInt8(ascii: "]") { throw problem() }
            }
        case UInt8(ascii: "{") where !isInArray:
            let start = index
            skipLine()
            return .string(NoteSection.trimmed([bytes[start..<index]]))
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

    /// A string between one quote or three of them, which alone may have several lines.
    private mutating func string() throws(ParseProblem) -> [UInt8] {
        let start = problem()
        guard let quote = byte else { throw start }
        let end = bytes[index...].starts(with: [quote, quote, quote]) ? [quote, quote, quote] : [quote]
        index += end.count
        if end.count == 3, byte == 0x0D { index += 1 }
        if end.count == 3, byte == 0x0A {
            index += 1
            line += 1
        }
        var text: [UInt8] = []
        while let byte {
            if bytes[index...].starts(with: end) {
                index += end.count
                return text
            }
            if byte == 0x0A {
                guard end.count == 3 else { throw start }
                line += 1
            }
            index += 1
            text += byte == 0x5C && quote == 0x22 ? try escape() : [byte]
        }
        throw start
    }

    private mutating func escape() throws(ParseProblem) -> [UInt8] {
        guard let sign = byte else { throw problem() }
        index += 1
        let simple: [UInt8: UInt8] = [
            0x6E: 0x0A, 0x74: 0x09, 0x72: 0x0D, 0x22: 0x22, 0x5C: 0x5C, 0x62: 8, 0x66: 0x0C, 0x65: 0x1B,
        ]
        if let byte = simple[sign] { return [byte] }
        let count = sign == 0x75 ? 4 : sign == 0x55 ? 8 : 0
        guard count > 0, index + count <= bytes.count,
            let number = UInt32(String(decoding: bytes[index..<index + count], as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(number)
        else { throw problem() }
        index += count
        return Array(String(scalar).utf8)
    }
}
