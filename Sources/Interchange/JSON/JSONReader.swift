/// Reads JSON strictly from bytes, one value after another.
///
/// It reads the values of a document, of a long array, or of lines, each only when it is asked for, so that a large
/// file is never held as values. It refuses a name that occurs twice in an object, and bytes that are not UTF-8.
package struct JSONReader: Sendable {
    private let bytes: [UInt8]
    private let forgives: Bool
    package private(set) var index: Int
    private static let depthMost = 100
    private static let fewNames = 16

    /// Throws `.notUTF8` for bytes that are not UTF-8. A byte order mark at the start is skipped.
    package init(_ bytes: [UInt8]) throws(JSONProblem) { try self.init(bytes, isWhole: true) }

    /// The same of a piece of a document: a byte order mark is none there. One that forgives reads what other programs
    /// write: half a character alone and a few bytes that are not UTF-8 become U+FFFD, a name that stands twice gets a
    /// sign behind it, a control
    /// character may stand in a text as it is, and a number that is none is null.
    init(_ bytes: [UInt8], isWhole: Bool, forgives: Bool = false) throws(JSONProblem) {
        let bytes = forgives ? bytes.mended : bytes
        do {
            _ = try UTF8Span(validating: bytes.span)
        } catch {
            throw .notUTF8
        }
        self.bytes = bytes
        self.forgives = forgives
        index = isWhole && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    package mutating func skipSpace() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x0A, 0x0D, 0x09: index += 1
            default: return
            }
        }
    }

    /// Whether nothing but white space is left.
    package mutating func isAtEnd() -> Bool {
        skipSpace()
        return index == bytes.count
    }

    /// Skips white space and then this mark; false if another byte follows.
    package mutating func takes(_ mark: Unicode.Scalar) -> Bool {
        skipSpace()
        guard index < bytes.count, UInt32(bytes[index]) == mark.value else { return false }
        index += 1
        return true
    }

    /// The next value.
    package mutating func value() throws(JSONProblem) -> JSONValue { try value(depth: 0) }

    private mutating func value(depth: Int) throws(JSONProblem) -> JSONValue {
        guard depth < Self.depthMost else { throw .tooDeep }
        skipSpace()
        guard index < bytes.count else { throw .endsEarly }
        switch bytes[index] {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "N") where forgives: return try word("NaN", .null)
        case UInt8(ascii: "I") where forgives: return try word("Infinity", .null)
        case UInt8(ascii: "-") where forgives && bytes[index...].dropFirst().first == UInt8(ascii: "I"):
            index += 1
            return try word("Infinity", .null)
        default: return try number()
        }
    }

    private mutating func object(depth: Int) throws(JSONProblem) -> JSONValue {
        index += 1
        var members: [JSONMember] = []
        // Comparing with a few names costs less than hashing them; with many it would be quadratic.
        var names: Set<String> = []
        var repeats: [String: Int] = [:]
        if takes("}") { return .object(members) }
        repeat {
            skipSpace()
            guard index < bytes.count else { throw .endsEarly }
            guard bytes[index] == UInt8(ascii: "\"") else { throw .unexpected(byte: index) }
            let own = String(decoding: try string(), as: UTF8.self)
            var name = own
            while members.count < Self.fewNames ? members.contains(where: { $0.name == name }) : names.contains(name) {
                guard forgives else { throw .nameTwice(name) }
                name = JSONMember.name(own, again: &repeats)
            }
            if members.count == Self.fewNames - 1 { names = Set(members.map(\.name)) }
            if members.count >= Self.fewNames - 1 { names.insert(name) }
            guard takes(":") else { throw stop() }
            members.append(JSONMember(name, try value(depth: depth + 1)))
        } while takes(",")
        guard takes("}") else { throw stop() }
        return .object(members)
    }

    private mutating func array(depth: Int) throws(JSONProblem) -> JSONValue {
        index += 1
        var values: [JSONValue] = []
        if takes("]") { return .array(values) }
        repeat { values.append(try value(depth: depth + 1)) } while takes(",")
        guard takes("]") else { throw stop() }
        return .array(values)
    }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONProblem) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw .unexpected(byte: index) }
        index += word.utf8.count
        return value
    }

    private func stop() -> JSONProblem { index < bytes.count ? .unexpected(byte: index) : .endsEarly }

    private mutating func string() throws(JSONProblem) -> [UInt8] {
        index += 1
        var result: [UInt8] = []
        var start = index
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                if result.isEmpty { result = Array(bytes[start..<index]) } else { result += bytes[start..<index] }
                index += 1
                return result
            }
            guard byte >= 0x20 || forgives else { throw .unexpected(byte: index) }
            guard byte == UInt8(ascii: "\\") else {
                index += 1
                continue
            }
            result += bytes[start..<index]
            index += 1
            try escape(into: &result)
            start = index
        }
        throw .endsEarly
    }

    private mutating func escape(into result: inout [UInt8]) throws(JSONProblem) {
        guard index < bytes.count else { throw .endsEarly }
        let byte = bytes[index]
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): result.append(byte)
        case UInt8(ascii: "b"): result.append(0x08)
        case UInt8(ascii: "f"): result.append(0x0C)
        case UInt8(ascii: "n"): result.append(0x0A)
        case UInt8(ascii: "r"): result.append(0x0D)
        case UInt8(ascii: "t"): result.append(0x09)
        case UInt8(ascii: "u"): result += String(Character(try scalar())).utf8
        default: throw .unexpected(byte: index - 1)
        }
    }

    /// The scalar after `\u`: two halves of a surrogate pair are one scalar, and a half alone is refused.
    private mutating func scalar() throws(JSONProblem) -> Unicode.Scalar {
        let first = try hexadecimal()
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard first < 0xDC00, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
            bytes[index + 1] == UInt8(ascii: "u")
        else { return try alone() }
        let behind = index
        index += 2
        let second = try hexadecimal()
        guard (0xDC00...0xDFFF).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else {
            index = behind
            return try alone()
        }
        return scalar
    }

    /// What half a character is.
    private func alone() throws(JSONProblem) -> Unicode.Scalar {
        guard forgives else { throw .loneSurrogate }
        return "\u{FFFD}"
    }

    private mutating func hexadecimal() throws(JSONProblem) -> UInt32 {
        guard index + 4 <= bytes.count else { throw .endsEarly }
        var value: UInt32 = 0
        for byte in bytes[index..<index + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw .unexpected(byte: index) }
            value = value << 4 | UInt32(digit)
        }
        index += 4
        return value
    }
}

