internal import DiaryModel
internal import EventStore
internal import Host

// What a search of all versions looks at: each text, with its date and tags, that an event left an entry with.

extension StoreView {
    /// Visits what the events of an entry left, up to one of them, in the order of the log: each once.
    ///
    /// Passed over is what is deleted, and what says the same as the version it was made on. Gives how many cannot be
    /// put together.
    func forEachText(
        of row: StreamRow, through sequence: UInt64,
        _ visit: (_ event: UInt64, EntryContent) throws(EventStoreError) -> Void
    ) throws(EventStoreError) -> Int {
        var lost = 0
        var last: (event: UInt64, state: EntryState)?
        var origins = Origins()
        _ = try forEachVersion(of: row.object, asOf: sequence) { (version) throws(EventStoreError) in
            guard let state = version.state else {
                lost += version.frame.state == .whole ? 1 : 0
                return
            }
            let event = version.frame.sequence
            let before = last
            last = (event, state)
            if state.isDeleted { return }
            if let before, version.parents.first == before.event {
                if before.state.isFoundLike(state) { return }
            } else if let parent = version.parents.first,
                try stateLeft(by: parent, of: row, &origins)?.isFoundLike(state) == true
            {
                return
            }
            try visit(event, state.content)
        }
        return lost
    }

    /// The texts that the tail brings: all of its events, in their order.
    func textsOfTail(through end: UInt64) throws(EventStoreError) -> [SearchPoint.Fresh] {
        var texts: [SearchPoint.Fresh] = []
        var states = StreamStates(after: log.meta.flushed)
        var origins = Origins()
        while states.position < end {
            guard case .event(let event) = try states.next(in: self) else { continue }
            let before: EntryState?
            let after: EntryState?
            if EntryRow.isBranched(event.after) || event.before.map(EntryRow.isBranched) == true {
                // The rows are views: what this event alone left is looked up.
                after = try stateLeft(by: event.sequence.rawValue, of: event.rowAfter, &origins)
                let parent = try firstParent(of: event.sequence.rawValue)
                before = try parent.flatMap { (parent) throws(EventStoreError) in
                    try stateLeft(by: parent, of: event.rowAfter, &origins)
                }
            } else {
                after = (try? EntryRow(event.after))?.state
                before = event.before.flatMap { (try? EntryRow($0))?.state }
            }
            guard let after, !after.isDeleted, before?.isFoundLike(after) != true else { continue }
            texts.append(
                SearchPoint.Fresh(
                    ordinal: event.ordinal, born: event.sequence.rawValue, entry: SearchedEntry(after.content)))
        }
        return texts
    }

    private func stateLeft(
        by event: UInt64, of row: StreamRow, _ origins: inout Origins
    ) throws(EventStoreError) -> EntryState? {
        guard let entry = try version(of: row, at: event, &origins) else { return nil }
        return EntryState(content: entry.content, isDeleted: entry.isDeleted)
    }

    private func firstParent(of sequence: UInt64) throws(EventStoreError) -> UInt64? {
        guard let bytes = try frameBytes(sequence), let frame = try? Frame(bytes, expecting: sequence),
            case .sequence(let parent)? = frame.parents(in: bytes).first
        else { return nil }
        return parent
    }
}

extension EntryState {
    /// Whether every search finds the one where it finds the other: text, date, tags, and whether it stands.
    func isFoundLike(_ other: EntryState) -> Bool {
        isDeleted == other.isDeleted && content.date.seconds == other.content.date.seconds
            && content.text == other.content.text && content.tags == other.content.tags
    }
}
