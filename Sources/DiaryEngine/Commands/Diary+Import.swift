public import DiaryModel
public import EventStore

/// A row of an imported file: an entry, and the bytes that identify the row when it is imported again.
public struct ImportedRow: Sendable {
    /// The entry that the row describes.
    public var content: EntryContent
    /// What the file said, in a canonical form; defaults that depend on the day of the import are left out.
    public var identity: [UInt8]
    /// The identifier that the entry has elsewhere; nil: the one that follows from `identity`.
    public var id: EntryID?
    /// What the entry was before, oldest first.
    public var earlier: [ImportedVersion] = []
    /// When `content` was written; nil: by the import.
    public var writtenAt: Stamp?
    /// Whether `identity` is a name that the row keeps when its content changes; a row with an `id` has one anyway.
    public var isNamed = false

    /// A row of a file.
    public init(content: EntryContent, identity: [UInt8]) {
        self.content = content
        self.identity = identity
    }
}

/// What an imported entry was before it became what its row says.
public struct ImportedVersion: Sendable {
    /// Its fields; of a deleted one, those from before.
    public var content: EntryContent
    /// Whether it stood deleted.
    public var isDeleted: Bool
    /// When it was written; nil: by the import.
    public var writtenAt: Stamp?

    /// A version.
    public init(content: EntryContent, isDeleted: Bool = false, writtenAt: Stamp? = nil) {
        self.content = content
        self.isDeleted = isDeleted
        self.writtenAt = writtenAt
    }
}

/// What an import could not take over as the rows say it.
public struct ImportLosses: Equatable, Sendable {
    /// Rows of entries that are here already, under the same identifier, and say something else: the entries stay.
    public var differing = 0
    /// Those of them that changed at their source since the import that last wrote them; with `update`, the entries
    /// that took the change, which are none of `differing` then.
    public var changed = 0
    /// Those of `differing` that changed both here and at their source.
    public var conflicts: [EntryID] = []
    /// Versions that are what the one before them is: they became no event.
    public var equalVersions = 0
    /// Times that lie in the future, or beyond the years 1 to 9999: the present stands for them.
    public var times = 0

    /// So many of each.
    public init(differing: Int = 0, equalVersions: Int = 0, times: Int = 0) {
        self.differing = differing
        self.equalVersions = equalVersions
        self.times = times
    }
}

/// What an import led to.
public enum ImportOutcome: Sendable {
    /// `receipt` is nil if every row had been imported before, or with `dryRun`.
    case imported(receipt: OperationReceipt?, added: Int, skipped: Int, ImportLosses)
    /// A row, numbered from 1, cannot be an entry; nothing was written.
    case refused(row: Int, Refusal)
}

extension Diary {
    /// Appends all rows as one operation, or none of them; skips and counts rows that were imported before.
    ///
    /// An entry has the identifier that its row says, and a row of an entry that is here already is skipped. Without
    /// one the identifier is derived from what the row says, so that a file imported on two devices makes the same
    /// entries. Equal rows are numbered among each other: a file that has a row twice makes two entries, and a second
    /// import of it makes none. Rows whose import was undone bring their entries back and count as added. `again`
    /// imports every row once more, as new entries.
    ///
    /// With `update`, an entry whose row says something else than when an import last wrote it takes the fields that
    /// changed there, as an edit within the same operation; where the same field was changed here, the entry stays.
    ///
    /// Each version becomes an event, with the time at which it was written; the operation then begins with an event
    /// that says nothing and has the time of the import, so that no point in time before the import finds any of it.
    public func `import`(
        _ rows: [ImportedRow], again: Bool = false, update: Bool = false, dryRun: Bool = false,
        in context: WriteContext? = nil
    ) throws(DiaryError) -> ImportOutcome {
        let context = context ?? newContext()
        var rows = rows
        for index in rows.indices {
            if let refusal = rows[index].settle() { return .refused(row: index + 1, refusal) }
        }
        return try bridging { () throws(EventStoreError) in
            try store.write { (writer) throws(EventStoreError) in
                let plan = try ImportPlan(rows, again: again, update: update, by: context.wall, in: writer)
                let updated = update ? plan.losses.changed : 0
                let skipped = rows.count - plan.count - updated
                guard !dryRun, plan.count + updated > 0 else {
                    return .imported(receipt: nil, added: dryRun ? plan.count : 0, skipped: skipped, plan.losses)
                }
                var context = try writer.settled(context)
                try plan.append(rows, to: &writer, in: &context)
                return .imported(receipt: writer.receipts.last, added: plan.count, skipped: skipped, plan.losses)
            }
        }
    }
}

extension ImportedRow {
    /// Puts tags and the like in order, in each version; returns why one of them cannot be an entry.
    fileprivate mutating func settle() -> Refusal? {
        func settled(_ content: inout EntryContent) -> Refusal? {
            switch decide(.create(content), nil) {
            case .refused(let refusal): return refusal
            case .events(let events):
                for case .created(let ordered) in events { content = ordered }
                return nil
            }
        }
        for index in earlier.indices {
            if let refusal = settled(&earlier[index].content) { return refusal }
        }
        return settled(&content)
    }
}

