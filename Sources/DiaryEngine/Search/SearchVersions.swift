internal import DiaryModel
internal import EventStore
internal import Host

// What a search of all versions reads: each content that an event of an entry left.

extension StoreView {
    /// Visits the contents that the events of an entry left, up to an event, in the order of the log, each once.
    ///
    /// Skips deleted versions, and those that searches find alike with their first parent. Returns how many versions
    /// cannot be computed.
    func forEachText(
        of row: StreamRow, through sequence: UInt64,
        _ visit: (_ event: UInt64, EntryContent) throws(EventStoreError) -> Void
    ) throws(EventStoreError) -> Int {
        var lost = 0
        var last: (event: UInt64, state: EntryState)?
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
                try stateLeft(by: parent, of: row)?.isFoundLike(state) == true
            {
                return
            }
            try visit(event, state.content)
        }
        return lost
    }

    /// The versions that the tail's events made, in the order of the log.
    func textsOfTail(through end: UInt64) throws(EventStoreError) -> [SearchPoint.Fresh] {
        var texts: [SearchPoint.Fresh] = []
        var states = StreamStates(after: log.meta.flushed)
        while states.position < end {
            guard case .event(let event) = try states.next(in: self) else { continue }
            let before: EntryState?
            let after: EntryState?
            if EntryRow.isBranched(event.after) || event.before.map(EntryRow.isBranched) == true {
                // The rows hold merged views: look up what this event alone left.
                after = try stateLeft(by: event.sequence.rawValue, of: event.rowAfter)
                let parent = try firstParent(of: event.sequence.rawValue)
                before = try parent.flatMap { (parent) throws(EventStoreError) in
                    try stateLeft(by: parent, of: event.rowAfter)
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
        by event: UInt64, of row: StreamRow
    ) throws(EventStoreError) -> EntryState? {
        guard let entry = try version(of: row, at: event) else { return nil }
        return EntryState(content: entry.content, isDeleted: entry.isDeleted)
    }

    private func firstParent(of sequence: UInt64) throws(EventStoreError) -> UInt64? {
        guard let bytes = try frameBytes(sequence), let frame = try? Frame(bytes, expecting: sequence),
            let parent = frame.parents(in: bytes).first, parent > 0
        else { return nil }
        return parent
    }
}

extension EntryState {
    /// Whether text, date, tags and deletion are equal, which decide whether a search finds it.
    func isFoundLike(_ other: EntryState) -> Bool {
        isDeleted == other.isDeleted && content.date.seconds == other.content.date.seconds
            && content.text == other.content.text && content.tags == other.content.tags
    }
}
