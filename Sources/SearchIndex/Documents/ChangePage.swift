internal import EventStore
internal import Host
internal import TextSearch

/// What documents were before they changed, in the order of the events that changed them: some hundred to a value of
/// the table `searchchanges`. A search of the past reads those behind its point.
///
///     key     first event u64be
///     value   changes | checksum u32 over key and changes
///     change  varint (event − the one before, or the first event) | varint document | varint version | length u8
///             | flags u8: those of a record, and 16 date, 32 layout before, 64 layout after
///             | if 16: zigzag varint date | if 32: varint event | if 64: counted layout
struct ChangePage {
    /// A page ends once it takes so many bytes.
    private static let room = 1000
    private static let (hasDate, hasLayoutBefore, hasLayout) = (UInt8(16), UInt8(32), UInt8(64))

    /// The event of its first change.
    let first: UInt64
    private var last: UInt64
    private var changes: [UInt8]

    /// A page whose first change this event brings.
    init(first: UInt64) {
        self.first = first
        last = first
        changes = []
    }

    /// Nil if the bytes are not what was written.
    init?(key: Span<UInt8>, _ value: Span<UInt8>) {
        guard key.count == 8, let bytes = SealedValue.open(value, under: key) else { return nil }
        first = key.bigEndian(at: 0)
        last = first
        changes = [UInt8](copying: bytes)
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard let change = try? DocumentChange(&reader, after: last) else { return nil }
            last = change.event
        }
    }

    static func key(_ event: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.bigEndian(event)
        return writer.bytes
    }

    var isFull: Bool { changes.count >= Self.room }

    mutating func append(_ change: DocumentChange) {
        var writer = ByteWriter(capacity: 32)
        writer.varint(change.event - last)
        writer.varint(change.document)
        writer.varint(change.version)
        writer.uint8(change.length)
        writer.uint8(
            change.flags.rawValue | (change.date == nil ? 0 : Self.hasDate)
                | (change.layoutBefore == nil ? 0 : Self.hasLayoutBefore) | (change.layout == nil ? 0 : Self.hasLayout))
        if let date = change.date { writer.signedVarint(date) }
        if let event = change.layoutBefore { writer.varint(event) }
        if let layout = change.layout { writer.counted(layout.bytes) }
        changes += writer.bytes
        last = change.event
    }

    func value(key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: changes.count + SealedValue.sealLength)
        writer.append(changes)
        writer.seal(under: key.span)
        return writer.bytes
    }

    /// Visits the changes of a page until the visitor returns false; nil if the bytes are damaged, else whether all
    /// were visited.
    static func forEachChange(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ visit: (DocumentChange) -> Bool
    ) -> Bool? {
        guard key.count == 8, let bytes = SealedValue.open(value, under: key) else { return nil }
        var last: UInt64 = key.bigEndian(at: 0)
        var reader = ByteReader(bytes)
        while !reader.isAtEnd {
            guard let change = try? DocumentChange(&reader, after: last) else { return nil }
            last = change.event
            if !visit(change) { return false }
        }
        return true
    }
}

extension [ChangePage] {
    /// Puts a change into the last page, or into a new one if that is full.
    mutating func append(_ change: DocumentChange) {
        if last?.isFull ?? true { append(ChangePage(first: change.event)) }
        self[count - 1].append(change)
    }
}

/// What a document was before an event changed it.
struct DocumentChange: Equatable {
    var event: UInt64
    var document: DocumentID
    /// Its version before.
    var version: UInt32
    /// The length of its text before.
    var length: UInt8
    /// Its flags before.
    var flags: DocumentFlags
    /// Its date before; nil if the date did not change.
    var date: Int64?
    /// The change that told its layout before, 0 for the plain one; nil if that did not change.
    var layoutBefore: UInt64?
    /// Its layout after; nil for the plain one.
    var layout: TokenLayout?
}

extension DocumentChange {
    fileprivate init(_ reader: inout ByteReader, after last: UInt64) throws(FormatError) {
        event = last &+ (try reader.varint())
        document = UInt32(truncatingIfNeeded: try reader.varint())
        version = UInt32(truncatingIfNeeded: try reader.varint())
        length = try reader.uint8()
        let bits = try reader.uint8()
        flags = DocumentFlags(rawValue: bits & 15)
        if bits & 16 != 0 { date = try reader.signedVarint() }
        if bits & 32 != 0 { layoutBefore = try reader.varint() }
        if bits & 64 != 0 {
            let bytes = try reader.array(try reader.count())
            guard let layout = TokenLayout(bytes.span) else { throw .malformed("a layout") }
            self.layout = layout
        }
    }
}
