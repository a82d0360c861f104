import CSQLite

/// A diary as a careful user of SQLite would keep it: the events, the entries as they are, an index by date.
///
/// WAL with synchronous=FULL, so that a commit is on disk when it returns, as ours is; one transaction a change;
/// every statement is prepared once.
public final class SQLitePeer {
    /// What SQLite said when it would not do as told.
    public struct Failure: Error {
        /// Its result code.
        public let code: Int32
        /// Its own words.
        public let message: String
    }

    private var database: OpaquePointer?
    /// Whether texts go into a full-text index, too.
    var hasSearch = false
    private var statements: [String: OpaquePointer] = [:]

    /// Opens or makes the file.
    public init(at path: String) throws {
        try check(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nil))
        try run("PRAGMA journal_mode=WAL")
        try run("PRAGMA synchronous=FULL")
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close(database)
    }

    /// Makes the tables.
    public func create() throws {
        try run("CREATE TABLE events(seq INTEGER PRIMARY KEY, entry BLOB, kind INTEGER, at INTEGER, payload BLOB)")
        try run(
            "CREATE TABLE entries(id BLOB PRIMARY KEY, date INTEGER, text TEXT, version INTEGER, deleted INTEGER)"
                + " WITHOUT ROWID")
        try run("CREATE INDEX by_date ON entries(deleted, date DESC, id)")
    }

    /// Writes until the log ahead has the size it will keep: from then on no commit makes the file longer.
    public func fillLogAhead() throws {
        for number in 0..<600 { try add(id: Self.identifier(UInt64(number) | 1 << 63), date: 0, text: "filler", at: 0) }
        try run("DELETE FROM entries WHERE text = 'filler'")
    }

    /// Runs a body as one durable transaction.
    public func transaction(_ body: () throws -> Void) throws {
        try step("BEGIN IMMEDIATE") { _ in }
        try body()
        try step("COMMIT") { _ in }
    }

    /// An event and what it makes of its entry, as one transaction.
    public func add(id: [UInt8], date: Int64, text: String, at wall: Int64) throws {
        try transaction { try put(id: id, date: date, text: text, version: 1, kind: 1, at: wall) }
    }

    /// The same within a transaction.
    public func put(id: [UInt8], date: Int64, text: String, version: Int64, kind: Int64, at wall: Int64) throws {
        try event(id: id, kind: kind, at: wall, payload: Array(text.utf8))
        try entry(id: id, date: date, text: text, version: version, isDeleted: false)
    }

    /// An event alone.
    public func event(id: [UInt8], kind: Int64, at wall: Int64, payload: [UInt8]) throws {
        try step("INSERT INTO events(entry, kind, at, payload) VALUES(?,?,?,?)") { statement in
            bind(id, 1, statement)
            sqlite3_bind_int64(statement, 2, kind)
            sqlite3_bind_int64(statement, 3, wall)
            bind(payload, 4, statement)
        }
    }

    /// An entry as it is now.
    public func entry(id: [UInt8], date: Int64, text: String, version: Int64, isDeleted: Bool) throws {
        try step(
            "INSERT INTO entries VALUES(?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET date=excluded.date,"
                + " text=excluded.text, version=excluded.version, deleted=excluded.deleted"
        ) { statement in
            bind(id, 1, statement)
            sqlite3_bind_int64(statement, 2, date)
            sqlite3_bind_text(statement, 3, text, -1, transient)
            sqlite3_bind_int64(statement, 4, version)
            sqlite3_bind_int64(statement, 5, isDeleted ? 1 : 0)
        }
    }

    /// The newest entries by date, with their texts.
    public func list(_ limit: Int64) throws -> [(id: [UInt8], date: Int64, text: String)] {
        var found: [(id: [UInt8], date: Int64, text: String)] = []
        let query = "SELECT id, date, text FROM entries WHERE deleted=0 ORDER BY date DESC, id LIMIT ?"
        try step(query, { sqlite3_bind_int64($0, 1, limit) }) { statement in
            found.append((bytes(0, statement), sqlite3_column_int64(statement, 1), string(2, statement)))
        }
        return found
    }

    /// One entry's text.
    public func show(_ id: [UInt8]) throws -> String? {
        var found: String?
        let query = "SELECT date, text, version FROM entries WHERE id=?"
        try step(query, { bind(id, 1, $0) }) { found = string(1, $0) }
        return found
    }

    /// An identifier made from a number.
    public static func identifier(_ number: UInt64) -> [UInt8] {
        (0..<16).map { UInt8(truncatingIfNeeded: number &* 0x9E37_79B9_7F4A_7C15 >> UInt64($0 % 8 * 8)) ^ UInt8($0) }
    }

    func step(
        _ text: String, _ bind: (OpaquePointer) -> Void, _ row: (OpaquePointer) -> Void = { _ in }
    ) throws {
        let statement: OpaquePointer
        if let known = statements[text] {
            statement = known
        } else {
            var prepared: OpaquePointer?
            try check(sqlite3_prepare_v3(database, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
            guard let prepared else { throw Failure(code: SQLITE_ERROR, message: text) }
            statements[text] = prepared
            statement = prepared
        }
        defer { sqlite3_reset(statement) }
        bind(statement)
        while true {
            let code = sqlite3_step(statement)
            if code == SQLITE_DONE { return }
            guard code == SQLITE_ROW else { throw failure(code) }
            row(statement)
        }
    }

    func run(_ text: String) throws { try check(sqlite3_exec(database, text, nil, nil, nil)) }

    private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else { throw failure(code) }
    }

    private func failure(_ code: Int32) -> Failure {
        Failure(code: code, message: String(cString: sqlite3_errmsg(database)))
    }

    private func bind(_ bytes: [UInt8], _ index: Int32, _ statement: OpaquePointer) {
        sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), transient)
    }

    private func bytes(_ column: Int32, _ statement: OpaquePointer) -> [UInt8] {
        let count = Int(sqlite3_column_bytes(statement, column))
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: count))
    }

    private func string(_ column: Int32, _ statement: OpaquePointer) -> String {
        sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }
}

/// SQLite copies what is bound.
let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
