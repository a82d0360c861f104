internal import DiaryModel
internal import EventStore

/// What the rows of a file lead to in this diary.
///
/// It holds the number of each row that becomes an entry, and sixteen bytes for each event where rows have times; the
/// row is read again when it is written. Rows that bring back or change an entry it holds whole.
struct ImportPlan {
    /// An event of a row that becomes an entry, in the order of their times.
    struct PlannedEvent {
        var time: Int64
        /// The number of the row among those that become entries.
        var entry: UInt32
        var event: UInt32
    }

    /// The head of the log that it was made for.
    let head: UInt64
    let wall: Int64
    private let again: Bool
    private let authenticator: Authenticator
    /// The rows that become entries.
    private(set) var fresh: [UInt32] = []
    /// How many rows before one of `fresh` are equal to it, by its number there, if any are.
    private var occurrences: [UInt32: Int] = [:]
    /// All events, in the order of their times, those of an entry in their own order. Empty without times: then they go
    /// row by row.
    private(set) var plannedEvents: [PlannedEvent] = []
    /// The events of rows that become entries, and the bytes of these rows' texts.
    private var (eventCount, bytes) = (0, 0)
    private(set) var isTimed = false
    /// The changes that bring back the entries of rows whose import was undone.
    private(set) var back = ChangePlan()
    private var backCount = 0
    /// What rows have besides what their entries say here.
    private(set) var branches: [ImportBranch.Step] = []
    private(set) var losses = ImportLosses()

    /// How many rows add an entry or bring one back.
    var count: Int { fresh.count + backCount }

    /// How many events the operation has.
    var operationCount: Int { (isTimed ? 1 : 0) + eventCount + back.count + branches.count }

    /// Whether it fills a part.
    func fills(_ part: ImportPart) -> Bool { part.isFilled(by: operationCount, bytes: bytes) }

    init(
        _ rows: RowSpool, _ demand: ImportDemand, by wall: Int64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        (self.wall, again, head) = (wall, demand.again, view.log.head)
        authenticator = Authenticator(secret: try view.secret())
        var occurrences: [Digest: Int] = [:]
        var seen: [EntryID: Int] = [:]
        for index in 0..<rows.count {
            let row = try self.row(index, of: rows, in: view)
            let isAlone = !rows.mayRepeat(row)
            var key = view.rowKey(row.identity, occurrence: 0, by: authenticator)
            var occurrence = 0
            if !isAlone {
                occurrence = occurrences[key.code, default: 0]
                occurrences[key.code] = occurrence + 1
            }
            if occurrence > 0 { key = view.rowKey(row.identity, occurrence: occurrence, by: authenticator) }
            guard !again else {
                try admit(row, index, occurrence, rows, view)
                continue
            }
            let own = row.id ?? EntryID(ofEntryKeyed: key.code)
            if !isAlone {
                if let first = seen[own] {
                    if try self.row(first, of: rows, in: view).content != row.content { losses.differing += 1 }
                    continue
                }
                seen[own] = index
            }
            switch try view.claim(onKey: key.code, for: row.id) {
            case .free: try admit(row, index, occurrence, rows, view)
            case .takenBack:
                try back.bringBack(own, as: row.content, key: key, in: view)
                backCount += 1
            case .taken:
                var isCompared = row.id != nil || row.isNamed
                if !isCompared { isCompared = try hasNewFiles(row, own, view) }
                if isCompared { try compare(row, own, demand, rows, view) }
            }
        }
        plannedEvents.sort { ($0.time, $0.entry, $0.event) < ($1.time, $1.entry, $1.event) }
    }

    /// What came of it, of so many rows.
    func outcome(of rows: Int, _ demand: ImportDemand, _ receipt: OperationReceipt?) -> ImportOutcome {
        let updated = demand.update || demand.both ? losses.changed : 0
        return .imported(receipt: receipt, added: count, skipped: rows - count - updated, losses)
    }

