internal import DiaryModel
package import EventStore
internal import Host

/// What the diary makes of its streams: an entry's row.
package struct DiaryStreams: StreamModel {
    package init() {}

    package var projections: [any TableProjection] { [SpanProjection(), SearchProjection()] }

    package func understands(kind: UInt16, schema: UInt16) -> Bool {
        typealias Kind = EntryEventCodec.Kind
        return (Kind.create...Kind.observe).contains(kind) && schema <= EntryEventCodec.schema(of: kind)
    }

    package func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        try Upcasting.upcast(kind: kind, schema: schema, body: body)
    }

    package func isKeyframe(kind: UInt16, body: Span<UInt8>) -> Bool {
        EntryEventCodec.isKeyframe(kind: kind, body: body)
    }

    package func totals(of state: [UInt8]) -> Totals { (try? EntryRow(state))?.totals ?? Totals() }

    package func state(after event: borrowing EventView, from state: [UInt8]?) throws(FormatError) -> [UInt8] {
        let decoded = try EntryEventCodec.decode(kind: event.frame.kind, body: event.body)
        guard let state else {
            guard case .created = decoded.event, let content = decoded.keyframe?.content else {
                throw .malformed("an entry that does not begin with its creation")
            }
            return EntryRow(
                born: event.frame.sequence, createdAt: event.frame.wall, createdOffset: event.offset,
                modifiedAt: event.frame.wall, modifiedOffset: event.offset,
                words: UInt32(clamping: wordCount(content.text.span)), state: EntryState(content: content)
            ).bytes
        }
        var row = try EntryRow(state)
        let before = row.state
        row.state = try Self.evolved(before, decoded)
        // An event before this one may have been lost: its splices could fit a text they were not made on.
        guard decoded.vouches(for: row.state, salt: [UInt8](copying: event.salt)) else {
            throw .malformed("a text that the event does not vouch for")
        }
        row.modifiedAt = event.frame.wall
        row.modifiedOffset = event.offset
        if row.state.isDeleted != before.isDeleted || row.state.content.date.seconds != before.content.date.seconds {
            row.born = event.frame.sequence
        }
        if row.state.content.text != before.content.text {
            row.words = UInt32(clamping: wordCount(row.state.content.text.span))
        }
        return row.bytes
    }

    /// A keyframe is taken as it is; without one the event is applied to the state before.
    static func evolved(_ state: EntryState, _ decoded: EntryEventCodec.Decoded) throws(FormatError) -> EntryState {
        if let keyframe = decoded.keyframe { return keyframe }
        do { return try evolve(state, decoded.event) } catch {
            throw .malformed("an event that does not follow the entry's state")
        }
    }

    static func entry(_ row: StreamRow) throws(EventStoreError) -> EntryRow {
        do { return try EntryRow(row.state) } catch {
            throw .damaged("the row of entry number \(row.ordinal)")
        }
    }
}
