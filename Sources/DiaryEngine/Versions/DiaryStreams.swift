internal import DiaryModel
package import EventStore
internal import Host

/// The stream model of the diary: a stream is an entry, and its state is an entry's row.
package struct DiaryStreams: StreamModel {
    /// Graphs of entries that stand on several events.
    let memory = GraphMemory()

    package init() {}

    package var application: String { "diarylog" }

    package var projections: [any TableProjection] { [SpanProjection(), SearchProjection()] }

    package func understands(kind: UInt16, schema: UInt16) -> Bool {
        typealias Kind = EntryEventCodec.Kind
        let isKind = (Kind.create...Kind.forget).contains(kind)
        return isKind && schema >= 1 && schema <= EntryEventCodec.schema(of: kind)
    }

    package func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        try Upcasting.upcast(kind: kind, schema: schema, body: body)
    }

    package func isKeyframe(kind: UInt16, body: Span<UInt8>) -> Bool {
        EntryEventCodec.isKeyframe(kind: kind, body: body)
    }

    package func isCreation(kind: UInt16) -> Bool { kind == EntryEventCodec.Kind.create }

    package func isForgotten(_ row: StreamRow) -> Bool {
        EntryRow.isBranched(row.state) && (try? EntryRow(row.state))?.branches?.status == .forgotten
    }

    package func counters(of state: [UInt8]) -> Counters { EntryRow.counters(state) }

    package func standing(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) throws(EventStoreError) -> StreamStanding? {
        guard let row else { return first(event) }
        guard let entry = try? EntryRow(row.state) else { throw .damaged("the row of entry number \(row.ordinal)") }
        if entry.branches == nil, let standing = applying(event, row, entry) { return standing }
        let turn = try view.turn(
            after: event, create: row.create, head: EventReference(sequence: row.head, id: row.headID),
            text: entry.branches == nil ? entry.state.content.text : nil, memory)
        return StreamStanding(
            state: entry.after(turn, event).bytes, marks: turn.marks, isDoubtful: turn.isDoubtful)
    }

    package func heads(of row: StreamRow) -> [EventReference] {
        let newest = [EventReference(sequence: row.head, id: row.headID)]
        guard EntryRow.isBranched(row.state), let branches = (try? EntryRow(row.state))?.branches else { return newest }
        return branches.heads.map { EventReference(sequence: $0.number, id: Digest($0.id)) }
    }

    /// How an entry stands after its first event that holds the whole content; nil for an event that does not.
    private func first(_ event: borrowing EventView) -> StreamStanding? {
        let frame = event.frame
        if frame.kind == EntryEventCodec.Kind.create, let counters = event.writing, ContentCodec.isSound(event.body) {
            // The body is the content as the row holds it, and its words have been counted.
            let row = beginning(event, EntryState(content: .empty), words: UInt32(clamping: counters.second))
            return StreamStanding(state: row.bytes(withContent: event.body))
        }
        guard understands(kind: frame.kind, schema: frame.schema), let state = EntryEventCodec.beginning(event) else {
            return nil
        }
        let words = UInt32(clamping: wordCount(state.content.text.span))
        return StreamStanding(state: beginning(event, state, words: words).bytes)
    }

    private func beginning(_ event: borrowing EventView, _ state: EntryState, words: UInt32) -> EntryRow {
        let frame = event.frame
        return EntryRow(
            born: frame.sequence, createdAt: frame.wall, createdOffset: event.offset, modifiedAt: frame.wall,
            modifiedOffset: event.offset, words: words, createdBy: frame.sequence, lamport: frame.lamport,
            state: state)
    }

    /// How an entry that stands on its newest event alone stands after an event decided on just that one.
    ///
    /// Nil for any other event, and for one whose text does not fit: only the set of the entry's events tells what that
    /// leaves.
    private func applying(_ event: borrowing EventView, _ row: StreamRow, _ entry: EntryRow) -> StreamStanding? {
        let frame = event.frame
        guard frame.isDecided(on: row.head, in: event.bytes), frame.kind != EntryEventCodec.Kind.forget else {
            return nil
        }
        let unchanged = StreamStanding(state: row.state, isDoubtful: row.isDoubtful)
        guard understands(kind: frame.kind, schema: frame.schema) else { return unchanged }
        guard frame.kind != EntryEventCodec.Kind.create,
            let decoded = try? EntryEventCodec.decode(kind: frame.kind, body: event.body)
        else { return unchanged }
        guard let state = decoded.keyframe ?? decoded.event.flatMap({ try? evolve(entry.state, $0) }),
            decoded.vouches(for: state, salt: [UInt8](copying: event.salt))
        else { return nil }
        let isDoubtful = row.isDoubtful && decoded.keyframe == nil
        return StreamStanding(state: entry.after(state, event).bytes, isDoubtful: isDoubtful)
    }

    static func entry(_ row: StreamRow) throws(EventStoreError) -> EntryRow {
        do { return try EntryRow(row.state) } catch {
            throw .damaged("the row of entry number \(row.ordinal)")
        }
    }
}

extension EntryRow {
    /// The row after an event that is understood and was decided on the row's head.
    fileprivate func after(_ state: EntryState, _ event: borrowing EventView) -> EntryRow {
        var row = self
        if event.frame.kind != EntryEventCodec.Kind.observe {
            row.modifiedAt = event.frame.wall
            row.modifiedOffset = event.offset
        }
        row.take(state, at: event.frame.sequence)
        return row
    }

    /// The row after an event that was not decided on the row's head alone.
    func after(_ turn: EntryTurn, _ event: borrowing EventView) -> EntryRow {
        var row = self
        if turn.isNewestModification {
            row.modifiedAt = event.frame.wall
            row.modifiedOffset = event.offset
        }
        row.take(turn.view.state, at: event.frame.sequence)
        if turn.isFirstCreation {
            row.createdAt = event.frame.wall
            row.createdOffset = event.offset
            row.createdBy = event.frame.sequence
            if row.lamport != event.frame.lamport { row.born = event.frame.sequence }
            row.lamport = event.frame.lamport
        }
        row.branches = turn.view.branches
        return row
    }

    private mutating func take(_ after: EntryState, at sequence: UInt64) {
        let before = state
        state = after
        if after.isDeleted != before.isDeleted || after.content.date.seconds != before.content.date.seconds {
            born = sequence
        }
        if after.content.text != before.content.text { words = UInt32(clamping: wordCount(after.content.text.span)) }
    }
}
