extension Store {
    /// Makes the table of drafts where a store made before has none.
    @available(*, noasync)
    package func prepareDrafts() throws(EventStoreError) {
        if try beginReadOfDrafts().view.log.tables.drafts == nil { try makeTables([Tables.drafts]) }
    }

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
