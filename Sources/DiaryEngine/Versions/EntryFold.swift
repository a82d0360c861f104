internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// An entry as its events so far leave it, with its content as bytes: the one fold over an entry's events.
///
/// Rows are written from it, and a replay holds one for each entry; that one leaves the content in the event that says
/// it. An event that was decided on the entry's newest event alone says by itself what the entry is then; any other one
/// takes the graph of the entry's events.
struct EntryFold {
    let object: EntryID
    /// The entry's first event here.
    let create: UInt64
    private(set) var newest: EventReference
    private(set) var version: UInt64
    /// Whether it holds an event that this program does not know and that binds it.
    private(set) var isReadOnly = false
    /// Whether what it shows rests on an event that is lost.
    private(set) var isDoubtful = false
    private(set) var head: RowHead
    /// Only the date of it where the content is left in the log; `whole` has all of it.
    private(set) var content: ContentBytes
    /// The event in which the content was left.
    private var contentEvent: UInt64?
    private var leavesContent = false
    /// Nil if the entry stands on its newest event alone.
    private(set) var branches: EntryBranches?
    /// Whether `head` has the words of the content.
    private var isCounted = false

    /// What an event did to its entry.
    struct Step {
        var marks: Frame.Marks = []
        /// Whether the event is whole, and says something that its entry cannot follow.
        var isRefused = false
    }

    /// Begins with an entry's creation or, if that is lost, the first of its events here that has a content or is not
    /// understood. One that was blanked begins an entry that stands deleted: the event that forgot it says the rest.
    /// Nil for any other event.
    init?(_ event: borrowing EventView, in view: borrowing StoreView, leavingContent: Bool = false) {
        let frame = event.frame
        let isNewer = view.log.model.isNewer(frame)
        guard frame.tellsContent || isNewer else { return nil }
        (object, create, version) = (frame.object, frame.sequence, frame.version)
        newest = EventReference(sequence: frame.sequence, id: frame.id)
        isReadOnly = isNewer && frame.criticality != .ignorable
        leavesContent = leavingContent
        if frame.state == .blanked {
            content = .forgotten
            head = RowHead(beginning: event, isDeleted: true)
            return
        }
        if isNewer {
            let date = EntryDate(writtenAt: frame.wall, offset: frame.offset)
            content = ContentBytes(EntryState.notUnderstood(date).content)
            head = RowHead(beginning: event, isDeleted: false)
            branches = EntryBranches(
                status: .notUnderstood, isContested: false,
                heads: [EntryBranches.Event(number: frame.sequence, id: EventID(frame.id))], alternatives: [])
            return
        }
        var hasHunks = false
        guard let content = try? ContentBytes(body: event.body, &hasHunks, onlyDate: leavingContent),
            !frame.isCreation || !hasHunks
        else { return nil }
        self.content = content
        contentEvent = leavingContent ? frame.sequence : nil
        head = RowHead(beginning: event, isDeleted: false)
        if let counters = event.writing {
            (head.words, isCounted) = (UInt32(clamping: counters.second), true)
        }
    }

    /// Goes on from a row.
    init(_ row: StreamRow) throws(FormatError) {
        let state = row.state.span
        guard let start = EntryRow.contentStart(state) else { throw .truncated }
        (object, create, version) = (row.object, row.create, row.version)
        newest = EventReference(sequence: row.head, id: row.headID)
        (isReadOnly, isDoubtful) = (row.isReadOnly, row.isDoubtful)
        head = RowHead(state)
        branches = try EntryRow.branches(in: state, before: start)
        content = try ContentBytes(state.extracting(start..<state.count))
        isCounted = true
    }

    /// Goes on from what an entry was, for what the state hash says of it: the row's stamps are not there.
    init(_ written: WrittenContent, create: UInt64, at sequence: UInt64) {
        (object, self.create, version) = (written.object, create, written.version)
        newest = EventReference(sequence: sequence, id: written.event)
        head = RowHead(isDeleted: written.isDeleted)
        content = written.content
    }

