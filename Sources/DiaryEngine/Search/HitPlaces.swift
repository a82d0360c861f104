internal import DiarylogHost
internal import EventStore

/// The places of entries among those of their date, which order hits in a log that several devices wrote.
///
/// In such a log, entries may have come in another order than they were created in.
struct HitPlaces {
    private let sequence: UInt64
    private let tail: TailOverlay?

    init(asOf sequence: UInt64, in view: borrowing StoreView) throws(EventStoreError) {
        self.sequence = sequence
        tail = try view.hasSeveralDevices() ? view.tail(through: sequence) : nil
    }

    /// Whether places are needed: in a log of one device, entries came in the order of their creation.
    var isNeeded: Bool { tail != nil }

    /// A hit with its entry's place, if one is needed. Costs a row.
    func placed(_ hit: SearchHit, _ view: borrowing StoreView) throws(EventStoreError) -> SearchHit {
        var hit = hit
        hit.place = try place(of: hit.ordinal, view)
        return hit
    }

    /// The place of an entry; nil if none is needed. Costs a row.
    func place(of ordinal: UInt32, _ view: borrowing StoreView) throws(EventStoreError) -> ListPlace? {
        guard let tail, let row = try view.row(given: ordinal, over: tail) else { return nil }
        return try view.listPlace(of: row, asOf: sequence)
    }
}

extension StoreView {
    /// Whether several devices wrote the flushed events. What this store writes after those has greater lamport
    /// numbers.
    fileprivate func hasSeveralDevices() throws(EventStoreError) -> Bool {
        var cursor = try cursor(in: log.tables.devices)
        guard try cursor.first() else { return false }
        let first = [UInt8](copying: cursor.key.extracting(0..<min(16, cursor.key.count)))
        guard try cursor.last() else { return false }
        return !cursor.key.extracting(0..<min(16, cursor.key.count)).isEqual(to: first.span)
    }
}
