/// Writes JSON without white space: UTF-8 and slashes not escaped, members in their order.
///
/// The output is valid whatever the values are: bytes of a string that are not UTF-8, as a damaged or forged log may
/// hold, become U+FFFD.
public struct JSONWriter: Sendable {
    /// What has been written.
    public private(set) var bytes: [UInt8] = []

    /// A writer that has written nothing.
    public init(capacity: Int = 256) { bytes.reserveCapacity(capacity) }

    /// The bytes of one value.
    public static func bytes(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter()
        writer.append(value)
        return writer.bytes
    }

    /// Appends a value.
    public mutating func append(_ value: JSONValue) {
        switch value {
        case .null: raw("null")
        case .bool(let isTrue): raw(isTrue ? "true" : "false")
        case .integer(let number): raw(String(number))
        case .decimal(let number): raw(number.isFinite ? "\(number)" : "null")
        case .string(let text): append(string: text)
        case .array(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(value)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                append(string: Array(member.name.utf8))
                bytes.append(UInt8(ascii: ":"))
                append(member.value)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// Appends a text that is JSON already, or that separates values.
    public mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func append(string: [UInt8]) {
        let first = bytes.count
        bytes.append(UInt8(ascii: "\""))
        var start = 0
        var seen: UInt8 = 0
        for (index, byte) in string.enumerated() {
            seen |= byte
            guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            bytes.append(contentsOf: string[start..<index])
            start = index + 1
            escape(byte)
        }
        if seen >= 0x80, (try? UTF8Span(validating: string.span)) == nil {
            bytes.removeSubrange(first...)
            return append(string: Array(String(decoding: string, as: UTF8.self).utf8))
        }
        bytes.append(contentsOf: string[start...])
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): raw("\\\"")
        case UInt8(ascii: "\\"): raw("\\\\")
        case 0x0A: raw("\\n")
        case 0x0D: raw("\\r")
        case 0x09: raw("\\t")
        default:
            let digits = Array("0123456789abcdef".utf8)
            raw("\\u00")
            bytes.append(digits[Int(byte >> 4)])
            bytes.append(digits[Int(byte & 15)])
        }
    }
}
