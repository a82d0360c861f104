internal import DiaryModel
internal import EventStore
internal import Host
internal import LMDB

/// A walk over the spans visible as of an event, in the order of the list: the folded table and the tail, as one.
struct SpanWalk {
    let sequence: UInt64
    private let tail: TailOverlay
    /// Spans that only the tail knows, in order.
    private var fresh: [(span: EntrySpan, row: StreamRow)] = []
    private var freshNext = 0
    /// Visible spans of the block in hand, in order.
    private var block: [EntrySpan] = []
    private var blockNext = 0
    /// The key after which the next block begins; nil before the first.
    private var blockKey: [UInt8]?
    private var isAtEnd = false
    private let after: EntrySpan?
    private(set) var visited = EntryPage.Visited()
    /// Rows of blocks that are damaged, as many as their bytes could hold.
    private(set) var damagedRows = 0

    init(asOf sequence: UInt64, after cursor: ListCursor?, in reader: borrowing StoreReader) throws(EventStoreError) {
        self.sequence = sequence
        tail = try reader.transaction.tail(reader.log, through: sequence)
        after = cursor.map { EntrySpan(date: $0.date, ordinal: $0.ordinal, born: .max) }
        for change in tail.changes {
            let row = try DiaryStreams.entry(change.after)
            guard !row.state.isDeleted else { continue }
            let span = EntrySpan(of: row, ordinal: change.after.ordinal)
            if let after, !EntrySpan.precedes(after, span) { continue }
            fresh.append((span, change.after))
        }
        fresh.sort { EntrySpan.precedes($0.span, $1.span) }
    }

    /// The next visible span and its entry's row, as of the newest event; the row is nil where it is damaged.
    mutating func next(_ reader: borrowing StoreReader) throws(EventStoreError) -> (EntrySpan, StreamRow?)? {
        let folded = try nextFolded(reader)
        if freshNext < fresh.count {
            let candidate = fresh[freshNext]
            if let folded, EntrySpan.precedes(folded, candidate.span) {
                blockNext += 1
                return (folded, try row(of: folded, reader))
            }
            freshNext += 1
            return (candidate.span, candidate.row)
        }
        guard let folded else { return nil }
        blockNext += 1
        return (folded, try row(of: folded, reader))
    }

    private func row(of span: EntrySpan, _ reader: borrowing StoreReader) throws(EventStoreError) -> StreamRow? {
        do throws(EventStoreError) {
            return try reader.transaction.foldedRow(ordinal: span.ordinal, reader.log)
        } catch .damaged {
            return nil
        } catch {
            throw error
        }
    }

    /// The folded span next in order that the tail does not change; it stays next until it is taken.
    private mutating func nextFolded(_ reader: borrowing StoreReader) throws(EventStoreError) -> EntrySpan? {
        while true {
            while blockNext < block.count {
                let span = block[blockNext]
                if tail.change(ofOrdinal: span.ordinal) == nil { return span }
                blockNext += 1
            }
            if isAtEnd { return nil }
            try readBlock(reader)
        }
    }

    /// Takes up the next block that may hold a visible span.
    private mutating func readBlock(_ reader: borrowing StoreReader) throws(EventStoreError) {
        // What the tail ended or began is told by the overlay: the table is read as of its own last event.
        let folded = min(sequence, reader.log.meta.folded)
        block = []
        blockNext = 0
        do throws(LMDBError) {
            var cursor = try reader.transaction.cursor(in: reader.log.tables.projections[0])
            var isHere = try position(&cursor)
            while isHere {
                visited.blocks += 1
                if SpanBlock.mayHold(cursor.value, visibleAsOf: folded) {
                    blockKey = [UInt8](copying: cursor.key)
                    try? take(cursor.key, cursor.value, asOf: folded)
                    return
                }
                isHere = try cursor.next()
            }
            isAtEnd = true
        } catch {
            throw EventStoreError(error)
        }
    }

    /// Moves to the block after the last one read; at first, to the one in which the cursor's place lies.
    private func position(_ cursor: inout Cursor) throws(LMDBError) -> Bool {
        if let blockKey {
            guard try cursor.seek(blockKey.span) else { return false }
            return try cursor.next()
        }
        guard let after else { return try cursor.first() }
        let key = SpanBlock.key(after)
        if try cursor.seekAtOrBefore(key.span) { return true }
        return try cursor.first()
    }

    private mutating func take(_ key: Span<UInt8>, _ value: Span<UInt8>, asOf folded: UInt64) throws(FormatError) {
        let spans: [EntrySpan]
        do { spans = try SpanBlock(key: key, value: value).spans } catch {
            damagedRows += max(1, SpanBlock.rows(in: value))
            throw error
        }
        visited.rows += spans.count
        block = spans.filter { span in
            if let after, !EntrySpan.precedes(after, span) { return false }
            return span.isVisible(asOf: folded)
        }
    }
}
