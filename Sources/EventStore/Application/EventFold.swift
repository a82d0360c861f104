internal import Host

/// A value computed from the log, event by event, that can be written down and taken up again: a snapshot of it makes
/// the next computation begin where the last one ended.
///
/// It is a function of the events alone. Another `version` is another fold: snapshots of the old one are not read.
public protocol EventFold: Sendable {
    /// ASCII, at most 32 bytes, for ever.
    static var name: String { get }
    /// Which layout `bytes` has.
    static var version: UInt16 { get }

    /// The value before the first event.
    init()

    /// Reads what `bytes` gave; what it throws makes the store compute the value from the log.
    init(bytes: [UInt8]) throws

    /// The value as bytes, with the same meaning on every machine.
    var bytes: [UInt8] { get }

    /// Takes up one more event.
    mutating func apply(_ event: StoredEvent)
}

extension EventStore {
    /// The value of a fold after an event, or now: from the newest snapshot before it, and the events since.
    public func fold<Value: EventFold>(
        _ type: Value.Type, asOf sequence: SequenceNumber? = nil
    ) throws(EventStoreError) -> Value {
        let reader = try beginRead()
        let limit = min(sequence?.rawValue ?? .max, reader.view.log.head)
        return try reader.view.fold(FoldOfEvents<Value>.self, to: limit).value.value
    }

    /// Writes a fold's value down as it is now; false where the log is empty, or that has been done.
    @discardableResult
    public func takeSnapshot<Value: EventFold>(of type: Value.Type) throws(EventStoreError) -> Bool {
        try takeSnapshot(of: FoldOfEvents<Value>.self, flushingTail: true) != nil
    }
}

/// A program's fold as the store's own.
private struct FoldOfEvents<Value: EventFold>: Fold {
    static var name: String { Value.name }
    static var version: UInt16 { Value.version }

    var value: Value

    init() { value = Value() }

    init(bytes: Span<UInt8>) throws(FormatError) {
        do { value = try Value(bytes: [UInt8](copying: bytes)) } catch { throw .malformed("\(error)") }
    }

    var bytes: [UInt8] { value.bytes }

    mutating func apply(
        _ event: borrowing EventView, stream: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let object = try view.object(of: event.frame, bytes: event.bytes), object != .zero else { return }
        value.apply(StoredEvent(event, of: object))
    }
}
