internal import DiaryModel
public import EventStore

// Events that come from elsewhere: an exported log, or another device's copy of the diary.

extension Diary {
    /// Makes the diary of an exported log: the same events with the same ids.
    ///
    /// `next` gives the events, operation by operation, in any order in which each comes after what it follows; and nil
    /// at the end. All of them are taken, or none: throws `refused` with the number of the record that is not. A hole
    /// keeps the place of an event that cannot be had: what follows it is taken and proven all the same.
    public static func create(
        at path: String, fromEvents next: () throws(EventStoreError) -> LogRecord?, in context: WriteContext,
        allowingNetwork: Bool = false
    ) throws(DiaryError) {
        try bridging { () throws(EventStoreError) in
            try EventStore.create(
                at: path, model: DiaryStreams(), store: .zero, allowingNetwork: allowingNetwork
            ) { (writer) throws(EventStoreError) in
                var record = 0
                var events = 0
                while let next = try next() {
                    record += 1
                    switch next {
                    case .event(let event):
                        try writer.importEvent(event, arrivedAt: context.wall, record: record)
                        events += 1
                    case .hole(let hole):
                        let answer = try writer.importHole(hole, record: record)
                        guard answer == .accepted else { throw .refused(record: record, answer) }
                    }
                }
                guard events > 0 else { throw .unacceptable(record: 1, reason: "there is no event") }
            }
        }
    }

    /// Takes events of this diary that were written elsewhere, in one transaction, and says what became of each
    /// operation, in the order in which they were given.
    ///
    /// An operation is taken whole or not at all. It is judged by its events, their ancestors and their devices' events
    /// before, never by what else has arrived, so that every copy of the diary that is offered the same operations, in
    /// whatever order, takes the same ones in the end. What follows an event that is not here is `notYet`: offer it
    /// again once that has come. `Docs/FileFormat.md`, "What a log may claim", says what is taken.
    ///
    /// An event whose place a hole keeps is put there: what making a diary of the whole log costs, in a transaction of
    /// its own. Projections lag afterwards, and are built anew.
    ///
    /// The batch stands in memory while this runs. An event costs some 20 µs, and its entry's events since the last
    /// that all others follow where several devices wrote at once. `context` says when they arrived.
    public func importEvents(_ events: [PortableEvent], in context: WriteContext? = nil) throws(DiaryError)
        -> [OfferedOperation]
    {
        let context = context ?? newContext()
        return try bridging { () throws(EventStoreError) in try store.importEvents(events, arrivedAt: context.wall) }
    }

    /// Takes a stream of events, as `importEvents(_:on:)` does, in batches of whole operations; `answer` hears of each
    /// operation with its first event's place in the stream.
    ///
    /// Each batch has some thousand events or 16 MiB, or is one operation that is larger, and is a transaction of its
    /// own: what was answered stays taken whatever comes afterwards.
    public func importEvents(
        from next: () throws(EventStoreError) -> PortableEvent?, in context: WriteContext? = nil,
        _ answer: (OfferedOperation) -> Void
    ) throws(DiaryError) {
        let context = context ?? newContext()
        return try bridging { () throws(EventStoreError) in
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
                batch.append(event)
            }
        }
    }
}

/// Events that are taken together.
private struct EventBatch {
    private(set) var events: [PortableEvent] = []
    private var bytes = 0

    private static let mostEvents = 4_096
    private static let mostBytes = 16 << 20

    mutating func append(_ event: PortableEvent) {
        events.append(event)
        bytes += event.header.count + (event.payload?.count ?? 0)
    }

    /// Whether an event begins the next batch: this one is full, and the event does not go on with an operation.
    func isFull(before event: PortableEvent) -> Bool {
        guard events.count >= Self.mostEvents || bytes >= Self.mostBytes else { return false }
        return ((try? EventHeader(canonical: event.header.span))?.operationIndex ?? 0) == 0
    }
}
