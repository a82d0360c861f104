import Glibc
import LMDB

/// A fresh folder for one test, in memory where the system has such a place; it goes away with the value.
final class Scratch: Sendable {
    let folder: String

    init() {
        let base = unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        folder = "\(base)/lmdb-tests-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        let made = unsafe mkdir(folder, 0o700)
        precondition(made == 0, "the folder of a test can be made")
    }

    deinit {
        if let stream = unsafe opendir(folder) {
            while let entry = unsafe readdir(stream) {
                let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    unsafe String(decoding: bytes.prefix { byte in byte != 0 }, as: UTF8.self)
                }
                unsafe unlink("\(folder)/\(name)")
            }
            unsafe closedir(stream)
        }
        unsafe rmdir(folder)
    }

    /// Where a test keeps its file.
    var path: String { "\(folder)/data" }

    /// The environment of the test's file, with one named database.
    func open(mapSize: Int = 64 << 20) throws -> (Environment, Database) {
        try openTable(at: path, mapSize: mapSize)
    }
}

/// What a test cannot go on without was not there.
struct Absent: Error {}

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

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] {
    Array(text.utf8)
}
