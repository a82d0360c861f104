internal import DiarylogHost
package import EventStore
internal import Synchronization

/// Versions of entries that the kernel does not have in memory, read by several threads at once before one thread puts
/// them together: each page of them is waited for, and a disk answers eight questions nearly as fast as one.
///
/// What the threads read is let go. Where anything is damaged, whoever reads in earnest will say so.
package struct ColdVersions {
    private let store: Store
    private let sequence: UInt64
    private var waits = ProcessCounters.pageWaits()

    /// Fewer versions are not worth the threads.
    private static let fewest = 4
    private static let threads = 8
    /// Where so many pages were waited for, there will be more.
    private static let reporting = 3

    /// Begins to watch a search for entries as of an event.
    package init(of store: Store, asOf sequence: UInt64) { (self.store, self.sequence) = (store, sequence) }

    /// The search goes on.
    mutating func goOn() { waits = ProcessCounters.pageWaits() }

    /// Whether the search for so many entries has waited for a disk.
    func isCold(_ count: Int) -> Bool {
        count >= Self.fewest && ProcessCounters.pageWaits() - waits >= Self.reporting
    }

    /// Reads the versions of entries by their rows. A version that is the row itself is not read. Returns how many
    /// were.
    @discardableResult
    package func read(_ rows: [StreamRow], _ view: borrowing StoreView) -> Int {
        let (store, point) = (store, sequence)
        let older = rows.filter { $0.head > point }
        guard older.count >= Self.fewest else { return 0 }
        let next = Atomic(0)
        let read = Atomic(0)
        Threads.run(min(Self.threads, older.count)) { _ in
            guard let reader = try? store.beginRead() else { return }
            while true {
                let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard number < older.count else { return }
                if (try? reader.view.entry(older[number], asOf: point)) != nil {
                    read.add(1, ordering: .relaxed)
                }
            }
        }
        return read.load(ordering: .relaxed)
    }
}