/// What the rows of a file lead to in this diary.
private struct ImportPlan {
    /// A row that becomes an entry, with its identifier (nil: yet to be drawn), and the events of its versions.
    private struct Fresh {
        var row: Int
        var key: EventHeader.Key
        var id: EntryID?
        var events: [(event: EntryEvent, writtenAt: Stamp?)]
    }

    private var fresh: [Fresh] = []
    /// The changes that bring back the entries of rows whose import was undone.
    private var back = ChangePlan()
    private var backCount = 0
    private(set) var losses = ImportLosses()

    /// How many rows add an entry or bring one back.
    var count: Int { fresh.count + backCount }

    init(
        _ rows: [ImportedRow], again: Bool, update: Bool, by wall: Int64, in writer: borrowing StoreWriter
    ) throws(EventStoreError) {
        let authenticator = Authenticator(secret: try writer.view.secret())
        var occurrences: [Digest: Int] = [:]
        var ledger = KeyLedger()
        var seen: [EntryID: Int] = [:]
        for (index, row) in rows.enumerated() {
            var key = writer.view.rowKey(row.identity, occurrence: 0, by: authenticator)
            let occurrence = occurrences[key.code, default: 0]
            occurrences[key.code] = occurrence + 1
            if occurrence > 0 {
                key = writer.view.rowKey(row.identity, occurrence: occurrence, by: authenticator)
            }
            guard !again else {
                take(row, index, key, as: nil, by: wall)
                continue
            }
            let own = row.id ?? EntryID(ofEntryKeyed: key.code)
            if let first = seen[own] {
                if rows[first].content != row.content { losses.differing += 1 }
                continue
            }
            seen[own] = index
            switch try ledger.claim(on: key.code, for: row.id, in: writer.view) {
            case .free: take(row, index, key, as: own, by: wall)
            case .takenBack:
                try back.bringBack(own, as: row.content, key: key, in: writer.view)
                backCount += 1
            case .taken:
                if row.id != nil || row.isNamed { try compare(row, own, &ledger, update: update, writer) }
            }
        }
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

    private mutating func take(
        _ row: ImportedRow, _ index: Int, _ key: EventHeader.Key, as id: EntryID?, by wall: Int64
    ) {
        let last = ImportedVersion(content: row.content, writtenAt: row.writtenAt)
        var events: [(event: EntryEvent, writtenAt: Stamp?)] = []
        var state: EntryState?
        for version in row.earlier + [last] {
            let writtenAt = settled(version.writtenAt, by: wall)
            let before = state ?? EntryState(content: version.content)
            if state == nil { events.append((.created(version.content), writtenAt)) }
            let after = EntryState(content: version.content, isDeleted: version.isDeleted)
            let changes = DiaryModel.events(from: before, to: after)
            if changes.isEmpty, state != nil { losses.equalVersions += 1 }
            events += changes.map { ($0, writtenAt) }
            state = after
        }
        fresh.append(Fresh(row: index, key: key, id: id, events: events))
    }

    /// A time that an event may have, or nil.
    private mutating func settled(_ stamp: Stamp?, by wall: Int64) -> Stamp? {
        guard let stamp else { return nil }
        let least = EventLimits.wall.lowerBound
        if stamp.wall >= least, stamp.wall <= wall, EventLimits.offset.contains(stamp.offset) { return stamp }
        losses.times += 1
        return nil
    }

    func append(
        _ rows: [ImportedRow], to writer: inout StoreWriter, in context: inout WriteContext
    ) throws(EventStoreError) {
        let operation = EventHeader.Operation(command: CommandCode.import.rawValue)
        let isTimed = fresh.contains { $0.events.contains { $0.writtenAt != nil } }
        let turns = turns(at: context.wall)
        try writer.begin(operation, count: (isTimed ? 1 : 0) + turns.count + back.count, in: &context)
        if isTimed { try writer.appendMark(in: &context) }
        var ids = fresh.map(\.id)
        var states = [EntryState?](repeating: nil, count: fresh.count)
        for turn in turns {
            let entry = fresh[turn.entry]
            let (event, writtenAt) = entry.events[turn.event]
            let id = ids[turn.entry] ?? context.entropy.identifier()
            ids[turn.entry] = id
            let before = states[turn.entry]
            states[turn.entry] = nil
            let after: EntryState
            do { after = try evolve(before, event) } catch {
                preconditionFailure("events follow from the states that they lead to")
            }
            try writer.append(
                event, of: id, version: nil, from: before, to: after, key: turn.event == 0 ? entry.key : nil,
                written: writtenAt, in: &context)
            if turn.event + 1 < entry.events.count { states[turn.entry] = after }
        }
        try back.write(to: &writer, in: &context)
    }

    /// All events in the order of their times, those of an entry in their own order; without times, row by row.
    private func turns(at wall: Int64) -> [(time: Int64, entry: Int, event: Int)] {
        var turns: [(time: Int64, entry: Int, event: Int)] = []
        for (entry, row) in fresh.enumerated() {
            var time = Int64.min
            for (event, step) in row.events.enumerated() {
                time = max(time, step.writtenAt?.wall ?? wall)
                turns.append((time, entry, event))
            }
        }
        turns.sort { ($0.time, $0.entry, $0.event) < ($1.time, $1.entry, $1.event) }
        return turns
    }
}
