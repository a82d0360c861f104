internal import DiaryEngine
internal import EventStore
internal import Interchange

// A log that `export --events` wrote, taken into a diary.

extension Session {
    /// Makes a diary of an exported log, and says so; returns how many events it has, and the records that are holes.
    func make(
        _ path: String, from bytes: [UInt8], in context: WriteContext
    ) throws -> (events: UInt64, holes: [UInt64]) {
        var log = try EventLog(bytes)
        try Diary.create(
            at: path, fromEvents: { () throws(EventStoreError) in try log.next() }, in: context,
            allowingNetwork: Self.allowsNetwork)
        opened.noteNew()
        let events = UInt64(log.record - log.holes.count)
        say(.madeFromLog(path: path, events: events))
        return (events, log.holes)
    }

    /// Takes the events of an exported log into this diary, of which they must be, and says what became of entries that
    /// were forgotten elsewhere.
    func take(eventsFrom bytes: [UInt8], of file: String, into diary: Diary) throws -> TakenLog {
        var log = try EventLog(bytes)
        let context = try context()
        var taken = TakenLog()
        var refused: (record: Int, answer: OperationAnswer)?
        let forgotten = try diary.importEvents(
            from: { () throws(EventStoreError) in
                let event = try log.nextEvent()
                if let event { taken.files.note(event) }
                return event
            }, in: context
        ) { operation in
            switch operation.answer {
            case .accepted: taken.added += operation.events.count
            case .known: taken.known += operation.events.count
            case .notYet, .never:
                refused = refused ?? (operation.events.lowerBound + 1, operation.answer)
            }
        }
        taken.forgotten = forgotten
        if let forgotten { tell(forgotten) }
        guard let refused else { return taken }
        if case .never(let refusal) = refused.answer, refusal.field == .store { throw Problem.file(.otherDiary(file)) }
        throw Problem.file(.leftRecords(from: refused.record, added: taken.added, Sentence(refused.answer)))
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

/// What became of the events of a log that was taken into a diary.
struct TakenLog {
    /// How many are new here.
    var added = 0
    /// How many were here already.
    var known = 0
    var forgotten: BroughtForgetting?
    /// The files that they name.
    var files = ArrivingAttachments()

    /// What JSON says of entries that were forgotten; empty if none was.
    var members: [JSONMember] {
        guard let forgotten else { return [] }
        return [
            JSONMember("forgotten", .array(forgotten.entries.map { .text($0.hexadecimal) })),
            JSONMember("drafts", .array(forgotten.rescued.map { .text($0.draft.number.description) })),
        ]
    }
}

extension Session {
    /// Says that entries were forgotten elsewhere, what of them is kept as drafts, and whether their words are gone.
    private func tell(_ brought: BroughtForgetting) {
        for rescue in brought.rescued {
            let id = OnScreen.shortID(rescue.entry)
            say(.exchange(.rescued(id: id, draft: rescue.draft.number.description)))
        }
        let names = brought.entries.prefix(10).map { OnScreen.shortID($0) }.joined(separator: ", ")
        if brought.file != nil {
            say(.exchange(.forgotten(brought.entries.count, names)))
        } else {
            say(.exchange(.stillHeld(brought.entries.count, names)))
        }
    }
}
