import SQLitePeer

/// `sqlite-add FILE TEXT` adds an entry to a diary of SQLite: the peer of `diarylog add`.
@main
struct SQLiteAdd {
    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 3 else { return print("usage: sqlite-add FILE TEXT") }
        let id = (0..<16).map { _ in UInt8.random(in: 0...255) }
        try SQLitePeer(at: arguments[1]).add(id: id, date: 1_800_000_000, text: arguments[2], at: 0)
    }
}
