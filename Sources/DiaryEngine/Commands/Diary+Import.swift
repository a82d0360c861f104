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
    public var writtenAt: ClockReading?
    /// Whether `identity` is a name that the row keeps when its content changes; a row with an `id` has one anyway.
    public var isNamed = false
    /// Whether it was deleted at last, `content` being what it said before.
    package var isDeleted = false
    /// Where its text may lead to entries of other rows, in the order of the text.
    package var links: [RowLink] = []

    /// A row of a file.
    public init(content: EntryContent, identity: [UInt8]) {
        self.content = content
        self.identity = identity
    }

    /// What it was and is, oldest first.
    var versions: [ImportedVersion] {
        earlier + [ImportedVersion(content: content, isDeleted: isDeleted, writtenAt: writtenAt)]
    }
}

/// What an imported entry was before it became what its row says.
public struct ImportedVersion: Sendable {
    /// Its fields; of a deleted one, those from before.
    public var content: EntryContent
    /// Whether it stood deleted.
    public var isDeleted: Bool
    /// When it was written; nil: by the import.
    public var writtenAt: ClockReading?

    /// A version.
    public init(content: EntryContent, isDeleted: Bool = false, writtenAt: ClockReading? = nil) {
        self.content = content
        self.isDeleted = isDeleted
        self.writtenAt = writtenAt
    }
}

/// What an import could not take over as the rows say it.
public struct ImportLosses: Equatable, Sendable {
    /// Rows of entries that are here already, under the same identifier, and say something else: the entries stay.
    public var differing = 0
    /// How many of the `differing` entries also changed at their source since they were last imported. With `update`
    /// or `both` these entries take the change: then they count here alone, and no longer as `differing`.
    public var changed = 0
    /// Those of `differing` that changed both here and at their source.
    public var conflicts: [EntryID] = []
    /// Rows of entries that were forgotten here: they stay so.
    public var forgotten = 0
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

extension DiaryCommand where Outcome == ImportOutcome {
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
    /// With `both`, what a row says and said that its entry never did is written beside that, as if on another device:
    /// it is merged, or shown as a conflict; a deleted entry lives then. A row that was deleted deletes its entry where
    /// it says what the row said, and not where it went on.
    ///
    /// Each version becomes an event, with the time at which it was written; the operation then begins with an event
    /// that says nothing and has the time of the import, so that no point in time before the import finds any of it.
    public static func `import`(
        _ rows: [ImportedRow], again: Bool = false, update: Bool = false, both: Bool = false
    ) -> DiaryCommand {
        DiaryCommand { writer, context in
            let spool = RowSpool(in: [], holding: .max)
            if let refused = try spool.add(rows) { return refused }
            return try writer.import(spool, ImportDemand(again: again, update: update, both: both), in: context)
        }
    }
}

extension Diary {
    /// Appends all rows as one operation, or none of them; see `DiaryCommand.import`.
    @available(*, noasync, message: "a task awaits write(.import(…))")
    public func `import`(
        _ rows: [ImportedRow], again: Bool = false, update: Bool = false, both: Bool = false, dryRun: Bool = false,
        in context: WriteContext? = nil
    ) throws(EventStoreError) -> ImportOutcome {
        let spool = RowSpool(in: [], holding: .max)
        let refused = try bridging { try spool.add(rows) }
        if let refused { return refused }
        return try `import`(from: spool, again: again, update: update, both: both, dryRun: dryRun, in: context)
    }

