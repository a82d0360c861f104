/// A JSON document in memory, with its members in their order.
///
/// Strings are bytes of UTF-8: a text must come back byte for byte, and `String` would call NFC and NFD equal.
public enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Double)
    /// UTF-8.
    case string([UInt8])
    case array([JSONValue])
    case object([JSONMember])
}

/// A name in an object, and its value.
public struct JSONMember: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: JSONValue

    /// A member of an object.
    public init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    /// A string.
    public static func text(_ text: String) -> JSONValue { .string(Array(text.utf8)) }

    /// A string, or null if there is no text.
    public static func text(orNull text: String?) -> JSONValue { text.map { JSONValue.text($0) } ?? .null }

    /// A whole number, clamped to 64 bits.
    public static func number(_ number: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: number)) }

    /// What a string says; nil if this is none.
    package var saidText: String? {
        guard case .string(let bytes) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// A whole number; nil if this is none.
    package var saidNumber: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    /// The members of an object; none if this is none.
    package var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }

    /// This object with the members of another behind its own.
    package func adding(_ other: JSONValue) -> JSONValue { .object(members + other.members) }

    /// The value of a name; nil if this is not an object or has no such name.
    public subscript(_ name: String) -> JSONValue? { members.first { $0.name == name }?.value }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object with its members in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
