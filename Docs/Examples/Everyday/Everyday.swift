import DiaryEngine

/// What a program does with a diary on an ordinary day; it sees what is public, and one import serves.
///
///     everyday FOLDER    makes a diary there, and says what it did
@main
enum Everyday {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { return print("usage: everyday FOLDER") }
        let path = CommandLine.arguments[1]
        try write(at: path)
        try await serve(Diary(at: path))
    }

    /// A program with one thread: each call is done when it returns.
    static func write(at path: String) throws {
        let diary = try Diary.create(at: path)
        let entry = try diary.add("한강을 따라 걸었다.", tags: ["산책"])
        try diary.edit(entry.id) { $0.text += " 춥고 맑았다." }
        let then = diary.asOf(.event(entry.sequence))
        for hit in try then.search("한강 -비", limit: 10) { print("found then: \(hit.snippet)") }
        print("now: \(try diary.entry(entry.id)?.text ?? "nothing")")
        try diary.undo()
        print("undone: \(try diary.entry(entry.id)?.text ?? "nothing")")
        do {
            try diary.add(" ")
        } catch {
            print("refused: \(error)")
        }
    }

    /// A server: many tasks write at once and share the disk's barriers; one watches.
    static func serve(_ diary: Diary) async throws {
        let changes = diary.changes()
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for number in 1...20 { tasks.addTask { try await diary.add("A guest: \(number)") } }
            try await tasks.waitForAll()
        }
        var told: Set<EntryID> = []
        for try await change in changes {
            told.formUnion(change.entries ?? [])
            if told.count == 20 { break }
        }
        // Whatever can be written is a command, and a task awaits it.
        guard case .changed = try await diary.write(.undo()) else { return }
        print("told of \(told.count) entries; \(try diary.asOf(.head).totals().live) live")
    }
}
