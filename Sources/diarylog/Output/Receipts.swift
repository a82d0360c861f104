internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// What a change reports: a receipt for scripts, a sentence for people.

extension Session {
    /// What an outcome has to report; throws the problem if nothing could be done.
    func settled(
        _ outcome: ChangeOutcome, kept: KeptText? = nil
    ) throws -> (receipt: OperationReceipt?, entries: [Entry], wasThere: Bool) {
        switch outcome {
        case .changed(let receipt, let entries): return (receipt, entries, false)
        case .repeated(let receipt, let entries): return (receipt, entries, true)
        case .unchanged(let entries): return (nil, entries, false)
        case .keyTaken(let id): throw Problem.keyTaken(by: OnScreen.shortID(id), kept: kept)
        case .conflict(let id, let expected, let actual):
            throw Problem.conflict(entry: OnScreen.shortID(id), expected: expected, actual: actual, kept: kept)
        case .refused(let refusal, let id): throw Problem(refusal, entry: OnScreen.shortID(id))
        }
    }

    /// Says which version of an entry a change is made on, if events were met that cannot be read: a newer one may be
    /// among them.
    func reportBase(of entries: [Entry]) {
        guard !damage.events.isEmpty else { return }
        for entry in entries {
            notify(
                "\(OnScreen.shortID(entry.id)) is changed as it stood at version \(entry.version.rawValue) (e\(entry.sequence.rawValue)), the newest that can be read",
                "\(OnScreen.shortID(entry.id), .topic) 읽을 수 있는 가장 새로운 버전 \("\(entry.version.rawValue)(e\(entry.sequence.rawValue))", .object) 바탕으로 바꿉니다"
            )
        }
    }

    /// Writes what a change left: a receipt as JSON, or else the ids that it changed. Without a receipt, nothing was
    /// changed.
    func write(_ receipt: OperationReceipt?, _ entry: Entry?, _ ids: [EntryID], wasThere: Bool = false) throws {
        if isJSON {
            let unchanged = receipt == nil || wasThere
            try write(OperationJSON.receipt(receipt, entry: entry, entries: ids, unchanged: unchanged))
        } else if receipt != nil {
            try write(ids: ids)
        }
    }

    /// Writes the ids that changed, one per line, for a pipe; a person reads the sentence instead.
    func write(ids: [EntryID]) throws {
        guard !isTerminal else { return }
        for id in ids { try write(id.hexadecimal + "\n") }
    }

    /// Says what was written, where nobody sees it done: who wrote it on a terminal knows.
    func reportAdded(_ entry: Entry, wasThere: Bool) {
        let id = OnScreen.shortID(entry.id)
        if wasThere { return notify(.addedBefore(id: id)) }
        if !isTerminal { notify(.added(id: id, title: OnScreen.short(entry, self))) }
    }

    /// Names the newest entry of the same day in a former year, on a terminal, behind the first one that was written
    /// today: one quiet line.
    func remember(_ entry: Entry, in diary: Diary) {
        guard isTerminal, !isJSON, !settings.isOff(.memories) else { return }
        let day = entry.content.date.civil
        guard day.dayNumber == (try? dateNow())?.civil.dayNumber else { return }
        var request = ListRequest()
        let end = day.startOfDay.seconds + 86_399
        request.filter = .all([.month(day.month), .dayOfMonth(day.day), .dates(Int64.min...end)])
        // What was just written, and what comes behind it.
        request.limit = 2
        guard let found = try? diary.list(request).entries.last else { return }
        let years = day.year - found.content.date.civil.year
        guard years > 0 else { return }
        notify(
            "\(years, "year", "years") ago today: \(OnScreen.shortID(found.id)) \(OnScreen.short(found, self))",
            "\(years)년 전 오늘: \(OnScreen.shortID(found.id)) \(OnScreen.short(found, self))")
    }
}
