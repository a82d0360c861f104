internal import DiarylogHost

/// What a check of a whole store has found.
package struct StoreCheck: Sendable {
    package var findings = CheckFindings()
    package var events: UInt64 = 0
    /// Those of them that a newer program wrote.
    package var newer: UInt64 = 0
    /// When its events came, by the file's clock.
    package var bursts = Bursts()
    /// The tables that LMDB cannot be let walk.
    package var broken: Set<String> = []
}

extension Store {
    /// Checks the log up to its head, and the store's own tables, on several threads.
    ///
    /// `isDeep` computes all hashes as well. `tables` check what the program keeps, each in a transaction of its own;
    /// they are begun first, the last of them before the others. Then the log is checked slice by slice. Events are
    /// never changed, so the slices fit together however the log grows. `report` is called by each thread with the
    /// number of events that it has checked since its last call; an event counts twice if hashes are computed.
    package func check(
        isDeep: Bool, threads: Int, slice: UInt64 = 1 << 16, _ report: @escaping @Sendable (UInt64) -> Void = { _ in },
        tables: [TableCheck] = []
    ) throws(EventStoreError) -> StoreCheck {
        var broken = StoreCheck()
        if let pages = try checkPages(&broken), pages { return broken }
        let names = broken.broken
        let start = try CheckStart(self, names)
        let work = CheckWork<[LogCheck]>(through: start.head, slice: slice, tables.filter { !$0.walks(names) })
        let (parts, ofTables) = try work.done(threads: threads) { (range) throws(EventStoreError) in
            try self.reach(range, start, isDeep: isDeep) { report(isDeep ? 2 * 8192 : 8192) }
        }
        var result = try start.joined(parts.flatMap(\.self), self)
        result.findings.append(ofTables)
        result.findings.append(broken.findings)
        result.broken = names
        // Where another file took the place of the log's meanwhile, what is wrong may be so of neither.
        if !result.findings.isEmpty, try beginRead().view.log.meta.generation != start.generation {
            return try check(isDeep: isDeep, threads: threads, slice: slice, report, tables: tables)
        }
        return result
    }

    /// Throws `damaged` where a page of the log is not what it must be. For what writes all of the log anew.
    func checkLogPages() throws(EventStoreError) {
        let generation = try freshGeneration()
        // As long as the reader is there, its pages are not written over.
        let reader = try beginRead()
        let (file, number) = (StorePaths.generation(generation.number, path), reader.view.identifier)
        let tables = [Table.main, reader.view.log.tables.log]
        let pages = try bridging(file) { try PageCheck(file, transaction: number) }
        _ = consume reader
        for table in tables where pages?.broken[table.name] != nil { throw table.damage }
    }

    /// Walks the file's trees without LMDB first. True if the log's trees are broken: then the events have been checked
    /// that these still lead to. Nil if writers change the file more quickly than it can be walked.
    private func checkPages(_ result: inout StoreCheck) throws(EventStoreError) -> Bool? {
        for _ in 0..<8 {
            let generation = try freshGeneration()
            let reader = try beginRead()
            let (file, number, head) = (
                StorePaths.generation(generation.number, path), reader.view.identifier, reader.view.log.head
            )
            let walk = try bridging(file) { try PageCheck(file, transaction: number) }
            guard var pages = walk else { continue }
            for name in pages.broken.keys.sorted() { result.findings.note(.table(name), .damaged) }
            result.broken = Set(pages.broken.keys)
            guard result.broken.contains("") || result.broken.contains("log") else { return false }
            var reached: Set<UInt64> = []
            var findings = CheckFindings()
            try bridging(file) {
                for (name, prefix) in [("log", 0), ("", 1)] {
                    try pages.forEachRow(of: name) { key, value in
                        guard key.count == 8 + prefix, prefix == 0 || key[0] == 0 else { return }
                        let sequence: UInt64 = key.span.bigEndian(at: prefix)
                        guard sequence > 0, sequence <= head, reached.insert(sequence).inserted else { return }
                        switch LogSlot(value.span, at: sequence) {
                        case .event: break
                        case .hole: findings.note(sequence, .hole)
                        case .damaged, .missing: findings.note(sequence, .damaged)
                        }
                    }
                }
            }
            for sequence in stride(from: 1, through: head, by: 1) where !reached.contains(sequence) {
                findings.note(sequence, .missing)
            }
            result.findings.append(findings)
            result.events = head
            _ = consume reader
            return true
        }
        return nil
    }

