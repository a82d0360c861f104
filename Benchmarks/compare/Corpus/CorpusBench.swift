import DiaryEngine

/// Real texts, searched in three states: imported, each edited once, each edited ten times.
final class CorpusBench {
    private static let batch = 300
    private let settings: CorpusSettings
    private var texts: [DiaryText]
    private let queries: [CorpusQuery]
    private let ours: CorpusDiary
    private var edits = CorpusEdits(seed: 5)

    init(_ settings: CorpusSettings, folder: String) throws {
        self.settings = settings
        texts = try DiaryText.read(settings.corpus, most: settings.limit)
        if let path = settings.queries {
            queries = try CorpusQuery.read(path)
        } else {
            let draw = QueryDraw(texts, PlainTexts(texts), seed: 4)
            queries = draw.all()
        }
        if let path = settings.writeQueries { try CorpusQuery.write(queries, to: path) }
        ours = try CorpusDiary(texts, at: folder + "/corpus")
        print("\(texts.count) texts, \(megabytes(bytes)) MB; \(queries.count) queries, \(Spread.repeats) times each")
        print("import: \(Line.short(Double(ours.importTime) / 1e9)) s")
    }

    private var bytes: Int { texts.reduce(0) { $0 + $1.text.utf8.count } }

    private func megabytes(_ bytes: Int) -> String { Line.short(Double(bytes) / 1e6) }

    /// Measures each state in turn and prints it.
    func run() throws {
        try tell("imported")
        try edit(1)
        try tell("each edited once", isEdited: true)
        guard settings.hasTen else { return }
        try edit(9)
        try tell("each edited ten times", isEdited: true)
    }

    private func edit(_ rounds: Int) throws {
        var time: UInt64 = 0
        for _ in 0..<rounds {
            try edits.round(&texts, batch: Self.batch) { changed in time += try ours.edit(changed) }
        }
        let count = texts.count * rounds
        print(
            "\n\(count) edits, \(Self.batch) an operation: \(Line.short(Double(time) / 1e9)) s,",
            "\(Line.short(Double(time) / Double(count) / 1e3)) µs an edit")
    }

    private func tell(_ state: String, isEdited: Bool = false) throws {
        let size = Double(try ours.indexBytes()) / Double(bytes)
        print("\n\(state): \(megabytes(bytes)) MB of text; index ÷ text: ours \(Line.short(size))")
        print(Self.head)
        for kind in kinds {
            let some = queries.filter { $0.kind == kind.kind && $0.language == kind.language }
            let name = "\(kind.kind) \(kind.language)"
            row(name, some.count, "newest", try Spread(some) { _ = try ours.top($0, by: .newest) })
            row(name, some.count, "relevance", try Spread(some) { _ = try ours.top($0, by: .relevance) })
            row(name, some.count, "count", try Spread(some) { _ = try ours.count($0) })
            guard isEdited else { continue }
            let then = DiaryPoint.event(ours.imported)
            row(name, some.count, "newest, then", try Spread(some) { _ = try ours.top($0, by: .newest, at: then) })
            row(
                name, some.count, "relevance, then",
                try Spread(some) { _ = try ours.top($0, by: .relevance, at: then) })
        }
    }

    /// The kinds and languages that the queries have, each once, in their order.
    private var kinds: [(kind: String, language: String)] {
        var kinds: [(kind: String, language: String)] = []
        for query in queries where !kinds.contains(where: { $0 == (query.kind, query.language) }) {
            kinds.append((query.kind, query.language))
        }
        return kinds
    }

    private static let head =
        Line.pad("µs", 12) + "  n " + Line.pad("", 16)
        + ["p50", "p99", "worst", "first"].map { Spread.right($0, 8) }.joined(separator: " ")

    private func row(_ name: String, _ count: Int, _ what: String, _ ours: Spread) {
        print(Line.pad(name, 12) + Spread.right("\(count)", 3) + " " + Line.pad(what, 16) + ours.cells, ours.first)
    }
}
