internal import DiarylogLMDB

/// A process that reads on an old state of the store, and what that costs.
public struct SlowReader: Equatable, Sendable {
    /// Its number; stopped, or very slow.
    public var process: Int32
    /// How many bytes of pages have been freed since; they cannot be used again before the process ends its reading.
    public var bytes: Int
}

extension Store {
    /// The process whose read transaction is the oldest, if it keeps more than so many bytes of free pages from being
    /// used again; the file grows instead. This process is not looked at.
    ///
    /// Costs a look at LMDB's table of readers, some µs; where one is behind, a walk over the list of free pages.
    package func slowReader(over limit: Int) throws(EventStoreError) -> SlowReader? {
        let environment = try freshGeneration().environment
        let newest = environment.information.lastTransaction
        let readers = try bridging { try environment.readers() }
        let others = readers.filter { !$0.isOwn && $0.transaction ?? newest < newest }
        guard let oldest = others.min(by: { $0.transaction ?? newest < $1.transaction ?? newest }),
            let seen = oldest.transaction
        else { return nil }
        _ = try bridging { try environment.checkReaders() }
        return try bridging {
            let transaction = try environment.beginRead()
            let bytes =
                try transaction.pagesFreed(after: seen)
                * transaction.statistics(of: .main).pageSize
            guard bytes > limit, try environment.readers().contains(oldest) else { return nil }
            return SlowReader(process: oldest.process, bytes: bytes)
        }
    }
}
