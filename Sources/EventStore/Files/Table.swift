internal import DiarylogHost
internal import DiarylogLMDB

/// A table of a store's file: rows of bytes, in the order of their keys.
package struct Table: Hashable, Sendable {
    /// The name that it has in the file; that of the unnamed table is empty.
    package let name: String
    /// Nil for a table that the file lacks.
    private let database: Database?

    init(_ name: String, _ database: Database?) { (self.name, self.database) = (name, database) }

    /// What follows from the log is not lost with its table; the log and the drafts are nowhere else.
    private static let kept: Set = ["", "log", Tables.drafts]

    /// The table in the file. Throws for one that the file lacks.
    var inFile: Database {
        get throws(EventStoreError) {
            guard let database else { throw damage }
            return database
        }
    }

    /// What is said of a table that is damaged or missing.
    package var damage: EventStoreError {
        if followsFromLog { return .damagedTable(name) }
        return .damaged(name.isEmpty ? "the table without a name, which has the newest events" : "the table \(name)")
    }

    /// The error of a read or a write.
    func failure(_ error: LMDBError) -> EventStoreError { error == .corrupted ? damage : EventStoreError(error) }

    /// Whether it follows from the log.
    var followsFromLog: Bool { Self.followsFromLog(name) }

    /// Whether a table follows from the log: `rebuild` makes it anew, whatever its pages.
    package static func followsFromLog(_ name: String) -> Bool { !kept.contains(name) }

    /// The unnamed table: the tail and the meta record.
    package static let main = Table("", .main)

    /// LMDB's own list of free pages, which only a reader can look at.
    static let free = Table("", .free)
}

/// How large a table is.
package struct TableSize: Hashable, Sendable {
    /// The size of a page, in bytes.
    package let pageSize: Int
    /// How many pages it has.
    package let pages: Int
    /// How many rows.
    package let rows: Int

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
    private let table: Table

    @_lifetime(copy cursor)
    init(_ cursor: consuming Cursor, in table: Table) {
        self.cursor = cursor
        self.table = table
    }

    /// The key of the row it stands on.
    package var key: Span<UInt8> {
        @_lifetime(borrow self)
        get { cursor.key }
    }

    /// The value of the row it stands on.
    package var value: Span<UInt8> {
        @_lifetime(borrow self)
        get { cursor.value }
    }

    /// Goes to the least key; false when there is none.
    @_lifetime(self: copy self)
    package mutating func first() throws(EventStoreError) -> Bool {
        do { return try cursor.first() } catch { throw table.failure(error) }
    }

    /// Goes to the greatest key; false when there is none.
    @_lifetime(self: copy self)
    package mutating func last() throws(EventStoreError) -> Bool {
        do { return try cursor.last() } catch { throw table.failure(error) }
    }

    /// Goes one key up: a fresh cursor goes to the first; past the end it stays there.
    @_lifetime(self: copy self)
    package mutating func next() throws(EventStoreError) -> Bool {
        do { return try cursor.next() } catch { throw table.failure(error) }
    }

    /// Goes one key down: a fresh cursor goes to the last; before the start it stays there.
    @_lifetime(self: copy self)
    package mutating func previous() throws(EventStoreError) -> Bool {
        do { return try cursor.previous() } catch { throw table.failure(error) }
    }

    /// Goes to the least key that is `key` or greater; the empty key leads to the first.
    @_lifetime(self: copy self)
    package mutating func seek(_ key: Span<UInt8>) throws(EventStoreError) -> Bool {
        do { return try cursor.seek(key) } catch { throw table.failure(error) }
    }

    /// Goes to the greatest key that is strictly less than `key`.
    @_lifetime(self: copy self)
    package mutating func seekBefore(_ key: Span<UInt8>) throws(EventStoreError) -> Bool {
        do { return try cursor.seekBefore(key) } catch { throw table.failure(error) }
    }

    /// Goes to the greatest key that is `key` or less.
    @_lifetime(self: copy self)
    package mutating func seekAtOrBefore(_ key: Span<UInt8>) throws(EventStoreError) -> Bool {
        do { return try cursor.seekAtOrBefore(key) } catch { throw table.failure(error) }
    }
}
