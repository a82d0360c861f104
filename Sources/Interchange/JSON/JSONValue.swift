/// A JSON document in memory, with its members in the order they stand in.
///
/// Strings are bytes of UTF-8: a text must come back as it went, and `String` would call NFC and NFD equal.
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

/// A name in an object, and what stands under it.
public struct JSONMember: Equatable, Sendable {
    /// Its name.
    public var name: String
    /// What stands under it.
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

    /// The text, or null where there is none.
    public static func text(orNull text: String?) -> JSONValue { text.map { JSONValue.text($0) } ?? .null }

    /// A whole number; one beyond 64 bits is the nearest there is.
    public static func number(_ number: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: number)) }

    /// What stands under a name; nil where this is no object or has no such name.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object with its members in this order.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
