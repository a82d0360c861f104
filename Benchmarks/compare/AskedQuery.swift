import DiaryEngine
import FoundationEssentials
import SQLitePeer

/// A query of the bench and all that we and FTS5 found, by the numbers of the texts: for peers in other languages,
/// which are asked the same of the same texts.
struct AskedQuery: Encodable {
    /// The class, as the line of the table has it.
    var kind: String
    /// As we are asked.
    var query: String
    /// `newest`, `relevance` or `count`.
    var sort: String
    var ours: [Int]
    var words: [Int]

    /// Writes `texts.jsonl` and `queries.jsonl` into a folder that is there.
    static func write(_ asked: [AskedQuery], _ texts: [String], to folder: String) throws {
        struct Text: Encodable {
            var number: Int
            var text: String
        }
        try lines(asked).write(to: URL(filePath: folder + "/queries.jsonl"))
        try lines(texts.enumerated().map { Text(number: $0.offset, text: $0.element) })
            .write(to: URL(filePath: folder + "/texts.jsonl"))
    }

    private static func lines<Value: Encodable>(_ values: [Value]) throws -> Data {
        let encoder = JSONEncoder()
        var lines = Data()
        for value in values {
            lines += try encoder.encode(value)
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}

extension SearchBench {
    /// Notes a query for the peers, with everything that is found for it; newest first, so that tens can be compared.
    func note(_ kind: String, _ query: String, _ words: String, _ sort: String) throws {
        let request = try SearchRequest(query)
        let ours = try diary.search(request).hits.map { Int($0.born.rawValue - firstBorn) }
        let theirs = try self.words.search(words, limit: Int64(texts.count)).map { Int($0) - 1 }
        asked.append(AskedQuery(kind: kind, query: query, sort: sort, ours: ours, words: theirs))
    }
}
