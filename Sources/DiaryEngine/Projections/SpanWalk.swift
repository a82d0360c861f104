internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

/// A walk over the spans visible as of an event, by date: the folded table and the tail, as one.
struct SpanWalk {
    let sequence: UInt64
    let isReversed: Bool
    private let tail: TailOverlay
    /// Spans that only the tail knows, in order.
    private var fresh: [(span: EntrySpan, row: StreamRow)] = []
    private var freshNext = 0
    /// Visible spans of the block in hand, in order.
    private var block: [EntrySpan] = []
    private var blockNext = 0
    /// The key of the block read last; nil before the first.
    private var blockKey: [UInt8]?
    /// The group looked at last.
    private var group: GroupRange?
    private var isAtEnd = false
    /// Only what follows this place is walked.
    private var start: EntrySpan?
    private let kind: SpanKind
    private let filter: EntryFilter
    private let bounds: ClosedRange<Int64>
    private(set) var visited = EntryPage.Visited()
    /// Rows of blocks that are damaged, as many as their bytes could hold.
    private(set) var damagedRows = 0
    /// The blocks and their groups; nil where they do not stand at the last folded event, and the log is folded.
    private let tables: (blocks: Database, groups: Database)?
    /// What was folded instead.
    private(set) var folded: FoldReport?

    init(
        asOf sequence: UInt64, _ kind: SpanKind = .living, reversed: Bool = false, after cursor: ListCursor? = nil,
        matching filter: EntryFilter = .everything, in reader: borrowing StoreReader
    ) throws(EventStoreError) {
        self.sequence = sequence
        isReversed = reversed
        self.kind = kind
        self.filter = filter
        bounds = filter.dateBounds
        tables = reader.log.tables(of: SpanProjection.name).map { ($0[kind.blocks], $0[kind.groups]) }
        tail = try reader.transaction.tail(reader.log, through: sequence)
        start = Self.start(bounds, cursor, reversed)
        for change in tail.changes {
            let row = try DiaryStreams.entry(change.after)
            let span = EntrySpan(of: row, ordinal: change.after.ordinal)
            if row.state.isDeleted == (kind == .deleted), isAhead(span) { fresh.append((span, change.after)) }
        }
        fresh.sort { [reversed] in Self.inOrder($0.span, $1.span, reversed) }
        if tables == nil { try foldList(reader) }
    }

    /// Takes the list from the log, or from a snapshot of it and the log since: all of it is one block.
    private mutating func foldList(_ reader: borrowing StoreReader) throws(EventStoreError) {
        let limit = min(sequence, reader.log.meta.folded)
        let (list, report) = try reader.transaction.fold(ListFold.self, to: limit, reader.log)
        block = try list.spans(of: kind, in: reader).filter { isAhead($0) }
        if isReversed { block.reverse() }
        isAtEnd = true
        folded = report
    }

    /// The next visible span and its entry's row, as of the newest event; the row is nil where it is damaged.
    mutating func next(_ reader: borrowing StoreReader) throws(EventStoreError) -> ListCandidate? {
        let folded = try nextFolded(reader)
        if freshNext < fresh.count {
            let candidate = fresh[freshNext]
            if folded.map({ Self.inOrder($0, candidate.span, isReversed) }) != true {
                freshNext += 1
                return Self.candidate(candidate.span, candidate.row)
            }
        }
        guard let folded else { return nil }
        blockNext += 1
        return Self.candidate(folded, try reader.readableRow(folded.ordinal))
    }

    /// Visits the dates of all that is ahead, those of the tail first, without reading an entry.
    mutating func forEachDate(_ reader: borrowing StoreReader, _ visit: (Int64) -> Void) throws(EventStoreError) {
        for item in fresh[freshNext...] { visit(item.span.date) }
        while let span = try nextFolded(reader) {
            visit(span.date)
            blockNext += 1
        }
    }

    private static func candidate(_ span: EntrySpan, _ row: StreamRow?) -> ListCandidate {
        ListCandidate(row: row, date: span.date, place: span.date, ordinal: span.ordinal)
    }

    private static func inOrder(_ left: EntrySpan, _ right: EntrySpan, _ reversed: Bool) -> Bool {
        reversed ? EntrySpan.precedes(right, left) : EntrySpan.precedes(left, right)
    }

    /// Where the walk begins: after the cursor's entry, or just before the first date within the bounds.
    private static func start(
        _ bounds: ClosedRange<Int64>, _ cursor: ListCursor?, _ reversed: Bool
    ) -> EntrySpan? {
        var start: EntrySpan?
        if reversed, bounds.lowerBound > .min {
            start = EntrySpan(date: bounds.lowerBound, ordinal: 0, born: .max)
        } else if !reversed, bounds.upperBound < .max {
            start = EntrySpan(date: bounds.upperBound, ordinal: .max, born: 0)
        }
        guard let cursor else { return start }
        let mark = EntrySpan(date: cursor.place, ordinal: cursor.ordinal, born: reversed ? 0 : .max)
        return start.map { inOrder($0, mark, reversed) } == false ? start : mark
    }

