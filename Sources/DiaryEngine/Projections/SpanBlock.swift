internal import EventStore
internal import Host

/// Up to eighty spans in one value of the table `spans`, newest date first.
///
///     key    ~date u64be | ~ordinal u32be | born u64be     of its first span; the date's sign bit flipped
///     value  minBorn u64 | maxDied u64 | rows | crc32c u32 over key and all before
///     row    date i64 | ordinal u32 | born u48 | died u48  24 bytes
///
/// Eighty rows fill 1,940 bytes: the largest value of which two fit a page. A block all of whose spans began later
/// than N, or ended before, is passed over after sixteen bytes.
struct SpanBlock: Equatable {
    static let capacity = 80
    private static let header = 16
    private static let row = 24

    var spans: [EntrySpan]

    static func key(_ span: EntrySpan) -> [UInt8] {
        var writer = ByteWriter(capacity: 20)
        writer.bigEndian(~(UInt64(bitPattern: span.date) ^ (1 << 63)))
        writer.bigEndian(~span.ordinal)
        writer.bigEndian(span.born)
        return writer.bytes
    }

    var key: [UInt8] { spans.first.map(Self.key) ?? [] }

    var value: [UInt8] {
        var writer = ByteWriter(capacity: Self.header + spans.count * Self.row + 4)
        writer.littleEndian(spans.lazy.map(\.born).min() ?? 0)
        writer.littleEndian(spans.lazy.map(\.died).max() ?? 0)
        for span in spans {
            writer.littleEndian(span.date)
            writer.littleEndian(span.ordinal)
            writer.littleEndian(UInt32(truncatingIfNeeded: span.born))
            writer.littleEndian(UInt16(truncatingIfNeeded: span.born >> 32))
            writer.littleEndian(UInt32(truncatingIfNeeded: span.died))
            writer.littleEndian(UInt16(truncatingIfNeeded: span.died >> 32))
        }
        let sum = CRC32C.checksum(writer.bytes.span, continuing: CRC32C.checksum(key.span))
        writer.littleEndian(sum)
        return writer.bytes
    }

    init(spans: [EntrySpan]) { self.spans = spans }

    init(key: Span<UInt8>, value: Span<UInt8>) throws(FormatError) {
        guard value.count >= Self.header + Self.row + 4, (value.count - Self.header - 4) % Self.row == 0 else {
            throw .truncated
        }
        let end = value.count - 4
        let sum = CRC32C.checksum(value.extracting(0..<end), continuing: CRC32C.checksum(key))
        guard sum == value.littleEndian(at: end) else { throw .checksum }
        spans = []
        spans.reserveCapacity(Self.capacity)
        for offset in stride(from: Self.header, to: end, by: Self.row) { spans.append(Self.span(value, at: offset)) }
    }

    /// How many rows a value has room for, whatever they say.
    static func rows(in value: Span<UInt8>) -> Int { max(0, value.count - header - 4) / row }

    private static func span(_ value: Span<UInt8>, at offset: Int) -> EntrySpan {
        EntrySpan(
            date: value.littleEndian(at: offset), ordinal: value.littleEndian(at: offset + 8),
            born: number48(value, offset + 12), died: number48(value, offset + 18))
    }

    private static func number48(_ value: Span<UInt8>, _ offset: Int) -> UInt64 {
        let low: UInt32 = value.littleEndian(at: offset)
        let high: UInt16 = value.littleEndian(at: offset + 4)
        return UInt64(low) | UInt64(high) << 32
    }

    /// Whether a block may hold a span that is visible as of N, by its first sixteen bytes.
    static func mayHold(_ value: Span<UInt8>, visibleAsOf sequence: UInt64) -> Bool {
        guard value.count >= header else { return true }
        let minBorn: UInt64 = value.littleEndian(at: 0)
        let maxDied: UInt64 = value.littleEndian(at: 8)
        return minBorn <= sequence && sequence < maxDied
    }
}
