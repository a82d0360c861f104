internal import DiaryModel
internal import EventStore

/// A period in which an entry stood under one date, alive or deleted: visible as of N if born ≤ N < died.
package struct EntrySpan: Equatable, Sendable {
    /// Civil seconds of the entry's date.
    package var date: Int64
    /// The lamport number of the entry's creation of least stamp.
    package var lamport: UInt64
    package var entry: EntryID
    package var ordinal: UInt32
    package var born: UInt64
    package var died: UInt64

    /// `died` of a span that has not ended.
    package static let living: UInt64 = (1 << 48) - 1

    /// The greatest lamport number that a table can store; a log has none beyond 2^53.
    package static let lastLamport: UInt64 = (1 << 56) - 1

    /// Dates beyond the years ±17,000 are clamped to those years, greater lamport numbers to `lastLamport`.
    package init(
        date: Int64, lamport: UInt64, entry: EntryID, ordinal: UInt32, born: UInt64, died: UInt64 = living
    ) {
        self.date = min(max(date, -(1 << 39)), (1 << 39) - 1)
        self.lamport = min(lamport, Self.lastLamport)
        (self.entry, self.ordinal) = (entry, ordinal)
        self.born = born
        self.died = died
    }

    /// The span in which an entry stands whose row has this head.
    init(_ head: RowHead, date: Int64, of entry: EntryID, ordinal: UInt32) {
        self.init(date: date, lamport: head.lamport, entry: entry, ordinal: ordinal, born: head.born)
    }

    /// The span in which an entry stands that its row describes.
    init(_ row: StreamRow, _ entry: EntryRow) {
        self.init(entry.head, date: entry.state.content.date.seconds, of: row.object, ordinal: row.ordinal)
    }

    package func isVisible(asOf sequence: UInt64) -> Bool { born <= sequence && sequence < died }

    /// Newest date first, then the entry created last, then the lesser identifier: on every device alike.
    package static func precedes(_ left: EntrySpan, _ right: EntrySpan) -> Bool {
        if left.date != right.date { return left.date > right.date }
        if left.lamport != right.lamport { return left.lamport > right.lamport }
        if left.entry != right.entry { return left.entry < right.entry }
        return left.born < right.born
    }
}
