internal import DiaryModel
internal import EventStore

// What an entry's row says is sure, though events that led there are lost: in the mended diary an event says it.

extension StoreWriter {
    /// Writes what a row of the damaged diary says, if the log that was taken over does not say it, or cannot be sure.
    ///
    /// Returns the entry that shows it then, and those that were made of texts that stood beside it; none where nothing
    /// had to be written, or cannot be by this program.
    mutating func rescue(_ row: StreamRow, in context: inout WriteContext) throws(EventStoreError) -> [EntryID] {
        guard !row.isReadOnly, let sure = try? EntryRow(row.state), sure.state.isUnderstood,
            sure.branches?.status != .forgotten
        else { return [] }
        do throws(EventStoreError) {
            guard let found = try view.stream(row.object) else {
                // None of its events that are left can begin it.
                let events: [EntryEvent] = [.created(sure.state.content)] + (sure.state.isDeleted ? [.deleted] : [])
                return try write(events, of: row.object, from: nil, written: sure.head.created, in: &context)
            }
            let shown = try DiaryStreams.entry(found)
            if !found.isDoubtful, shown.state == sure.state { return [] }
            if try isTold(found, after: row.head) { return [] }
            // What came after the row may have deleted the entry, or brought it back.
            let isDeleted = found.head > row.head ? shown.state.isDeleted : sure.state.isDeleted
            let hunks = textHunks(from: shown.state.content.text, to: sure.state.content.text)
            let events: [EntryEvent] =
                [.edited(sure.state.content, hunks: hunks)] + (isDeleted ? [.deleted] : [])
            var written = try write(
                events, of: row.object, from: shown.state, written: sure.head.modified, in: &context)
            // A text beside the one that is shown, whose event is lost, stands in the row alone: an entry of its own.
            for other in sure.branches?.alternatives ?? [] where try view.soundFrame(other.event.number) == nil {
                var content = sure.state.content
                content.text = other.text
                written += try write(
                    [.created(content)], of: context.entropy.identifier(), from: nil, written: nil, in: &context)
            }
            return written
        } catch .needsNewerProgram {
            return []
        } catch {
            throw error
        }
    }

    /// Whether an event that came after the row says what the entry is: then the row is of no use.
    private func isTold(_ row: StreamRow, after head: UInt64) throws(EventStoreError) -> Bool {
        for sequence in try view.events(of: row) where sequence > head {
            guard let frame = try view.soundFrame(sequence), frame.state == .whole else { continue }
            if frame.kind == EntryEventCodec.Kind.create || frame.kind == EntryEventCodec.Kind.edit { return true }
        }
        return false
    }

    /// Writes an entry's events as an operation that undo passes over, and that begins with an event which says
    /// nothing: so they count as a person's, who says what the entry is, and that it lives.
    private mutating func write(
        _ events: [EntryEvent], of id: EntryID, from before: EntryState?, written: ClockReading?,
        in context: inout WriteContext
    ) throws(EventStoreError) -> [EntryID] {
        let operation = EventHeader.Operation(command: CommandCode.restore.rawValue, attended: false)
        try begin(operation, count: 1 + events.count, in: &context)
        try appendMark(in: &context)
        try append(events, of: id, version: nil, from: before, written: written, in: &context)
        return [id]
    }
}
