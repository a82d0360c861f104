public import DiaryModel
internal import DiarylogHost
public import DiarylogTextSearch
internal import EventStore

/// What a search asks for.
public struct SearchRequest: Sendable {
    /// The order of the hits.
    public enum Sort: UInt8, Sendable, CaseIterable {
        /// By the entry's own date, newest first, as in a list.
        case newest = 0
        /// The best matches first.
        case relevance = 1
    }

    /// The point the search is made as of.
    public var point = DiaryPoint.head
    /// Which entries may be found, in addition to what the query says.
    public var filter = EntryFilter.everything
    /// The order.
    public var sort = Sort.newest
    /// The most hits of a page; nil: all.
    public var limit: Int?
    /// Continues where an earlier page ended, as of that page's point. Only in the order of dates.
    public var after: SearchCursor?
    /// Searches all versions up to the point, of deleted entries too, instead of the one as of the point.
    public var allVersions = false
    /// The query is still being typed: its last word may go on. Cheap enough for every keystroke.
    public var isTyping = false

    /// What was typed, read; nil for every entry.
    package private(set) var query: SearchTree?
    /// Texts that must stand in an entry besides, exactly as they are.
    package private(set) var exact: [ExactText] = []

    /// Finds every entry; narrow it by `filter` or `narrow`.
    public init() {}

    /// Parses a query by the grammar of Docs/Search.md; `day` parses a day and returns its civil seconds, `place` the
    /// name of a place.
    ///
    /// Throws a `QueryProblem` with the position that cannot be parsed.
    public init(
        _ query: String, isTyping: Bool = false, day: (String) -> ClosedRange<Int64>? = { _ in nil },
        place: (String) -> Place? = { _ in nil }
    ) throws(QueryProblem) {
        self.query = try QueryParser.parse(query).replacing { (asked) throws(QueryProblem) in
            guard let filter = Self.filter(asked.field, asked.value, day, place) else {
                throw QueryProblem(.unreadableValue(asked.field.rawValue, asked.value), at: asked.range)
            }
            return .filter(filter)
        }
        self.isTyping = isTyping
    }

    /// Finds exactly these characters, anywhere in a text; nil if there are none.
    public init?(containing text: String) {
        self.init()
        guard narrow(toTextsContaining: text) else { return nil }
    }

    /// Asks for exactly these characters besides, anywhere in a text; false if there are none.
    ///
    /// With `foldingCase`, capitals and small letters are the same.
    public mutating func narrow(toTextsContaining text: String, foldingCase: Bool = false) -> Bool {
        guard let text = ExactText(text, foldingCase: foldingCase) else { return false }
        exact.append(text)
        return true
    }

    /// Whether a text has a capital letter: who types one mostly means it.
    public static func hasCapital(_ text: String) -> Bool { ExactText.hasCapital(text) }

    private static func filter(
        _ field: QueryField, _ value: String, _ day: (String) -> ClosedRange<Int64>?, _ place: (String) -> Place?
    ) -> EntryFilter? {
        switch field {
        case .tag: return Tag.typed(value).folded.allSatisfy(\.isWhitespace) ? nil : .tag(Tag.typed(value))
        case .star:
            switch value.lowercased() {
            case "yes", "true", "1", "예", "네": return .starred
            case "no", "false", "0", "아니오", "아니요": return .not(.starred)
            default: return nil
            }
        case .weather: return .weather(value)
        case .place: return place(value).map { .any([.place($0), .placeNamed(value)]) } ?? .placeNamed(value)
        case .measure: return MeasureFilter(value).map { .measure($0) }
        case .is:
            switch value.lowercased() {
            case "conflict", "충돌": return .conflict
            case "contested", "엇갈림": return .contested
            default: return nil
            }
        case .date: return day(value).map { .dates($0) }
        case .before: return day(value).map { .dates(Int64.min...($0.lowerBound - 1)) }
        case .after: return day(value).map { .dates(($0.upperBound + 1)...Int64.max) }
        }
    }
}

/// Where a page of a search ended.
public struct SearchCursor: Equatable, Sendable {
    /// The event number of the page's point.
    public var at: SequenceNumber
    /// Whether the page had come to the hits that match only loosely: see `SearchHit.isWide`.
    var isWide: Bool
    var date: Int64
    var ordinal: UInt32
    var born: UInt64

    init(at: UInt64, isWide: Bool, date: Int64, ordinal: UInt32, born: UInt64) {
        self.at = SequenceNumber(at)
        self.isWide = isWide
        self.date = date
        self.ordinal = ordinal
        self.born = born
    }

    /// Fifty-eight hexadecimal digits.
    public var text: String {
        var writer = ByteWriter(capacity: 29)
        writer.bigEndian(at.rawValue)
        writer.uint8(isWide ? 1 : 0)
        writer.bigEndian(date)
        writer.bigEndian(ordinal)
        writer.bigEndian(born)
        return Hexadecimal.text(writer.bytes)
    }

    /// Reads what `text` writes; nil for anything else, and for numbers that no search has.
    public init?(text: String) {
        guard let bytes = Hexadecimal.bytes(text), bytes.count == 29, bytes[8] <= 1 else { return nil }
        at = SequenceNumber(bytes.span.bigEndian(at: 0))
        isWide = bytes[8] == 1
        date = bytes.span.bigEndian(at: 9)
        ordinal = bytes.span.bigEndian(at: 17)
        born = bytes.span.bigEndian(at: 21)
        guard at.isPossible, ordinal > 0, ordinal < .max, SequenceNumber(born).isPossible else { return nil }
    }
}

/// An entry, or a version of one, that a search found.
public struct SearchHit: Equatable, Sendable {
    /// The entry's number, in the order in which entries came to this log.
    public var ordinal: UInt32
    /// Civil seconds of its date.
    public var date: Int64
    /// The event that created the entry; in a search of all versions, the one that made this version.
    public var born: SequenceNumber
    /// How well it matches; 0 in the order of dates.
    public var score = 0.0
    /// Whether it matches only once half-typed words of the query are completed, or Korean words have a space within.
    public var isWide = false
    /// The entry's place among those of its date, if hits of one date are ordered by it.
    var place: ListPlace?
}

/// A part of what a search found.
public struct SearchPage: Sendable {
    /// The event number of the point it shows.
    public var at: SequenceNumber
    /// The hits, in the order asked for.
    public var hits: [SearchHit] = []
    /// Where the next page begins; nil at the end.
    public var next: SearchCursor?
    /// Entries that had to be left out because their bytes are damaged.
    public var leftOut = 0
    /// What it cost.
    public var visited = Visited()

    /// What a search has looked at.
    public struct Visited: Sendable {
        /// Documents that the index offered.
        public var candidates = 0
        /// Texts that were read.
        public var texts = 0
    }
}

/// How many entries a search finds.
public struct SearchCount: Equatable, Sendable {
    /// The event number of the point it was counted as of.
    public var at: SequenceNumber
    /// The count, or an estimate of it.
    public var count: Int
    /// Whether all of them were counted.
    public var isExact: Bool

    /// A count as of an event.
    public init(at: SequenceNumber, count: Int, isExact: Bool) {
        self.at = at
        self.count = count
        self.isExact = isExact
    }
}
