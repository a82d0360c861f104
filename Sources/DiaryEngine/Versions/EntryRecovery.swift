internal import DiaryModel
internal import EventStore

// Entries with damaged events, recovered from the events before and after.

extension StoreView {
    /// The entry as of an event, if one of its events is damaged; nil if nothing is left of it at that point.
    ///
    /// For a version that cannot be recovered, it returns the nearest one before it, under that one's number. Slow: it
    /// reads the log from the entry's creation to its newest event.
    func recoveredEntry(
        _ row: StreamRow, asOf limit: UInt64
    ) throws(EventStoreError) -> Entry? {
        let recovery = try EntryRecovery(row, self)
        var isCertain = true
        for index in recovery.steps.indices.reversed() where recovery.steps[index].number <= limit {
            if let (view, isWhole) = recovery.view(through: index) {
                if !(isCertain && isWhole) { noteLost(recovery.steps) }
                return try entry(view, recovery, index, isRecovered: !(isCertain && isWhole))
            }
            isCertain = false
        }
        noteLost(recovery.steps)
        return nil
    }

    /// What one event left, if one of its entry's events is damaged; nil if that cannot be told.
    func recoveredVersion(
        of row: StreamRow, at event: UInt64
    ) throws(EventStoreError) -> Entry? {
        let recovery = try EntryRecovery(row, self)
        guard let index = recovery.steps.firstIndex(where: { $0.number == event }),
            let (state, isWhole) = recovery.state(after: index)
        else {
            noteLost(recovery.steps)
            return nil
        }
        if !isWhole { noteLost(recovery.steps) }
        return try entry(
            EntryView(state: state, branches: nil), recovery, index, isRecovered: !isWhole)
    }

    private func entry(
        _ view: EntryView, _ recovery: EntryRecovery, _ index: Int, isRecovered: Bool
    ) throws(EventStoreError) -> Entry? {
        guard let created = try created(recovery.row, asOf: recovery.steps[index].number) else { return nil }
        var stamp = created
        // A lost event gets the time of the readable one before it.
        for earlier in recovery.steps[...index].reversed() {
            guard let frame = try soundFrame(earlier.number) else { continue }
            stamp = try modified(at: frame)
            break
        }
        return Entry(
            id: recovery.row.object, view: view, version: UInt64(index + 1), sequence: recovery.steps[index].number,
            event: Digest(recovery.steps[index].stamp.id), createdAt: created, modifiedAt: stamp,
            isRecovered: isRecovered)
    }
}

/// All of an entry's events, lost ones too, and what each left, as far as that can be told.
private struct EntryRecovery {
    let row: StreamRow
    /// The events in the order in which they came to this log: one for each version.
    let steps: [EntryStep]
    private let line: LineRecovery?
    private let graph: EntryGraph

    init(
        _ row: StreamRow, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.row = row
        steps = try view.survivors(
            of: row.object, create: row.create, through: row.head, version: row.version)
        let entry = try DiaryStreams.entry(row)
        line = LineRecovery(steps, newest: entry.branches == nil ? entry.state : nil)
        var graph = EntryGraph()
        if line == nil {
            for step in steps { graph.add(step) }
            if entry.branches == nil { graph.settle(row.head, text: entry.state.content.text) }
        }
        self.graph = graph
    }

    /// The entry as of one of its events, and whether no lost event makes that uncertain.
    func view(through index: Int) -> (view: EntryView, isWhole: Bool)? {
        if let line {
            return line.states[index].map { (EntryView(state: $0, branches: nil), line.whole.contains(index)) }
        }
        var upTo = graph.restricted(through: steps[index].number)
        return upTo.isSure(steps[index].number) ? (upTo.view(), false) : nil
    }

    /// What one event left, and whether no lost event makes that uncertain.
    func state(after index: Int) -> (state: EntryState, isWhole: Bool)? {
        if let line { return line.states[index].map { ($0, line.whole.contains(index)) } }
        var whole = graph
        guard whole.isSure(steps[index].number) else { return nil }
        return whole.state(after: steps[index].number).map { ($0, false) }
    }
}