    /// The same of rows that are in order, and read one at a time; each is read twice. `progress` is told how many
    /// events of how many have been written; it begins anew where the change does.
    ///
    /// 4,096 events, or 4 MiB of text, and more are written into a copy of the file that takes its place at the end,
    /// part by part: see `Store.extend`. So an import of any size needs some 30 MB, and some sixty bytes a row. Where
    /// events are damaged, or there is no room for a copy, memory holds all that is written. `after` is called after
    /// each step of the change of files. With `part` so many events are a part, and more. With `dryRun` the diary is
    /// only read.
    @available(*, noasync)
    package func `import`(
        from rows: RowSpool, again: Bool = false, update: Bool = false, both: Bool = false, dryRun: Bool = false,
        in context: WriteContext? = nil, part most: Int = ImportPart.usual,
        after: @escaping (GenerationStep) throws -> Void = { _ in },
        progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EventStoreError) -> ImportOutcome {
        let context = context ?? newContext()
        let demand = ImportDemand(again: again, update: update, both: both)
        if dryRun {
            return try read(.head) { view, _ in
                try ImportPlan(rows, demand, by: context.wall, in: view).outcome(of: rows.count, demand, nil)
            }
        }
        let part = ImportPart(most: most)
        if part.isFilled(by: rows.count, bytes: rows.bytes) {
            let reader = try store.beginRead()
            let plan = try ImportPlan(rows, demand, by: context.wall, in: reader.view)
            _ = consume reader
            if plan.fills(part) {
                do throws(EventStoreError) {
                    return try store.extend(after: after) { copy in
                        try copy.importInParts(rows, demand, plan, part, in: context, progress)
                    }
                } catch .damagedEvents {
                    // The file that has them must stay.
                } catch .diskFull {
                    // Without the copy there may be room.
                }
            }
        }
        return try store.write { writer in try writer.import(rows, demand, in: context, progress) }
    }
}

/// How an import is asked for; see `DiaryCommand.import`.
struct ImportDemand {
    var again = false
    var update = false
    var both = false
}

extension Store {
    /// Imports into a file that nobody else sees; `plan` was made for it, or is made again.
    fileprivate func importInParts(
        _ rows: RowSpool, _ demand: ImportDemand, _ plan: ImportPlan, _ part: ImportPart, in context: WriteContext,
        _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(EventStoreError) -> ImportOutcome {
        var plan = plan
        if case let reader = try beginRead(), reader.view.log.head != plan.head {
            plan = try ImportPlan(rows, demand, by: context.wall, in: reader.view)
        }
        if plan.operationCount == 0 { return plan.outcome(of: rows.count, demand, nil) }
        var writing = ImportWriting(plan, in: context)
        while !writing.isDone {
            // Each transaction begins with what the one before it has left, however often it begins.
            writing = try write { writer in
                var next = writing
                try next.append(rows, to: &writer, in: part.smaller(after: writer.view.log.head), progress)
                return next
            }
        }
        try maintainProjections()
        return plan.outcome(of: rows.count, demand, writing.receipt)
    }
}

extension StoreWriter {
    fileprivate mutating func `import`(
        _ rows: RowSpool, _ demand: ImportDemand, in context: WriteContext,
        _ progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
    ) throws(EventStoreError) -> ImportOutcome {
        let plan = try ImportPlan(rows, demand, by: context.wall, in: view)
        if plan.operationCount == 0 { return plan.outcome(of: rows.count, demand, nil) }
        var writing = ImportWriting(plan, in: context)
        try writing.append(rows, to: &self, progress)
        return plan.outcome(of: rows.count, demand, writing.receipt)
    }
}

extension RowSpool {
    /// Takes up rows; the first that cannot be an entry ends it, and is what came of it.
    fileprivate func add(_ rows: [ImportedRow]) throws -> ImportOutcome? {
        for (index, row) in rows.enumerated() {
            if let refusal = try add(row) { return .refused(row: index + 1, refusal) }
        }
        return nil
    }
}

extension ImportedRow {
    /// Puts tags and the like in order, in each version; returns why one of them cannot be an entry.
    mutating func normalize() -> Refusal? {
        func normalize(_ content: inout EntryContent) -> Refusal? {
            switch decide(.create(content), nil) {
            case .refused(let refusal): return refusal
            case .events(let events):
                for case .created(let ordered) in events { content = ordered }
                return nil
            }
        }
        for index in earlier.indices {
            if let refusal = normalize(&earlier[index].content) { return refusal }
        }
        return normalize(&content)
    }
}
