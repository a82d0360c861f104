internal import DiaryModel

/// An entry's time under one date, alive: visible as of N where born ≤ N < died.
package struct EntrySpan: Equatable, Sendable {
    /// Civil seconds of the entry's date.
    package var date: Int64
    package var ordinal: UInt32
    package var born: UInt64
    package var died: UInt64

    /// A span that has not ended.
    package static let living: UInt64 = (1 << 48) - 1

    package init(date: Int64, ordinal: UInt32, born: UInt64, died: UInt64 = living) {
        self.date = date
        self.ordinal = ordinal
        self.born = born
        self.died = died
    }

    init(of row: EntryRow, ordinal: UInt32) {
        self.init(date: row.state.content.date.seconds, ordinal: ordinal, born: row.born)
    }

    package func isVisible(asOf sequence: UInt64) -> Bool { born <= sequence && sequence < died }

    /// Newest date first, then the entry created last.
    package static func precedes(_ left: EntrySpan, _ right: EntrySpan) -> Bool {
        if left.date != right.date { return left.date > right.date }
        if left.ordinal != right.ordinal { return left.ordinal > right.ordinal }
        return left.born < right.born
    }
}
