public import DiaryModel
internal import DiarylogHost
package import EventStore

/// What a list asks for.
public struct ListRequest: Sendable {
    /// The order of a list, newest first unless reversed.
    public enum Sort: UInt8, Sendable, CaseIterable {
        /// By the entry's own date; entries of one date by their creation, latest first by its lamport number, and
        /// then by their identifiers.
        case date = 0
        case created = 1
        /// By the entry's newest event.
        case modified = 2
    }

    /// The point the list is read as of.
    public var point = DiaryPoint.head
    /// Which entries belong to it.
    public var filter = EntryFilter.everything
    /// Its order.
    public var sort = Sort.date
    /// Oldest first.
    public var isReversed = false
    /// Deleted entries instead of living ones.
    public var deleted = false
    /// The most entries of a page; nil: all.
    public var limit: Int?
    /// Continues where an earlier page ended, as of that page's point and in its order.
    public var after: ListCursor?

    /// All living entries as of the head, by date, newest first.
    public init() {}

    /// Whether an entry as of the point belongs to it.
    func takes(_ entry: Entry) -> Bool {
        guard entry.isDeleted == deleted else { return false }
        func matches(_ text: [UInt8]?) -> Bool {
            filter.matches(entry.content, text: text, status: entry.status, isContested: entry.isContested)
        }
        // In a conflict, as if any of its texts were shown: so a search takes it.
        return matches(nil) || filter.asksForWords && entry.alternatives.contains { matches($0.text) }
    }
}

/// Where a page ended: the page's point and order, and its last entry's position in that order.
public struct ListCursor: Equatable, Sendable {
    /// The event number of the page's point.
    public var at: SequenceNumber
    /// The order of the list.
    public var sort: ListRequest.Sort
    /// Whether it goes oldest first.
    public var isReversed: Bool
    /// The last entry's position: civil seconds, an ordinal or an event number, depending on the sort.
    public var position: Int64
    /// The entry's ordinal.
    public var ordinal: UInt32

    /// A position in a list.
    public init(
        at: SequenceNumber, sort: ListRequest.Sort = .date, isReversed: Bool = false, position: Int64, ordinal: UInt32
    ) {
        self.at = at
        self.sort = sort
        self.isReversed = isReversed
        self.position = position
        self.ordinal = ordinal
    }

    /// Forty-two hexadecimal digits.
    public var text: String {
        var writer = ByteWriter(capacity: 21)
        writer.bigEndian(at.rawValue)
        writer.uint8(sort.rawValue << 1 | (isReversed ? 1 : 0))
        writer.bigEndian(position)
        writer.bigEndian(ordinal)
        return Hexadecimal.text(writer.bytes)
    }

    /// Reads what `text` writes; nil for anything else, and for numbers that no list has.
    public init?(text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 21,
            let sort = ListRequest.Sort(rawValue: bytes[8] >> 1)
        else { return nil }
        self.sort = sort
        isReversed = bytes[8] & 1 == 1
        at = SequenceNumber(bytes.span.bigEndian(at: 0))
        position = bytes.span.bigEndian(at: 9)
        ordinal = bytes.span.bigEndian(at: 17)
        guard at.isPossible, ordinal > 0, ordinal < .max else { return nil }
        switch sort {
        case .date: break
        case .created where position != Int64(ordinal): return nil
        case .modified where position < 1: return nil
        default: break
        }
    }
}

extension SequenceNumber {
    /// Whether a log can have an event of this number.
    var isPossible: Bool { rawValue > 0 && rawValue <= UInt64(Int64.max) }
}

/// A part of the list.
public struct EntryPage: Sendable {
    /// The event number of the point it shows.
    public var at: SequenceNumber
    /// The entries, in the order asked for.
    public var entries: [Entry] = []
    /// Where the next page begins; nil at the end.
    public var next: ListCursor?
    /// Entries that had to be left out because their bytes are damaged.
    public var leftOut = 0
    /// What it cost: groups, blocks and rows of the list looked at.
    public var visited = Visited()

    /// What a walk has looked at.
    public struct Visited: Sendable {
        /// Groups of blocks.
        public var groups = 0
        /// Blocks of spans.
        public var blocks = 0
        /// Rows of blocks.
        public var rows = 0
    }
}

/// An entry that a walk has come to, with its row as of the head.
struct ListCandidate {
    var row: StreamRow
    /// Its date at the point asked for, if the walk knows it.
    var date: Int64?
    var position: Int64
    var ordinal: UInt32
}
