public import EventStore
internal import FoundationEssentials

/// An event that is a Swift value: its body is the value's JSON with sorted keys, so that equal values have equal
/// bytes.
///
///     struct Deposited: CodableEvent {
///         static let kind = EventKind(2)
///         var amount: Int
///     }
///
/// When the value changes its shape, the old shape stays as a type of its own, and the new one says how it is lifted:
///
///     struct Deposited: CodableEvent {
///         static let kind = EventKind(2, schema: 2)
///         var cents: Int
///         init(upcasting older: DepositedInUnits) { cents = older.amount * 100 }
///     }
public protocol CodableEvent: Codable, Sendable {
    /// The shape before this one; the type itself where there is none.
    associatedtype Older: CodableEvent = Self

    /// Its number for ever, its schema, and whether it begins streams.
    static var kind: EventKind { get }

    /// Lifts a value of the shape before. What it throws makes that event count as one that cannot be read.
    init(upcasting older: Older) throws
}

extension CodableEvent where Older == Self {
    /// The value itself: there is no older shape.
    public init(upcasting older: Self) { self = older }
}

/// What JSON of an event could not be used for.
public enum CodableEventError: Error, Equatable, Sendable {
    /// The event is of another kind than the type.
    case otherKind(UInt16)
    /// No type has this kind and schema.
    case unknownSchema(kind: UInt16, schema: UInt16)
}

extension NewEvent {
    /// An event whose body is a value's JSON. Throws what encoding throws.
    public init<Event: CodableEvent>(
        _ event: Event, of stream: StreamID, expecting: ExpectedVersion
    ) throws {
        self.init(Event.kind.number, of: stream, expecting: expecting, body: try encoded(event))
    }
}

extension StoredEvent {
    /// The value that the event's body is. Throws `otherKind`, and what decoding throws.
    public func decode<Event: CodableEvent>(_ type: Event.Type = Event.self) throws -> Event {
        guard kind == Event.kind.number else { throw CodableEventError.otherKind(kind) }
        return try decoded(Event.self, body)
    }
}

extension Store {
    /// Appends one value as an event; see `append(_:key:in:)`.
    @discardableResult
    public func append(
        _ event: some CodableEvent, to stream: StreamID, expecting: ExpectedVersion, key: String? = nil
    ) throws -> OperationReceipt {
        try append([NewEvent(event, of: stream, expecting: expecting)], key: key)
    }

    /// Appends one value from a task.
    @discardableResult
    public func append(
        _ event: some CodableEvent, to stream: StreamID, expecting: ExpectedVersion, key: String? = nil
    ) async throws -> OperationReceipt {
        try await append([NewEvent(event, of: stream, expecting: expecting)], key: key)
    }
}

/// The JSON of a value: sorted keys, no escaped slashes.
func encoded(_ value: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return [UInt8](try encoder.encode(value))
}

func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes))
}
