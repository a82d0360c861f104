import DiarylogFiller
import SQLitePeer

/// Indexes of other kinds of the same texts: what they find, what they weigh, and what they take.
///
/// FTS5 by trigrams finds parts of words of three characters and more. By pairs, which the application cuts, it finds
/// parts of two and more; both are looked for as phrases.
final class OtherIndexes {
    private let trigrams: SQLitePeer
    private let pairs: SQLitePeer
    private let times: (trigrams: UInt64, pairs: UInt64)

    init(folder: String, _ texts: [String]) throws {
        trigrams = try SQLitePeer(at: folder + "/trigrams.sqlite")
        pairs = try SQLitePeer(at: folder + "/pairs.sqlite")
        try trigrams.create()
        try trigrams.createSearch(.trigram)
        try pairs.create()
        try pairs.createPairs()
        let start = now()
        try Self.fill(trigrams, texts) { $0 }
        let middle = now()
        try Self.fill(pairs, texts, SQLitePeer.pairs(of:))
        times = (middle - start, now() - middle)
    }

    private static func fill(_ peer: SQLitePeer, _ texts: [String], _ cut: (String) -> String) throws {
        try peer.transaction {
            for (number, text) in texts.enumerated() {
                try peer.put(
                    id: SQLitePeer.identifier(UInt64(number)), date: 0, text: text, version: 1, kind: 1, at: 0)
                try peer.index(Int64(number) + 1, cut(text))
            }
        }
    }

    func rows() throws -> [IndexRow] {
        try [
            row("FTS5, trigrams", trigrams, times.trigrams) { "\"\($0)\"" },
            row("FTS5, pairs cut by the application", pairs, times.pairs) { "\"\(SQLitePeer.pairs(of: $0))\"" },
        ]
    }

    private func row(
        _ name: String, _ peer: SQLitePeer, _ time: UInt64, _ query: @escaping (String) -> String
    ) throws -> IndexRow {
        try IndexRow(name: name, bytes: peer.indexBytes(), import: time) { noun in
            let words = query(noun)
            return (Int(try peer.count(words)), { _ = try peer.search(words, limit: 10) })
        }
    }
}

/// One index: its size, the time of its making, the texts it found of those that hold a noun, and the time of a search.
struct IndexRow {
    var name: String
    var bytes: Int64
    /// Nanoseconds, for all texts.
    var time: UInt64
    private(set) var found: [Int] = []
    private(set) var searches = Times()
    /// Of the texts that hold a noun, how many it finds; and how many it finds of which some do not hold it.
    private(set) var recall = 0.0
    private(set) var excess = 0
    private(set) var share = 0.0

    /// `ask` makes a noun's number of texts, and a search for its newest ten.
    init(
        name: String, bytes: Int64, import time: UInt64, ask: (String) throws -> (Int, () throws -> Void)
    ) throws {
        (self.name, self.bytes, self.time) = (name, bytes, time)
        for noun in Prose.nouns {
            let (count, search) = try ask(noun)
            found.append(count)
            for round in 0..<21 {
                let start = now()
                try search()
                if round > 0 { searches.note(now() - start) }
            }
        }
    }

    /// The row, with what it found set against the texts themselves.
    func told(_ texts: [String]) throws -> IndexRow {
        var row = self
        let held = Prose.nouns.map { noun in texts.count { $0.contains(noun) } }
        let right = zip(found, held).map { found, held in min(found, held) }.reduce(0, +)
        row.recall = Double(right) / Double(max(held.reduce(0, +), 1))
        row.excess = found.reduce(0, +) - right
        row.share = Double(bytes) / Double(max(texts.reduce(0) { $0 + $1.utf8.count }, 1))
        return row
    }

    var text: String {
        let percent = Line.short(recall * 100)
        return "\(name): \(percent) % of the texts with a noun, \(excess) without it, \(Line.short(share)) of the text,"
            + " import \(Line.short(Double(time) / 1e9)) s, a noun\(Line.time(searches.median))"
    }

    var json: String {
        "{\"part\":\"indexes\",\"name\":\"\(name)\",\"recall\":\(recall),\"excess\":\(excess),\"share\":\(share),"
            + "\"import\":\(time),\"noun\":[\(Int(searches.median)),\(Int(searches.p99)),\(Int(searches.worst))]}"
    }
}
