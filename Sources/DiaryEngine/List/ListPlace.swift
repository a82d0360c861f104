internal import EventStore

/// Where an entry stands among those of its date: by the lamport number of its creation of least stamp, greatest first,
/// and then by its identifier, least first. All copies of a log agree on it. What is less stands behind.
struct ListPlace: Comparable {
    var lamport: UInt64
    var entry: EntryID

    static func < (left: ListPlace, right: ListPlace) -> Bool {
        left.lamport != right.lamport ? left.lamport < right.lamport : left.entry > right.entry
    }
}

extension StoreView {
    /// The place of an entry as of an event, by the creations up to then; nil if neither its row nor its events tell
    /// it.
    func listPlace(of row: StreamRow, asOf sequence: UInt64) throws(EventStoreError) -> ListPlace? {
        guard let head = EntryRow.head(of: row.state) else { return nil }
        if head.createdBy <= sequence { return ListPlace(lamport: head.lamport, entry: row.object) }
        var least: UInt64?
        for event in try events(of: row) where event <= sequence {
            guard let frame = try soundFrame(event), frame.isCreation else { continue }
            least = min(least ?? .max, frame.lamport)
        }
        return least.map { ListPlace(lamport: $0, entry: row.object) }
    }
}
