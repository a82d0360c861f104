public import EventStore
public import FoundationEssentials

/// An application whose events and states are Swift values.
///
/// It says its name, its events and what each does to a state; the store gets bytes.
public protocol CodableApplication: Application {
    /// What stands after a stream's events.
    associatedtype State: Codable & Sendable

    /// The types of its events, each in its newest shape.
    var events: [any CodableEvent.Type] { get }

    /// The state of a stream after an event; `state` is nil before its first.
    ///
    /// If it throws while the event is appended, nothing is written, and `append` throws that error as it is.
    func state(after event: StoredEvent, from state: State?) throws -> State
}

extension CodableApplication {
    /// The kinds of its events.
    public var kinds: [EventKind] { events.map { $0.kind } }

    /// Lifts a body by the initialisers `init(upcasting:)` of its type.
    public func upcast(kind: UInt16, from schema: UInt16, body: [UInt8]) throws -> [UInt8] {
        guard let type = events.first(where: { $0.kind.number == kind }),
            let lifted = try lift(type, body, from: schema)
        else { throw CodableEventError.unknownSchema(kind: kind, schema: schema) }
        return lifted
    }

    /// The state's JSON.
    public func state(after event: StoredEvent, from state: [UInt8]?) throws -> [UInt8] {
        let before = try state.map { try decoded(State.self, $0) }
        let after: State = try self.state(after: event, from: before)
        return try encoded(after)
    }
}

extension StreamState {
    /// The state as the value that it is.
    public func decode<State: Codable>(_ type: State.Type = State.self) throws -> State { try decoded(type, bytes) }
}

extension ProjectedEvent {
    /// The value that the event is; see `StoredEvent.decode`.
    public func decode<Event: CodableEvent>(_ type: Event.Type = Event.self) throws -> Event { try event.decode(type) }

    /// The stream's state before it as the value that it is; nil before its first event.
    public func before<State: Codable>(as type: State.Type = State.self) throws -> State? {
        try before.map { try decoded(type, $0) }
    }

    /// The stream's state after it as the value that it is.
    public func after<State: Codable>(as type: State.Type = State.self) throws -> State { try decoded(type, after) }
}

/// Lifts a body from one schema to the next along the shapes of a type; nil if none of them has the next.
private func lift<Event: CodableEvent>(_ type: Event.Type, _ body: [UInt8], from schema: UInt16) throws -> [UInt8]? {
    guard Event.Older.self != Event.self else { return nil }
    guard Event.kind.schema == schema + 1 else { return try lift(Event.Older.self, body, from: schema) }
    return try encoded(Event(upcasting: try decoded(Event.Older.self, body)))
}

extension EventStoreError: LocalizedError {
    /// What happened, in English.
    public var errorDescription: String? { description }
}
