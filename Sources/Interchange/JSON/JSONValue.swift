/// A JSON document in memory, with its members in the order they stand in.
///
/// Strings are bytes of UTF-8: a text must come back as it went, and `String` would call NFC and NFD equal.
package enum JSONValue: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Double)
    case string([UInt8])
    case array([JSONValue])
    case object([JSONMember])
}

/// A name in an object, and what stands under it.
package struct JSONMember: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue {
    package static func text(_ text: String) -> JSONValue { .string(Array(text.utf8)) }

    /// The text, or null where there is none.
    package static func text(orNull text: String?) -> JSONValue { text.map { JSONValue.text($0) } ?? .null }

    package static func number(_ number: some BinaryInteger) -> JSONValue { .integer(Int64(clamping: number)) }

    /// What stands under a name; nil where this is no object or has no such name.
    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    /// An object with its members in this order.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { JSONMember($0.0, $0.1) })
    }
}
