import DiaryEngine
import DiaryModel
import DiarylogFiller
import EventStore
import Glibc
import SQLitePeer

/// The same texts in a diary and in SQLite with FTS5: how both are filled, changed and searched.
final class SearchBench {
    let diary: Diary
    let words: SQLitePeer
    private let others: OtherIndexes?
    let texts: [String]
    var prose = Prose(seed: 1)
    private var filler = Filler(seed: 2)
    /// The event of the first text; text after text follows it.
    let firstBorn: UInt64
    /// What the peers of other languages are to be asked as well, and what we and FTS5 found.
    var asked: [AskedQuery] = []
    private let imported: Line
    private let imports: (ours: UInt64, theirs: UInt64)
    private let path: String
    private static let mostForRecall = 200_000

    init(folder: String, entries: Int, isSearched: Bool = true) throws {
        path = folder + "/searched"
        let context = filler.context()
        try Diary.create(at: path) { context }
        diary = try Diary(at: path)
        words = try SQLitePeer(at: folder + "/words.sqlite")
        try words.create()
        try words.createSearch(.unicode61)
        var texts: [String] = []
        for _ in 0..<entries { texts.append(prose.text()) }
        self.texts = texts
        let rows = texts.enumerated().map { number, text in
            ImportedRow(content: Self.content(text, number), identity: Array("\(number)".utf8))
        }
        let start = now()
        let outcome = try diary.import(rows, in: filler.context())
        let middle = now()
        guard case .imported(let receipt?, _, _, _) = outcome else { throw CorpusProblem("nothing was imported") }
        firstBorn = receipt.first.rawValue
        try Self.fill(words, texts)
        let end = now()
        imports = (middle - start, end - middle)
        // At a million they would take minutes; recall does not change.
        others = isSearched && entries <= Self.mostForRecall ? try OtherIndexes(folder: folder, texts) : nil
        var line = Line(name: "import of all, an entry", ours: Times(), theirs: Times(), wantedRatio: 0.67)
        line.ours.note((middle - start) / UInt64(entries))
        line.theirs?.note((end - middle) / UInt64(entries))
        imported = line
    }

