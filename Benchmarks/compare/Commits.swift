import DiaryEngine
import DiaryModel
import DiarylogFiller
import Glibc
import SQLitePeer

/// What commits write, of us, of SQLite, and of SQLite with FTS5: `COMPARE_ONLY=commits`, run by the page under strace,
/// which counts their waits for the disk between marks. A mark is a file of its name that is looked for in vain.
final class CommitBench {
    private let diary: Diary
    private let plain: SQLitePeer
    private let words: SQLitePeer
    private var prose = Prose(seed: 1)
    private var filler = Filler(seed: 6)
    private var ids: [EntryID] = []
    private var number = 0

    init(folder: String, entries: Int) throws {
        let context = filler.context()
        try Diary.create(at: folder + "/committed") { context }
        diary = try Diary(at: folder + "/committed")
        plain = try SQLitePeer(at: folder + "/plain.sqlite")
        words = try SQLitePeer(at: folder + "/words.sqlite")
        try plain.create()
        try words.create()
        try words.createSearch(.unicode61)
        let texts = (0..<entries).map { _ in prose.text() }
        try addOurs(texts)
        try add(texts, to: plain)
        try add(texts, to: words)
        number = entries
        var list = ListRequest()
        list.limit = 512
        ids = try diary.list(list).entries.map(\.id)
        // From here on no commit makes a log longer.
        for peer in [plain, words] { try peer.checkpoint() }
    }

    private func addOurs(_ texts: [String]) throws {
        let rows = texts.enumerated().map { position, text in
            ImportedRow(content: content(text, number + position), identity: Array("\(number + position)".utf8))
        }
        _ = try diary.import(rows, in: filler.context())
    }

    private func content(_ text: String, _ number: Int) -> EntryContent {
        let day = EntryDate(seconds: Int64(number / 4) * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        return EntryContent(text: Array(text.utf8), date: day)
    }

    private func add(_ texts: [String], to peer: SQLitePeer) throws {
        try peer.transaction {
            for (position, text) in texts.enumerated() {
                try peer.put(
                    id: SQLitePeer.identifier(UInt64(number + position)), date: Int64((number + position) / 4) * 86_400,
                    text: text, version: 1, kind: 1, at: 0)
                if peer === words { try peer.index(Int64(number + position) + 1, text) }
            }
        }
    }

    /// Commits of each kind, so many that each has its share of what is done from time to time.
    func run(_ report: inout Report) throws {
        try measure("durable add", 256, &report) { [self] _ in
            let text = prose.text()
            defer { number += 1 }
            return (
                { [self] in _ = try diary.add(content(text, number), in: filler.context()) },
                { [self] peer in try add([text], to: peer) }
            )
        }
        try measure("durable edit", 256, &report) { [self] round in
            let text = prose.text()
            return (
                { [self] in
                    var edit = EntryEdit()
                    edit.text = Array(text.utf8)
                    _ = try diary.perform([EntryRequest(entry: ids[round], command: .edit(edit))], in: filler.context())
                },
                { [self] peer in
                    try peer.transaction {
                        try peer.put(
                            id: SQLitePeer.identifier(UInt64(round)), date: 0, text: text, version: 2, kind: 2, at: 0)
                        if peer === words { try peer.reindex(Int64(round) + 1, text) }
                    }
                }
            )
        }
        for (count, rounds) in [(10, 64), (100, 32), (1_000, 8)] {
            let name = count == 1_000 ? "1,000 adds at once" : "\(count) adds at once"
            try measure(name, rounds, &report) { [self] _ in
                let texts = (0..<count).map { _ in prose.text() }
                defer { number += count }
                return ({ [self] in try addOurs(texts) }, { [self] peer in try add(texts, to: peer) })
            }
        }
    }

    /// One engine after the other, each with the same work.
    private func measure(
        _ name: String, _ rounds: Int, _ report: inout Report,
        _ work: (Int) -> (ours: () throws -> Void, theirs: (SQLitePeer) throws -> Void)
    ) throws {
        var bytes = [UInt64](repeating: 0, count: 3)
        for round in 0..<rounds {
            let start = number
            let (ours, theirs) = work(round)
            let end = number
            number = start
            let engines: [(String, () throws -> Void)] = [
                ("ours", ours), ("plain", { [plain] in try theirs(plain) }),
                ("words", { [words] in try theirs(words) }),
            ]
            for (position, (engine, commit)) in engines.enumerated() {
                mark("\(engine): \(name)")
                let before = writtenBytes()
                try commit()
                bytes[position] += writtenBytes() - before
                mark("end")
            }
            number = end
        }
        report.add(commit: name, rounds: rounds, bytes: bytes.map { $0 / UInt64(rounds) })
    }

    private func mark(_ name: String) {
        let file = open("mark " + name, O_RDONLY)
        if file >= 0 { close(file) }
    }
}
