internal import DiarylogHost
internal import EventStore

/// The newest date that any of 1,024 neighbouring documents ever had: it tells a search for the newest where to stop.
///
///     key    page u32be            480 stretches to a value of the table `searchdates`
///     value  dates i64 | checksum u32 over key and dates
struct DatePage {
    static let capacity: UInt32 = 480
    static let stretch: UInt32 = 1024

    private(set) var dates: [Int64]

    init() { dates = [] }

    init?(_ value: Span<UInt8>, key: [UInt8]) {
        guard let bytes = SealedValue.open(value, under: key.span), bytes.count % 8 == 0 else { return nil }
        dates = (0..<bytes.count / 8).map { bytes.littleEndian(at: $0 * 8) }
    }

    static func page(of document: DocumentID) -> UInt32 { document / stretch / capacity }

    /// Notes a date that a document has; false if the stretch already has one as late.
    mutating func note(_ date: Int64, of document: DocumentID) -> Bool {
        let index = Int(document / Self.stretch % Self.capacity)
        while dates.count <= index { dates.append(.min) }
        if dates[index] >= date { return false }
        dates[index] = date
        return true
    }

    func value(key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: dates.count * 8 + SealedValue.sealLength)
        for date in dates { writer.littleEndian(date) }
        writer.seal(under: key.span)
        return writer.bytes
    }
}
