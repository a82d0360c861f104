import DiaryEngine
import DiaryModel
import EventStore
import Filler
import SQLitePeer

/// The same texts in a diary and in SQLite with FTS5: how both are filled, changed and searched.
final class SearchBench {
    private let diary: Diary
    private let words: SQLitePeer
    private let others: OtherIndexes?
    private let texts: [String]
    private var prose = Prose(seed: 1)
    private var filler = Filler(seed: 2)
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
        _ = try diary.import(rows, in: filler.context())
        let middle = now()
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
        lines += try [10, 100, 1_000].map { try batch(of: $0) }
        return lines
    }

    /// Searches before and after the changes.
    func changed() throws -> [Line] { try queries("") + changes() + queries(", after changes") }

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

    private func queries(_ when: String) throws -> [Line] {
        let nouns = Prose.nouns
        let pairs = zip(nouns, nouns.dropFirst()).map { ($0, "오늘", $1) }
        let koreans = (0..<12).map { prose.word(rank: 40 + $0 * 30, isKorean: true) }
        let englishes = (0..<12).map { prose.word(rank: 40 + $0 * 30, isKorean: false) }
        let frequent = Prose.frequent
        return [
            try line("noun of two syllables" + when, nouns, nouns.map { $0 + "*" }, 10),
            try line("frequent word" + when, frequent, frequent.map { "\"\($0)\"" }, 100),
            try line("two words" + when, pairs.map { "\($0.0) \($0.1)" }, pairs.map { "\($0.0)* \($0.1)*" }, 150),
            try line(
                "phrase" + when,
                zip(koreans, koreans.dropFirst()).map { "\"\($0) 그리고\" OR \"\($1)\"" }
                    + zip(englishes, englishes).map { "\"\($0) and\" OR \"the \($1)\"" },
                zip(koreans, koreans.dropFirst()).map { "\"\($0) 그리고\" OR \"\($1)\"" }
                    + zip(englishes, englishes).map { "\"\($0) and\" OR \"the \($1)\"" }, 500),
            try line("prefix" + when, englishes.map { $0.prefix(4) + "*" }, englishes.map { $0.prefix(4) + "*" }, 50),
            try line("half typed" + when, ["날ㅆ", "바ㄷ", "친ㄱ", "커ㅍ", "여ㅎ", "생ㅇ", "영ㅎ", "음ㅇ"], [], 50),
            try line("one syllable" + when, ["비", "눈", "봄", "꽃", "집"], [], nil),
            try line("first consonants" + when, ["ㄴㅆ", "ㅂㄷ", "ㅊㄱ", "ㅋㅍ"], [], nil),
            try line("noun, with text and snippet" + when, nouns, nouns.map { $0 + "*" }, nil, withTexts: true),
            try line("noun, by relevance" + when, nouns, nouns.map { $0 + "*" }, 10, byRank: true),
            try line("frequent word, by relevance" + when, frequent, frequent.map { "\"\($0)\"" }, 100, byRank: true),
            try counts("count of a noun" + when, nouns, nouns.map { $0 + "*" }),
            try counts(
                "count of a frequent phrase" + when, ["\"the and\"", "\"and the\""], ["\"the and\"", "\"and the\""]),
        ]
    }

    private func line(
        _ name: String, _ ours: [String], _ theirs: [String], _ wanted: Double?, byRank: Bool = false,
        withTexts: Bool = false, at point: DiaryPoint = .head
    ) throws -> Line {
        var line = Line(name: name, ours: Times(), theirs: theirs.isEmpty ? nil : Times())
        line.wantedMicroseconds = wanted
        var first = Times()
        for (index, query) in ours.enumerated() {
            var request = try SearchRequest(query)
            request.limit = 10
            request.sort = byRank ? .relevance : .newest
            request.point = point
            for round in 0..<21 {
                let start = now()
                let page = try diary.search(request)
                if withTexts { _ = try diary.found(page.hits, by: request, at: page.at) }
                let took = now() - start
                if round == 0 { first.note(took) } else { line.ours.note(took) }
                guard index < theirs.count else { continue }
                let theirStart = now()
                _ = try words.search(theirs[index], limit: 10, byRank: byRank)
                if round > 0 { line.theirs?.note(now() - theirStart) }
            }
        }
        line.note = "first \(Line.short(first.median / 1000)) µs"
        return line
    }

    private func counts(_ name: String, _ ours: [String], _ theirs: [String]) throws -> Line {
        var line = Line(name: name, ours: Times(), theirs: Times(), wantedRatio: 1)
        for (query, other) in zip(ours, theirs) {
            let request = try SearchRequest(query)
            for _ in 0..<10 {
                _ = try line.ours.time { try diary.count(request) }
                _ = try line.theirs?.time { try words.count(other) }
            }
        }
        return line
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

    private func past(_ before: UInt64) throws -> [Line] {
        let nouns = Prose.nouns
        return [
            try line("noun, as of before the changes", nouns, [], nil, at: .event(SequenceNumber(before))),
            try line(
                "two words, as of before the changes", nouns.map { "\($0) 오늘" }, [], nil,
                at: .event(SequenceNumber(before))),
        ]
    }
}
