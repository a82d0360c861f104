extension EventStore {
    /// Runs a change that may keep drafts; makes their table where a store made before has none.
    @available(*, noasync)
    package func writeDrafts<Result>(
        _ body: (inout StoreWriter) throws -> Result
    ) throws(EventStoreError) -> Result {
        while true {
            let result = try write { writer -> Result? in
                guard writer.log.tables.drafts != nil else { return nil }
                return try body(&writer)
            }
            if let result { return result }
            try makeTables([Tables.drafts])
        }
    }

    /// The same from a task, in one transaction with what other tasks write meanwhile.
    package func writeDrafts<Result: Sendable>(
        _ body: @escaping @Sendable (inout StoreWriter) throws -> Result
    ) async throws(EventStoreError) -> Result {
        while true {
            let result = try await queue.write(in: self) { writer -> Result? in
                guard writer.log.tables.drafts != nil else { return nil }
                return try body(&writer)
            }
            if let result { return result }
            try makeDraftTable()
        }
    }

    private func makeDraftTable() throws(EventStoreError) { try makeTables([Tables.drafts]) }

    /// Begins to read, with the table of drafts in sight if there is one by now. Writes nothing.
    @available(*, noasync)
    package func beginReadOfDrafts() throws(EventStoreError) -> StoreReader {
        let reader = try beginRead()
        if reader.view.log.tables.drafts != nil { return reader }
        _ = consume reader
        try current().lookAgain()
        return try beginRead()
    }
}
