// Building the frame of an accepted event at its position in this log, and asking the program to judge it there.

extension StoreWriter {
    func placed(
        _ event: ProvenEvent, _ ancestors: Ancestors, _ row: StreamRow?, arrivedAt: Int64
    ) throws(EventStoreError) -> UnencodedFrame {
        let header = event.header
        let parents = ancestors.parents.map { EventReference(sequence: $0.sequence, id: $0.id) }
        let links = try row.map { (row) throws(EventStoreError) in
            try view.links(after: row, on: parents)
        }
        // A frame that lists no parents has one, the stream's event before, or none at the stream's beginning.
        let listed = row == nil && !parents.isEmpty ? parents.map(\.sequence) : links?.listed
        return UnencodedFrame(
            header: header, canonical: event.portable.header, id: event.id, sequence: log.head + 1,
            arrivedAt: arrivedAt,
            version: header.object == .zero ? 0 : (row?.version ?? 0) + 1, previousInStream: row?.head ?? 0,
            jump: links?.jump ?? 0, counters: log.meta.counters, parents: listed, payload: event.portable.payload)
    }

    /// What the program finds wrong with an event's body.
    func refusal(of draft: UnencodedFrame) throws(EventStoreError) -> EventRefusal? {
        guard draft.header.object != .zero else { return nil }
        let bytes = draft.encoded()
        let span = bytes.span
        guard let frame = try? Frame(span, expecting: draft.sequence) else { return EventRefusal(.header, .malformed) }
        var refusal: EventRefusal?
        let isLifted = try view.look(at: frame, span) { event in
            refusal = log.model.refusal(of: event)
        }
        return isLifted || draft.payload == nil ? refusal : EventRefusal(.body, .malformed)
    }
}
