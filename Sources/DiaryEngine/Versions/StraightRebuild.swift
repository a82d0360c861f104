internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// An entry as one of its events left it, with its content as bytes.
struct RebuiltContent {
    var object: EntryID
    var version: UInt64
    /// The id of that event.
    var event: Digest
    /// When that event was written, or the one before it that is no observation.
    var stamp: Stamp
    var isDeleted: Bool
    var content: ContentBytes
}

extension StoreView {
    /// An entry as its event `head` left it, from the last keyframe on the line of only parents and the events since,
    /// at most fifteen and observations between them; each is read once.
    ///
    /// Nil if an event on the line has several parents, cannot be read, or does not fit; if `asWhole`, also if events
    /// that came before the head lie beside the line. Then only the graph of the entry's events can tell.
    func straightContent(
        ofEntry create: UInt64, at head: UInt64, asWhole: Bool = false
    ) throws(EventStoreError) -> RebuiltContent? {
        var steps: [(kind: UInt16, body: [UInt8])] = []
        var newest: (object: EntryID, version: UInt64, event: Digest)?
        var modified: Stamp?
        var sequence = head
        var isWhole = false
        while !isWhole {
            guard sequence >= create, let bytes = try frameBytes(sequence),
                let frame = try? Frame(bytes, expecting: sequence)
            else { return nil }
            if newest == nil {
                guard frame.marks.isStraight || !asWhole else { return nil }
                newest = (frame.object, frame.version, frame.id)
            }
            if modified == nil, frame.kind != EntryEventCodec.Kind.observe,
                log.model.understands(kind: frame.kind, schema: frame.schema)
            {
                modified = Stamp(wall: frame.wall, offset: frame.offset)
            }
            if log.model.understands(kind: frame.kind, schema: frame.schema) {
                let stored = bytes.extracting(frame.body)
                let lifted: [UInt8]?
                do throws(FormatError) {
                    lifted = try log.model.upcast(kind: frame.kind, schema: frame.schema, body: stored)
                } catch {
                    return nil
                }
                guard frame.kind != EntryEventCodec.Kind.forget else { return nil }
                steps.append((frame.kind, lifted ?? [UInt8](copying: stored)))
                isWhole = frame.keyframeSteps == 0
            }
            if isWhole { break }
            guard let parent = frame.onlyParent(in: bytes) else { return nil }
            sequence = parent
        }
        // A keyframe replaces whatever was there before.
        var content = ContentBytes.nothing
        var isDeleted = false
        for step in steps.reversed() {
            guard let next = try? content.apply(kind: step.kind, step.body.span, isDeleted: isDeleted) else {
                return nil
            }
            isDeleted = next
        }
        guard let newest, let modified else { return nil }
        return RebuiltContent(
            object: newest.object, version: newest.version, event: newest.event, stamp: modified, isDeleted: isDeleted,
            content: content)
    }
}

extension EntryContent {
    /// Empty content, to which a keyframe is applied.
    static var nothing: EntryContent {
        EntryContent(text: [], date: EntryDate(seconds: 0, offset: 0, zone: "", precision: .day))
    }
}