    private static func content(_ text: String, _ number: Int) -> EntryContent {
        let date = EntryDate(
            seconds: 946_684_800 + Int64(number / 4) * 86_400, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        return EntryContent(text: Array(text.utf8), date: date)
    }

    private static func fill(_ peer: SQLitePeer, _ texts: [String]) throws {
        try peer.transaction {
            for (number, text) in texts.enumerated() {
                let id = SQLitePeer.identifier(UInt64(number))
                try peer.put(
                    id: id, date: 946_684_800 + Int64(number / 4) * 86_400, text: text, version: 1, kind: 1, at: 0)
                try peer.index(Int64(number) + 1, text)
            }
        }
    }

    func lines() throws -> [Line] {
        print("\(texts.count) entries, \(texts.reduce(0) { $0 + $1.utf8.count } >> 20) MiB of text")
        try sizes("after the import")
        var lines = [imported]
        lines += try queries("")
        let before = try diary.resolve(.head)
        lines += try changes()
        lines += try queries(", after changes")
        lines += try past(before.rawValue)
        try sizes("after the changes")
        return try lines + batches()
    }

    /// Searches before and after the changes.
    func changed() throws -> [Line] { try queries("") + changes() + queries(", after changes") }

    /// Ten to a thousand texts in one operation.
    func batches() throws -> [Line] { try [10, 100, 1_000].map { try batch(of: $0) } }

    /// Asks the queries, and writes them down for peers in other languages.
    func writeTexts() throws {
        guard let folder = getenv("TEXTS").map({ String(cString: $0) }) else {
            throw CorpusProblem("TEXTS names no folder")
        }
        _ = try queries("")
        try AskedQuery.write(asked, texts, to: folder)
    }

    /// Bytes of the index for those of the text.
    private func sizes(_ when: String) throws {
        let all = texts.reduce(0) { $0 + $1.utf8.count }
        let ours = try diary.searchBytes()
        print(
            "the index \(when): \(Line.short(Double(ours) / Double(all))) of the text, FTS5",
            Line.short(Double(try words.indexBytes()) / Double(all)), "by words")
    }

    /// What indexes of other kinds find, weigh and take, beside ours: nil where they were not filled.
    func indexes() throws -> [IndexRow]? {
        guard let others else { return nil }
        let ours = try IndexRow(name: "diarylog", bytes: Int64(diary.searchBytes()), import: imports.ours) { noun in
            var request = try SearchRequest(noun)
            request.limit = 10
            return (try diary.count(request, exactly: true).count, { _ = try self.diary.search(request) })
        }
        let theirs = try IndexRow(name: "FTS5, beginnings of words", bytes: words.indexBytes(), import: imports.theirs)
        {
            noun in (Int(try words.count(noun + "*")), { _ = try self.words.search(noun + "*", limit: 10) })
        }
        return try ([ours, theirs] + others.rows()).map { try $0.told(texts) }
    }

    /// New texts, many in one operation, into both indexes.
    private func batch(of count: Int) throws -> Line {
        let name =
            count == 1_000 ? "1,000 adds at once, with the index, each" : "\(count) adds at once, with the index, each"
        var line = Line(name: name, ours: Times(), theirs: Times(), wantedRatio: 1)
        for round in 0..<(20_000 / max(count, 100)) {
            let texts = (0..<count).map { _ in prose.text() }
            let rows = texts.enumerated().map { number, text in
                ImportedRow(content: Self.content(text, number), identity: Array("\(count) \(round) \(number)".utf8))
            }
            let context = filler.context()
            let start = now()
            _ = try diary.import(rows, in: context)
            let middle = now()
            try words.transaction {
                for (number, text) in texts.enumerated() {
                    let row = Int64(1) << 40 + Int64(count) << 24 + Int64(round * count + number)
                    try words.put(
                        id: SQLitePeer.identifier(UInt64(row)), date: 0, text: text, version: 1, kind: 1, at: 0)
                    try words.index(row, text)
                }
            }
            line.ours.note((middle - start) / UInt64(count))
            line.theirs?.note((now() - middle) / UInt64(count))
        }
        return line
    }

    /// A quarter of the texts changed, one durable change each; and the cost of an add with everything.
    func changes() throws -> [Line] {
        var add = Line(name: "durable add, with the index", ours: Times(), theirs: Times(), wantedRatio: 2)
        var edit = Line(name: "durable edit of a word, with the index", ours: Times(), theirs: Times())
        var list = ListRequest()
        list.sort = .created
        list.isReversed = true
        var bytes: (ours: UInt64, theirs: UInt64) = (0, 0)
        let ids = try diary.list(list).entries.map(\.id)
        for round in 0..<min(25_000, texts.count / 4) {
            let context = filler.context()
            // By chance: in turn, the flush of each sixteenth, and FTS5's merging, would always fall on the same one.
            if prose.pickIndex(2) == 0 {
                let number = prose.pickIndex(ids.count)
                let text = texts[number] + " 고침"
                var change = EntryEdit()
                change.text = Array(text.utf8)
                let order = EntryRequest(entry: ids[number], command: .edit(change))
                _ = try edit.ours.time { try diary.perform([order], in: context) }
                try edit.theirs?.time {
                    try words.transaction {
                        try words.put(
                            id: SQLitePeer.identifier(UInt64(number)), date: 0, text: text, version: 2, kind: 2, at: 0)
                        try words.reindex(Int64(number) + 1, text)
                    }
                }
            } else {
                let text = prose.text()
                let number = texts.count + round
                let content = Self.content(text, number)
                let before = writtenBytes()
                _ = try add.ours.time { try diary.add(content, in: context) }
                let between = writtenBytes()
                try add.theirs?.time {
                    try words.transaction {
                        try words.put(
                            id: SQLitePeer.identifier(UInt64(number)), date: 0, text: text, version: 1, kind: 1, at: 0)
                        try words.index(Int64(number) + 1, text)
                    }
                }
                bytes.ours += between - before
                bytes.theirs += writtenBytes() - between
            }
        }
        let adds = UInt64(max(1, add.ours.count))
        print("a durable add writes \(bytes.ours / adds) B, SQLite with FTS5 \(bytes.theirs / adds) B")
        for (name, line) in [("add", add), ("edit", edit)] {
            print(
                "a durable \(name): mean \(Line.short(line.ours.mean / 1000)) µs, SQLite with FTS5",
                "\(Line.short((line.theirs?.mean ?? 0) / 1000)) µs; p99 \(Line.short(line.ours.p99 / 1000)) and",
                "\(Line.short((line.theirs?.p99 ?? 0) / 1000)) µs; worst \(Line.short(line.ours.worst / 1000)) and",
                "\(Line.short((line.theirs?.worst ?? 0) / 1000)) µs")
        }
        return [add, edit]
    }
}
