internal import DiaryModel
internal import EventStore

// An entry as of an earlier event: from its row, from that event, or from the graph of its events.

extension StoreView {
    /// The entry of a row as it stood after event `sequence`, as this log knew it then; nil if it did not exist yet, or
    /// nothing is left of it. Throws `damaged` if the row cannot be read.
    ///
    /// Costs O(log versions) reads to find the version, and one to read it; where several devices wrote at once, the
    /// events since the last one that all later ones descend from.
    func entry(_ row: StreamRow, asOf sequence: UInt64) throws(EventStoreError) -> Entry? {
        if row.head <= sequence {
            if row.isDoubtful { try noteLost(of: row) }
            return try Entry(row)
        }
        if row.create > sequence { return nil }
        if log.model.isForgotten(row) {
            var event = try lastEvent(of: row, notAfter: sequence)
            if event == nil { event = try events(of: row).last { $0 <= sequence } }
            return try forgottenEntry(row, at: event ?? row.create)
        }
        guard let event = try lastEvent(of: row, notAfter: sequence) else {
            return try recoveredEntry(row, asOf: sequence)
        }
        if let written = try writtenContent(ofEntry: row.create, at: event, asWhole: true) {
            return try entry(row, written, at: event)
        }
        return try branchedEntry(row, at: event)
    }

    /// The entry as the graph of its events up to one of them gives it.
    private func branchedEntry(
        _ row: StreamRow, at event: UInt64
    ) throws(EventStoreError) -> Entry? {
        var graph = try graph(of: row.object, create: row.create, to: .point(event))
        guard !graph.hasLost, let newest = try soundFrame(event), let created = try created(row, asOf: event)
        else { return try recoveredEntry(row, asOf: event) }
        let view = graph.view()
        var stamp = try modified(row, asOf: event)
        if stamp == nil { stamp = view.state.isUnderstood ? try modified(at: newest) : created }
        return Entry(
            id: row.object, view: view, version: newest.version, sequence: event, event: newest.id, createdAt: created,
            modifiedAt: stamp ?? created, isRecovered: false)
    }

    /// What is shown of an entry that was forgotten, at each of its events: nothing of what they said, even where this
    /// file still has it.
    private func forgottenEntry(
        _ row: StreamRow, at event: UInt64
    ) throws(EventStoreError) -> Entry? {
        guard let created = try created(row, asOf: event) else { return nil }
        let frame = try soundFrame(event)
        let stamp = try frame.map { (frame) throws(EventStoreError) in try modified(at: frame) }
        return Entry(
            id: row.object, view: EntryView(state: .forgotten, branches: nil), version: frame?.version ?? 1,
            sequence: event, event: frame?.id ?? .zero, createdAt: created, modifiedAt: stamp ?? created,
            isRecovered: false)
    }

    /// What one event of an entry left, whatever else had come in beside it; nil if that cannot be told. Of a
    /// forgotten entry, only that it was forgotten.
    func version(
        of row: StreamRow, at event: UInt64
    ) throws(EventStoreError) -> Entry? {
        if log.model.isForgotten(row) { return try forgottenEntry(row, at: event) }
        return try written(of: row, at: event)
    }

    /// The same, and of an entry that was forgotten what this file still has.
    func written(
        of row: StreamRow, at event: UInt64
    ) throws(EventStoreError) -> Entry? {
        guard let created = try created(row, asOf: event) else { return nil }
        if let written = try writtenContent(ofEntry: row.create, at: event) {
            return try entry(row, written, at: event)
        }
        let graph = try graph(of: row.object, create: row.create, to: .event(event))
        if graph.isDoubtful(event) {
            noteLost(try stepsAroundDamage(of: row.object, create: row.create, through: row.head, version: row.version))
        }
        guard let state = graph.state(after: event), let frame = try soundFrame(event) else { return nil }
        let stamp = try modified(at: frame)
        return Entry(
            id: row.object, view: EntryView(state: state, branches: nil), version: frame.version, sequence: event,
            event: frame.id, createdAt: created, modifiedAt: stamp, isRecovered: graph.isDoubtful(event))
    }

    private func entry(
        _ row: StreamRow, _ written: WrittenContent, at event: UInt64
    ) throws(EventStoreError) -> Entry? {
        guard let created = try created(row, asOf: event) else { return nil }
        return Entry(
            id: row.object, content: written.content, isDeleted: written.isDeleted,
            version: EntryVersion(written.version), sequence: SequenceNumber(event), event: written.event,
            createdAt: created, modifiedAt: written.stamp)
    }
}
