import SQLitePeer

/// FTS5's side of the corpus part: words as unicode61 cuts them, with events, entries and dates beside them.
///
/// It finds what begins with a Korean word, so that 날씨 finds 날씨가 and not 겨울날씨; that is as near as it comes.
final class CorpusFTS5 {
    private let peer: SQLitePeer
    /// How long the import took, in nanoseconds.
    let importTime: UInt64

    init(_ texts: [DiaryText], at path: String) throws {
        peer = try SQLitePeer(at: path)
        try peer.create()
        try peer.createSearch(.unicode61)
        try peer.createDates()
        let start = now()
        try peer.transaction { [peer] in
            for (number, text) in texts.enumerated() {
                try Self.put(number, text.text, date: text.date, version: 1, in: peer)
                try peer.setDate(Int64(number) + 1, text.date)
                try peer.index(Int64(number) + 1, text.text)
            }
        }
        importTime = now() - start
    }

    private static func put(
        _ number: Int, _ text: String, date: Int64, version: Int64, in peer: SQLitePeer
    ) throws {
        let id = SQLitePeer.identifier(UInt64(number))
        try peer.put(id: id, date: date, text: text, version: version, kind: version, at: 0)
    }

    /// Edits texts by their numbers as one transaction; the time that took, in nanoseconds.
    func edit(_ changed: [(number: Int, text: String)], of texts: [DiaryText]) throws -> UInt64 {
        let start = now()
        try peer.transaction {
            for (number, text) in changed {
                try Self.put(number, text, date: texts[number].date, version: 2, in: peer)
                try peer.reindex(Int64(number) + 1, text)
            }
        }
        return now() - start
    }

    /// Lets the file have what was written, before it is searched.
    func settle() throws { try peer.checkpoint() }

    /// A query as FTS5 reads it; nil if it has more grammar than is translated.
    static func translated(_ query: CorpusQuery) -> String? {
        query.parts?.map { part in
            let star = part.isPrefix || query.language == "ko" ? " *" : ""
            return "\"\(part.words.joined(separator: " "))\"" + star
        }.joined(separator: " ")
    }

    /// The ten newest by a join with their dates.
    func newest(_ query: String) throws -> Int { try peer.searchByDate(query, limit: 10).count }

    /// The ten last by number: what "newest" costs if numbers follow the dates for ever.
    func last(_ query: String) throws -> Int { try peer.search(query, limit: 10).count }

    /// The ten best.
    func best(_ query: String) throws -> Int { try peer.search(query, limit: 10, byRank: true).count }

    /// How many answer to it.
    func count(_ query: String) throws -> Int { Int(try peer.count(query)) }

    /// Bytes of the index.
    func indexBytes() throws -> Int { Int(try peer.indexBytes()) }
}
