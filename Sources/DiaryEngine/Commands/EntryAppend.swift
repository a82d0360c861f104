package import DiaryModel
package import EventStore

extension StoreWriter {
    /// Appends the next events of the operation that has begun: those of one entry that is at a state, each with the
    /// state that it leads to. Otherwise as below.
    mutating func append(
        _ events: [EntryEvent], of id: EntryID, version: UInt64?, from before: EntryState?,
        written: ClockReading? = nil,
        in context: inout WriteContext
    ) throws(EventStoreError) {
        var (state, version) = (before, version)
        for event in events {
            let after = try event.applied(to: state, of: id)
            try append(event, of: id, version: version, from: state, to: after, written: written, in: &context)
            // An event that was lost keeps its number: only the first one can be sure of the version before it.
            (state, version) = (after, nil)
        }
    }

    /// Appends the next event of the operation that has begun: an entry's event, with the states before and after it.
    ///
    /// `version` is the entry's version before the event; nil after another event of the operation. The store makes all
    /// events on which the entry stands its parents. `written` is when it was written, if not now.
    package mutating func append(
        _ event: EntryEvent, of id: EntryID, version: UInt64?, from before: EntryState?, to after: EntryState,
        key: EventHeader.Key? = nil, written: ClockReading? = nil, in context: inout WriteContext
    ) throws(EventStoreError) {
        let salt = context.entropy.bytes(16)
        let kind = EntryEventCodec.kind(of: event)
        let (event, isStraight) = try before == nil ? (event, true) : asWritten(event, of: id)
        var data = EventData(
            kind: kind, object: id,
            expecting: before == nil ? .noStream : version.map { .exactly(StreamVersion($0)) } ?? .exists,
            body: EntryEventCodec.body(of: event), salt: salt, key: key
        )
        data.schema = EntryEventCodec.schema(of: kind)
        if isStraight { data.counters = Self.counters(after) }
        if case .created(let content) = event { data.isCanonical = content.unknown.isEmpty }
        data.written = written.map { ($0.wall, $0.offset) }
        try append(data)
    }

    /// Appends the next event of the operation that has begun, beside what the entry says by now: on other events than
    /// those on which it stands.
    mutating func append(
        _ event: EntryEvent, of id: EntryID, on parents: [EventReference], written: ClockReading?,
        in context: inout WriteContext
    ) throws(EventStoreError) {
        let kind = EntryEventCodec.kind(of: event)
        var data = EventData(
            kind: kind, object: id, expecting: .exists, body: EntryEventCodec.body(of: event),
            salt: context.entropy.bytes(16))
        data.schema = EntryEventCodec.schema(of: kind)
        data.parents = parents
        data.written = written.map { ($0.wall, $0.offset) }
        try append(data)
    }

    /// Appends an event that says nothing to the operation that has begun: an operation that has nothing else to write
    /// is recorded by it, and one whose events have times of their own has its own time from it.
    mutating func appendMark(in context: inout WriteContext) throws(EventStoreError) {
        var data = EventData(
            kind: StoreKind.operationMark, object: .zero, expecting: .exists, body: [],
            salt: context.entropy.bytes(16))
        data.criticality = .ignorable
        try append(data)
    }

    private static func counters(_ state: EntryState) -> Counters {
        state.isDeleted ? Counters() : Counters(first: 1, second: UInt64(wordCount(state.content.text.span)))
    }

    /// The event as it is written, and whether the entry stands on its newest event alone, without an undecided text.
    ///
    /// Hunks are those of the first parent's text, and an edit of other fields has that text: where the text that is
    /// shown is merged from several, it is another one.
    private func asWritten(
        _ event: EntryEvent, of id: EntryID
    ) throws(EventStoreError) -> (EntryEvent, isStraight: Bool) {
        guard let row = try view.stream(id, isNamed: true) else { return (event, false) }
        guard EntryRow.isBranched(row.state) else {
            return (event, try view.soundFrame(row.head)?.marks.isEmpty ?? false)
        }
        guard case .edited(var content, let hunks) = event, let base = log.model.heads(of: row).first else {
            return (event, false)
        }
        guard let text = try view.version(of: row, at: base.sequence)?.content.text else {
            throw .damaged("entry \(id.hexadecimal), as event \(base.sequence) left it")
        }
        if hunks != nil { return (.edited(content, hunks: textHunks(from: text, to: content.text)), false) }
        content.text = text
        return (.edited(content, hunks: nil), false)
    }
}

extension EntryEvent {
    /// What an entry is after it. Throws `damaged` where it cannot follow what the entry is.
    func applied(to state: EntryState?, of id: EntryID) throws(EventStoreError) -> EntryState {
        do { return try evolve(state, self) } catch {
            throw .damaged("entry \(id.hexadecimal) cannot be changed: its log contradicts itself")
        }
    }
}
