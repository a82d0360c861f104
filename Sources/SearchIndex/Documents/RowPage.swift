internal import DiarylogHost
internal import EventStore

/// What a page says of one number: always as many bytes.
protocol PageRow: Equatable, Sendable {
    /// How many bytes it takes.
    static var width: Int { get }
    /// How many of them a page has.
    static var perPage: UInt32 { get }
    /// What is said of a number that nothing was put for.
    static var nothing: Self { get }

    /// Reads the row at an index.
    init(_ bytes: Span<UInt8>, at index: Int)

    /// Puts it in the place of the bytes from an index on.
    func put(into bytes: inout [UInt8], at index: Int)

    /// It and what another page says of the same number.
    func joined(with other: Self) -> Self
}

/// Rows of neighbouring numbers, as one value of a table.
///
///     key    page u32be
///     value  rows | checksum u32 over key and rows; those behind the last row that was put are left out
struct RowPage<Row: PageRow>: Sendable {
    private(set) var bytes: [UInt8] = []

    /// Nil if the bytes are not what was written.
    init?(_ value: Span<UInt8>, key: [UInt8]) {
        if !take(value, key: key) { return nil }
    }

    init() {}

    /// Reads another page into the same memory; false if the bytes are not what was written.
    mutating func take(_ value: Span<UInt8>, key: [UInt8]) -> Bool {
        guard let rows = SealedValue.open(value, under: key.span), rows.count % Row.width == 0 else { return false }
        bytes.removeAll(keepingCapacity: true)
        bytes.append(copying: rows)
        return true
    }

    /// The page of a number.
    static func page(of number: UInt32) -> UInt32 { number / Row.perPage }

    /// The key of a page.
    static func key(_ page: UInt32) -> [UInt8] {
        var key: [UInt8] = []
        key.append(bigEndian: page)
        return key
    }

    /// The page as it is stored.
    func value(key: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: bytes.count + SealedValue.sealLength)
        writer.append(bytes)
        writer.seal(under: key.span)
        return writer.bytes
    }

    /// How many rows there are.
    var count: Int { bytes.count / Row.width }

    /// What is said of a number, which must be one of the page.
    subscript(number: UInt32) -> Row {
        get {
            let index = Int(number % Row.perPage) * Row.width
            return index < bytes.count ? Row(bytes.span, at: index) : .nothing
        }
        set {
            let index = Int(number % Row.perPage) * Row.width
            while bytes.count <= index {
                bytes.append(contentsOf: repeatElement(0, count: Row.width))
                Row.nothing.put(into: &bytes, at: bytes.count - Row.width)
            }
            newValue.put(into: &bytes, at: index)
        }
    }
}

extension SealedValue {
    /// What a page brings to the sum of pages: its seal, which is of key and value, in a measure that is its table's.
    static func share(of page: Span<UInt8>, in table: Table) -> UInt64 {
        guard page.count >= sealLength else { return 0 }
        let seal: UInt32 = page.littleEndian(at: page.count - sealLength)
        return UInt64(seal) &* UInt64(CRC32C.checksum(Array(table.name.utf8).span) | 1)
    }
}

/// The pages of a table that a transaction reads and changes.
struct RowPages<Row: PageRow> {
    private let table: Table?
    private(set) var pages: [UInt32: RowPage<Row>] = [:]
    private var changed: Set<UInt32> = []

    /// Pages that go on from a table; from nothing where that is nil.
    init(_ table: Table?) { self.table = table }

    /// What is said of a number; the pages of numbers up to the last written one must be there. Throws `damaged`.
    mutating func row(
        _ number: UInt32, writtenUpTo last: UInt32?, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Row {
        let page = RowPage<Row>.page(of: number)
        if let held = pages[page] { return held[number] }
        let key = RowPage<Row>.key(page)
        var found = last.map { page <= RowPage<Row>.page(of: $0) } == true ? nil : RowPage<Row>()
        if let table, let bytes = try view.bytes(for: key, in: table) { found = RowPage(bytes, key: key) }
        guard let found else { throw IndexTables.damage }
        pages[page] = found
        return found[number]
    }

    /// Says something else of a number whose row was asked for.
    mutating func put(_ row: Row, _ number: UInt32) {
        let page = RowPage<Row>.page(of: number)
        pages[page, default: RowPage()][number] = row
        changed.insert(page)
    }

    /// Takes over what others say.
    mutating func add(_ other: RowPages) {
        pages.merge(other.pages) { (own, others) in
            var joined = own
            for number in 0..<UInt32(others.count) { joined[number] = own[number].joined(with: others[number]) }
            return joined
        }
    }

    /// The pages as they are stored, in order.
    var rows: [(key: [UInt8], value: [UInt8])] { stored(pages.keys.sorted()) }

    private func stored(_ numbers: [UInt32]) -> [(key: [UInt8], value: [UInt8])] {
        numbers.compactMap { number in
            let key = RowPage<Row>.key(number)
            return pages[number].map { (key, $0.value(key: key)) }
        }
    }

    /// Writes the pages that were changed, and returns by how much the sum of pages grows.
    func write(in view: inout StoreView) throws(EventStoreError) -> UInt64 {
        var growth: UInt64 = 0
        guard let table else { return growth }
        for (key, value) in stored(changed.sorted()) { growth &+= try view.putPage(value, for: key, in: table) }
        return growth
    }
}

extension StoreView {
    /// Writes a page, and returns by how much the sum of pages grows.
    mutating func putPage(
        _ value: [UInt8], for key: [UInt8], in table: Table, appending: Bool = false
    ) throws(EventStoreError) -> UInt64 {
        var growth = SealedValue.share(of: value.span, in: table)
        if let before = try bytes(for: key, in: table) { growth &-= SealedValue.share(of: before, in: table) }
        try put(value.span, for: key.span, in: table, appending: appending)
        return growth
    }
}