    /// Whether a span follows the start and lies within the bounds.
    private func isAhead(_ span: EntrySpan) -> Bool {
        bounds.contains(span.date) && (start.map { Self.inOrder($0, span, isReversed) } ?? true)
    }

    /// Whether a span lies beyond the bounds, and so does all that follows.
    private func isBeyond(_ span: EntrySpan) -> Bool {
        isReversed ? span.date > bounds.upperBound : span.date < bounds.lowerBound
    }

    /// The folded span next in order that the tail does not change; it stays next until it is taken.
    private mutating func nextFolded(_ reader: borrowing StoreReader) throws(EventStoreError) -> EntrySpan? {
        while true {
            while blockNext < block.count {
                let span = block[blockNext]
                if tail.change(ofOrdinal: span.ordinal) == nil, filter.judge(date: span.date) != .misses { return span }
                blockNext += 1
            }
            if isAtEnd { return nil }
            try readBlock(reader)
        }
    }

    /// Takes up the next block that may hold a visible span.
    private mutating func readBlock(_ reader: borrowing StoreReader) throws(EventStoreError) {
        guard let tables else { return }
        // What the tail ended or began is told by the overlay: the table is read as of its own last event.
        let folded = min(sequence, reader.log.meta.folded)
        block = []
        blockNext = 0
        do throws(LMDBError) {
            var cursor = try reader.transaction.cursor(in: tables.blocks)
            var groups = try reader.transaction.cursor(in: tables.groups)
            var isHere = try position(&cursor)
            while isHere {
                if try leaveGroup(&cursor, &groups, asOf: folded, &isHere) { continue }
                visited.blocks += 1
                if SpanBlock.mayHold(cursor.value, visibleAsOf: folded) {
                    blockKey = [UInt8](copying: cursor.key)
                    take(cursor.key, cursor.value, asOf: folded)
                    return
                }
                isHere = try isReversed ? cursor.previous() : cursor.next()
            }
            isAtEnd = true
        } catch {
            throw EventStoreError(error)
        }
    }

    /// Passes over the group the cursor has come into, if none of its blocks can hold a visible span.
    ///
    /// A group is looked at once; a damaged one is not believed, and its blocks are looked at instead.
    private mutating func leaveGroup(
        _ cursor: inout Cursor, _ groups: inout Cursor, asOf folded: UInt64, _ isHere: inout Bool
    ) throws(LMDBError) -> Bool {
        if let group, group.holds(cursor.key) { return false }
        guard try groups.seekAtOrBefore(cursor.key) else { return false }
        let first = [UInt8](copying: groups.key)
        let isEmpty = SpanGroup(key: groups.key, value: groups.value)?.mayHold(visibleAsOf: folded) == false
        let end = try groups.next() ? [UInt8](copying: groups.key) : nil
        group = GroupRange(first: first, end: end)
        visited.groups += 1
        guard isEmpty else { return false }
        if isReversed {
            isHere = try cursor.seek(first.span)
            if isHere { isHere = try cursor.previous() }
        } else if let end {
            isHere = try cursor.seek(end.span)
        } else {
            isHere = false
        }
        return true
    }

    /// Moves to the block after the last one read; at first, to the one in which the start lies.
    private func position(_ cursor: inout Cursor) throws(LMDBError) -> Bool {
        if let blockKey {
            guard try cursor.seek(blockKey.span) else { return false }
            return try isReversed ? cursor.previous() : cursor.next()
        }
        guard let start else { return try isReversed ? cursor.last() : cursor.first() }
        let key = SpanBlock.key(start)
        if try cursor.seekAtOrBefore(key.span) { return true }
        return try isReversed ? false : cursor.first()
    }

    private mutating func take(_ key: Span<UInt8>, _ value: Span<UInt8>, asOf folded: UInt64) {
        guard let spans = try? SpanBlock(key: key, value: value).spans else {
            damagedRows += max(1, SpanBlock.rows(in: value))
            return
        }
        visited.rows += spans.count
        if let first = isReversed ? spans.last : spans.first, isBeyond(first) { isAtEnd = true }
        block = spans.filter { isAhead($0) && $0.isVisible(asOf: folded) }
        if isReversed { block.reverse() }
    }
}

/// The keys of one group's blocks.
private struct GroupRange {
    var first: [UInt8]
    /// The first key of the next group; nil after the last.
    var end: [UInt8]?

    func holds(_ key: Span<UInt8>) -> Bool {
        let isAfter = !key.precedes(first.span)
        guard let end else { return isAfter }
        return isAfter && key.precedes(end.span)
    }
}
