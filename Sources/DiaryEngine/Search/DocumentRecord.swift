internal import EventStore
internal import Host

/// What the index knows of an entry besides its terms.
///
/// An entry that never changed is *unchanged*: its terms and this record decide every question about it, at any point.
/// For one that was edited, redated, retagged, deleted or restored, the terms only tell what it ever said; its text as
/// of the point decides.
struct DocumentRecord: Equatable {
    /// Civil seconds of the entry's date now.
    var date: Int64
    /// The event that made it.
    var born: UInt64
    /// How long its text is now, as `Relevance` codes it.
    var length: UInt8
    var isUnchanged: Bool
    /// Whether it is deleted now.
    var isDeleted: Bool
}

/// Documents by ordinal, 77 to a value of the table `searchdocuments`, so that four values fill a page.
///
///     key    page u32be
///     value  rows | checksum u32 over key and rows
///     row    date i40 | born u48 | length u8 | flags u8: 1 there is an entry, 2 steady, 4 deleted      13 bytes
struct DocumentPage {
    static let capacity: UInt32 = 77
    private static let row = 13

    private var rows: [UInt8]

    init() { rows = [] }

    /// Nil where the bytes are not what was written.
    init?(_ value: Span<UInt8>, key: [UInt8]) {
        guard let bytes = SearchTables.checked(value, key) else { return nil }
        rows = [UInt8](copying: bytes)
    }

    /// Takes up another page in the same memory; false where the bytes are not what was written.
    mutating func take(_ value: Span<UInt8>, key: [UInt8]) -> Bool {
        guard let bytes = SearchTables.checked(value, key) else { return false }
        rows.removeAll(keepingCapacity: true)
        rows.append(copying: bytes)
        return true
    }

    static func page(of ordinal: UInt32) -> UInt32 { ordinal / capacity }

    static func key(_ page: UInt32) -> [UInt8] {
        var writer = ByteWriter(capacity: 4)
        writer.bigEndian(page)
        return writer.bytes
    }

    func value(key: [UInt8]) -> [UInt8] { SearchTables.sealed(rows, key) }

    /// The document of an entry; nil where there is none.
    subscript(ordinal: UInt32) -> DocumentRecord? {
        get {
            let offset = Int(ordinal % Self.capacity) * Self.row
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
            let offset = Int(ordinal % Self.capacity) * Self.row
            while rows.count < offset + Self.row { rows.append(0) }
            guard let document = newValue else { return rows[offset + 12] = 0 }
            let date = Self.clamped(document.date)
            for index in 0..<5 { rows[offset + index] = UInt8(truncatingIfNeeded: date >> (8 * Int64(index))) }
            for index in 0..<6 {
                rows[offset + 5 + index] = UInt8(truncatingIfNeeded: document.born >> (8 * UInt64(index)))
            }
            rows[offset + 11] = document.length
            rows[offset + 12] = 1 | (document.isUnchanged ? 2 : 0) | (document.isDeleted ? 4 : 0)
        }
    }

    /// Dates beyond the years ±17,000 are kept as those years: their order among each other is lost to a search.
    static func clamped(_ date: Int64) -> Int64 { min(max(date, -(1 << 39)), (1 << 39) - 1) }
}

/// The newest date that any of 1,024 neighbouring entries ever had: where a search for the newest may stop.
///
///     key    page u32be            480 stretches to a value of the table `searchdates`
///     value  dates i64 | checksum u32 over key and dates
struct DatePage {
    static let capacity: UInt32 = 480
    static let stretch: UInt32 = 1024

    private(set) var dates: [Int64]

    init() { dates = [] }

    init?(_ value: Span<UInt8>, key: [UInt8]) {
        guard let bytes = SearchTables.checked(value, key), bytes.count % 8 == 0 else { return nil }
        dates = (0..<bytes.count / 8).map { bytes.littleEndian(at: $0 * 8) }
    }

    static func page(of ordinal: UInt32) -> UInt32 { ordinal / stretch / capacity }

    mutating func note(_ date: Int64, of ordinal: UInt32) -> Bool {
        let index = Int(ordinal / Self.stretch % Self.capacity)
        while dates.count <= index { dates.append(.min) }
        if dates[index] >= date { return false }
        dates[index] = date
        return true
    }

    func value(key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: dates.count * 8)
        for date in dates { writer.littleEndian(date) }
        return SearchTables.sealed(writer.bytes, key)
    }
}
