internal import DiaryModel
internal import EventStore

// What a search of all versions reads: each content that an event of an entry left.

extension StoreView {
    /// Visits the contents that the events of an entry left, up to an event, in the order of the log, each once.
    ///
    /// Skips deleted versions, and versions in which every search finds what it finds in the first parent. Returns how
    /// many versions cannot be computed.
    func forEachText(
        of row: StreamRow, through sequence: UInt64,
        _ visit: (_ event: UInt64, EntryContent) throws -> Void
    ) throws(EventStoreError) -> Int {
        var lost = 0
        var last: (event: UInt64, state: EntryState)?
        _ = try forEachVersion(of: row.object, asOf: sequence) { version in
            guard let state = version.state else {
                lost += version.frame.state == .whole ? 1 : 0
                return
            }
            let event = version.frame.sequence
            let before = last
            last = (event, state)
            if state.isDeleted { return }
            if let before, version.parents.first == before.event {
                if before.state.searchesAlike(state) { return }
            } else if let parent = version.parents.first,
                try stateLeft(by: parent, of: row)?.searchesAlike(state) == true
            {
                return
            }
            try visit(event, state.content)
        }
        return lost
    }

    private func stateLeft(
        by event: UInt64, of row: StreamRow
    ) throws(EventStoreError) -> EntryState? {
        guard let entry = try version(of: row, at: event) else { return nil }
        return entry.state
    }
}

extension EntryState {
    /// Whether text, name of the place, date, tags and deletion are equal, which decide whether a search finds it.
    func searchesAlike(_ other: EntryState) -> Bool {
        isDeleted == other.isDeleted && content.date.seconds == other.content.date.seconds
            && content.text == other.content.text && content.tags == other.content.tags
            && content.placeName == other.content.placeName
    }
}
