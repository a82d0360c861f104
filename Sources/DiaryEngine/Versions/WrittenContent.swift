internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// An entry as one of its events left it.
struct WrittenContent {
    var object: EntryID
    var version: UInt64
    /// The id of that event.
    var event: Digest
    /// When the entry was modified: that event was written, or the last one before it that somebody asked for.
    var stamp: ClockReading
    var isDeleted: Bool
    var content: EntryContent
}

extension StoreView {
    /// What an event of an entry left: its content is read from the event, and that of a delete, or of what is not
    /// understood, from the one that it was decided on.
    ///
    /// Nil if such an event has several parents, or one cannot be read; if `asWhole`, also if events that came before
    /// the head lie beside the line. Then only the graph of the entry's events can tell.
    func writtenContent(
        ofEntry create: UInt64, at head: UInt64, asWhole: Bool = false
    ) throws(EventStoreError) -> WrittenContent? {
        var newest: (object: EntryID, version: UInt64, event: Digest)?
        var modified: ClockReading?
        var isDeleted: Bool?
        var content: EntryContent?
        var sequence = head
        while true {
            guard sequence >= create, let bytes = try frameBytes(sequence),
                let frame = try? Frame(bytes, expecting: sequence), frame.state == .whole
            else { return nil }
            if newest == nil {
                guard frame.marks.isStraight || !asWhole else { return nil }
                newest = (frame.object, frame.version, frame.id)
            }
            if log.model.understands(kind: frame.kind, schema: frame.schema) {
                let isUnattended = frame.isUnattendedEdit
                if !isUnattended { modified = modified ?? frame.writtenAt }
                switch frame.kind {
                case EntryEventCodec.Kind.delete: isDeleted = isDeleted ?? true
                case EntryEventCodec.Kind.create, EntryEventCodec.Kind.edit:
                    if content == nil {
                        guard let own = try ownContent(frame, bytes) else { return nil }
                        content = own
                    }
                    if !isUnattended { isDeleted = isDeleted ?? false }
                default: return nil
                }
            }
            if let newest, let modified, let isDeleted, let content {
                return WrittenContent(
                    object: newest.object, version: newest.version, event: newest.event, stamp: modified,
                    isDeleted: isDeleted, content: content)
            }
            guard let parent = frame.onlyParent(in: bytes) else { return nil }
            sequence = parent
        }
    }

    /// The content in the body of a creation or an edit; nil if it breaks its layout.
    private func ownContent(_ frame: Frame, _ bytes: Span<UInt8>) throws(EventStoreError) -> EntryContent? {
        var content: EntryContent?
        _ = try look(at: frame, bytes) { event in content = try? ContentCodec.decodeBody(event.body).content }
        return content
    }
}
