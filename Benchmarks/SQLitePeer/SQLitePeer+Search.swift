import CSQLite

// The same diary with a full-text index, as a careful user of FTS5 would keep it.

extension SQLitePeer {
    /// How FTS5 cuts texts into terms.
    public enum Tokenizer: String {
        /// Words, folded.
        case unicode61 = "unicode61 remove_diacritics 2"
        /// Three characters each.
        case trigram
    }

    /// Makes the index; what is written from now on goes into it, too.
    public func createSearch(_ tokenizer: Tokenizer) throws {
        try run("CREATE VIRTUAL TABLE texts USING fts5(text, tokenize='\(tokenizer.rawValue)')")
        hasSearch = true
    }

    /// Makes an index of pairs of characters, for which FTS5 has no tokenizer: the application cuts texts and queries.
    /// The pairs themselves are not kept.
    public func createPairs() throws {
        try run("CREATE VIRTUAL TABLE texts USING fts5(text, content='', tokenize='unicode61 remove_diacritics 2')")
        hasSearch = true
    }

    /// A text as its pairs of characters within words; a word of one character stands as it is.
    public static func pairs(of text: String) -> String {
        var found = ""
        for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
            var before: Character?
            for character in word {
                if let before { found += "\(before)\(character) " }
                before = character
            }
            if word.dropFirst().isEmpty { found += word + " " }
        }
        return found
    }

    /// A text under its number.
    public func index(_ number: Int64, _ text: String) throws {
        try step("INSERT INTO texts(rowid, text) VALUES(?,?)") { statement in
            sqlite3_bind_int64(statement, 1, number)
            sqlite3_bind_text(statement, 2, text, -1, transient)
        }
    }

    /// Another text under a number.
    public func reindex(_ number: Int64, _ text: String) throws {
        try step("UPDATE texts SET text=?2 WHERE rowid=?1") { statement in
            sqlite3_bind_int64(statement, 1, number)
            sqlite3_bind_text(statement, 2, text, -1, transient)
        }
    }

    /// The newest texts that answer to a query, or the best.
    public func search(_ query: String, limit: Int64, byRank: Bool = false) throws -> [Int64] {
        let order = byRank ? "rank" : "rowid DESC"
        return try numbers("SELECT rowid FROM texts WHERE texts MATCH ? ORDER BY \(order) LIMIT ?", query, limit)
    }

    /// The numbers that a statement with a query and a limit selects.
    func numbers(_ text: String, _ query: String, _ limit: Int64) throws -> [Int64] {
        var found: [Int64] = []
        try step(text) { statement in
            sqlite3_bind_text(statement, 1, query, -1, transient)
            sqlite3_bind_int64(statement, 2, limit)
        } _: {
            found.append(sqlite3_column_int64($0, 0))
        }
        return found
    }

    /// How many texts answer to a query.
    public func count(_ query: String) throws -> Int64 {
        var count: Int64 = 0
        try step("SELECT count(*) FROM texts WHERE texts MATCH ?") { statement in
            sqlite3_bind_text(statement, 1, query, -1, transient)
        } _: {
            count = sqlite3_column_int64($0, 0)
        }
        return count
    }

    /// Bytes of the index.
    public func indexBytes() throws -> Int64 {
        var bytes: Int64 = 0
        try step("SELECT sum(length(block)) FROM texts_data") { _ in
        } _: {
            bytes = sqlite3_column_int64($0, 0)
        }
        return bytes
    }
}
