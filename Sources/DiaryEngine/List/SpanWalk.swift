internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// A walk over the spans visible as of an event, by date: it merges the stored table and the tail.
///
/// Throws `damagedTable` where the table is not what was written.
struct SpanWalk {
    let sequence: UInt64
    let isReversed: Bool
    private let tail: TailOverlay
    /// Spans that only the tail knows, in order.
    private var fresh: [(span: EntrySpan, row: StreamRow)] = []
    private var freshNext = 0
    /// The visible spans of the current block, in order.
    private var block: [EntrySpan] = []
    private var blockNext = 0
    /// The way from block to block: the tail has what it ended or began, so they are read as of the last flushed event.
    private var walk: BlockWalk
    private var isAtEnd = false
    /// The day of the last span of the last block that was read.
    private var lastDay: Int?
    /// Only spans that follow this position are walked.
    private var start: EntrySpan?
    private let kind: SpanKind
    private let filter: EntryFilter
    private let bounds: ClosedRange<Int64>
    private var read = EntryPage.Visited()
    /// The blocks and their groups.
    private let tables: (blocks: Table, groups: Table)

    init(
        asOf sequence: UInt64, _ kind: SpanKind = .living, reversed: Bool = false, after cursor: ListCursor? = nil,
        matching filter: EntryFilter = .everything, in view: borrowing StoreView
    ) throws(EventStoreError) {
        self.sequence = sequence
        isReversed = reversed
        walk = BlockWalk(isReversed: reversed, asOf: min(sequence, view.log.meta.flushed))
        self.kind = kind
        self.filter = filter
        bounds = filter.dateBounds
        let known = try view.log.tables(of: SpanProjection.name)
        tables = (known[kind.blocks], known[kind.groups])
        tail = try view.tail(through: sequence)
        start = Self.start(bounds, reversed)
        if let cursor { try resume(cursor, view) }
        for stream in tail.rows {
            let row = try DiaryStreams.entry(stream)
            let span = EntrySpan(stream, row)
            if SpanKind(row.head) == kind, isAhead(span) { fresh.append((span, stream)) }
        }
        fresh.sort { [reversed] in Self.inOrder($0.span, $1.span, reversed) }
    }

    /// What was looked at so far.
    var visited: EntryPage.Visited {
        var visited = read
        visited.groups = walk.visited
        return visited
    }

    /// The next visible span and its entry's row as of the head.
    mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> ListCandidate? {
        let stored = try nextStored(view)
        if freshNext < fresh.count {
            let (span, row) = fresh[freshNext]
            if stored.map({ Self.inOrder($0, span, isReversed) }) != true {
                freshNext += 1
                return Self.candidate(span, row)
            }
        }
        guard let stored else { return nil }
        blockNext += 1
        let row = try view.storedRow(ordinal: stored.ordinal)
        guard row.object == stored.entry else { throw SpanTable.damage }
        return Self.candidate(stored, row)
    }

    /// Visits the spans ahead that dates do not exclude, those of the tail first, without reading an entry, until the
    /// visitor returns false.
    mutating func forEachSpan(
        _ view: borrowing StoreView, _ visit: (EntrySpan) -> Bool
    ) throws(EventStoreError) {
        for item in fresh[freshNext...] where filter.judge(date: item.span.date) != .misses {
            if !visit(item.span) { return }
        }
        while let span = try nextStored(view) {
            if !visit(span) { return }
            blockNext += 1
        }
    }

    /// The row of the entry that stands in a span.
    func row(of span: EntrySpan, _ view: borrowing StoreView) throws(EventStoreError) -> StreamRow {
        try view.row(span.ordinal, over: tail)
    }

    private static func candidate(_ span: EntrySpan, _ row: StreamRow) -> ListCandidate {
        ListCandidate(row: row, date: span.date, position: span.date, ordinal: span.ordinal)
    }

    private static func inOrder(_ left: EntrySpan, _ right: EntrySpan, _ reversed: Bool) -> Bool {
        reversed ? EntrySpan.precedes(right, left) : EntrySpan.precedes(left, right)
    }

    /// Where the walk begins: just before the first date within the bounds.
    private static func start(_ bounds: ClosedRange<Int64>, _ reversed: Bool) -> EntrySpan? {
        if reversed, bounds.lowerBound > .min { return edge(of: bounds.lowerBound, isBehind: true) }
        if !reversed, bounds.upperBound < .max { return edge(of: bounds.upperBound, isBehind: false) }
        return nil
    }