    /// Whether a row has files that an import did not find when it last wrote its entry.
    private func hasNewFiles(
        _ row: ImportedRow, _ id: EntryID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        guard !row.content.attachments.isEmpty, let known = try view.stream(id, isNamed: true),
            let base = try view.imported(known)
        else { return false }
        return row.content.attachments.contains { file in !base.attachments.contains { $0.hash == file.hash } }
    }

    /// Takes up what a row says of an entry that has its identifier here, if it says something else than the entry.
    private mutating func compare(
        _ row: ImportedRow, _ id: EntryID, _ demand: ImportDemand, _ rows: RowSpool, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard let known = try view.stream(id, isNamed: true) else { return }
        let state = try DiaryStreams.entry(known).state
        guard row.isDeleted ? !state.isDeleted : state.isDeleted || state.content != row.content else { return }
        if view.log.model.isForgotten(known) {
            losses.forgotten += 1
            return
        }
        losses.differing += 1
        guard state.isUnderstood else { return }
        if demand.both {
            let branch = try ImportBranch(of: row, id, known, by: wall, in: view)
            if branch.steps.isEmpty { return }
            losses.differing -= 1
            losses.changed += 1
            branches += branch.steps
            return try beginTimes(rows, view)
        }
        guard !state.isDeleted, let base = try view.imported(known) else { return }
        switch SourceChange(from: base, to: row.content, over: state.content) {
        case .none: break
        case .conflict: losses.conflicts.append(id)
        case .changed(let from, let to):
            losses.changed += 1
            guard demand.update else { return }
            losses.differing -= 1
            _ = try back.add([EntryRequest(entry: id, command: .revise(from: from, to: to))], in: view)
        }
    }

    private mutating func admit(
        _ row: ImportedRow, _ index: Int, _ occurrence: Int, _ rows: RowSpool, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        let steps = ImportSteps(row, by: wall)
        losses.equalVersions += steps.equalVersions
        losses.times += steps.improperTimes
        eventCount += steps.events.count
        bytes += row.earlier.reduce(row.content.text.count) { $0 + $1.content.text.count }
        if steps.events.contains(where: { $0.writtenAt != nil }) { try beginTimes(rows, view) }
        if occurrence > 0 { occurrences[UInt32(fresh.count)] = occurrence }
        if isTimed { plan(steps, of: fresh.count) }
        fresh.append(UInt32(index))
    }

    /// From here on events are planned in the order of their times.
    private mutating func beginTimes(_ rows: RowSpool, _ view: borrowing StoreView) throws(EventStoreError) {
        if isTimed { return }
        isTimed = true
        plannedEvents.reserveCapacity(rows.count)
        for number in fresh.indices {
            plan(ImportSteps(try row(Int(fresh[number]), of: rows, in: view), by: wall), of: number)
        }
    }

    private mutating func plan(_ steps: ImportSteps, of number: Int) {
        var time = Int64.min
        for (event, step) in steps.events.enumerated() {
            time = max(time, step.writtenAt?.wall ?? wall)
            plannedEvents.append(PlannedEvent(time: time, entry: UInt32(number), event: UInt32(event)))
        }
    }

    /// A row as it is written: its links lead to the entries of other rows, with `again` to those of the first import.
    func row(_ index: Int, of rows: RowSpool, in view: borrowing StoreView) throws(EventStoreError) -> ImportedRow {
        var row = try rows.row(index)
        var entries: [String: EntryID] = [:]
        for name in Set(row.links.map(\.name)) {
            guard let place = rows.leads[name] else { continue }
            let other = try rows.row(place)
            let key = view.rowKey(other.identity, occurrence: 0, by: authenticator)
            entries[name] = other.id ?? EntryID(ofEntryKeyed: key.code)
        }
        row.lead(to: entries)
        return row
    }

    /// The key of a row that becomes an entry, and the identifier that it gets; nil where one is to be drawn.
    func names(
        of row: ImportedRow, _ number: Int, in view: borrowing StoreView
    ) -> (key: EventHeader.Key, id: EntryID?) {
        let occurrence = occurrences[UInt32(number)] ?? 0
        let key = view.rowKey(row.identity, occurrence: occurrence, by: authenticator)
        return (key, again ? nil : row.id ?? EntryID(ofEntryKeyed: key.code))
    }
}
