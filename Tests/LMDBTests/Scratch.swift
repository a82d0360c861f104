import DiarylogLMDB
import DiarylogTestSupport

/// A fresh folder for one test, and the file in it.
final class Scratch: Sendable {
    let folder: Folder

    init() throws { folder = try Folder() }

    /// Where a test keeps its file.
    var path: String { folder("data") }

    /// The environment of the test's file, with one named database.
    func open(mapSize: Int = 64 << 20) throws -> (Environment, Database) {
        try openTable(at: path, mapSize: mapSize)
    }
}

/// Opens a file and the database "table" in it.
func openTable(at path: String, mapSize: Int = 64 << 20) throws -> (Environment, Database) {
    var options = Environment.Options()
    options.mapSize = mapSize
    let environment = try Environment.open(path, options)
    guard let table = try environment.databases(["table"], create: true)[0] else { throw Absent() }
    return (environment, table)
}

extension Environment {
    /// Puts texts under texts, in one committed transaction.
    func keep(_ entries: KeyValuePairs<String, String>, in database: Database) throws {
        var transaction = try beginWrite()
        for (key, value) in entries {
            try transaction.put(bytes(value).span, for: bytes(key).span, in: database)
        }
        try transaction.commit()
    }

    /// What a new read transaction finds under a key.
    func text(_ key: String, in database: Database) throws -> String? {
        let transaction = try beginRead()
        return try LMDBTests.text(key, in: database, of: transaction)
    }
}

/// What any transaction finds under a key: the same function reads in both kinds.
func text(
    _ key: String, in database: Database, of transaction: borrowing Transaction
) throws(LMDBError) -> String? {
    guard let value = try transaction.value(for: bytes(key).span, in: database) else { return nil }
    return text(value)
}

/// The text these bytes are.
func text(_ span: Span<UInt8>) -> String {
    String(decoding: span.indices.map { index in span[index] }, as: UTF8.self)
}