    /// The position just before all spans of a date, or just behind them.
    private static func edge(of date: Int64, isBehind: Bool) -> EntrySpan {
        EntrySpan(
            date: date, lamport: isBehind ? 0 : .max, entry: isBehind ? EntryID(high: .max, low: .max) : .zero,
            ordinal: 0, born: isBehind ? .max : 0)
    }

    /// Continues after a cursor's entry; if its row cannot tell where it stands, after all entries of its date.
    private mutating func resume(_ cursor: ListCursor, _ view: borrowing StoreView) throws(EventStoreError) {
        var mark = Self.edge(of: cursor.position, isBehind: !isReversed)
        if let row = try view.row(given: cursor.ordinal, over: tail),
            let place = try view.listPlace(of: row, asOf: sequence)
        {
            mark = EntrySpan(
                date: cursor.position, lamport: place.lamport, entry: place.entry, ordinal: cursor.ordinal,
                born: isReversed ? 0 : .max)
        }
        if start.map({ Self.inOrder($0, mark, isReversed) }) != false { start = mark }
    }

    /// Whether a span follows the start and lies within the bounds.
    private func isAhead(_ span: EntrySpan) -> Bool {
        bounds.contains(span.date) && (start.map { Self.inOrder($0, span, isReversed) } ?? true)
    }

    /// Whether a span, and with it all that follow, lies beyond the bounds.
    private func isBeyond(_ span: EntrySpan) -> Bool {
        isReversed ? span.date > bounds.upperBound : span.date < bounds.lowerBound
    }

    /// The next stored span whose entry the tail does not change; it stays next until it is taken.
    private mutating func nextStored(_ view: borrowing StoreView) throws(EventStoreError) -> EntrySpan? {
        while true {
            while blockNext < block.count {
                let span = block[blockNext]
                if !tail.touches(span.ordinal), filter.judge(date: span.date) != .misses { return span }
                blockNext += 1
            }
            if isAtEnd { return nil }
            try readBlock(view)
        }
    }

    /// Reads the next block that may hold a visible span.
    private mutating func readBlock(_ view: borrowing StoreView) throws(EventStoreError) {
        block = []
        blockNext = 0
        var cursor = try view.cursor(in: tables.blocks)
        var groups = try view.cursor(in: tables.groups)
        var isHere =
            try walk.resume(&cursor)
            ? advance(&cursor, &groups) : walk.begin(at: start.map(SpanBlock.key), &cursor, &groups)
        while isHere {
            read.blocks += 1
            if SpanBlock.mayHold(cursor.value, visibleAsOf: walk.sequence) {
                return try unpack(cursor.key, cursor.value)
            }
            // A block that is passed over is checked as well, since its bounds were believed.
            guard SpanBlock.isSound(cursor.key, cursor.value) else { throw SpanTable.damage }
            isHere = try walk.advance(&cursor, &groups)
        }
        isAtEnd = true
    }

    /// Goes on to the next block; if the filter wants none of the next days, to that of the first day that it may want.
    private mutating func advance(
        _ cursor: inout TableCursor, _ groups: inout TableCursor
    ) throws(EventStoreError) -> Bool {
        guard let lastDay else { return try walk.advance(&cursor, &groups) }
        // Where the calendar ends before another day comes, only a few blocks can be left.
        guard let day = filter.nextDay(from: lastDay, later: isReversed), day != lastDay else {
            return try walk.advance(&cursor, &groups)
        }
        let edge = CivilTime(day: day).seconds + (isReversed ? 0 : 86_399)
        let target = SpanBlock.key(Self.edge(of: edge, isBehind: isReversed))
        let block = [UInt8](copying: cursor.key)
        guard try walk.begin(at: target, &cursor, &groups) else { return false }
        // The day may begin in this block, or behind it.
        return try cursor.key.isEqual(to: block.span) ? walk.advance(&cursor, &groups) : true
    }

    private mutating func unpack(_ key: Span<UInt8>, _ value: Span<UInt8>) throws(EventStoreError) {
        guard let spans = try? SpanBlock(key: key, value: value).spans else { throw SpanTable.damage }
        read.rows += spans.count
        if let last = isReversed ? spans.first : spans.last {
            lastDay = CivilTime(seconds: last.date).dayNumber
            if isBeyond(last) { isAtEnd = true }
        }
        block = spans.filter { isAhead($0) && $0.isVisible(asOf: walk.sequence) }
        if isReversed { block.reverse() }
    }
}
