internal import EventStore

/// What documents were before they changed, in the order of the events that changed them: up to 255 to a value of the
/// table `searchchanges`. `ChangeRows` reads it.
///
///     key     first event u64be
///     value   rows ‖ dates before, i40 each ‖ layouts before, distances ‖ layouts after, counted
///             ‖ rows u8 ‖ widths u8 each, of distances of events, documents, versions, distances of layouts
///             ‖ checksum u32 over key and all before
///     row     event − the one before, or the first event ‖ document ‖ version ‖ length u8
///             ‖ flags u8: those of a record, and 16 date, 32 layout before, 64 layout after
///
/// Numbers have the bytes that the greatest of the page needs, so that a search of the past reads a row in some 2 ns.
struct ChangePage {
    /// A page ends with the change that takes it to about so many bytes: then four values fill a page of the file.
    private static let room = 960

    /// The event of its first change.
    let first: UInt64
    private var changes: [DocumentChange] = []
    private var weight = 0

    /// A page whose first change this event brings.
    init(first: UInt64) { self.first = first }

    /// Nil if the bytes are not what was written.
    init?(key: Span<UInt8>, _ value: Span<UInt8>) {
        guard let rows = ChangeRows(key, value) else { return nil }
        self.init(first: rows.first)
        let isSound = rows.forEach {
            append($0)
            return true
        }
        if isSound != true { return nil }
    }

    static func key(_ event: UInt64) -> [UInt8] {
        var writer = ByteWriter(capacity: 8)
        writer.bigEndian(event)
        return writer.bytes
    }

    var isFull: Bool { weight >= Self.room || changes.count == Int(UInt8.max) }

    /// Adds a change that comes behind all others.
    mutating func append(_ change: DocumentChange) {
        changes.append(change)
        weight += 7 + (change.date == nil ? 0 : 5) + (change.layoutBefore == nil ? 0 : 3)
        if let layout = change.layout { weight += layout.bytes.count + 1 }
    }

    /// The page as it is stored.
    var row: (key: [UInt8], value: [UInt8]) {
        let key = Self.key(first)
        var (rows, dates, before, after) = (Numbers(), Numbers(), Numbers(), ByteWriter())
        var last = first
        var widths = [0, 0, 0, 0]
        func note(_ number: UInt64, _ column: Int) {
            widths[column] = max(widths[column], (71 - max(1, number).leadingZeroBitCount) / 8)
        }
        for change in changes {
            note(change.event - last, 0)
            note(UInt64(change.document), 1)
            note(UInt64(change.version), 2)
            note(change.layoutDistance ?? 0, 3)
            last = change.event
        }
        last = first
        for change in changes {
            rows.append(change.event - last, widths[0])
            rows.append(UInt64(change.document), widths[1])
            rows.append(UInt64(change.version), widths[2])
            rows.append(UInt64(change.length), 1)
            rows.append(UInt64(change.bits), 1)
            last = change.event
            if let date = change.date {
                dates.append(UInt64(bitPattern: date), 5)
            }
            if let distance = change.layoutDistance { before.append(distance, widths[3]) }
            if let layout = change.layout { after.counted(layout.bytes) }
        }
        var writer = ByteWriter(capacity: weight + 32)
        for part in [rows.bytes, dates.bytes, before.bytes, after.bytes] { writer.append(part) }
        writer.uint8(UInt8(changes.count))
        for width in widths { writer.uint8(UInt8(max(1, width))) }
        writer.seal(under: key.span)
        return (key, writer.bytes)
    }

    /// Numbers of any width, least significant byte first.
    private struct Numbers {
        var bytes: [UInt8] = []

        mutating func append(_ number: UInt64, _ width: Int) {
            for index in 0..<max(1, width) { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt64(index)))) }
        }
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
    /// In `bits`: what follows the rows.
    static let (hasDate, hasLayoutBefore, hasLayout) = (UInt8(16), UInt8(32), UInt8(64))

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

    /// Its flags, and what else there is of it.
    fileprivate var bits: UInt8 {
        flags.rawValue | (date == nil ? 0 : Self.hasDate) | (layoutBefore == nil ? 0 : Self.hasLayoutBefore)
            | (layout == nil ? 0 : Self.hasLayout)
    }

    /// How many events ago its layout before was told; 0 for the plain one, nil if that did not change.
    fileprivate var layoutDistance: UInt64? { layoutBefore.map { $0 == 0 ? 0 : event - $0 } }
}
