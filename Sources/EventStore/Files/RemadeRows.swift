internal import DiarylogHost
internal import DiarylogLMDB

/// Rows of tables that the file has lost, in memory: they follow from the log, and are read as though they lay in the
/// file.
struct RemadeRows: Sendable {
    /// Where a row lies: its key, and its value behind that.
    struct Location: Sendable {
        var key: Range<Int>
        var value: Range<Int>
    }

    private var bytes: [UInt8] = []
    private var locations: [Location] = []
    /// By table; no dictionary, whose type would cost every start some time.
    private var parts: [Range<Int>] = []

    /// No rows at all.
    init() {}

    init(_ tables: [DerivedTable: [(key: [UInt8], value: [UInt8])]]) {
        parts = DerivedTable.allCases.map { _ in 0..<0 }
        for (table, rows) in tables {
            let start = locations.count
            for row in rows.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                let (first, middle) = (bytes.count, bytes.count + row.key.count)
                bytes += row.key
                bytes += row.value
                locations.append(Location(key: first..<middle, value: middle..<bytes.count))
            }
            parts[table.number] = start..<locations.count
        }
    }

    func count(of table: DerivedTable) -> Int { part(table).count }

    private func part(_ table: DerivedTable?) -> Range<Int> {
        guard let table, !parts.isEmpty else { return 0..<0 }
        return parts[table.number]
    }

    /// A position in a table; without a table, in none.
    @_lifetime(borrow self)
    func cursor(in table: DerivedTable?) -> RemadeCursor {
        RemadeCursor(locations.span.extracting(part(table)), bytes.span)
    }

    /// Writes the rows of a table into one of the file.
    func write(
        _ table: DerivedTable, to transaction: inout Transaction, _ database: Database
    ) throws(LMDBError) {
        for index in part(table) {
            let location = locations[index]
            try transaction.put(
                bytes.span.extracting(location.value), for: bytes.span.extracting(location.key), in: database)
        }
    }
}

/// A position in a table that is remade; it moves as one in the file does.
struct RemadeCursor: ~Escapable {
    private let locations: Span<RemadeRows.Location>
    private let bytes: Span<UInt8>
    /// The row it stands on; -1 before the first.
    private var index = -1
    /// Whether it was never moved.
    private var isFresh = true

    @_lifetime(copy locations, copy bytes)
    init(_ locations: Span<RemadeRows.Location>, _ bytes: Span<UInt8>) {
        self.locations = locations
        self.bytes = bytes
    }

    var key: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(locations[index].key) }
    }

    var value: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(locations[index].value) }
    }

    @_lifetime(self: copy self)
    mutating func first() -> Bool { move(to: 0) }

    @_lifetime(self: copy self)
    mutating func last() -> Bool { move(to: locations.count - 1) }

    @_lifetime(self: copy self)
    mutating func next() -> Bool { move(to: index + 1) }

    @_lifetime(self: copy self)
    mutating func previous() -> Bool { isFresh ? last() : move(to: index - 1) }

    /// Goes to the least key that is `key` or greater.
    @_lifetime(self: copy self)
    mutating func seek(_ key: Span<UInt8>) -> Bool {
        var (low, high) = (0, locations.count)
        while low < high {
            let middle = (low + high) / 2
            if bytes.extracting(locations[middle].key).precedes(key) { low = middle + 1 } else { high = middle }
        }
        return move(to: low)
    }

    @_lifetime(self: copy self)
    private mutating func move(to location: Int) -> Bool {
        index = max(-1, min(location, locations.count))
        isFresh = false
        return index >= 0 && index < locations.count
    }
}
