import Foundation

/// A JSON value, as the browser's debugging pipe and the page's API speak it.
enum Value: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([Value])
    case object([String: Value])

    init(_ any: Any?) {
        switch any {
        case let text as String: self = .string(text)
        case let number as NSNumber:
            // The parser keeps `true` and 1 apart only by their C types.
            self =
                unsafe String(cString: number.objCType) == "c" ? .bool(number.boolValue) : .number(number.doubleValue)
        case let list as [Any]: self = .array(list.map { Value($0) })
        case let members as [String: Any]: self = .object(members.mapValues { Value($0) })
        default: self = .null
        }
    }

    /// Null if the bytes are no JSON.
    init(json bytes: some Sequence<UInt8>) {
        self.init(try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed))
    }

    var any: Any {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let value): value
        case .string(let value): value
        case .array(let values): values.map(\.any)
        case .object(let members): members.mapValues(\.any)
        }
    }

    /// As it is written in JSON, which is also how it is written in JavaScript.
    var json: String {
        let data = try? JSONSerialization.data(withJSONObject: any, options: [.fragmentsAllowed, .sortedKeys])
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }

    subscript(_ name: String) -> Value {
        if case .object(let members) = self { members[name] ?? .null } else { .null }
    }

    subscript(_ index: Int) -> Value {
        if case .array(let values) = self, values.indices.contains(index) { values[index] } else { .null }
    }

    var string: String { if case .string(let value) = self { value } else { "" } }
    var double: Double { if case .number(let value) = self { value } else { .nan } }
    var int: Int { if case .number(let value) = self { Int(value) } else { -1 } }
    var array: [Value] { if case .array(let values) = self { values } else { [] } }
    var strings: [String] { array.map(\.string) }
    /// What JavaScript takes for true.
    var isTrue: Bool {
        switch self {
        case .null: false
        case .bool(let value): value
        case .number(let value): value != 0
        case .string(let value): !value.isEmpty
        case .array, .object: true
        }
    }
}

extension Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByFloatLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .number(Double(value)) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
    init(floatLiteral value: Double) { self = .number(value) }
    init(arrayLiteral elements: Value...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, Value)...) { self = .object(.init(elements) { $1 }) }
}
