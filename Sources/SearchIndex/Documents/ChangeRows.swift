internal import DiarylogHost
internal import EventStore

/// The changes of a page, read in place; `ChangePage` says how they lie.
struct ChangeRows: ~Escapable {
    /// The event of the first change.
    let first: UInt64
    /// How many changes there are.
    let count: Int

    private let bytes: Span<UInt8>
    private let widths: (event: Int, document: Int, version: Int, layout: Int)
    private let masks: (event: UInt64, document: UInt64, version: UInt64, layout: UInt64)
    private let length: Int

    /// The bytes behind the columns: how many rows there are, and the widths of numbers.
    private static let tail = 5

    /// Nil if the bytes are not what was written.
    @_lifetime(copy value)
    init?(_ key: Span<UInt8>, _ value: Span<UInt8>) {
        guard key.count == 8, let bytes = SealedValue.open(value, under: key), bytes.count >= Self.tail else {
            return nil
        }
        let tail = bytes.count - Self.tail
        widths = (Int(bytes[tail + 1]), Int(bytes[tail + 2]), Int(bytes[tail + 3]), Int(bytes[tail + 4]))
        length = widths.event + widths.document + widths.version + 2
        count = Int(bytes[tail])
        let isSound =
            1...7 ~= widths.event && 1...4 ~= widths.document && 1...4 ~= widths.version && 1...7 ~= widths.layout
        guard isSound, count * length <= tail else { return nil }
        masks = (
            1 << UInt64(8 * widths.event) - 1, 1 << UInt64(8 * widths.document) - 1,
            1 << UInt64(8 * widths.version) - 1, 1 << UInt64(8 * widths.layout) - 1
        )
        first = key.bigEndian(at: 0)
        self.bytes = bytes
    }

    /// One change without what follows the rows.
    struct Row {
        var distance: UInt64
        var document: DocumentID
        var version: UInt32
        var length: UInt8
        /// Its flags, and what else there is of it.
        var bits: UInt8
    }

    /// The row at a position.
    @inline(__always)
    func row(_ position: Int) -> Row {
        // Behind each number lie eight bytes: its row's last two, and the page's last five.
        let start = position * length
        let distance: UInt64 = bytes.littleEndian(at: start)
        let document: UInt64 = bytes.littleEndian(at: start + widths.event)
        let version: UInt64 = bytes.littleEndian(at: start + widths.event + widths.document)
        let last: UInt16 = bytes.littleEndian(at: start + length - 2)
        return Row(
            distance: distance & masks.event, document: DocumentID(truncatingIfNeeded: document & masks.document),
            version: UInt32(truncatingIfNeeded: version & masks.version), length: UInt8(truncatingIfNeeded: last),
            bits: UInt8(last >> 8))
    }

    /// The position of the first change behind an event.
    func firstPosition(behind event: UInt64) -> Int {
        if first > event { return 0 }
        var last = first
        for position in 0..<count {
            last &+= row(position).distance
            if last > event { return position }
        }
        return count
    }

    /// Notes for each document, if nothing is noted yet, version × 2³² + length × 2⁸ + flags, `exists` among these.
    /// Tells whether dates changed.
    func note(from first: Int, in states: inout [UInt64]) -> Bool {
        var noted = states.mutableSpan
        var bits: UInt8 = 0
        for position in first..<count {
            let row = row(position)
            bits |= row.bits
            let index = Int(row.document)
            guard index < noted.count, noted[index] == 0 else { continue }
            noted[index] = UInt64(row.version) << 32 | UInt64(row.length) << 8 | UInt64(row.bits & 14) | 1
        }
        return bits & DocumentChange.hasDate != 0
    }

    /// The date at a position among the dates.
    func date(_ position: Int) -> Int64? {
        let start = count * length + position * 5
        guard start + 8 <= bytes.count else { return nil }
        let date: UInt64 = bytes.littleEndian(at: start)
        return Int64(bitPattern: date << 24) >> 24
    }

    /// Where the layouts before lie, behind the dates, and where the layouts after, behind those.
    func layoutsStart() -> (before: Int, after: Int) {
        var (dates, befores) = (0, 0)
        for position in 0..<count {
            let bits = row(position).bits
            if bits & DocumentChange.hasDate != 0 { dates += 1 }
            if bits & DocumentChange.hasLayoutBefore != 0 { befores += 1 }
        }
        let start = count * length + dates * 5
        return (start, start + befores * widths.layout)
    }

    /// The change that told the layout before the change of an event, at a position among those; 0 for the plain one.
    @inline(__always)
    func layoutBefore(_ event: UInt64, _ position: Int, from start: Int) -> UInt64? {
        let start = start + position * widths.layout
        guard start + widths.layout + Self.tail <= bytes.count else { return nil }
        var distance: UInt64 = 0
        if start + 8 <= bytes.count {
            distance = bytes.littleEndian(at: start) & masks.layout
        } else {
            for index in 0..<widths.layout { distance |= UInt64(bytes[start + index]) << UInt64(8 * index) }
        }
        return distance == 0 ? 0 : event &- distance
    }

    /// The layout that the change of an event left; nil if the page has none, or it is damaged or the plain one.
    func layout(of event: UInt64) -> TokenLayout? {
        var (last, position, before) = (first, 0, 0)
        while position < count {
            let row = row(position)
            last &+= row.distance
            if last >= event { break }
            if row.bits & DocumentChange.hasLayout != 0 { before += 1 }
            position += 1
        }
        guard position < count, last == event, row(position).bits & DocumentChange.hasLayout != 0 else { return nil }
        let start = layoutsStart().after
        guard start <= bytes.count - Self.tail else { return nil }
        var reader = ByteReader(bytes.extracting(0..<bytes.count - Self.tail), from: start)
        for _ in 0..<before {
            guard let count = try? reader.count(), (try? reader.skip(count)) != nil else { return nil }
        }
        return Self.layout(&reader)
    }

    /// Visits the changes until the visitor returns false; nil if the bytes are damaged, else whether all were visited.
    func forEach(_ visit: (DocumentChange) -> Bool) -> Bool? {
        var (event, dates, befores) = (first, 0, 0)
        let (start, layouts) = layoutsStart()
        guard layouts <= bytes.count - Self.tail else { return nil }
        var reader = ByteReader(bytes.extracting(0..<bytes.count - Self.tail), from: layouts)
        for position in 0..<count {
            let row = row(position)
            event &+= row.distance
            var change = DocumentChange(
                event: event, document: row.document, version: row.version, length: row.length,
                flags: DocumentFlags(rawValue: row.bits & 15))
            if row.bits & DocumentChange.hasDate != 0 {
                guard let date = date(dates) else { return nil }
                change.date = date
                dates += 1
            }
            if row.bits & DocumentChange.hasLayoutBefore != 0 {
                change.layoutBefore = layoutBefore(event, befores, from: start)
                befores += 1
            }
            if row.bits & DocumentChange.hasLayout != 0 {
                guard let layout = Self.layout(&reader) else { return nil }
                change.layout = layout
            }
            if !visit(change) { return false }
        }
        return reader.isAtEnd ? true : nil
    }

    private static func layout(_ reader: inout ByteReader) -> TokenLayout? {
        guard let count = try? reader.count(), let bytes = try? reader.array(count) else { return nil }
        return TokenLayout(bytes.span)
    }
}
