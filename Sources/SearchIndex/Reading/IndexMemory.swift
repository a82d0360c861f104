internal import EventStore
internal import Synchronization

/// What was read of an index once, and is the same until the next commit.
final class IndexMemory: Sendable {
    private let briefs = Mutex<DocumentBriefs?>(nil)
    private let layouts = Mutex<[UInt64: TokenLayout]>([:])

    /// The briefs of all documents.
    func briefs(of index: IndexReader, _ view: borrowing StoreView) throws(EventStoreError) -> DocumentBriefs {
        if let known = briefs.withLock({ $0 }) { return known }
        let found = try DocumentBriefs(index, view)
        briefs.withLock { $0 = found }
        return found
    }

    /// The layout that a change left.
    func layout(
        of event: UInt64, _ index: IndexReader, _ view: borrowing StoreView
    ) throws(EventStoreError) -> TokenLayout {
        if event == 0 { return .plain }
        if let known = layouts.withLock({ $0[event] }) { return known }
        guard let found = try view.layout(of: event, in: index.tables) else {
            throw IndexTables.damage
        }
        layouts.withLock { $0[event] = found }
        return found
    }
}
