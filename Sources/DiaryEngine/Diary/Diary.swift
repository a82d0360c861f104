public import DiaryModel
public import EventStore

/// A diary: the one type a program opens.
///
///     let diary = try Diary(at: path)
///     let entry = try diary.add("Walked along the Han.", tags: ["walk"])
///     try diary.edit(entry.id) { $0.text += " Cold, clear." }
///     let then = diary.asOf(.event(entry.sequence))
///     for hit in try then.search("han", limit: 10) { print(hit.snippet) }
///     try diary.undo()
///
/// These are short forms of `write`, which carries out any `DiaryCommand`, and which a task awaits:
///
///     try await diary.write(.undo(entry: entry.id))
///
/// It may be used from any thread and any task, by any number of processes at once. Every call is a short transaction
/// of its own and returns values, which never change afterwards. A call that writes waits for the writer's lock and for
/// the disk. Nothing here prints or reads the environment; time, location and randomness come from `context`, or with
/// the call.
public final class Diary: Sendable {
    package let store: Store
    /// What the last search had to compute, for the next one to use.
    let searchMemory = SearchMemory()
    /// Whether a reading that meets a damaged table has it made anew, as a change does: for a program that reads in
    /// order to write.
    let rebuildsToRead: Bool
    /// Makes the context of a change whose call gives none: when, where and by what chance it is written.
    let newContext: @Sendable () -> WriteContext

    init(store: Store, context: @escaping @Sendable () -> WriteContext) {
        self.store = store
        rebuildsToRead = false
        newContext = context
    }

    /// Opens the diary in a folder; never creates a diary.
    ///
    /// A change waits at most `patience` milliseconds for the writer's lock. A reading that meets a damaged table which
    /// follows from the log throws `damagedTable`, unless the diary `rebuildsToRead`. `context` is called for each
    /// change; tests give one whose clock stands still. Costs about 0.1 ms. Throws `missing`, `notAStore` and the like
    /// if there is no diary or the file cannot be read.
    public init(
        at path: String, patience: Int = 10_000, allowingNetwork: Bool = false, rebuildsToRead: Bool = false,
        context: @escaping @Sendable () -> WriteContext = { .now() }
    ) throws(EventStoreError) {
        self.rebuildsToRead = rebuildsToRead
        store = try Store(
            opening: path, model: DiaryStreams(), patience: patience, allowingNetwork: allowingNetwork)
        newContext = context
    }

    /// Whether a diary, or another store, is in a folder; a locked one, into which nobody sees, counts as one.
    package static func exists(at path: String) -> Bool { StorePaths.isStore(path) || StorePaths.isLocked(path) }

    /// Makes a diary in a folder that is empty or does not exist yet, and opens it.
    @discardableResult
    public static func create(
        at path: String, allowingNetwork: Bool = false, context: @escaping @Sendable () -> WriteContext = { .now() }
    ) throws(EventStoreError) -> Diary {
        var first = context()
        try create(at: path, in: &first, allowingNetwork: allowingNetwork)
        return try Diary(at: path, allowingNetwork: allowingNetwork, context: context)
    }

    /// Makes a diary; its identifiers and salts are drawn from the context's entropy.
    package static func create(
        at path: String, in context: inout WriteContext, allowingNetwork: Bool = false
    ) throws(EventStoreError) {
        var drawing = context
        try Store.create(
            at: path, model: DiaryStreams(), store: drawing.entropy.identifier(), allowingNetwork: allowingNetwork
        ) { writer in
            try writer.ensureDevice(in: &drawing)
        }
        context = drawing
    }
}

extension Diary {
    /// Whether a change made through this value began a new device, because this folder had none before.
    public var hasBegunDevice: Bool { store.hasBegunDevice }

    /// How often the diary at the path was found to be another one, or another state of the same: its folder
    /// was moved, removed or replaced. What was read before may not hold any more.
    public var replacements: Int { store.replacements }
    /// How the clock was at odds with the newest event when the first such change was made through this value; nil if
    /// it never was.
    public var clockStep: ClockStep? { store.clockStep }

    /// Whether a change made through this value was committed.
    public var hasWritten: Bool { store.hasWritten }
}

/// Why a change of an entry was not written: an outcome of `perform`, as the short forms throw it that return an entry.
public enum ChangeProblem: Error, Equatable, Sendable {
    /// The entry does not allow what was asked.
    case refused(Refusal, entry: EntryID)
    /// The entry is not at the expected version.
    case conflict(entry: EntryID, expected: VersionName, actual: VersionName)
    /// The key was used before for other content.
    case keyTaken(by: EntryID)
}

/// What a question is asked as of: the head, an event or an instant.
public enum DiaryPoint: Equatable, Sendable {
    case head
    /// After this event.
    case event(SequenceNumber)
    /// After the newest event that came into this file at or before this instant, in microseconds since 1970 UTC.
    case instant(Int64)
}

extension Diary {
    /// The number of the newest event that a point includes; 0 is the diary before its first event.
    func resolve(_ point: DiaryPoint, in view: borrowing StoreView) throws(EventStoreError) -> UInt64 {
        switch point {
        case .head: return view.log.head
        case .event(let sequence):
            let head = view.log.head
            guard sequence.rawValue <= head else { throw .beyondHead(asked: sequence.rawValue, head: head) }
            return sequence.rawValue
        case .instant(let instant):
            return try store.moment(instant, now: newContext().wall, in: view).sequence
        }
    }

    /// The events whose times are not believed and on which it depends what an instant means; nil if that is certain,
    /// as it is of every other point.
    public func clockDoubt(at point: DiaryPoint) throws(EventStoreError) -> ClockDoubt? {
        guard case .instant(let instant) = point else { return nil }
        let reader = try store.beginRead()
        return try store.moment(instant, now: newContext().wall, in: reader.view).doubt
    }
}
