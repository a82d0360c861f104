internal import DiaryModel

/// An entry's time under one date, alive or deleted: visible as of N where born ≤ N < died.
package struct EntrySpan: Equatable, Sendable {
    /// Civil seconds of the entry's date.
    package var date: Int64
    /// That of the entry's creation of least stamp.
    package var lamport: UInt64
    package var ordinal: UInt32
    package var born: UInt64
    package var died: UInt64

    /// A span that has not ended.
    package static let living: UInt64 = (1 << 48) - 1

    /// The last lamport number that a table tells from others; a log has none beyond 2^53.
    package static let lastLamport: UInt64 = (1 << 56) - 1

    /// Dates beyond the years ±17,000 are listed as those years, greater lamport numbers as the last.
    package init(date: Int64, lamport: UInt64, ordinal: UInt32, born: UInt64, died: UInt64 = living) {
        self.date = min(max(date, -(1 << 39)), (1 << 39) - 1)
        self.lamport = min(lamport, Self.lastLamport)
        self.ordinal = ordinal
        self.born = born
        self.died = died
    }

    init(of row: EntryRow, ordinal: UInt32) {
        self.init(date: row.state.content.date.seconds, lamport: row.lamport, ordinal: ordinal, born: row.born)
    }

    package func isVisible(asOf sequence: UInt64) -> Bool { born <= sequence && sequence < died }

    /// Newest date first, then the entry created last.
    ///
    /// Of two that devices created under one number of one date the ordinals decide here: only for tables. A list goes
    /// by the rest of their stamps.
    package static func precedes(_ left: EntrySpan, _ right: EntrySpan) -> Bool {
        if left.date != right.date { return left.date > right.date }
        if left.lamport != right.lamport { return left.lamport > right.lamport }
        if left.ordinal != right.ordinal { return left.ordinal > right.ordinal }
        return left.born < right.born
    }

    /// Whether only the devices and ids of two creations can tell which is listed first.
    func ties(with other: EntrySpan) -> Bool {
        date == other.date && lamport == other.lamport && ordinal != other.ordinal
    }
}
