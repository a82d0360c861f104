internal import DiarylogHost

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
        var (result, changes) = (Result?.none, Done())
        let new = NewFile(threads: threads, make: { try self.copy($0, to: $1, in: $2) }, isExtended: true)
        _ = try rebuildingIfDamaged { () throws(EventStoreError) in
            try replaceGeneration(new, after: after) { copy in
                result = try body(copy)
                // The copy's writers are another store's.
                changes = copy.changes
            }
        }
        guard let result else { preconditionFailure("a file that was extended was handed over") }
        note(changes)
        return result
    }
}
