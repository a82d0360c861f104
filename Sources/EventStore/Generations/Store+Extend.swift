internal import DiarylogHost
internal import DiarylogLMDB

extension Store {
    /// Lets `body` append to a copy of the file, in as many transactions as it likes, before the copy takes the place
    /// of the file: what it appends is there at once, or not at all.
    ///
    /// `body` is handed the copy as a store by itself, which nobody else sees; see `StoreWriter.suspend` for an
    /// operation over several transactions. Others read meanwhile, and may write: then `body` has run in vain, and runs
    /// once more, on a new copy, while writers wait. Otherwise they wait as `compact` lets them, some milliseconds.
    ///
    /// Costs what `compact` costs, and needs room for a second file. Throws `damagedEvents` if an event cannot be read
    /// or proven, because the pages that are given up may be what is left of it; and `busy` while another process makes
    /// a change of generation.
    @available(*, noasync)
    package func extend<Result>(
        threads: Int = Threads.processors, after: @escaping (GenerationStep) throws -> Void = { _ in },
        _ body: (Store) throws -> Result
    ) throws(EventStoreError) -> Result {
        var isHolding = false
        while true {
            let result = try rebuildingIfDamaged { () throws(EventStoreError) in
                try changeGeneration(after: after) {
                    try extend(by: $0, threads: threads, isHolding: isHolding, body)
                }
            }
            if let result { return result }
            isHolding = true
        }
    }

    /// Nil if somebody else has written meanwhile.
    private func extend<Result>(
        by change: consuming GenerationChange, threads: Int, isHolding: Bool, _ body: (Store) throws -> Result
    ) throws -> Result? {
        let generation = try freshGeneration()
        let folder = try change.makeFolder()
        let file = StorePaths.generation(generation.number + 1, folder)
        let unfinished = InterruptedFiles(in: folder, file, file + "-lock", StorePaths.lockFile(folder))
        try copy(generation, to: file, in: folder)
        try change.after(.copied)
        var result: Result?
        var changes = Done()
        let writer = try extend(file, in: folder, of: generation.number, isHolding, threads: threads, change.after) {
            result = try body($0)
            // The copy's writers are another store's.
            changes = $0.changes
        }
        guard let writer else {
            _ = consume unfinished
            return nil
        }
        try change.after(.completed)
        _ = try change.commit(file, replacing: writer)
        _ = consume unfinished
        note(changes)
        return result
    }

    /// Extends a file that was just copied; returns the writer under whose lock it is the file in use and more. Nil if
    /// that has events which it has not. The copy is closed when this returns.
    private func extend(
        _ file: String, in folder: String, of number: UInt32, _ isHolding: Bool, threads: Int,
        _ after: (GenerationStep) throws -> Void, _ body: (Store) throws -> Void
    ) throws -> StoreWriter? {
        var copy = try GenerationCopy(opening: file, in: folder, for: self, number: number)
        var done = Compaction(before: 0, after: 0)
        try follow(&copy, &done)
        try after(.followed)
        let damaged = try copy.store.damagedEvents(threads: threads)
        if !damaged.isEmpty { throw EventStoreError.damagedEvents(damaged) }
        try after(.proven)
        var held: StoreWriter?
        if isHolding {
            let writer = try beginWrite()
            while try copy.takeOver(from: writer.view) > 0 {}
            held = consume writer
        } else {
            try follow(&copy, &done)
        }
        let head = try copy.store.beginRead().view.log.head
        try body(copy.store)
        // What takes long to sync is dealt with before writers are held up.
        try bridging(file) { try FileSystem.syncFile(file) }
        let writer = if let held { consume held } else { try beginWrite() }
        guard writer.log.head == head else { return nil }
        try copy.finish(as: writer.view, draftsToCarry(from: writer.view, forgetting: []), isExtended: true)
        return writer
    }
}
