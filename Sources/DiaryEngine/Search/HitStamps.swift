internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// The stamps of creation, which order hits of one date in a log that several devices wrote.
///
/// In such a log, entries may have come in another order than they were created in.
struct HitStamps {
    private let sequence: UInt64
    private let tail: TailOverlay?

    init(asOf sequence: UInt64, in view: borrowing StoreView) throws(EventStoreError) {
        self.sequence = sequence
        tail = try view.hasSeveralDevices() ? view.tail(through: sequence) : nil
    }

    /// Whether stamps are needed: in a log of one device, entries came in the order of their creation.
    var isNeeded: Bool { tail != nil }

    /// A hit with the stamp of its entry's creation, if one is needed.
    mutating func stamped(_ hit: SearchHit, _ view: borrowing StoreView) throws(EventStoreError) -> SearchHit {
        guard isNeeded else { return hit }
        var hit = hit
        hit.stamp = try stamp(of: hit.ordinal, view)
        return hit
    }

    /// The stamp of an entry's creation; nil if none is needed. Costs a row and a frame.
    mutating func stamp(
        of ordinal: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> EventStamp? {
        guard let tail else { return nil }
        guard let row = try view.row(given: ordinal, over: tail) else { return nil }
        return try view.creationStamp(of: row, asOf: sequence)
    }
}

extension StoreView {
    /// Whether several devices wrote the flushed events. What this store writes after those has greater stamps.
    fileprivate func hasSeveralDevices() throws(EventStoreError) -> Bool {
        var cursor = try cursor(in: log.tables.devices)
        guard try cursor.first() else { return false }
        let first = [UInt8](copying: cursor.key.extracting(0..<min(16, cursor.key.count)))
        guard try cursor.last() else { return false }
        return !cursor.key.extracting(0..<min(16, cursor.key.count)).isEqual(to: first.span)
    }
}
