internal import DiarylogHost
internal import DiarylogLMDB

/// A table of a store's file: rows of bytes, in the order of their keys.
package struct Table: Hashable, Sendable {
    /// The table in the file; nil for one that is lost, whose rows are then read as `LogState.remade` has them.
    let database: Database?
    /// Which table of the store's own it is that follows from the log, if it is one.
    let derived: DerivedTable?

    init(_ database: Database) { (self.database, derived) = (database, nil) }

    init(_ table: DerivedTable, _ database: Database?) { (self.database, derived) = (database, table) }

    /// Which table it is, if it is lost.
    var lost: DerivedTable? { database == nil ? derived : nil }

    /// The table in the file. Throws `damaged` for one that is lost: a writer makes it before it begins.
    var writable: Database {
        get throws(EventStoreError) {
            guard let database else { throw .damaged("the table \(derived?.rawValue ?? "") is missing") }
            return database
        }
    }

    /// The error of a read or a write. Where a page of a table that follows from the log is damaged, the table
    /// counts as lost from then on.
    func failure(_ error: LMDBError, _ unreadable: UnreadableTables?) -> EventStoreError {
        if error == .corrupted, let derived { unreadable?.note(derived) }
        return EventStoreError(error)
    }

    /// The unnamed table: the tail and the meta record.
    package static let main = Table(.main)

    /// LMDB's own list of free pages, which only a reader can look at.
    static let free = Table(.free)
}

/// A table of the store's own that follows from the log: nothing is lost with it.
enum DerivedTable: String, CaseIterable {
    case streams, ids, devices, keys

    var number: Int {
        switch self {
        case .streams: 0
        case .ids: 1
        case .devices: 2
        case .keys: 3
        }
    }
}

/// How large a table is.
package struct TableSize: Hashable, Sendable {
    /// The size of a page, in bytes.
    package let pageSize: Int
    /// How many pages it has.
    package let pages: Int
    /// How many rows.
    package let rows: Int

    /// A table that is remade in memory.
    init(remade rows: Int) { (pageSize, pages, self.rows) = (4096, 0, rows) }

    init(_ statistics: Statistics) {
        pageSize = statistics.pageSize
        pages = statistics.branchPages + statistics.leafPages + statistics.overflowPages
        rows = statistics.rows
    }
}

/// A position in a table, moved over its rows in the order of their keys.
///
/// A move returns whether it ended on a row. A cursor that runs off an end stays beyond it, and `next` or `previous`
/// leads back; a fresh cursor begins at either end. A write ends the cursor's life, and a move ends that of the key and
/// the value it returned. Making a cursor costs an allocation; moving it costs none, some 30 ns a step.
package struct TableCursor: ~Copyable, ~Escapable {
    private var cursor: Cursor
    /// Moved instead where the table is remade.
    private var remade: RemadeCursor
    private let isRemade: Bool
    private let table: Table
    private let unreadable: UnreadableTables?

    @_lifetime(copy cursor, copy remade)
    init(
        _ cursor: consuming Cursor, _ remade: RemadeCursor, in table: Table, _ unreadable: UnreadableTables?
    ) {
        self.cursor = cursor
        self.remade = remade
        isRemade = table.lost != nil
        self.table = table
        self.unreadable = unreadable
    }

    /// The key of the row it stands on.
    package var key: Span<UInt8> {
        @_lifetime(borrow self)
        get { isRemade ? remade.key : cursor.key }
    }

    /// The value of the row it stands on.
    package var value: Span<UInt8> {
        @_lifetime(borrow self)
        get { isRemade ? remade.value : cursor.value }
    }

    /// Where the value of the row lies.
    var address: ValueAddress { cursor.address }

    /// Goes to the least key; false when there is none.
    @_lifetime(self: copy self)
    package mutating func first() throws(EventStoreError) -> Bool {
        if isRemade { return remade.first() }
        do { return try cursor.first() } catch { throw table.failure(error, unreadable) }
    }

    /// Goes to the greatest key; false when there is none.
    @_lifetime(self: copy self)
    package mutating func last() throws(EventStoreError) -> Bool {
        if isRemade { return remade.last() }
        do { return try cursor.last() } catch { throw table.failure(error, unreadable) }
    }

    /// Goes one key up: a fresh cursor goes to the first; past the end it stays there.
    @_lifetime(self: copy self)
    package mutating func next() throws(EventStoreError) -> Bool {
        if isRemade { return remade.next() }
        do { return try cursor.next() } catch { throw table.failure(error, unreadable) }
    }

    /// Goes one key down: a fresh cursor goes to the last; before the start it stays there.
    @_lifetime(self: copy self)
    package mutating func previous() throws(EventStoreError) -> Bool {
        if isRemade { return remade.previous() }
        do { return try cursor.previous() } catch { throw table.failure(error, unreadable) }
    }

    /// Goes to the least key that is `key` or greater; the empty key leads to the first.
    @_lifetime(self: copy self)
    package mutating func seek(_ key: Span<UInt8>) throws(EventStoreError) -> Bool {
        if isRemade { return remade.seek(key) }
        do { return try cursor.seek(key) } catch { throw table.failure(error, unreadable) }
    }

    /// Goes to the greatest key that is strictly less than `key`.
    @_lifetime(self: copy self)
    package mutating func seekBefore(_ key: Span<UInt8>) throws(EventStoreError) -> Bool {
        if isRemade {
            _ = remade.seek(key)
            return remade.previous()
        }
        do { return try cursor.seekBefore(key) } catch { throw table.failure(error, unreadable) }
    }

    /// Goes to the greatest key that is `key` or less.
    @_lifetime(self: copy self)
    package mutating func seekAtOrBefore(_ key: Span<UInt8>) throws(EventStoreError) -> Bool {
        if isRemade { return (remade.seek(key) && remade.key.isEqual(to: key)) || remade.previous() }
        do { return try cursor.seekAtOrBefore(key) } catch { throw table.failure(error, unreadable) }
    }
}
