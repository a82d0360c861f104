package import DiaryModel
package import EventStore

/// How often an event is a keyframe: a version is never more than fifteen events away from one.
enum KeyframePolicy {
    static let interval = 16
}

extension StoreWriter {
    /// Appends the next event of the operation that has begun: an entry's event, with the states before and after it.
    ///
    /// `version` is the entry's version before the event; nil after another event of the operation. Every sixteenth
    /// event of an entry is a keyframe, and so is an event that writes the text of an entry that stands on several
    /// events; the store makes all of those its parents. `written` is when it was written, if not now.
    package mutating func append(
        _ event: EntryEvent, of id: EntryID, version: UInt64?, from before: EntryState?, to after: EntryState,
        key: EventHeader.Key? = nil, written: Stamp? = nil, in context: inout WriteContext
    ) throws(EventStoreError) {
        let salt = context.entropy.bytes(16)
        let kind = EntryEventCodec.kind(of: event)
        var (event, isKeyframe, isStraight) =
            try before == nil ? (event, true, true) : settled(event, of: id, to: after)
        // An observation holds the weather alone; the next edit is the keyframe.
        if case .observed = event { isKeyframe = false }
        var data = EventData(
            kind: kind, object: id,
            expecting: before == nil ? .noStream : version.map { .exactly(StreamVersion($0)) } ?? .exists,
            body: EntryEventCodec.body(of: event, after: after, salt: salt, keyframe: before != nil && isKeyframe),
            salt: salt, key: key, isKeyframe: isKeyframe)
        data.schema = EntryEventCodec.schema(of: kind)
        if isStraight { data.counters = Self.counters(after) }
        if case .created(let content) = event { data.isCanonical = content.unknown.isEmpty }
        data.written = written.map { ($0.wall, $0.offset) }
        try append(data)
    }

    /// Appends the next event of the operation on one event of the entry, beside whatever else the entry stands on.
    mutating func append(
        _ event: EntryEvent, of id: EntryID, beside parent: EventReference, to after: EntryState,
        in context: inout WriteContext
    ) throws(EventStoreError) -> EventReference {
        let frame = try view.soundFrame(parent.sequence)
        let steps = frame.map { Int($0.keyframeSteps) } ?? KeyframePolicy.interval
        // What the parent left undecided, an event that writes no text carries on.
        let isDecided = event.writesText || frame?.marks.contains(.undecided) != true
        let isKeyframe = isDecided && steps + 1 >= KeyframePolicy.interval
        let salt = context.entropy.bytes(16)
        let kind = EntryEventCodec.kind(of: event)
        var data = EventData(
            kind: kind, object: id, expecting: .exists,
            body: EntryEventCodec.body(of: event, after: after, salt: salt, keyframe: isKeyframe), salt: salt,
            isKeyframe: isKeyframe)
        data.schema = EntryEventCodec.schema(of: kind)
        data.parents = [parent]
        let sequence = try append(data)
        guard let frame = try view.soundFrame(sequence) else { throw .damaged("event \(sequence)") }
        return EventReference(sequence: sequence, id: frame.id)
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

    /// The event as it is written, whether it holds the whole state, and whether the entry stands on its newest event
    /// alone, without an undecided text.
    ///
    /// Splices are relative to the text of the first parent; where the shown text is merged from several, it is another
    /// one. Only events that carry no undecided text may be keyframes.
    private func settled(
        _ event: EntryEvent, of id: EntryID, to after: EntryState
    ) throws(EventStoreError) -> (EntryEvent, isKeyframe: Bool, isStraight: Bool) {
        guard let row = try view.stream(id, searching: true) else { return (event, true, false) }
        guard EntryRow.isBranched(row.state) else {
            guard let head = try view.soundFrame(row.head) else { return (event, true, false) }
            return (event, Int(head.keyframeSteps) + 1 >= KeyframePolicy.interval, head.marks.isEmpty)
        }
        guard case .changed(var fields) = event,
            let index = fields.firstIndex(where: { if case .text = $0 { true } else { false } }),
            let base = log.model.heads(of: row).first
        else { return (event, false, false) }
        guard let text = try view.version(of: row, at: base.sequence)?.content.text else {
            throw .damaged("entry \(id.hexadecimal), as event \(base.sequence) left it")
        }
        fields[index] = .text(splices(from: text, to: after.content.text))
        return (.changed(fields), true, false)
    }
}
