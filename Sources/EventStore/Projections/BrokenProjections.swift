internal import DiarylogHost

// Projections in whose tables a page is not what it must be: nobody walks such a tree, nor empties it page by page.

extension Store {
    /// Takes the sets of tables out of use in which a page is damaged, in a transaction of its own; returns whether
    /// there was one. What they answered is answered from the log until the projection has caught up.
    ///
    /// Reads each page of the file's trees once, some 1 µs a page. The pages of what is taken out of use are lost to
    /// the file until it is compacted.
    func abandonBrokenProjections() throws(EventStoreError) -> Bool {
        let current = try freshGeneration()
        let reader = try beginRead()
        let number = reader.view.identifier
        let pages = try bridging(current.file) {
            try PageCheck(current.file, transaction: number)
        }
        _ = consume reader
        guard let broken = pages?.broken, !broken.isEmpty else { return false }
        var writer = try beginWrite()
        guard try writer.abandonProjections(among: Set(broken.keys)) else { return false }
        try writer.commit()
        return true
    }
}

extension StoreWriter {
    /// Takes the sets of tables out of use of which one is among these; returns whether there was one.
    fileprivate mutating func abandonProjections(among broken: Set<String>) throws(EventStoreError) -> Bool {
        var isAny = false
        for projection in log.tables.projections {
            for slot in ProjectionSlot.allCases where projection[slot] != nil {
                let names = projection.projection.tableNames(slot)
                guard names.contains(where: { broken.contains($0) }) else { continue }
                for name in names { try view.abandon(name) }
                try forgetFailures(of: FailureOwner(projection, slot))
                log.meta.setCheckpoint(projection.checkpointName(slot), projection.version, to: nil)
                isAny = true
            }
        }
        return isAny
    }
}