    /// Checks a slice. Where a page of LMDB's is damaged, it goes on in ever smaller parts, down to the single events
    /// that cannot be reached.
    private func reach(
        _ range: ClosedRange<UInt64>, _ start: CheckStart, isDeep: Bool, _ report: () -> Void
    ) throws(EventStoreError) -> [LogCheck] {
        do throws(EventStoreError) {
            let reader = try beginRead()
            return [try LogCheck(range, start.devices, reader.view, isDeep ? [.place, .proof] : .place, report)]
        } catch .damaged {
            guard range.count > 1 else { return [LogCheck(unreachable: range.lowerBound, start.devices)] }
            let middle = range.lowerBound + (range.upperBound - range.lowerBound) / 2
            return try reach(range.lowerBound...middle, start, isDeep: isDeep, report)
                + reach(middle + 1...range.upperBound, start, isDeep: isDeep, report)
        } catch {
            throw error
        }
    }
}

/// What a check reads before it begins with the log.
private struct CheckStart: Sendable {
    let head: UInt64
    let flushed: UInt64
    let generation: UInt32
    let devices: DeviceTable
    /// Nil if it cannot be walked to its end.
    let keys: KeyTable?
    /// What the tables say that are read at once.
    let findings: CheckFindings

    init(_ store: Store, _ broken: Set<String>) throws(EventStoreError) {
        let reader = try store.beginRead()
        head = reader.view.log.head
        flushed = reader.view.log.meta.flushed
        generation = reader.view.log.meta.generation
        var found = CheckFindings()
        let isWalkable = { (table: String) in !broken.contains(table) }
        // A table that is missing is named with the others of the unnamed one.
        devices =
            (isWalkable(DeviceTable.name) ? try? DeviceTable(reader.view) : nil)
            ?? DeviceTable(unreadableIn: reader.view.log)
        keys = isWalkable(KeyTable.name) ? try? KeyTable(reader.view) : nil
        found.append(try reader.view.findingsOfUnnamedTable())
        if isWalkable(Tables.snapshots), let own = try? reader.view.findingsOfSnapshots() { found.append(own) }
        if isWalkable(Tables.drafts), let own = try? reader.view.findingsOfDrafts() { found.append(own) }
        found.append(devices.findings)
        if let keys { found.append(keys.malformed) }
        findings = found
    }

    /// Puts the parts together, in the order of the log, and checks what takes all of them.
    func joined(_ parts: [LogCheck], _ store: Store) throws(EventStoreError) -> StoreCheck {
        var result = StoreCheck()
        var keysOfLog = SetSum()
        var identifiers: [UInt64] = []
        var (lamport, isBinding) = (UInt64(0), false)
        let reader = try store.beginRead()
        var joint = ChainJoint()
        for part in parts {
            result.findings.append(part.findings)
            let between = try result.findings.attempt(.table(DeviceTable.name)) { try joint.join(part, reader.view) }
            if let between { result.findings.append(between) }
            result.events += part.events
            result.newer += part.newer
            result.bursts.append(part.bursts)
            keysOfLog.add(part.keys)
            identifiers += part.identifiers
            lamport = max(lamport, part.lamport)
            if part.holdsBindingEvents { isBinding = true }
        }
        result.bursts.extend(to: head)
        let repeated = try result.findings.attempt(.table("log")) {
            try reader.view.repeated(identifiers, through: head)
        }
        var wrongKeys: CheckFindings?
        if let keys, keysOfLog != keys.sum {
            wrongKeys = try result.findings.attempt(.table(KeyTable.name)) {
                try KeyTable.findings(reader.view)
            }
        }
        for part in [repeated, wrongKeys, findings].compactMap(\.self) { result.findings.append(part) }
        result.findings.append(
            reader.view.findingsOfRecord(
                lamport: lamport, holdsBindingEvents: isBinding, holdsFalls: ClockLeaps(result.bursts).count > 0))
        return result
    }
}

extension StoreView {
    /// The events whose ids others had before them, given the first eight bytes of each id.
    fileprivate func repeated(
        _ identifiers: [UInt64], through head: UInt64
    ) throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        let suspects = Self.repeated(in: identifiers)
        guard !suspects.isEmpty else { return findings }
        var known: Set<Digest> = []
        try forEachEvent(through: head) { frame, bytes in
            guard suspects.contains(bytes.littleEndian(at: FrameLayout.idOffset)) else { return }
            if !known.insert(frame.id).inserted { findings.note(frame.sequence, .sameID) }
        }
        return findings
    }

    /// The numbers that occur more than once; they are as good as random, so that they can be their own hashes.
    private static func repeated(in numbers: [UInt64]) -> Set<UInt64> {
        var suspects: Set<UInt64> = []
        var size = 16
        while size < numbers.count * 2 { size *= 2 }
        // Zero is an empty place.
        var table = [UInt64](repeating: 0, count: size)
        for number in numbers {
            let number = max(number, 1)
            var slot = Int(truncatingIfNeeded: number) & (size - 1)
            while table[slot] != 0, table[slot] != number { slot = (slot + 1) & (size - 1) }
            if table[slot] == number { suspects.insert(number) }
            table[slot] = number
        }
        return suspects
    }
}
