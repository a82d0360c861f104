import DiarylogFiller
import Foundation
import GRDB

/// `grdb ENTRIES FOLDER`: a diary as a Swift developer keeps it with GRDB, by its own advice: records, a pool, migrations,
/// an FTS5 table that follows the entries. Prints what each thing took, in nanoseconds, as JSON.
@main
struct GRDBDiary {
    struct Entry: Codable, FetchableRecord, PersistableRecord {
        var id: Int64
        var date: Date
        var text: String
        var version: Int

        static let databaseTableName = "entry"
    }

    struct Event: Codable, FetchableRecord, PersistableRecord {
        var id: Int64?
        var entry: Int64
        var at: Date
        var text: String

        static let databaseTableName = "event"
    }

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3, let size = Int(arguments[1]) else { return print("usage: grdb ENTRIES FOLDER") }
        let pool = try opened(arguments[2] + "/grdb.sqlite")
        var prose = Prose(seed: 1)
        let texts = (0..<size + 400).map { _ in prose.text() }
        var rows: [String] = []
        func note(_ name: String, _ count: Int, _ work: (Int) throws -> Void) rethrows {
            var times: [UInt64] = []
            for number in 0..<count {
                let start = DispatchTime.now().uptimeNanoseconds
                try work(number)
                times.append(DispatchTime.now().uptimeNanoseconds - start)
            }
            times.sort()
            let spread = [times[count / 2], times[min(count - 1, count * 99 / 100)], times[count - 1]]
            rows.append("\"\(name)\":[\(spread.map(String.init).joined(separator: ","))]")
        }
        let before = written()
        mark("add")
        try note("add", size) { number in
            try pool.write {
                try put(Entry(id: Int64(number), date: date(number), text: texts[number], version: 1), $0)
            }
        }
        mark("end")
        rows.append("\"bytes\":\((written() - before) / size)")
        try note("edit", 200) { number in
            try pool.write { database in
                guard var entry = try Entry.fetchOne(database, key: Int64(number * 3 % size)) else { return }
                entry.text += " more"
                entry.version += 1
                try put(entry, database)
            }
        }
        try note("show", 200) { number in
            _ = try pool.read { try Entry.fetchOne($0, key: Int64(number * 3 % size)) }
        }
        try note("history", 200) { number in
            _ = try pool.read { database in
                try Event.filter(Column("entry") == Int64(number * 3 % size)).order(Column("id")).fetchAll(database)
            }
        }
        try note("list", 100) { _ in
            _ = try pool.read { try Entry.order(Column("date").desc, Column("id")).limit(20).fetchAll($0) }
        }
        try note("search", 100) { number in
            let pattern = FTS5Pattern(matchingAllPrefixesIn: Prose.nouns[number % Prose.nouns.count])
            _ = try pool.read { database in
                try Entry.fetchAll(
                    database,
                    sql: "SELECT entry.* FROM entry JOIN words ON words.rowid = entry.rowid WHERE words MATCH ? "
                        + "ORDER BY entry.date DESC LIMIT 10", arguments: [pattern])
            }
        }
        print("{" + rows.joined(separator: ",") + "}")
    }

    /// A file that is looked for in vain: who follows the calls by strace knows where adds begin and end.
    private static func mark(_ name: String) {
        let file = open("mark " + name, O_RDONLY)
        if file >= 0 { close(file) }
    }

    /// Bytes that this process has handed to the system.
    private static func written() -> Int {
        let lines = (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8)) ?? ""
        let line = lines.split(separator: "\n").first { $0.hasPrefix("wchar: ") }
        return line.flatMap { Int($0.dropFirst(7)) } ?? 0
    }

    private static func opened(_ path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        // A pool's own setting may lose the last changes in a power cut; ours may not. It is set behind all that a pool
        // sets for itself.
        try pool.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA synchronous = FULL")
            guard try Int.fetchOne(database, sql: "PRAGMA synchronous") == 2 else { throw Lax() }
        }
        var migrator = DatabaseMigrator()
        migrator.registerMigration("diary") { database in
            try database.create(table: "entry") { table in
                table.primaryKey("id", .integer)
                table.column("date", .datetime).notNull().indexed()
                table.column("text", .text).notNull()
                table.column("version", .integer).notNull()
            }
            try database.create(table: "event") { table in
                table.autoIncrementedPrimaryKey("id")
                table.column("entry", .integer).notNull().indexed()
                table.column("at", .datetime).notNull()
                table.column("text", .text).notNull()
            }
            try database.create(virtualTable: "words", using: FTS5()) { table in
                table.tokenizer = .unicode61()
                table.synchronize(withTable: "entry")
                table.column("text")
            }
        }
        try migrator.migrate(pool)
        return pool
    }

    /// SQLite would not wait for the disk.
    private struct Lax: Error {}

    private static func put(_ entry: Entry, _ database: Database) throws {
        try Event(id: nil, entry: entry.id, at: Date(), text: entry.text).insert(database)
        try entry.save(database)
    }

    private static func date(_ number: Int) -> Date {
        Date(timeIntervalSince1970: 946_684_800 + Double(number / 4) * 86_400)
    }
}
