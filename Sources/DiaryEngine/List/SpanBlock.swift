internal import DiarylogHost
internal import EventStore

/// Up to 44 spans in one value of the table `spans` or `deletedspans`, newest date first.
///
///     key    ~date u64be | ~lamport u64be | entry 16 | born u64be   of its first span; the date's sign bit flipped
///     value  minBorn u64 | maxDied u64 | link u32 | rows | crc32c u32 over key and all before
///     row    date i40 | lamport u56 | entry 16 | ordinal u32 | born u48 | died u48   44 bytes
///
/// 44 rows make a value of 1,960 bytes; two such values fill a page. Reading sixteen bytes is enough to skip a
/// block whose spans all began after N or ended by N. The rows are kept as bytes, so that a change moves only some of
/// them.
struct SpanBlock: Equatable {
    static let capacity = 44
    private static let header = 20
    private static let row = 44
    private static let key = 40

    private var rows: [UInt8]
    private var minBorn: UInt64
    private var maxDied: UInt64
    /// What it knows of the block that follows.
    var link: UInt32

    /// A block of one span.
    init(_ span: EntrySpan, link: UInt32) {
        self.link = link
        rows = Self.bytes(of: span)
        (minBorn, maxDied) = (span.born, span.died)
    }

    /// Reads a block; a damaged one throws `checksum`.
    init(key: Span<UInt8>, value: Span<UInt8>) throws(FormatError) {
        guard Self.isWhole(key, value) else { throw .truncated }
        guard let value = SealedValue.open(value, under: key) else { throw .checksum }
        minBorn = value.littleEndian(at: 0)
        maxDied = value.littleEndian(at: 8)
        link = value.littleEndian(at: 16)
        rows = [UInt8](copying: value.extracting(Self.header..<value.count))
    }

    private init(rows: ArraySlice<UInt8>, link: UInt32) {
        self.link = link
        self.rows = Array(rows)
        (minBorn, maxDied) = (.max, 0)
        for index in 0..<count {
            let span = self[index]
            minBorn = min(minBorn, span.born)
            maxDied = max(maxDied, span.died)
        }
    }

    var count: Int { rows.count / Self.row }

    var isFull: Bool { count >= Self.capacity }

    subscript(index: Int) -> EntrySpan { Self.span(rows.span, at: index * Self.row) }

    /// Whether the least birth and the last death are those of its rows.
    var hasTrueBounds: Bool { SpanBlock(rows: rows[...], link: link) == self }

    var spans: [EntrySpan] { (0..<count).map { self[$0] } }

    var key: [UInt8] { Self.key(self[0]) }

    var value: [UInt8] {
        var writer = ByteWriter(capacity: Self.header + rows.count + 4)
        writer.littleEndian(minBorn)
        writer.littleEndian(maxDied)
        writer.littleEndian(link)
        writer.append(rows)
        writer.seal(under: key.span)
        return writer.bytes
    }

    /// The index at which a span stands, or belongs.
    func index(of span: EntrySpan) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if EntrySpan.precedes(self[middle], span) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    mutating func insert(_ span: EntrySpan, at index: Int) {
        rows.insert(contentsOf: Self.bytes(of: span), at: index * Self.row)
        minBorn = min(minBorn, span.born)
        maxDied = max(maxDied, span.died)
    }

    /// Ends the span at an index; sequence numbers ascend, so no span of the block ended later.
    mutating func end(at index: Int, died: UInt64) {
        var span = self[index]
        span.died = died
        rows.replaceSubrange(index * Self.row..<(index + 1) * Self.row, with: Self.bytes(of: span))
        let isAlive = (0..<count).contains { self[$0].died == EntrySpan.living }
        maxDied = isAlive ? EntrySpan.living : died
    }

    /// The block as two halves, of which the first names the second.
    var halves: (SpanBlock, SpanBlock) {
        let middle = count / 2 * Self.row
        let second = SpanBlock(rows: rows[middle...], link: link)
        return (SpanBlock(rows: rows[..<middle], link: NextKeySum.to(second.key.span)), second)
    }
}

extension SpanBlock {
    static func key(_ span: EntrySpan) -> [UInt8] {
        var writer = ByteWriter(capacity: key)
        writer.bigEndian(~(UInt64(bitPattern: span.date) ^ (1 << 63)))
        writer.bigEndian(~span.lamport)
        writer.append(span.entry)
        writer.bigEndian(span.born)
        return writer.bytes
    }

    /// Whether key and value have the lengths of a block's.
    private static func isWhole(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
        key.count == Self.key && value.count >= header + row + 4 && (value.count - header - 4) % row == 0
    }

    /// Whether key and value belong together.
    static func isSound(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Bool {
        SealedValue.open(value, under: key) != nil
    }

    /// What a block knows of the one that follows, before its seal is checked.
    static func link(_ value: Span<UInt8>) -> UInt32 {
        value.count >= header ? value.littleEndian(at: 16) : NextKeySum.end
    }

    /// Whether a block may hold a span that is visible as of N, by its first sixteen bytes.
    static func mayHold(_ value: Span<UInt8>, visibleAsOf sequence: UInt64) -> Bool {
        guard value.count >= header else { return true }
        let minBorn: UInt64 = value.littleEndian(at: 0)
        let maxDied: UInt64 = value.littleEndian(at: 8)
        return minBorn <= sequence && sequence < maxDied
    }

    private static func bytes(of span: EntrySpan) -> [UInt8] {
        var writer = ByteWriter(capacity: row)
        writer.littleEndian(UInt32(truncatingIfNeeded: span.date))
        // The date's highest byte and the seven of the lamport number are one word.
        writer.littleEndian(UInt64(UInt8(truncatingIfNeeded: span.date >> 32)) | span.lamport << 8)
        writer.append(span.entry)
        writer.littleEndian(span.ordinal)
        writer.littleEndian(UInt32(truncatingIfNeeded: span.born))
        writer.littleEndian(UInt16(truncatingIfNeeded: span.born >> 32))
        writer.littleEndian(UInt32(truncatingIfNeeded: span.died))
        writer.littleEndian(UInt16(truncatingIfNeeded: span.died >> 32))
        return writer.bytes
    }

    private static func span(_ value: Span<UInt8>, at offset: Int) -> EntrySpan {
        let low: UInt32 = value.littleEndian(at: offset)
        let rest: UInt64 = value.littleEndian(at: offset + 4)
        return EntrySpan(
            date: Int64(Int8(truncatingIfNeeded: rest)) << 32 | Int64(low), lamport: rest >> 8,
            entry: EntryID(value, at: offset + 12), ordinal: value.littleEndian(at: offset + 28),
            born: number48(value, offset + 32), died: number48(value, offset + 38))
    }

    private static func number48(_ value: Span<UInt8>, _ offset: Int) -> UInt64 {
        let low: UInt32 = value.littleEndian(at: offset)
        let high: UInt16 = value.littleEndian(at: offset + 4)
        return UInt64(low) | UInt64(high) << 32
    }
}
