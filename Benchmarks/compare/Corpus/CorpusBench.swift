import DiaryEngine
import Glibc

/// Real texts, searched in three states: imported, each edited once, each edited ten times.
final class CorpusBench {
    private static let batch = 300
    private static let least = 100
    private let settings: CorpusSettings
    private var texts: [DiaryText]
    private let importedTexts: [DiaryText]
    private let queries: [CorpusQuery]
    private let ours: CorpusDiary
    private let words: CorpusFTS5
    private let tantivy: TantivyPeer?
    private var edits = CorpusEdits(seed: 5)

    init(_ settings: CorpusSettings, folder: String) throws {
        self.settings = settings
        texts = try DiaryText.read(settings.corpus, most: settings.limit)
        guard texts.count >= Self.least else {
            throw CorpusProblem(
                "\(settings.corpus) holds \(texts.count) texts; queries are drawn from \(Self.least) and more")
        }
        importedTexts = texts
        if let path = settings.queries {
            queries = try CorpusQuery.read(path)
        } else {
            let draw = QueryDraw(texts, PlainTexts(texts), seed: 4)
            queries = draw.all()
        }
        if let path = settings.writeQueries { try CorpusQuery.write(queries, to: path) }
        ours = try CorpusDiary(texts, at: folder + "/corpus")
        words = try CorpusFTS5(texts, at: folder + "/corpus.sqlite")
        tantivy = try settings.python.map { [texts] python in
            try TantivyPeer(python: python, folder: folder + "/tantivy", texts: texts)
        }
        print("\(texts.count) texts, \(megabytes(bytes)) MB; \(queries.count) queries, \(Spread.repeats) times each")
        print("import: ours \(seconds(ours.importTime)), SQLite with FTS5 \(seconds(words.importTime))")
    }

    private var bytes: Int { texts.reduce(0) { $0 + $1.text.utf8.count } }

    private func megabytes(_ bytes: Int) -> String { Line.short(Double(bytes) / 1e6) }

    private func seconds(_ nanoseconds: UInt64) -> String { Line.short(Double(nanoseconds) / 1e9) + " s" }

    /// Measures each state in turn and prints it.
    func run(_ report: inout Report) throws {
        report.add([
            "{\"part\":\"import\",\"texts\":\(texts.count),\"bytes\":\(bytes),"
                + "\"times\":[\(ours.importTime),\(words.importTime)]}"
        ])
        try tell("imported", &report)
        try edit(1)
        try tell("each edited once", &report, isEdited: true)
        guard settings.hasTen else { return }
        try edit(9)
        try tell("each edited ten times", &report, isEdited: true)
    }

    private func edit(_ rounds: Int) throws {
        var (time, theirs): (UInt64, UInt64) = (0, 0)
        let before = texts
        for round in 0..<rounds {
            var after = texts
            var middle = before
            var (edited, point): (Int, DiaryPoint?) = (0, nil)
            try edits.round(&after, batch: Self.batch) { changed in
                time += try ours.edit(changed)
                theirs += try words.edit(changed, of: before)
                tantivy?.take(changed)
                guard settings.isChecked, round == 0, point == nil else { return }
                for (number, text) in changed { middle[number].text = text }
                edited += changed.count
                if edited * 2 >= middle.count { point = .event(try ours.head()) }
            }
            texts = after
            guard let point else { continue }
            try CorpusCheck(middle, as: "as of the midst of the edits", at: point).run(queries, in: ours)
        }
        let count = Double(texts.count * rounds) * 1e3
        print(
            "\n\(texts.count * rounds) edits, \(Self.batch) an operation: ours \(seconds(time)),",
            "\(Line.short(Double(time) / count)) µs an edit; SQLite with FTS5 \(seconds(theirs)),",
            "\(Line.short(Double(theirs) / count)) µs an edit")
    }

    private func tell(_ state: String, _ report: inout Report, isEdited: Bool = false) throws {
        try words.settle()
        let asked = try tantivy?.ask(queries, repeats: Spread.repeats)
        let share = { [bytes] (index: Int) in Line.short(Double(index) / Double(bytes)) }
        var sizes = "ours \(share(try ours.indexBytes())), FTS5 \(share(try words.indexBytes()))"
        if let asked {
            sizes += ", tantivy \(share(asked.indexBytes))"
            sizes += " in \(asked.segments) segments after \(Line.short(asked.seconds)) s of Python"
        }
        print("\n\(state): \(megabytes(bytes)) MB of text; index ÷ text: \(sizes)")
        let table = CorpusTable(state, peers: ["FTS5", "tantivy"])
        let indexes = [try ours.indexBytes(), try words.indexBytes()] + (asked.map { [$0.indexBytes] } ?? [])
        report.add(["{\"part\":\"state\",\"state\":\"\(state)\",\"bytes\":\(bytes),\"indexes\":\(indexes)}"])
        for (kind, language) in kinds {
            let own = queries.indices.filter { queries[$0].kind == kind && queries[$0].language == language }
            let some = CorpusSome(
                name: "\(kind) \(language)", queries: own.map { queries[$0] },
                answers: asked.map { asked in own.map { asked.answers[$0] } })
            try some.tell(in: table, ours, words)
            try some.tellFirst(in: table, ours)
            if isEdited { try some.tellPast(in: table, ours) }
            // A run takes minutes: whoever reads its output in a file sees it grow.
            fflush(nil)
        }
        report.add(table.rows)
        guard settings.isChecked else { return }
        try CorpusCheck(texts, as: state).run(queries, in: ours)
        guard isEdited else { return }
        try CorpusCheck(importedTexts, as: "as of the import", at: .event(ours.imported)).run(queries, in: ours)
    }

    /// The kinds and languages that the queries have, each once, in their order.
    private var kinds: [(kind: String, language: String)] {
        var kinds: [(kind: String, language: String)] = []
        for query in queries where !kinds.contains(where: { $0 == (query.kind, query.language) }) {
            kinds.append((query.kind, query.language))
        }
        return kinds
    }
}
