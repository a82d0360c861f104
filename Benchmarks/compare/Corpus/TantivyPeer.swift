import FoundationEssentials

/// tantivy's side of the corpus part: a program in Python that is given files and answers with a file.
final class TantivyPeer {
    /// What the program says of one query; times in microseconds, each the median of its repeats.
    struct Answer {
        var found: Int
        var best: Double
        var count: Double
        var newest: Double
    }

    /// What the program says of a state.
    struct Report {
        /// Indexing alone, with the cutting into terms, which Python does.
        var seconds: Double
        var indexBytes: Int
        var segments: Int
        /// An answer for each query; nil for one with more grammar than the program knows.
        var answers: [Answer?]
    }

    private struct Line: Encodable {
        var number: Int
        var order: Int
        var text: String
    }

    private let python: String
    private let folder: String
    private var changed: [Int: String] = [:]
    private let order: [Int]
    private let script: String

    /// `python` is a Python that can import tantivy; `order` has for each text its place in the order of dates.
    init(python: String, folder: String, texts: [DiaryText]) throws {
        self.python = python
        self.folder = folder
        var order = texts.indices.map { $0 }
        for (position, number) in texts.indices.sorted(by: { (texts[$0].date, $0) < (texts[$1].date, $1) }).enumerated()
        {
            order[number] = position
        }
        self.order = order
        script = String(#filePath.dropLast("compare/Corpus/TantivyPeer.swift".count)) + "TantivyPeer/tantivy_peer.py"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        take(texts.enumerated().map { ($0.offset, $0.element.text) })
    }

    /// Notes texts by their numbers; they are indexed before the next queries.
    func take(_ texts: [(number: Int, text: String)]) {
        for (number, text) in texts { changed[number] = text }
    }

    /// Indexes what has changed and asks the queries.
    func ask(_ queries: [CorpusQuery], repeats: Int) throws -> Report {
        let (texts, asked, results) = (folder + "/texts.jsonl", folder + "/queries.tsv", folder + "/results.tsv")
        let encoder = JSONEncoder()
        var lines = Data()
        for (number, text) in changed.sorted(by: { $0.key < $1.key }) {
            lines += try encoder.encode(Line(number: number, order: order[number], text: text))
            lines.append(UInt8(ascii: "\n"))
        }
        changed = [:]
        try lines.write(to: URL(filePath: texts))
        try CorpusQuery.write(queries, to: asked)
        let arguments = [script, folder + "/index", texts, asked, results, "\(repeats)"]
        _ = spawn(python, arguments, ["LANG=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1"])
        guard let answered = try? String(decoding: Data(contentsOf: URL(filePath: results)), as: UTF8.self) else {
            throw CorpusProblem("\(python) gave no answer: can it import tantivy, and run \(script)?")
        }
        try FileManager.default.removeItem(atPath: results)
        return try report(answered.split(whereSeparator: \.isNewline).map(String.init), queries.count)
    }

    private func report(_ lines: [String], _ queries: Int) throws -> Report {
        let head = (lines.first ?? "").split(separator: "\t")
        guard lines.count == queries + 1, head.count == 3, let seconds = Double(head[0]), let bytes = Int(head[1]),
            let segments = Int(head[2])
        else { throw CorpusProblem("what tantivy_peer.py wrote has another form") }
        let answers = lines.dropFirst().map { line -> Answer? in
            let fields = line.split(separator: "\t")
            guard fields.count == 4, let found = Int(fields[0]) else { return nil }
            let times = fields.dropFirst().map { Double($0) ?? 0 }
            return Answer(found: found, best: times[0], count: times[1], newest: times[2])
        }
        return Report(seconds: seconds, indexBytes: bytes, segments: segments, answers: answers)
    }
}
