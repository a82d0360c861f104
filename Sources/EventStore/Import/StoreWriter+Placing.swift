internal import Host

// Building the frame of an accepted event at its position in this log, and asking the program to judge it there.

extension StoreWriter {
    func placed(
        _ header: EventHeader, _ id: Digest, _ payload: [UInt8]?, _ ancestors: Ancestors, _ row: StreamRow?,
        arrivedAt: Int64
    ) throws(EventStoreError) -> FrameDraft {
        let parents = ancestors.parents.map { EventReference(sequence: $0.sequence, id: $0.id) }
        let links = try row.map { (row) throws(EventStoreError) in
            try view.links(after: row, on: parents)
        }
        let holder = try row.flatMap { (row) throws(EventStoreError) in try view.identifierHolder(of: row) }
        // A frame that lists no parents has one, the stream's event before, or none at the stream's beginning.
        let holders = row == nil && !parents.isEmpty ? parents.map(\.sequence) : links?.holders
        let body = payload.map { Array($0.dropFirst(EventLimits.salt)) } ?? []
        let isKeyframe = header.object == .zero || log.model.isKeyframe(kind: header.kind, body: body.span)
        // A damaged anchor is of no use: then the event becomes an anchor itself.
        let anchor = Anchors.isAnchor(header.deviceSequence) ? nil : imported.devices[header.device]?.anchor
        let shared = try anchor.flatMap { (anchor) throws(EventStoreError) in try sharesZone(header, with: anchor) }
        var draft = FrameDraft(
            header: header, id: id, sequence: log.head + 1, arrivedAt: arrivedAt,
            clamp: max(imported.clamp, header.wall), state: payload == nil ? .blanked : .whole,
            keyframeSteps: UInt8(clamping: isKeyframe ? 0 : links.map { $0.keyframeSteps + 1 } ?? .max),
            version: header.object == .zero ? 0 : (row?.version ?? 0) + 1, previousInStream: row?.head ?? 0,
            jump: links?.jump ?? 0, counters: imported.counters, origin: shared == nil ? nil : anchor,
            sharesZone: shared ?? false, secret: shared == nil ? repeatedSecret(header.deviceSequence) : nil,
            previous: ancestors.previous?.sequence, objectHolder: holder,
            parents: holders, payload: payload ?? [])
        let isStray = row == nil && !isKeyframe
        if isStray || isOpaque(header, links, isBlanked: payload == nil) { draft.marks = .opaque }
        return draft
    }

    /// Whether it cannot be told here what state an event leaves.
    func isOpaque(_ header: EventHeader, _ links: StreamLinks?, isBlanked: Bool) -> Bool {
        guard header.object != .zero else { return false }
        return isBlanked || links?.isOpaque == true || !log.model.understands(kind: header.kind, schema: header.schema)
    }

    /// Whether an event has the zone and offset of an anchor; nil if the anchor cannot be read.
    private func sharesZone(_ header: EventHeader, with origin: UInt64) throws(EventStoreError) -> Bool? {
        var cache = Origins()
        guard let frame = try view.soundFrame(origin),
            let known = try cache.origin(of: frame, in: view)
        else { return nil }
        return known.offset == header.offset && known.zone == header.zone
    }

    /// What the program finds wrong with an event at its position.
    func refusal(of draft: FrameDraft, _ row: StreamRow?) throws(EventStoreError) -> EventRefusal? {
        guard draft.header.object != .zero else { return nil }
        let bytes = draft.encoded()
        let span = bytes.span
        guard let frame = try? Frame(span, expecting: draft.sequence) else { return EventRefusal(.header, .malformed) }
        let stored = span.extracting(frame.body)
        let lifted: [UInt8]?
        do throws(FormatError) {
            lifted = try log.model.upcast(kind: frame.kind, schema: frame.schema, body: stored)
        } catch {
            return draft.state == .blanked ? nil : EventRefusal(.body, .malformed)
        }
        if let lifted {
            let event = EventView(frame: frame, bytes: span, body: lifted.span, offset: draft.header.offset)
            return try log.model.refusal(of: event, of: draft.header.object, row, in: view)
        }
        let event = EventView(frame: frame, bytes: span, body: stored, offset: draft.header.offset)
        return try log.model.refusal(of: event, of: draft.header.object, row, in: view)
    }
}
