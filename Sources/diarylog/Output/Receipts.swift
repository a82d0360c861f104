internal import DiaryEngine
internal import EventStore

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
        case .keyTaken(let id): throw Problem.keyTaken(by: OnScreen.shortID(id))
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
                .madeOn(
                    id: OnScreen.shortID(entry.id), version: entry.version.rawValue, event: entry.sequence.rawValue))
        }
    }

    /// Writes the ids that changed, one per line, for a pipe; a person reads the sentence instead.
    func write(ids: [EntryID]) throws {
        guard !isTerminal else { return }
        for id in ids { try write(id.hexadecimal + "\n") }
    }
}
