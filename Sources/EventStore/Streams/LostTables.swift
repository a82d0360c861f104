internal import DiarylogHost
internal import Synchronization

// Tables that the file has lost, because LMDB's record of them is gone or under another name, or because a page of
// theirs leads nowhere: their rows are made from the log.

/// The tables that follow from the log and in which a page was damaged: from then on they are read as lost.
final class UnreadableTables: Sendable {
    private let met = Mutex<Set<DerivedTable>>([])

    var all: Set<DerivedTable> { met.withLock { $0 } }

    func note(_ table: DerivedTable) { met.withLock { _ = $0.insert(table) } }

    /// Forgets tables that are made anew.
    func forget(_ tables: [DerivedTable]) { met.withLock { $0.subtract(tables) } }
}

extension StoreView {
    /// Notes the tables that are missing. Where a table stands under an unknown name, each optional table may be the
    /// one.
    func noteLostTables() throws(EventStoreError) {
        for table in log.tables.lost { log.doubts.note(table: table.rawValue) }
        let optional = [
            (Tables.snapshots, log.tables.snapshots), (Tables.failures, log.tables.failures),
            (Tables.drafts, log.tables.drafts),
        ]
        let missing = optional.filter { $0.1 == nil }
        if missing.isEmpty && log.tables.lost.isEmpty { return }
        guard try !unknownTables().isEmpty else { return }
        for (name, _) in missing { log.doubts.note(table: name) }
    }

    /// The rows of the tables that the file has lost, as of the last flushed event. Some 10 µs an event.
    ///
    /// Where events cannot be read, `reachable` gives the rows that pages still lead to: they hold what those said.
    func remadeRows(
        else reachable: () throws -> [StreamRow]
    ) throws(EventStoreError) -> RemadeRows {
        let lost = log.tables.lost
        var tables: [DerivedTable: [(key: [UInt8], value: [UInt8])]] = [:]
        if lost.contains(.ids), !lost.contains(.streams) { tables[.ids] = try identifiersOfRows() }
        if lost == [.ids] { return RemadeRows(tables) }
        var rows: [StreamID: StreamRow] = [:]
        var (newest, runs): (UInt32, RunTable) = (0, RunTable())
        var isWhole = true
        var sequence: UInt64 = 0
        while sequence < log.meta.flushed {
            sequence += 1
            guard let bytes = try frameBytes(sequence) else {
                isWhole = false
                continue
            }
            guard let frame = try? Frame(bytes, expecting: sequence) else {
                isWhole = false
                if let hole = EventHole(bytes, at: sequence) { runs.note(hole.device, hole.deviceSequence, sequence) }
                continue
            }
            runs.note(frame.device, frame.deviceSequence, sequence)
            if let code = frame.key?.code { tables[.keys, default: []].append((TableKey.key(code, sequence), [])) }
            guard lost.contains(.streams), frame.object != .zero else { continue }
            let before = rows[frame.object]
            let stored = before == nil ? try storedOrdinal(of: frame.object) : nil
            let ordinal = before?.ordinal ?? stored ?? newest + 1
            _ = try withEvent(sequence) { event in
                guard
                    let after = try self.row(after: event, before: before, ordinal: ordinal)?.row
                else { return }
                rows[frame.object] = after
                newest = max(newest, ordinal)
            }
        }
        if lost.contains(.streams) {
            if !isWhole {
                let reached = try bridging { try reachable() }
                var ordinals = Set(rows.values.map(\.ordinal))
                for row in reached where row.head <= log.meta.flushed {
                    let made = rows[row.object]
                    if let made, made.head > row.head || made.ordinal != row.ordinal { continue }
                    if made == nil, !ordinals.insert(row.ordinal).inserted { continue }
                    rows[row.object] = row
                }
            }
            tables[.streams] = rows.values.map { (TableKey.ordinal($0.ordinal), $0.bytes) }
            tables[.ids] = rows.values.map { ($0.object.bytes, TableKey.ordinal($0.ordinal)) }
        }
        tables[.devices] = runs.all.map { run in
            var value = ByteWriter(capacity: 8)
            value.littleEndian(run.count)
            return (TableKey.run(run.device, run.deviceSequence, run.sequence), value.bytes)
        }
        return RemadeRows(tables.filter { lost.contains($0.key) })
    }

    /// The rows of `ids`, from those of `streams`.
    private func identifiersOfRows() throws(EventStoreError) -> [(key: [UInt8], value: [UInt8])] {
        var found: [(key: [UInt8], value: [UInt8])] = []
        var cursor = try cursor(in: log.tables.streams)
        while try cursor.next() {
            guard cursor.key.count == 4, let row = try? StreamRow(cursor.value, ordinal: cursor.key.bigEndian(at: 0))
            else { continue }
            found.append((row.object.bytes, [UInt8](copying: cursor.key)))
        }
        return found
    }
}

extension Store {
    /// Runs a reading, and once more where it met a damaged page of a table that follows from the log: the rows of that
    /// table then come from the log.
    package func goingAround<Answer>(_ reading: () throws -> Answer) throws(EventStoreError) -> Answer {
        while true {
            let unreadable = unreadableTables
            do { return try reading() } catch {
                guard unreadableTables > unreadable else { throw EventStoreError(error) }
            }
        }
    }

    /// Makes the tables anew that the file has lost, and those in which a page was found damaged: under the writer's
    /// lock, before a change begins.
    func makeLostTables(in current: Generation) throws(EventStoreError) {
        if current.tables.lost.isEmpty, current.unreadable.all.isEmpty { return }
        try current.lookAgain()
        let lost = current.tables.lost
        let damaged = current.unreadable.all.subtracting(lost)
        let reader = try beginRead()
        let rows = reader.view.log.remade
        // A table under another name is the lost one, unless more than those are missing: a draft is nowhere else.
        let strays = try reader.view.unknownTables()
        let isAll = strays.count == lost.count && reader.view.log.tables.drafts != nil
        _ = consume reader
        // Where another file is in use by now, the change begins again there.
        guard try self.current() === current else { return }
        if !lost.isEmpty { try current.make(lost, rows, removing: isAll ? strays : []) }
        if !damaged.isEmpty { try current.remake(Array(damaged), rows) }
    }

    /// Notes the tables that follow from the log and in whose trees a page is not what it must be.
    func noteUnreadableTables() throws(EventStoreError) {
        let current = try freshGeneration()
        let reader = try beginRead()
        let number = reader.view.identifier
        let pages = try bridging(current.file) {
            try PageCheck(current.file, transaction: number)
        }
        for table in DerivedTable.allCases where pages?.broken[table.rawValue] != nil { current.unreadable.note(table) }
    }
}
