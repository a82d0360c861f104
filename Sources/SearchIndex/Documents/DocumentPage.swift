internal import EventStore
internal import Host

/// The records of documents, 77 to a value of the table `searchdocuments`, so that four values fill a page.
///
///     key    page u32be
///     value  rows | checksum u32 over key and rows
///     row    date i40 | born u48 | length u8 | flags u8: 1 there is a document, 2 unchanged, 4 deleted      13 bytes
struct DocumentPage {
    static let capacity: UInt32 = 77
    private static let row = 13

    private var rows: [UInt8]

    init() { rows = [] }

    /// Nil if the bytes are not what was written.
    init?(_ value: Span<UInt8>, key: [UInt8]) {
        guard let bytes = SealedValue.open(value, under: key.span) else { return nil }
        rows = [UInt8](copying: bytes)
    }

    /// Reads another page into the same memory; false if the bytes are not what was written.
    mutating func take(_ value: Span<UInt8>, key: [UInt8]) -> Bool {
        guard let bytes = SealedValue.open(value, under: key.span) else { return false }
        rows.removeAll(keepingCapacity: true)
        rows.append(copying: bytes)
        return true
    }

    static func page(of document: DocumentID) -> UInt32 { document / capacity }

    /// The key of a page, here and in the table of dates.
    static func key(_ page: UInt32) -> [UInt8] {
        var writer = ByteWriter(capacity: 4)
        writer.bigEndian(page)
        return writer.bytes
    }

    func value(key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: rows.count + SealedValue.sealLength)
        writer.append(rows)
        writer.seal(under: key.span)
        return writer.bytes
    }

    /// The record of a document; nil if there is none.
    subscript(document: DocumentID) -> DocumentRecord? {
        get {
            let offset = Int(document % Self.capacity) * Self.row
            guard offset + Self.row <= rows.count else { return nil }
            let span = rows.span
            let flags = span[offset + 12]
            guard flags & 1 != 0 else { return nil }
            let date: UInt32 = span.littleEndian(at: offset)
            let low: UInt32 = span.littleEndian(at: offset + 5)
            let high: UInt16 = span.littleEndian(at: offset + 9)
            return DocumentRecord(
                date: Int64(Int8(bitPattern: span[offset + 4])) << 32 | Int64(date),
                born: UInt64(low) | UInt64(high) << 32, length: span[offset + 11], isUnchanged: flags & 2 != 0,
                isDeleted: flags & 4 != 0)
        }
        set {
            let offset = Int(document % Self.capacity) * Self.row
            while rows.count < offset + Self.row { rows.append(0) }
            guard let record = newValue else { return rows[offset + 12] = 0 }
            let date = Self.clamped(record.date)
            for index in 0..<5 { rows[offset + index] = UInt8(truncatingIfNeeded: date >> (8 * Int64(index))) }
            for index in 0..<6 {
                rows[offset + 5 + index] = UInt8(truncatingIfNeeded: record.born >> (8 * UInt64(index)))
            }
            rows[offset + 11] = record.length
            rows[offset + 12] = 1 | (record.isUnchanged ? 2 : 0) | (record.isDeleted ? 4 : 0)
        }
    }

    /// Dates beyond about ±17,000 years are stored as those limits: a search cannot order them among each other.
    static func clamped(_ date: Int64) -> Int64 { min(max(date, -(1 << 39)), (1 << 39) - 1) }
}
