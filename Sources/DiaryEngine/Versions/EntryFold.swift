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
    /// As `ContentCodec` writes it, its words counted in `head`. Empty where it is left in the log: `whole` has it.
    private(set) var content: [UInt8] = []
    /// Civil seconds of the content's date.
    private(set) var date: Int64 = 0
    /// The event in which the content was left.
    private var contentEvent: UInt64?
    private var leavesContent = false
    /// Nil if the entry stands on its newest event alone.
    private(set) var branches: EntryBranches?
    /// The marks of its newest event.
    private(set) var marks: Frame.Marks = []
    /// Whether its newest event is whole, and says something that it cannot follow.
    private(set) var isRefused = false

    /// What remains of an entry that was forgotten.
    static let forgottenContent = ContentCodec.encode(EntryState.forgotten.content)

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
        head = RowHead(beginning: event, isDeleted: frame.state == .blanked)
        if frame.state == .blanked {
            hold(EntryState.forgotten.content)
            return
        }
        if isNewer {
            hold(EntryState.notUnderstood(EntryDate(writtenAt: frame.wall, offset: frame.offset)).content)
            marks = [.undecided]
            branches = EntryBranches(
                status: .notUnderstood, isContested: false,
                heads: [EntryBranches.Event(number: frame.sequence, id: EventID(frame.id))], alternatives: [])
            return
        }
        guard let (content, hunks) = try? ContentCodec.decodeBody(event.body, keepingText: !leavesContent),
            !frame.isCreation || hunks == nil
        else { return nil }
        hold(content, of: frame.sequence, words: event.writing?.second)
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
        date = try ContentCodec.decode(state.extracting(start..<state.count)).date.seconds
        content = [UInt8](copying: state.extracting(start..<state.count))
    }

    /// Goes on from what an entry was, for what the state hash says of it: the row's stamps are not there.
    init(_ written: WrittenContent, create: UInt64, at sequence: UInt64) {
        (object, self.create, version) = (written.object, create, written.version)
        newest = EventReference(sequence: sequence, id: written.event)
        head = RowHead(isDeleted: written.isDeleted)
        hold(written.content)
    }

    /// Has this content from here on; where contents are left in the log, only the date of one that an event holds.
    private mutating func hold(_ content: EntryContent, of event: UInt64? = nil, words: UInt64? = nil) {
        date = content.date.seconds
        contentEvent = leavesContent ? event : nil
        self.content = contentEvent == nil ? ContentCodec.encode(content) : []
        if contentEvent == nil { head.words = UInt32(clamping: words ?? UInt64(wordCount(content.text.span))) }
    }

    /// Goes on by the entry's next event.
    mutating func advance(
        by event: borrowing EventView, in view: borrowing StoreView, _ memory: GraphMemory
    ) throws(EventStoreError) {
        let frame = event.frame
        let isUnderstood = view.log.model.understands(kind: frame.kind, schema: frame.schema)
        if !isUnderstood, frame.criticality != .ignorable { isReadOnly = true }
        defer { (newest, version) = (EventReference(sequence: frame.sequence, id: frame.id), frame.version) }
        guard branches == nil, frame.state == .whole, frame.isDecided(on: newest.sequence, in: event.bytes),
            frame.kind != EntryEventCodec.Kind.forget
        else { return try applyThroughGraph(event, in: view, memory) }
        // A body that breaks its layout changes nothing.
        (marks, isRefused) = ([], isUnderstood && !follows(event))
    }

    /// Becomes what an event says that was decided on the newest one; returns whether it says anything.
    private mutating func follows(_ event: borrowing EventView) -> Bool {
        let frame = event.frame
        let (dateBefore, wasDeleted) = (date, head.isDeleted)
        switch frame.kind {
        case EntryEventCodec.Kind.edit:
            guard let (content, hunks) = try? ContentCodec.decodeBody(event.body, keepingText: !leavesContent) else {
                return false
            }
            hold(content, of: frame.sequence)
            if frame.isUnattendedEdit { break }
            head.isDeleted = false
            if hunks != nil { isDoubtful = false }
            (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset)
        case EntryEventCodec.Kind.delete:
            guard event.body.isEmpty else { return false }
            head.isDeleted = true
            (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset)
        default: return false
        }
        if date != dateBefore || wasDeleted != head.isDeleted { head.born = frame.sequence }
        return true
    }

    /// Applies an event that was not decided on the newest one alone, by the graph of the entry's events.
    private mutating func applyThroughGraph(
        _ event: borrowing EventView, in view: borrowing StoreView, _ memory: GraphMemory
    ) throws(EventStoreError) {
        let (frame, step) = (event.frame, try view.step(event))
        let (graph, entry) = try view.graph(adding: step, of: frame, create: create, head: newest, memory)
        let (dateBefore, isDeleted) = (date, entry.state.isDeleted)
        hold(entry.state.content)
        (branches, isDoubtful) = (entry.branches, graph.isDoubtful)
        if graph.isNewestModification(step.number) {
            (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset)
        }
        var isReborn = date != dateBefore || isDeleted != head.isDeleted
        if graph.isFirstCreation(step.number) {
            isReborn = isReborn || head.lamport != frame.lamport
            (head.createdAt, head.createdOffset) = (frame.wall, event.offset)
            (head.createdBy, head.lamport) = (frame.sequence, frame.lamport)
            if graph.isUnmodified { (head.modifiedAt, head.modifiedOffset) = (frame.wall, event.offset) }
        }
        if isReborn { (head.isDeleted, head.born) = (isDeleted, frame.sequence) }
        marks = []
        if graph.isPlain(step.number) != true || branches?.status == .forgotten { marks.insert(.undecided) }
        if let branches, branches.heads.count > 1 { marks.insert(.branched) }
        isRefused = step.act == .notUnderstood && view.log.model.understands(kind: frame.kind, schema: frame.schema)
    }

    /// The same with its content, read from the event in which it was left.
    func whole(in view: borrowing StoreView) throws(EventStoreError) -> EntryFold {
        guard let contentEvent else { return self }
        var whole = self
        whole.leavesContent = false
        let slot = try view.withEvent(contentEvent) { event in
            whole.hold(try ContentCodec.decodeBody(event.body).content)
        }
        guard case .event = slot else { throw .damagedEvents([SequenceNumber(contentEvent)]) }
        return whole
    }

    /// Whether an event that this program understands says what it is.
    var isUnderstood: Bool { branches?.status != .notUnderstood }

    /// The state in the entry's row.
    var state: [UInt8] {
        var writer = ByteWriter(capacity: RowHead.size + content.count)
        head.write(branches, to: &writer)
        writer.append(content)
        return writer.bytes
    }

    /// The entry's row, as the store writes it.
    func row(ordinal: UInt32) -> StreamRow {
        StreamRow(
            ordinal: ordinal, head: newest.sequence, create: create, version: version, isReadOnly: isReadOnly,
            isDoubtful: isDoubtful, object: object, headID: newest.id, state: state)
    }
}
