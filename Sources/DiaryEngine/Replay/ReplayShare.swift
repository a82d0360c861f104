package import EventStore
internal import Host
internal import Synchronization

/// Some of the entries, by the events that began them: what one of several threads folds.
struct ReplayShare {
    let number: Int
    let count: Int

    /// Whether an event is for this share. Each event is for one share, and so are all events of an entry.
    func takes(_ sequence: UInt64, _ bytes: Span<UInt8>?) -> Bool {
        let beginning = if let bytes { Frame.beginning(lyingIn: bytes, at: sequence) } else { 0 as UInt64 }
        // The multiplier spreads numbers that follow a pattern.
        let spread = (beginning &* 0x9E37_79B9_7F4A_7C15) >> 32
        return Int(spread % UInt64(count)) == number
    }
}

extension EventStore {
    /// Folds the log through an event on several threads, each with a share of the entries, which are independent of
    /// one another, and a transaction of its own.
    ///
    /// Every thread goes over all frames, and decodes those of its share. Nil where a share needs the whole, or the log
    /// was rewritten between the transactions: the caller then folds it in one piece.
    package func foldShares(
        through head: UInt64, threads: Int, _ report: @Sendable (UInt64) -> Void
    ) throws(EventStoreError) -> [ReplayFold]? {
        let results = Mutex<[Int: Result<(fold: ReplayFold, generation: UInt32), EventStoreError>]>([:])
        let isOver = Atomic(false)
        Threads.run(threads) { number in
            let result: Result<(fold: ReplayFold, generation: UInt32), EventStoreError>
            do throws(EventStoreError) {
                let reader = try beginRead()
                var fold = ReplayFold(ReplayShare(number: number, count: threads))
                // In steps, so that no thread goes on for long when another has given up.
                while fold.position < head, !fold.needsWhole, !isOver.load(ordering: .relaxed) {
                    try fold.advance(to: min(head, fold.position + 65_536), reader.view) { _ in
                        report(8192 / UInt64(threads))
                    }
                }
                if fold.needsWhole { isOver.store(true, ordering: .relaxed) }
                result = .success((fold, reader.view.log.meta.generation))
            } catch {
                isOver.store(true, ordering: .relaxed)
                result = .failure(error)
            }
            results.withLock { $0[number] = result }
        }
        var folds: [ReplayFold] = []
        var generation: UInt32?
        for number in 0..<threads {
            guard let result = try results.withLock({ $0[number] })?.get(), result.fold.position == head,
                !result.fold.needsWhole, generation ?? result.generation == result.generation
            else { return nil }
            generation = result.generation
            folds.append(result.fold)
        }
        return folds
    }
}
