internal import DiaryEngine
internal import EventStore
internal import Interchange

// A log that `export --events` wrote, taken into a diary.

extension Session {
    /// Makes a diary of an exported log, and says so; returns how many events it has, and the records that are holes.
    func make(
        _ path: String, from bytes: [UInt8], in context: WriteContext
    ) throws(Problem) -> (events: UInt64, holes: [UInt64]) {
        var log: EventLog
        do { log = try EventLog(bytes) } catch { throw Problem(error) }
        try bridging { () throws(DiaryError) in
            try Diary.create(
                at: path, fromEvents: { () throws(EventStoreError) in try log.next() }, in: context,
                allowingNetwork: Self.allowsNetwork)
        }
        opened.noteNew()
        let events = UInt64(log.record - log.holes.count)
        say(.madeFromLog(path: path, events: events))
        return (events, log.holes)
    }

    /// Takes the events of an exported log into this diary, of which they must be; returns how many were added, and how
    /// many were here already.
    func take(eventsFrom bytes: [UInt8], of file: String, into diary: Diary) throws(Problem) -> (Int, known: Int) {
        var log: EventLog
        do { log = try EventLog(bytes) } catch { throw Problem(error) }
        let context = try context()
        var (added, known) = (0, 0)
        var refused: (record: Int, answer: OperationAnswer)?
        try bridging { () throws(DiaryError) in
            try diary.importEvents(
                from: { () throws(EventStoreError) in try log.nextEvent() }, in: context
            ) { operation in
                switch operation.answer {
                case .accepted: added += operation.events.count
                case .known: known += operation.events.count
                case .notYet, .never:
                    refused = refused ?? (operation.events.lowerBound + 1, operation.answer)
                }
            }
        }
        guard let refused else { return (added, known) }
        if case .never(let refusal) = refused.answer, refusal.field == .store { throw .file(.otherDiary(file)) }
        throw .file(.leftRecords(from: refused.record, added: added, Sentence(refused.answer)))
    }
}

extension EventLog {
    /// The next event; holes are passed over.
    fileprivate mutating func nextEvent() throws(EventStoreError) -> PortableEvent? {
        while let record = try next() {
            if case .event(let event) = record { return event }
        }
        return nil
    }
}
