package import DiaryModel
internal import EventStore
internal import Host

/// What a list asks for.
package struct ListRequest: Sendable {
    /// The order of a list, newest first unless reversed.
    package enum Sort: UInt8, Sendable, CaseIterable {
        /// The entry's own date, then the entry made last.
        case date = 0
        case created = 1
        /// The entry's newest event.
        case modified = 2
    }

    package var point = DiaryPoint.head
    package var filter = EntryFilter.everything
    package var sort = Sort.date
    package var isReversed = false
    /// Deleted entries instead of living ones.
    package var deleted = false
    /// At most this many entries; nil: all.
    package var limit: Int?
    /// Goes on where an earlier page ended, as of that page's moment and in its order.
    package var after: ListCursor?

    package init() {}
}

/// Where a page ended: the moment it shows, its order, and the last entry's place in it.
package struct ListCursor: Equatable, Sendable {
    package var at: UInt64
    package var sort: ListRequest.Sort
    package var isReversed: Bool
    /// Civil seconds, an ordinal or an event number, as the sort has it.
    package var place: Int64
    package var ordinal: UInt32

    package init(at: UInt64, sort: ListRequest.Sort = .date, isReversed: Bool = false, place: Int64, ordinal: UInt32) {
        self.at = at
        self.sort = sort
        self.isReversed = isReversed
        self.place = place
        self.ordinal = ordinal
    }

    /// Forty-two hexadecimal digits.
    package var text: String {
        var writer = ByteWriter(capacity: 21)
        writer.bigEndian(at)
        writer.uint8(sort.rawValue << 1 | (isReversed ? 1 : 0))
        writer.bigEndian(place)
        writer.bigEndian(ordinal)
        return Hexadecimal.text(writer.bytes)
    }

    /// Nil for anything that `text` does not write.
    package init?(text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 21,
            let sort = ListRequest.Sort(rawValue: bytes[8] >> 1)
        else { return nil }
        self.sort = sort
        isReversed = bytes[8] & 1 == 1
        at = bytes.span.bigEndian(at: 0)
        place = bytes.span.bigEndian(at: 9)
        ordinal = bytes.span.bigEndian(at: 17)
    }
}

/// A part of the list.
package struct EntryPage: Sendable {
    /// The moment it shows.
    package var at: UInt64
    package var entries: [Entry] = []
    /// Where the next page begins; nil at the end.
    package var next: ListCursor?
    /// Entries that had to be left out because their bytes are damaged.
    package var leftOut = 0
    /// What it cost: blocks and rows of the list looked at.
    package var visited = Visited()

    package struct Visited: Sendable {
        package var blocks = 0
        package var rows = 0
    }
}

/// An entry that a walk has come to: its row, as of the newest event, or nil where that is damaged.
struct ListCandidate {
    var row: StreamRow?
    /// Its date at the moment asked for, where the walk knows it.
    var date: Int64?
    var place: Int64
    var ordinal: UInt32
}
