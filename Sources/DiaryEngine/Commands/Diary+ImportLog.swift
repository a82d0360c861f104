internal import DiaryModel
public import EventStore

// Events written elsewhere: an exported log, or another device's copy of the diary.

extension Diary {
    /// Makes a diary from an exported log: the same events with the same ids.
    ///
    /// `next` returns the events, operation by operation, in any order in which each comes after the events it descends
    /// from; and nil at the end. All of them are imported, or none: throws `store` with `refused` and the number of the
    /// record that is not accepted. A hole keeps the position of an event that is lost: what follows it is imported and
    /// proven all the same. What forgotten entries said before their end is taken out.
    ///
    /// An event has come when its record says it did, so a time means the same event in both diaries. If a record does
    /// not say it, the clocks of the devices decide, and with them the order of all.
    public static func create(
        at path: String, fromEvents next: () throws(EventStoreError) -> LogRecord?, in context: WriteContext,
        allowingNetwork: Bool = false
    ) throws(DiaryError) {
        var forgotten: Set<EntryID> = []
        try bridging { () throws(EventStoreError) in
            try EventStore.create(
                at: path, model: DiaryStreams(), store: .zero, allowingNetwork: allowingNetwork
            ) { (writer) throws(EventStoreError) in
                let events = try writer.adoptLog(
                    { () throws(EventStoreError) in
                        let record = try next()
                        if case .event(let event)? = record, let entry = event.forgottenEntry {
                            forgotten.insert(entry)
                        }
                        return record
                    }, now: context.wall)
                guard events > 0 else { throw .unacceptable(record: 1, reason: "there is no event") }
            }
        }
        if forgotten.isEmpty { return }
        // Nobody has written here yet: there is nothing to keep.
        let brought = try Diary(at: path, allowingNetwork: allowingNetwork).finishForgetting(
            forgotten, in: context, keeping: false)
        if let obstacle = brought?.obstacle { throw obstacle }
    }

    /// Imports events of this diary that were written elsewhere, in one transaction, and returns what became of each
    /// operation, in the order given.
    ///
    /// An operation is accepted whole or not at all. It is judged by its events, their ancestors and the earlier events
    /// of their devices, never by what else has arrived; so all copies of the diary that are offered the same
    /// operations, in any order, accept the same ones in the end. An operation that needs an event that is not here is
    /// `notYet`: offer it again once that event has come. `Docs/FileFormat.md`, "What a log may claim", says what is
    /// accepted.
    ///
    /// An event whose position a hole keeps fills the hole: this costs as much as making a diary from the whole log, in
    /// a transaction of its own. Projections lag afterwards and are built anew.
    ///
    /// Where an operation brings the news that an entry was forgotten, what the entry said is taken out of this file
    /// before this returns: see `BroughtForgetting`.
    ///
    /// The whole batch is in memory meanwhile. An event costs some 20 µs; where several devices wrote an entry at once,
    /// also a read of that entry's events since the last one that all later ones descend from. `context` says when the
    /// events arrived.
    public func importEvents(_ events: [PortableEvent], in context: WriteContext? = nil) throws(DiaryError)
        -> [OfferedOperation]
    {
        let context = context ?? newContext()
        let operations = try bridging { () throws(EventStoreError) in
            try store.importEvents(events, arrivedAt: context.wall)
        }
        _ = try finishForgetting(events.compactMap(\.forgottenEntry), in: context)
        return operations
    }

    /// Imports a stream of events, as `importEvents(_:in:)` does, in batches of whole operations; `answer` receives
    /// each operation with the positions of its events in the stream.
    ///
    /// A batch ends with the first whole operation that brings it to 4,096 events or 16 MiB, and is a transaction of
    /// its own: what was accepted stays in the log whatever comes afterwards. Returns what became of entries that were
    /// forgotten elsewhere; nil if none was that this file had words of.
    @discardableResult
    public func importEvents(
        from next: () throws(EventStoreError) -> PortableEvent?, in context: WriteContext? = nil,
        _ answer: (OfferedOperation) -> Void
    ) throws(DiaryError) -> BroughtForgetting? {
        let context = context ?? newContext()
        var forgotten: Set<EntryID> = []
        try bridging { () throws(EventStoreError) in
            var batch = EventBatch()
            var first = 0
            while true {
                let event = try next()
                if event == nil || (event.map { batch.isFull(before: $0) } ?? false), !batch.events.isEmpty {
                    for var operation in try store.importEvents(batch.events, arrivedAt: context.wall) {
                        operation.events = operation.events.lowerBound + first..<operation.events.upperBound + first
                        answer(operation)
                    }
                    first += batch.events.count
                    batch = EventBatch()
                }
                guard let event else { return }
                if let entry = event.forgottenEntry { forgotten.insert(entry) }
                batch.append(event)
            }
        }
        return try finishForgetting(forgotten, in: context)
    }
}

/// Events that are imported together.
private struct EventBatch {
    private(set) var events: [PortableEvent] = []
    private var bytes = 0

    private static let mostEvents = 4_096
    private static let mostBytes = 16 << 20

    mutating func append(_ event: PortableEvent) {
        events.append(event)
        bytes += event.header.count + (event.payload?.count ?? 0)
    }

    /// Whether an event begins the next batch: this one is full, and the event does not continue an operation.
    func isFull(before event: PortableEvent) -> Bool {
        guard events.count >= Self.mostEvents || bytes >= Self.mostBytes else { return false }
        return ((try? EventHeader(canonical: event.header.span))?.operationIndex ?? 0) == 0
    }
}
