internal import DiarylogHost
internal import EventStore
internal import Synchronization

extension Store {
    /// One result for each share of the streams, made side by side by as many threads.
    ///
    /// Each thread has a transaction of its own: events never change in a file, so all see the same log. Where another
    /// file took the place of that of `view`, and where a thread fails, the share is made in `view`.
    func shares<Share: Sendable>(
        _ threads: Int, of view: borrowing StoreView,
        _ make: @escaping @Sendable (StreamShare, borrowing StoreView) throws(EventStoreError) -> Share
    ) throws(EventStoreError) -> [Share] {
        let count = max(1, threads)
        let generation = view.log.meta.generation
        let made = Mutex([Share?](repeating: nil, count: count))
        if count > 1 {
            Threads.run(count) { number in
                do throws(EventStoreError) {
                    let reader = try self.beginRead()
                    guard reader.view.log.meta.generation == generation else { return }
                    let share = try make(StreamShare(number, of: count), reader.view)
                    made.withLock { $0[number] = share }
                } catch {
                    // What went wrong, `view` meets as well.
                }
            }
        }
        var all: [Share] = []
        for (number, share) in made.withLock({ $0 }).enumerated() {
            if let share { all.append(share) } else { all.append(try make(StreamShare(number, of: count), view)) }
        }
        return all
    }
}
