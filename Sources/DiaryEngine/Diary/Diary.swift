public import DiaryModel
public import EventStore
public import TextSearch

/// A diary: the one type a program opens.
///
///     let diary = try Diary(at: path)
///     let entry = try diary.add("Walked along the Han.", tags: ["walk"])
///     try diary.edit(entry.id) { $0.text += " Cold, clear." }
///     let then = diary.asOf(.event(entry.sequence))
///     for hit in try then.search("han", limit: 10) { print(hit.snippet) }
///     try diary.undo()
///
/// It may be used from any thread and any task, by any number of processes at once. Every call is a short transaction
/// of its own; what it returns is a value, and stays what it was. A call that writes waits for the disk, and for its
/// turn. Nothing here prints or reads the environment; time, place and chance come from `context`, or with the call.
public final class Diary: Sendable {
    package let store: EventStore
    /// What the last search had to put together.
    let searchMemory = SearchMemory()
    /// When, where and by what chance something is written, if the call does not say.
    let newContext: @Sendable () -> WriteContext

    init(store: EventStore, context: @escaping @Sendable () -> WriteContext) {
        self.store = store
        newContext = context
    }

    /// Opens the diary in a folder; never creates one.
    ///
    /// `projections` are the program's own: they go on with what is written here, once they have been brought up. A
    /// change waits `patience` milliseconds for another process's. `context` is asked at each change; tests give one
    /// that stands still. About 0.1 ms. Throws `store`: there is no diary, or the file cannot be read.
    public init(
        at path: String, projections: [any Projection] = [], patience: Int = 10_000, allowingNetwork: Bool = false,
        context: @escaping @Sendable () -> WriteContext = { .now() }
    ) throws(DiaryError) {
        for projection in projections where !RowProjection.isProper(projection.name) {
            throw .improperName(projection.name)
        }
        store = try bridging { () throws(EventStoreError) in
            try EventStore(
                opening: path, model: DiaryStreams(), projections: projections.map { RowProjection($0) },
                patience: patience, allowingNetwork: allowingNetwork)
        }
        newContext = context
    }

    /// Makes a diary in a place that is missing or an empty folder, and opens it.
    @discardableResult
    public static func create(
        at path: String, allowingNetwork: Bool = false, context: @escaping @Sendable () -> WriteContext = { .now() }
    ) throws(DiaryError) -> Diary {
        var first = context()
        try create(at: path, in: &first, allowingNetwork: allowingNetwork)
        return try Diary(at: path, allowingNetwork: allowingNetwork, context: context)
    }

    /// Makes a diary, with what one context draws from chance.
    package static func create(
        at path: String, in context: inout WriteContext, allowingNetwork: Bool = false
    ) throws(DiaryError) {
        var drawing = context
        try bridging { () throws(EventStoreError) in
            try EventStore.create(
                at: path, model: DiaryStreams(), store: drawing.entropy.identifier(), allowingNetwork: allowingNetwork
            ) { (writer) throws(EventStoreError) in
                try writer.beginDevice(in: &drawing)
            }
        }
        context = drawing
    }
}

extension Diary {
    /// Whether the file's record of itself is damaged and was put together from the log: everything is read as before,
    /// lists and searches from the log. The next change mends it.
    public func metaIsDerived() throws(DiaryError) -> Bool {
        try bridging { () throws(EventStoreError) in try store.beginRead().view.log.metaIsDerived }
    }

    /// Whether a device began with a change made through this value: here nobody had written before.
    public var hasBegunDevice: Bool { store.hasBegunDevice }
}

/// Why the diary could not do what was asked. What is merely not there is a nil, not an error.
public enum DiaryError: Error, Equatable, Sendable {
    /// The file, the disk or the log.
    case store(EventStoreError)
    /// An entry does not allow what was asked; nothing was written.
    case refused(Refusal, entry: EntryID)
    /// The entry is at another version than expected; nothing was written.
    case conflict(entry: EntryID, expected: VersionName, actual: VersionName)
    /// The key was used before by other content; nothing was written.
    case keyTaken(by: EntryID)
    /// A query that cannot be read, with the place in it.
    case query(QueryProblem)
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

/// The same for what waits.
func bridging<Result>(
    _ body: () async throws(EventStoreError) -> Result
) async throws(DiaryError) -> Result {
    do { return try await body() } catch { throw .store(error) }
}

/// A point of the diary that a question is asked of.
public enum DiaryPoint: Equatable, Sendable {
    case head
    /// After this event.
    case event(SequenceNumber)
    /// After the newest event at or before this instant, in microseconds since 1970 UTC.
    case instant(Int64)
}

extension StoreView {
    /// The newest event that a point includes; 0 is the diary before its first.
    func resolve(_ point: DiaryPoint) throws(DiaryError) -> UInt64 {
        switch point {
        case .head: return log.head
        case .event(let sequence):
            guard sequence.rawValue <= log.head else { throw .beyondHead(asked: sequence.rawValue, head: log.head) }
            return sequence.rawValue
        case .instant(let instant):
            do { return try newestEvent(notAfter: instant) } catch { throw .store(error) }
        }
    }
}
