internal import EventStore
internal import Host
internal import LMDB

/// What a list asks for.
package struct ListRequest: Sendable {
    package var point = DiaryPoint.head
    /// At most this many entries; nil: all.
    package var limit: Int?
    /// Goes on where an earlier page ended, as of that page's moment; the point is then not looked at.
    package var after: ListCursor?

    package init() {}
}

/// Where a page ended: the moment it shows, and the last entry's place in the list.
package struct ListCursor: Equatable, Sendable {
    package var at: UInt64
    package var date: Int64
    package var ordinal: UInt32

    package init(at: UInt64, date: Int64, ordinal: UInt32) {
        self.at = at
        self.date = date
        self.ordinal = ordinal
    }

    /// Forty hexadecimal digits.
    package var text: String {
        var writer = ByteWriter(capacity: 20)
        writer.bigEndian(at)
        writer.bigEndian(date)
        writer.bigEndian(ordinal)
        return Hexadecimal.text(writer.bytes)
    }

    package init?(text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 20 else { return nil }
        at = bytes.span.bigEndian(at: 0)
        date = bytes.span.bigEndian(at: 8)
        ordinal = bytes.span.bigEndian(at: 16)
    }
}

/// A part of the list, newest date first.
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

extension Diary {
    /// A page of the living entries as of a moment, newest date first, then the entry made last.
    @available(*, noasync)
    package func list(_ request: ListRequest = ListRequest()) throws(DiaryError) -> EntryPage {
        let point = request.after.map { DiaryPoint.event($0.at) } ?? request.point
        return try read(point) { (reader, sequence) throws(EventStoreError) in
            var page = EntryPage(at: sequence)
            let limit = request.limit ?? .max
            var walk = try SpanWalk(asOf: sequence, after: request.after, in: reader)
            while page.entries.count < limit, let (span, row) = try walk.next(reader) {
                guard let row, let entry = try? reader.transaction.entry(row, asOf: sequence, reader.log) else {
                    page.leftOut += 1
                    continue
                }
                page.entries.append(entry)
                page.next = ListCursor(at: sequence, date: span.date, ordinal: span.ordinal)
            }
            let isWhole = page.entries.count < limit
            let follower = isWhole ? nil : try walk.next(reader)
            if follower == nil { page.next = nil }
            page.visited = walk.visited
            page.leftOut += walk.damagedRows
            return page
        }
    }
}
