import DiaryEngine
import DiaryModel
import DiarylogFiller
import EventStore
import Glibc
import SQLitePeer

/// `compare EVENTS [FOLDER] [PROGRAMS]` measures us and SQLite side by side, in turn in one run.
///
/// `COMPARE_ONLY` may name a part, for a profiler: lists, shows, opening, add, changes, batches, replay; diary (all of
/// these), search, durable (what waits for the disk), indexed (durable changes with the search index, and no search),
/// changed (the same and what is searched before and after them), commits, texts or corpus. `REPORT` names a file that
/// gets the lines as JSON, `TEXTS` a folder for the texts, the queries and what they found (part texts), for the page of
/// `make bench`.
/// The last part searches in real texts, if `CORPUS` names a file of them; `CorpusSettings` has what else it may be
/// told.
/// FOLDER is where both keep their files (default: the temporary folder), PROGRAMS the folder of `diarylog` and
/// `sqlite-add`, whose whole processes are then compared as well.
@main
struct Compare {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let events = arguments.first.flatMap({ Int($0) }), events >= 1_000 else {
            return print("usage: compare EVENTS [FOLDER] [PROGRAMS]")
        }
        let parent = arguments.count > 1 ? arguments[1] : "/tmp"
        let folder = "\(parent)/diarylog-compare-\(getpid())"
        mkdir(folder, 0o700)
        defer { _ = spawn("/bin/rm", ["-rf", folder], []) }
        var report = Report()
        switch getenv("COMPARE_ONLY").map({ String(cString: $0) }) {
        case nil:
            try diary(folder, events, arguments, &report)
            try search(folder, events, &report)
            try report.write()
            return try corpus(folder, &report)
        case "search":
            try search(folder, events, &report)
        case "indexed":
            let bench = try SearchBench(folder: folder, entries: events, isSearched: false)
            for line in try bench.changes() { report.add(line, of: "search") }
        case "changed":
            let bench = try SearchBench(folder: folder, entries: events, isSearched: false)
            for line in try bench.changed() { report.add(line, of: "search") }
        case "commits":
            try CommitBench(folder: folder, entries: events).run(&report)
        case "texts":
            return try SearchBench(folder: folder, entries: events, isSearched: false).writeTexts()
        case "corpus":
            try corpus(folder, &report)
        case "durable":
            try diary(folder, events, arguments, &report)
            let bench = try SearchBench(folder: folder, entries: events, isSearched: false)
            for line in try bench.changes() + bench.batches() { report.add(line, of: "search") }
        default:
            try diary(folder, events, arguments, &report)
        }
        try report.write()
    }

    private static func diary(_ folder: String, _ events: Int, _ arguments: [String], _ report: inout Report) throws {
        let bench = try Bench(folder: folder, events: events)
        print("\(events) events, seed 1, \(try bench.diary.totals().live) living entries, on \(fileSystem(folder))")
        print(Line.head)
        for line in try bench.lines() { report.add(line, of: "diary") }
        if arguments.count > 2 { report.add(try bench.wholeAdd(programs: arguments[2]), of: "diary") }
    }

    private static func corpus(_ folder: String, _ report: inout Report) throws {
        guard let settings = CorpusSettings() else { return }
        print("\nsearching in \(settings.corpus) on \(fileSystem(folder))")
        do {
            try CorpusBench(settings, folder: folder).run(&report)
        } catch let problem as CorpusProblem {
            print("not searched: \(problem)")
        }
    }

    private static func search(_ folder: String, _ entries: Int, _ report: inout Report) throws {
        print("\nsearching, beside FTS5 on \(fileSystem(folder))")
        let bench = try SearchBench(folder: folder, entries: entries)
        for index in try bench.indexes() ?? [] { report.add(index) }
        print(Line.head)
        for line in try bench.lines() { report.add(line, of: "search") }
    }
}
