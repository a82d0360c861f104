package import EventStore

extension Diary {
    /// Brings the diary into another folder, which `prepare` gets while it is empty, and which then takes the place of
    /// its own: with its device, drafts, attached files and all else, byte for byte. See `Store.changeFolder`.
    ///
    /// The copy counts once its events give the same entries.
    @available(*, noasync)
    package func changeFolder(
        preparing prepare: (String) throws -> Void, after: (FolderStep) throws -> Void = { _ in }
    ) throws(EventStoreError) {
        try store.changeFolder(
            preparing: prepare,
            proving: { folder in
                let copy = try Diary(at: folder, allowingNetwork: true)
                let (own, other) = (try replay(), try copy.replay())
                guard own.stateHash == other.stateHash, own.events == other.events else {
                    throw EventStoreError.damaged("the copy's events give other entries")
                }
            }, after: after)
    }
}
