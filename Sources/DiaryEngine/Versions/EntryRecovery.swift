internal import DiaryModel
internal import EventStore

// Entries some of whose events cannot be read, as the others tell them.

extension StoreView {
    /// The entry as of an event, by those of its events that can be read; nil if none of them tells what it was.
    ///
    /// Slow: it reads the log from the entry's creation to its newest event.
    func recoveredEntry(
        _ row: StreamRow, asOf limit: UInt64
    ) throws(EventStoreError) -> Entry? {
        let steps = try stepsAroundDamage(of: row.object, create: row.create, through: row.head, version: row.version)
        let known = steps.filter { $0.number <= limit }
        guard let newest = known.map(\.number).max(), let index = steps.firstIndex(where: { $0.number == newest }),
            known.contains(where: { $0.act.content != nil || $0.date != nil }),
            let created = try created(row, asOf: newest)
        else {
            noteLost(steps)
            return nil
        }
        var graph = EntryGraph()
        for step in known { graph.add(step) }
        if graph.isDoubtful { noteLost(known) }
        var stamp = created
        // A lost event gets the time of the readable one before it.
        for earlier in known.map(\.number).sorted().reversed() {
            guard let frame = try soundFrame(earlier) else { continue }
            stamp = try modified(at: frame)
            break
        }
        return Entry(
            id: row.object, view: graph.view(), version: UInt64(index + 1), sequence: newest,
            event: Digest(steps[index].stamp.id), createdAt: created, modifiedAt: stamp, isRecovered: graph.isDoubtful)
    }
}