    /// Goes on by the entry's next event.
    mutating func take(
        _ event: borrowing EventView, in view: borrowing StoreView, _ memory: GraphMemory
    ) throws(EventStoreError) -> Step {
        let frame = event.frame
        let isUnderstood = view.log.model.understands(kind: frame.kind, schema: frame.schema)
        if !isUnderstood, frame.criticality != .ignorable { isReadOnly = true }
        defer { (newest, version) = (EventReference(sequence: frame.sequence, id: frame.id), frame.version) }
        guard branches == nil, frame.state == .whole, frame.isDecided(on: newest.sequence, in: event.bytes),
            frame.kind != EntryEventCodec.Kind.forget
        else {
            let updated = try applyThroughGraph(event, in: view, memory)
            return Step(
                marks: updated.marks, isRefused: isUnderstood && !updated.isUnderstood && frame.state == .whole)
        }
        // A body that breaks its layout changes nothing.
        return Step(isRefused: isUnderstood && !follows(event))
    }

    /// Becomes what an event says that was decided on the newest one; returns whether it says anything.
    private mutating func follows(_ event: borrowing EventView) -> Bool {
        let frame = event.frame
        let (date, wasDeleted) = (content.date, head.isDeleted)
        switch frame.kind {
        case EntryEventCodec.Kind.edit:
            var hasHunks = false
            guard let next = try? ContentBytes(body: event.body, &hasHunks, onlyDate: leavesContent) else {
                return false
            }
            content = next
            contentEvent = leavesContent ? frame.sequence : nil
            isCounted = false
            if frame.isUnattendedEdit { break }
            head.isDeleted = false
            if hasHunks { isDoubtful = false }
            (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset)
        case EntryEventCodec.Kind.delete:
            guard event.body.isEmpty else { return false }
            head.isDeleted = true
            (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset)
        default: return false
        }
        if date != content.date || wasDeleted != head.isDeleted { head.born = frame.sequence }
        return true
    }

    /// Applies an event that was not decided on the newest one alone, by the graph of the entry's events.
    private mutating func applyThroughGraph(
        _ event: borrowing EventView, in view: borrowing StoreView, _ memory: GraphMemory
    ) throws(EventStoreError) -> EntryUpdate {
        let frame = event.frame
        let updated = try view.updatedEntry(
            after: event, create: create, head: newest, memory)
        let (date, isDeleted) = (content.date, updated.view.state.isDeleted)
        content = updated.content
        contentEvent = nil
        (branches, isDoubtful, isCounted) = (updated.view.branches, updated.isDoubtful, false)
        if updated.isNewestModification { (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset) }
        var isReborn = date != content.date || isDeleted != head.isDeleted
        if updated.isFirstCreation {
            isReborn = isReborn || head.lamport != frame.lamport
            (head.createdAt, head.createdOffset) = (frame.wall, event.offset)
            (head.createdBy, head.lamport) = (frame.sequence, frame.lamport)
            if updated.isUnmodified { (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset) }
        }
        if isReborn { (head.isDeleted, head.born) = (isDeleted, frame.sequence) }
        return updated
    }

    /// The same with its content, read from the event in which it was left.
    func whole(in view: borrowing StoreView) throws(EventStoreError) -> EntryFold {
        guard let contentEvent else { return self }
        var whole = self
        let reading = try view.withEvent(contentEvent) { event in
            var hasHunks = false
            whole.content = try ContentBytes(body: event.body, &hasHunks)
        }
        guard case .sound = reading else { throw .damagedEvents([SequenceNumber(contentEvent)]) }
        return whole
    }

    /// The marks of the event that it began with.
    var beginningMarks: Frame.Marks { branches == nil ? [] : [.undecided] }

    /// Whether an event that this program understands says what it is.
    var isUnderstood: Bool { branches?.status != .notUnderstood }

    /// The state in the entry's row.
    var state: [UInt8] {
        var (head, writer) = (head, ByteWriter(capacity: RowHead.size + content.length))
        if !isCounted { head.words = UInt32(clamping: content.words) }
        head.write(branches, to: &writer)
        content.write(to: &writer)
        return writer.bytes
    }

    /// The entry's row, as the store writes it.
    func row(ordinal: UInt32) -> StreamRow {
        StreamRow(
            ordinal: ordinal, head: newest.sequence, create: create, version: version, isReadOnly: isReadOnly,
            isDoubtful: isDoubtful, object: object, headID: newest.id, state: state)
    }
}
