import FoundationEssentials

/// A query of the corpus part, in the grammar of Docs/Search.md, and what kind of query it is.
struct CorpusQuery {
    /// The kinds that are drawn, in the order in which they are told; a file may hold others.
    static let kinds = ["rare", "quoted", "freq", "and2", "phrase", "prefix", "noun"]

    var kind: String
    /// `ko` or `en`: how the peers have to ask.
    var language: String
    var text: String

    /// A word, or neighbouring words in quotes.
    struct Part {
        var words: [String]
        var isQuoted: Bool
        /// `wal*`.
        var isPrefix: Bool
    }

    /// The parts, all of which a text must hold; nil for a query with more grammar, which only we are asked.
    var parts: [Part]? {
        var parts: [Part] = []
        for (index, piece) in text.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            let words = piece.split(separator: " ").map(String.init)
            if index % 2 == 1 {
                parts.append(Part(words: words, isQuoted: true, isPrefix: false))
                continue
            }
            for word in words {
                if word == "OR" || word.hasPrefix("-") || word.contains(where: { "():".contains($0) }) { return nil }
                if word == "AND" { continue }
                let isPrefix = word.hasSuffix("*")
                parts.append(
                    Part(words: [isPrefix ? String(word.dropLast()) : word], isQuoted: false, isPrefix: isPrefix))
            }
        }
        return parts.isEmpty ? nil : parts
    }

    /// Reads lines of kind, language and query, with tabs between them.
    static func read(_ path: String) throws -> [CorpusQuery] {
        let all = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        return try all.split(whereSeparator: \.isNewline).map { line in
            let fields = line.split(separator: "\t", maxSplits: 2).map(String.init)
            guard fields.count == 3 else { throw CorpusProblem("\(path): not class, language and query: \(line)") }
            return CorpusQuery(kind: fields[0], language: fields[1], text: fields[2])
        }
    }

    /// Writes what `read` reads.
    static func write(_ queries: [CorpusQuery], to path: String) throws {
        let lines = queries.map { "\($0.kind)\t\($0.language)\t\($0.text)\n" }
        try Data(lines.joined().utf8).write(to: URL(filePath: path))
    }
}
