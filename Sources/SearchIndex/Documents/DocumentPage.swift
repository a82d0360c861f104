internal import DiarylogHost
internal import EventStore

/// The records of documents, 55 to a value of the table `searchdocuments`, so that four values fill a page.
///
///     key    page u32be
///     value  rows | checksum u32 over key and rows
///     row    date i40 | born u48 | layout u48 | flags u8: 1 there is a document, 2 changed, 4 deleted, 8 conflicted,
///            16 with a layout
struct DocumentPage {
    static let capacity: UInt32 = 55
    private static let row = 18

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
            let flags = DocumentFlags(rawValue: span[offset + 17])
            guard flags.contains(.exists) else { return nil }
            let date: UInt32 = span.littleEndian(at: offset)
            var record = DocumentRecord(
                date: Int64(Int8(bitPattern: span[offset + 4])) << 32 | Int64(date),
                born: Self.event(span, offset + 5), flags: flags.subtracting(.exists))
            record.layout = Self.event(span, offset + 11)
            return record
        }
        set {
            let offset = Int(document % Self.capacity) * Self.row
            while rows.count < offset + Self.row { rows.append(0) }
            guard let record = newValue else { return rows[offset + 17] = 0 }
            let date = Self.clamped(record.date)
            for index in 0..<5 { rows[offset + index] = UInt8(truncatingIfNeeded: date >> (8 * Int64(index))) }
            put(record.born, at: offset + 5)
            put(record.layout, at: offset + 11)
            rows[offset + 17] = record.flags.union(.exists).rawValue
        }
    }

    private static func event(_ bytes: Span<UInt8>, _ offset: Int) -> UInt64 {
        let low: UInt32 = bytes.littleEndian(at: offset)
        let high: UInt16 = bytes.littleEndian(at: offset + 4)
        return UInt64(low) | UInt64(high) << 32
    }

    private mutating func put(_ event: UInt64, at offset: Int) {
        for index in 0..<6 { rows[offset + index] = UInt8(truncatingIfNeeded: event >> (8 * UInt64(index))) }
    }

    /// Dates beyond about ±17,000 years are stored as those limits: a search cannot order them among each other.
    static func clamped(_ date: Int64) -> Int64 { min(max(date, -(1 << 39)), (1 << 39) - 1) }
}
