internal import DiaryModel
internal import EventStore

// Lists order an entry by its creation of least stamp among those that existed at the point.

extension StoreView {
    /// The lamport number of that creation; nil if neither the row nor the entry's events tell it.
    func creationLamport(
        of row: StreamRow, asOf sequence: UInt64
    ) throws(EventStoreError) -> UInt64? {
        guard let head = EntryRow.head(of: row.state) else { return nil }
        if head.createdBy <= sequence { return head.lamport }
        return try earlierCreation(of: row, asOf: sequence)?.lamport
    }

    /// The whole stamp of that creation, which orders two creations of one lamport number.
    ///
    /// Costs a frame; if the frame cannot be read, device and id count as zero.
    func creationStamp(
        of row: StreamRow, asOf sequence: UInt64
    ) throws(EventStoreError) -> EventStamp? {
        guard let head = EntryRow.head(of: row.state) else { return nil }
        if head.createdBy > sequence { return try earlierCreation(of: row, asOf: sequence) }
        guard let frame = try soundFrame(head.createdBy) else {
            return EventStamp(lamport: head.lamport, deviceHigh: 0, deviceLow: 0, id: EventID(.zero))
        }
        return try stamp(of: frame)
    }

    /// The least stamp of an entry's creations up to an event, for an entry whose least creation came after that event.
    private func earlierCreation(
        of row: StreamRow, asOf sequence: UInt64
    ) throws(EventStoreError) -> EventStamp? {
        var least: EventStamp?
        for event in try events(of: row) where event <= sequence {
            guard let frame = try soundFrame(event), frame.isCreation else { continue }
            let stamp = try stamp(of: frame)
            least = least.map { min($0, stamp) } ?? stamp
        }
        return least
    }

    private func stamp(
        of frame: Frame
    ) throws(EventStoreError) -> EventStamp {
        let device = frame.device
        return EventStamp(
            lamport: frame.lamport, deviceHigh: device.high, deviceLow: device.low, id: EventID(frame.id))
    }
}
