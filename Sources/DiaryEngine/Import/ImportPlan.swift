internal import DiaryModel
internal import EventStore

/// What the rows of a file lead to in this diary.
///
/// Of a row that becomes an entry no more is held than its key, its identifier and the times of its events; the row is
/// read once more when it is written. Held whole are rows that bring back or change an entry, and what entries are
/// between two of their events.
struct ImportPlan {
    /// A row that becomes an entry, with its identifier (nil: yet to be drawn).
    private struct Fresh {
        var row: Int
        var key: EventHeader.Key
        var id: EntryID?
    }

    /// An event of a row that becomes an entry, in the order of their times.
    private struct PlannedEvent {
        var time: Int64
        var entry: UInt32
        var event: UInt32
    }

    /// The events of a row, one after the other.
    private struct Steps {
        var events: [(event: EntryEvent, writtenAt: Stamp?)] = []
        var equalVersions = 0
        var improperTimes = 0

        init(_ row: ImportedRow, by wall: Int64) {
            let last = ImportedVersion(content: row.content, writtenAt: row.writtenAt)
            var state: EntryState?
            for version in row.earlier + [last] {
                let writtenAt = settled(version.writtenAt, by: wall)
                let before = state ?? EntryState(content: version.content)
                if state == nil { events.append((.created(version.content), writtenAt)) }
                let after = EntryState(content: version.content, isDeleted: version.isDeleted)
                let changes = DiaryModel.events(from: before, to: after)
                if changes.isEmpty, state != nil { equalVersions += 1 }
                events += changes.map { ($0, writtenAt) }
                state = after
            }
        }

        /// A time that an event may have, or nil.
        private mutating func settled(_ stamp: Stamp?, by wall: Int64) -> Stamp? {
            guard let stamp else { return nil }
            let least = EventLimits.wall.lowerBound
            if stamp.wall >= least, stamp.wall <= wall, EventLimits.offset.contains(stamp.offset) { return stamp }
            improperTimes += 1
            return nil
        }
    }

    private let wall: Int64
    private var fresh: [Fresh] = []
    private var plannedEvents: [PlannedEvent] = []
    private var isTimed = false
    /// The changes that bring back the entries of rows whose import was undone.
    private var back = ChangePlan()
    private var backCount = 0
    private(set) var losses = ImportLosses()

    /// How many rows add an entry or bring one back.
    var count: Int { fresh.count + backCount }

    init(
        _ rows: some RowSupply, again: Bool, update: Bool, by wall: Int64, in writer: borrowing StoreWriter
    ) throws(EventStoreError) {
        self.wall = wall
        let authenticator = Authenticator(secret: try writer.view.secret())
        var occurrences: [Digest: Int] = [:]
        var ledger = KeyLedger()
        var seen: [EntryID: Int] = [:]
        for index in 0..<rows.count {
            let row = try rows.row(index)
            var key = writer.view.rowKey(row.identity, occurrence: 0, by: authenticator)
            let occurrence = occurrences[key.code, default: 0]
            occurrences[key.code] = occurrence + 1
            if occurrence > 0 {
                key = writer.view.rowKey(row.identity, occurrence: occurrence, by: authenticator)
            }
            guard !again else {
                take(row, index, key, as: nil)
                continue
            }
            let own = row.id ?? EntryID(ofEntryKeyed: key.code)
            if let first = seen[own] {
                if try rows.row(first).content != row.content { losses.differing += 1 }
                continue
            }
            seen[own] = index
            switch try ledger.claim(on: key.code, for: row.id, in: writer.view) {
            case .free: take(row, index, key, as: own)
            case .takenBack:
                try back.bringBack(own, as: row.content, key: key, in: writer.view)
                backCount += 1
            case .taken:
                if row.id != nil || row.isNamed { try compare(row, own, &ledger, update: update, writer) }
            }
        }
        plannedEvents.sort { ($0.time, $0.entry, $0.event) < ($1.time, $1.entry, $1.event) }
    }

    /// Takes up what a row says of an entry that has its identifier here, if it says something else than the entry.
    private mutating func compare(
        _ row: ImportedRow, _ id: EntryID, _ ledger: inout KeyLedger, update: Bool, _ writer: borrowing StoreWriter
    ) throws(EventStoreError) {
        guard let known = try writer.view.stream(id, searching: true) else { return }
        let state = try DiaryStreams.entry(known).state
        guard state.isDeleted || state.content != row.content else { return }
        losses.differing += 1
        guard !state.isDeleted, !writer.view.log.model.isForgotten(known),
            let base = try ledger.imported(known, in: writer.view)
        else { return }
        switch SourceChange(from: base, to: row.content, over: state.content) {
        case .none: break
        case .conflict: losses.conflicts.append(id)
        case .changed(let from, let to):
            losses.changed += 1
            guard update else { return }
            losses.differing -= 1
            _ = try back.add(
                [EntryRequest(entry: id, command: .revise(from: from, to: to))], Forethought(), in: writer.view)
        }
    }

    /// All events go in the order of their times, those of an entry in their own order; without times, row by row.
    private mutating func take(_ row: ImportedRow, _ index: Int, _ key: EventHeader.Key, as id: EntryID?) {
        let steps = Steps(row, by: wall)
        losses.equalVersions += steps.equalVersions
        losses.times += steps.improperTimes
        var time = Int64.min
        for (event, step) in steps.events.enumerated() {
            time = max(time, step.writtenAt?.wall ?? wall)
            if step.writtenAt != nil { isTimed = true }
            plannedEvents.append(PlannedEvent(time: time, entry: UInt32(fresh.count), event: UInt32(event)))
        }
        fresh.append(Fresh(row: index, key: key, id: id))
    }

    /// Writes everything as one operation; `progress` is told how many events of how many are written.
    mutating func append(
        _ rows: some RowSupply, to writer: inout StoreWriter, in context: inout WriteContext,
        _ progress: (Int, Int) -> Void
    ) throws(EventStoreError) {
        let operation = EventHeader.Operation(command: CommandCode.import.rawValue)
        let total = (isTimed ? 1 : 0) + plannedEvents.count + back.count
        try writer.begin(operation, count: total, in: &context)
        if isTimed { try writer.appendMark(in: &context) }
        // Entries that have further events.
        var states: [UInt32: EntryState] = [:]
        var steps: (entry: UInt32, events: [(event: EntryEvent, writtenAt: Stamp?)])?
        for (done, planned) in plannedEvents.enumerated() {
            let number = Int(planned.entry)
            if steps?.entry != planned.entry {
                steps = (planned.entry, Steps(try rows.row(fresh[number].row), by: wall).events)
            }
            guard let events = steps?.events else { continue }
            let (event, writtenAt) = events[Int(planned.event)]
            let id = fresh[number].id ?? context.entropy.identifier()
            fresh[number].id = id
            let before = states.removeValue(forKey: planned.entry)
            let after: EntryState
            do { after = try evolve(before, event) } catch {
                preconditionFailure("events follow from the states that they lead to")
            }
            try writer.append(
                event, of: id, version: nil, from: before, to: after, key: planned.event == 0 ? fresh[number].key : nil,
                written: writtenAt, in: &context)
            if Int(planned.event) + 1 < events.count { states[planned.entry] = after }
            progress(done, total)
        }
        try back.write(to: &writer, in: &context)
    }
}
