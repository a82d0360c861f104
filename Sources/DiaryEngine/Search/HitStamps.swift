internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

/// By which creations hits of one date are put in order, where the order in which entries came to this log may be
/// another: in a log that several devices wrote.
struct HitStamps {
    private let sequence: UInt64
    private let tail: TailOverlay?
    private var origins = Origins()

    init(asOf sequence: UInt64, in reader: borrowing StoreReader) throws(EventStoreError) {
        self.sequence = sequence
        tail = try reader.hasSeveralDevices() ? reader.transaction.tail(reader.log, through: sequence) : nil
    }

    /// Whether stamps are needed: in a log of one device entries came as they were made.
    var isNeeded: Bool { tail != nil }

    /// The stamp of an entry's creation; nil where none is needed, or its row cannot be read. Costs a row and a frame.
    mutating func stamp(
        of ordinal: UInt32, _ reader: borrowing StoreReader
    ) throws(EventStoreError) -> EventStamp? {
        guard let tail else { return nil }
        guard let row = try reader.readableRow(ordinal, over: tail) else { return nil }
        return try reader.transaction.creationStamp(of: row, asOf: sequence, &origins, reader.log)
    }
}

extension StoreReader {
    /// Whether more than one device has written what is folded. What this place writes after that has greater stamps.
    fileprivate func hasSeveralDevices() throws(EventStoreError) -> Bool {
        try storing { () throws(LMDBError) in
            var cursor = try transaction.cursor(in: log.tables.devices)
            guard try cursor.first() else { return false }
            let first = [UInt8](copying: cursor.key.extracting(0..<min(16, cursor.key.count)))
            guard try cursor.last() else { return false }
            return !cursor.key.begins(with: first)
        }
    }
}
