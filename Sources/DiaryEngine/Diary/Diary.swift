public import EventStore
internal import LMDB

/// A diary: the one type a program opens.
///
/// It may be used from any thread, by any number of processes at once. Every call is a short transaction of its own;
/// what it returns is a value, and stays what it was. Nothing here prints, reads the environment or asks the clock:
/// time and chance come in an `Occasion`.
public final class Diary: Sendable {
    package let store: EventStore
    /// What the last search had to put together.
    let searchMemory = SearchMemory()

    init(store: EventStore) { self.store = store }

    /// Opens the diary in a folder; never creates one.
    ///
    /// `projections` are the program's own: they go on with what is written here, once they have been brought up.
    public static func open(
        at path: String, projections: [any Projection] = [], patience: Int = 10_000, allowingNetwork: Bool = false
    ) throws(DiaryError) -> Diary {
        for projection in projections where !RowProjection.isProper(projection.name) {
            throw .improperName(projection.name)
        }
        return try bridging { () throws(EventStoreError) in
            Diary(
                store: try EventStore.open(
                    at: path, model: DiaryStreams(), projections: projections.map { RowProjection($0) },
                    patience: patience, allowingNetwork: allowingNetwork))
        }
    }

    /// Makes a diary in a place that is missing or an empty folder.
    public static func create(
        at path: String, on occasion: inout Occasion, allowingNetwork: Bool = false
    ) throws(DiaryError) {
        var moment = occasion
        try bridging { () throws(EventStoreError) in
            try EventStore.create(
                at: path, model: DiaryStreams(), diary: moment.entropy.identifier(), allowingNetwork: allowingNetwork
            ) { (writer) throws(EventStoreError) in
                try writer.beginDevice(on: &moment)
            }
        }
        occasion = moment
    }
}

extension Diary {
    /// Whether the file's record of itself is damaged and was put together from the log: everything is read as before,
    /// lists and searches from the log. The next change mends it.
    @available(*, noasync)
    public func metaIsDerived() throws(DiaryError) -> Bool {
        try bridging { () throws(EventStoreError) in try store.beginRead().log.metaIsDerived }
    }

    /// Whether a device began with a change made through this value: here nobody had written before.
    public var hasBegunDevice: Bool { store.hasBegunDevice }
}

/// Why the diary could not do what was asked. What is merely not there is a nil, not an error.
public enum DiaryError: Error, Equatable, Sendable {
    case store(EventStoreError)
    /// A point after the newest event.
    case beyondHead(asked: UInt64, head: UInt64)
    /// A projection's name is not 1 to 32 of `a`–`z`, `0`–`9` and `-`.
    case improperName(String)
}

/// Says a failure of the floor below in this floor's words.
func bridging<Result: ~Copyable>(
    _ body: () throws(EventStoreError) -> Result
) throws(DiaryError) -> Result {
    do { return try body() } catch { throw .store(error) }
}

/// A moment of the diary that a question is asked of.
public enum DiaryPoint: Equatable, Sendable {
    case head
    /// After this event.
    case event(UInt64)
    /// After the newest event at or before this instant, in microseconds since 1970 UTC.
    case instant(Int64)
}

extension ReadableTransaction where Self: ~Copyable {
    /// The newest event that a point includes; 0 is the diary before its first.
    func resolve(_ point: DiaryPoint, _ log: LogState) throws(DiaryError) -> UInt64 {
        switch point {
        case .head: return log.head
        case .event(let sequence):
            guard sequence <= log.head else { throw .beyondHead(asked: sequence, head: log.head) }
            return sequence
        case .instant(let instant):
            do { return try newestEvent(notAfter: instant, log) } catch { throw .store(error) }
        }
    }
}
