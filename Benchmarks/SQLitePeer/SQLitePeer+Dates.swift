import CSQLite

// Full-text search in the order of dates, which FTS5 does not know: a table of dates stands beside its own.

extension SQLitePeer {
    /// Makes the table of dates, and gives SQLite the memory that an engine with a mapped file has anyway.
    public func createDates() throws {
        try run("PRAGMA cache_size=-65536")
        try run("PRAGMA mmap_size=4294967296")
        try run("CREATE TABLE dates(number INTEGER PRIMARY KEY, date INTEGER)")
    }

    /// The date of a text.
    public func setDate(_ number: Int64, _ date: Int64) throws {
        try step("INSERT INTO dates(number, date) VALUES(?,?)") { statement in
            sqlite3_bind_int64(statement, 1, number)
            sqlite3_bind_int64(statement, 2, date)
        }
    }

    /// The texts of the newest dates that answer to a query; of one date those with the highest numbers.
    public func searchByDate(_ query: String, limit: Int64) throws -> [Int64] {
        try numbers(
            "SELECT texts.rowid FROM texts JOIN dates ON dates.number = texts.rowid WHERE texts MATCH ?"
                + " ORDER BY dates.date DESC, dates.number DESC LIMIT ?", query, limit)
    }

    /// Moves what has been written from the log ahead into the file; the log begins anew, and keeps its length.
    public func checkpoint() throws { try run("PRAGMA wal_checkpoint(RESTART)") }
}
