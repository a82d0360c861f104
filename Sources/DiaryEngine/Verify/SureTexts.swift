internal import DiaryModel
internal import EventStore

// What an entry's row says is sure, though events that led there are lost: in the mended diary an event says it.

extension StoreWriter {
    /// Writes what a row of the damaged diary says, if the log that was taken over does not say it, or cannot be sure.
    ///
    /// Returns the entry that shows it then; none where nothing had to be written, or cannot be by this program.
    mutating func keep(_ row: StreamRow, in context: inout WriteContext) throws(EventStoreError) -> [EntryID] {
        guard !row.isReadOnly, let sure = try? EntryRow(row.state), sure.branches?.status != .forgotten,
            !sure.state.content.text.isEmpty
        else { return [] }
        do throws(EventStoreError) {
            guard let found = try view.stream(row.object) else {
                // None of its events that are left can begin it.
                let events: [EntryEvent] = [.created(sure.state.content)] + (sure.state.isDeleted ? [.deleted] : [])
                return try write(
                    events, of: row.object, from: nil, to: sure.state, written: sure.head.created, in: &context)
            }
            let shown = try DiaryStreams.entry(found)
            if !found.isDoubtful {
                if shown.state == sure.state { return [] }
                // Only the newest events are lost.
                let events = Self.events(from: shown.state, to: sure.state)
                return try write(events, of: row.object, from: shown.state, to: sure.state, in: &context)
            }
            if found.headID == row.headID, shown.branches == nil, sure.branches == nil {
                // It left just this, so nothing changes, and a keyframe says the whole of it. Where the lost events are
                // known, that is so, too: every copy accepts it.
                let event = EntryEvent.changed([.text([])])
                return try write([event], of: row.object, from: shown.state, to: sure.state, in: &context)
            }
            if sure.state.isDeleted { return [] }
            // What the new event would follow is lost, and splices on something else fit nowhere: an entry of its own.
            let texts = (sure.branches?.alternatives ?? []).map(\.text) + [sure.state.content.text]
            var written: [EntryID] = []
            for text in texts {
                var content = sure.state.content
                content.text = text
                written += try write(
                    [.created(content)], of: context.entropy.identifier(), from: nil,
                    to: EntryState(createdWith: content), in: &context)
            }
            return written
        } catch .needsNewerProgram {
            return []
        } catch {
            throw error
        }
    }

    /// The events that lead from one state to another.
    private static func events(from before: EntryState, to after: EntryState) -> [EntryEvent] {
        let changes = before.content.changes(to: after.content)
        return (before.isDeleted && !after.isDeleted ? [.restored] : [])
            + (changes.isEmpty ? [] : [.changed(changes)])
            + (after.isDeleted && !before.isDeleted ? [.deleted] : [])
    }

    /// Writes an entry's events as an operation; the last of them leaves `after`.
    private mutating func write(
        _ events: [EntryEvent], of id: EntryID, from before: EntryState?, to after: EntryState,
        written: Stamp? = nil, in context: inout WriteContext
    ) throws(EventStoreError) -> [EntryID] {
        let operation = EventHeader.Operation(command: CommandCode.restore.rawValue, attended: false)
        try begin(operation, count: events.count, in: &context)
        var state = before
        for (index, event) in events.enumerated() {
            let next: EntryState
            if index == events.count - 1 {
                next = after
            } else if let evolved = try? evolve(state, event) {
                next = evolved
            } else {
                throw .damaged("entry \(id.hexadecimal) cannot be kept: its row contradicts itself")
            }
            try append(event, of: id, version: nil, from: state, to: next, written: written, in: &context)
            state = next
        }
        return [id]
    }
}
