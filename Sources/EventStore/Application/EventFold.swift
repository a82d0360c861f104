internal import DiarylogHost

/// A value computed from the log, event by event. It can be written down as a snapshot, so that the next computation
/// begins where the last one ended.
///
/// The value must be a function of the events alone. Another `version` is another fold: snapshots of the old version
/// are not read.
public protocol EventFold: Sendable {
    /// Names the fold, for ever: ASCII, at most 32 bytes.
    static var name: String { get }
    /// The version of the fold and of the layout of `bytes`.
    static var version: UInt16 { get }

    /// The value before the first event.
    init()

    /// Reads what `bytes` gave; if it throws, the store computes the value from the log.
    init(bytes: [UInt8]) throws

    /// The value as bytes, with the same meaning on every machine.
    var bytes: [UInt8] { get }

    /// Applies one more event.
    mutating func apply(_ event: StoredEvent)
}

extension Store {
    /// The value of a fold after an event, or now: computed from the newest snapshot up to then and the events since.
    public func fold<Value: EventFold>(
        _ type: Value.Type, asOf sequence: SequenceNumber? = nil
    ) throws(EventStoreError) -> Value {
        let reader = try beginRead()
        let limit = min(sequence?.rawValue ?? .max, reader.view.log.head)
        return try reader.view.fold(FoldOfEvents<Value>.self, to: limit).value.value
    }

    /// Takes a snapshot of a fold's value as it is now; false if the log is empty, or has that snapshot already.
    @discardableResult
    public func takeSnapshot<Value: EventFold>(of type: Value.Type) throws(EventStoreError) -> Bool {
        try takeSnapshot(of: FoldOfEvents<Value>.self, flushingTail: true) != nil
    }
}

/// Presents a program's `EventFold` to the store as its own `Fold`.
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
        _ event: borrowing EventView, in view: borrowing StoreView
    ) throws(EventStoreError) {
        if event.frame.object != .zero { value.apply(StoredEvent(event)) }
    }
}