/// Why bytes are not the JSON that was expected.
package enum JSONProblem: Error, Equatable, Sendable {
    case notUTF8
    case endsEarly
    /// Something else was expected at this byte, counted from 0.
    case unexpected(byte: Int)
    case nameTwice(String)
    /// Half of a surrogate pair, as in `\uD800`: no text can hold it.
    case loneSurrogate
    case tooDeep
}

extension JSONReader {
    fileprivate mutating func number() throws(JSONProblem) -> JSONValue {
        let start = index
        _ = passes { $0 == UInt8(ascii: "-") }
        let whole = digits()
        guard whole > 0, whole == 1 || byte(at: index - whole) != UInt8(ascii: "0") else {
            throw .unexpected(byte: start)
        }
        var isWhole = true
        if passes({ $0 == UInt8(ascii: ".") }) {
            isWhole = false
            guard digits() > 0 else { throw .unexpected(byte: index) }
        }
        if passes({ $0 | 0x20 == UInt8(ascii: "e") }) {
            isWhole = false
            _ = passes { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            guard digits() > 0 else { throw .unexpected(byte: index) }
        }
        let text = String(decoding: self.bytes(from: start), as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw .unexpected(byte: start) }
        return .decimal(number)
    }

    private mutating func digits() -> Int {
        var count = 0
        while passes({ (0x30...0x39).contains($0) }) { count += 1 }
        return count
    }
}

extension JSONReader {
    fileprivate func byte(at index: Int) -> UInt8 { bytes[index] }
    fileprivate func bytes(from start: Int) -> ArraySlice<UInt8> { bytes[start..<index] }

    fileprivate mutating func passes(_ accepts: (UInt8) -> Bool) -> Bool {
        guard index < bytes.count, accepts(bytes[index]) else { return false }
        index += 1
        return true
    }
}

extension JSONMember {
    /// What a name is called that stood there before: `a'`, `a'2`.
    static func name(_ own: String, again repeats: inout [String: Int]) -> String {
        let count = repeats[own, default: 0] + 1
        repeats[own] = count
        return own + "'" + (count == 1 ? "" : "\(count)")
    }
}
