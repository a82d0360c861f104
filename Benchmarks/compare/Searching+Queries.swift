import DiaryEngine
import DiarylogFiller
import EventStore
import SQLitePeer

/// The classes of search, and what each takes of us and of FTS5.
extension SearchBench {
    func queries(_ when: String) throws -> [Line] {
        let nouns = Prose.nouns
        let pairs = zip(nouns, nouns.dropFirst()).map { ($0, "오늘", $1) }
        let koreans = (0..<12).map { prose.word(rank: 40 + $0 * 30, isKorean: true) }
        let englishes = (0..<12).map { prose.word(rank: 40 + $0 * 30, isKorean: false) }
        let frequent = Prose.frequent
        return [
            try line("noun of two syllables", when, nouns, nouns.map { $0 + "*" }, 10),
            try line("frequent word", when, frequent, frequent.map { "\"\($0)\"" }, 100),
            try line("two words", when, pairs.map { "\($0.0) \($0.1)" }, pairs.map { "\($0.0)* \($0.1)*" }, 150),
            try line(
                "phrase", when,
                zip(koreans, koreans.dropFirst()).map { "\"\($0) 그리고\" OR \"\($1)\"" }
                    + zip(englishes, englishes).map { "\"\($0) and\" OR \"the \($1)\"" },
                zip(koreans, koreans.dropFirst()).map { "\"\($0) 그리고\" OR \"\($1)\"" }
                    + zip(englishes, englishes).map { "\"\($0) and\" OR \"the \($1)\"" }, 500),
            try line("prefix", when, englishes.map { $0.prefix(4) + "*" }, englishes.map { $0.prefix(4) + "*" }, 50),
            try line("half typed", when, ["날ㅆ", "바ㄷ", "친ㄱ", "커ㅍ", "여ㅎ", "생ㅇ", "영ㅎ", "음ㅇ"], [], 50),
            try line("one syllable", when, ["비", "눈", "봄", "꽃", "집"], [], nil),
            try line("first consonants", when, ["ㄴㅆ", "ㅂㄷ", "ㅊㄱ", "ㅋㅍ"], [], nil),
            try line("noun, with text and snippet", when, nouns, nouns.map { $0 + "*" }, nil, withTexts: true),
            try line("noun, by relevance", when, nouns, nouns.map { $0 + "*" }, 10, byRank: true),
            try line("frequent word, by relevance", when, frequent, frequent.map { "\"\($0)\"" }, 100, byRank: true),
            try counts("count of a noun", when, nouns, nouns.map { $0 + "*" }),
            try counts(
                "count of a frequent phrase", when, ["\"the and\"", "\"and the\""], ["\"the and\"", "\"and the\""]),
        ]
    }

    private func line(
        _ name: String, _ when: String, _ ours: [String], _ theirs: [String], _ wanted: Double?, byRank: Bool = false,
        withTexts: Bool = false, at point: DiaryPoint = .head
    ) throws -> Line {
        var line = Line(name: name + when, ours: Times(), theirs: theirs.isEmpty ? nil : Times())
        line.wantedMicroseconds = wanted
        var (first, theirFirst) = (Times(), Times())
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
                let theirTook = now() - theirStart
                if round == 0 { theirFirst.note(theirTook) } else { line.theirs?.note(theirTook) }
            }
        }
        if when.isEmpty, !withTexts {
            for (query, other) in zip(ours, theirs) { try note(name, query, other, byRank ? "relevance" : "newest") }
        }
        line.firsts = (first, line.theirs == nil ? nil : theirFirst)
        line.note = "first \(Line.short(first.median / 1000)) µs"
        return line
    }

    private func counts(_ name: String, _ when: String, _ ours: [String], _ theirs: [String]) throws -> Line {
        var line = Line(name: name + when, ours: Times(), theirs: Times(), wantedRatio: 1)
        var (first, theirFirst) = (Times(), Times())
        for (query, other) in zip(ours, theirs) {
            let request = try SearchRequest(query)
            for round in 0..<11 {
                let start = now()
                _ = try diary.count(request)
                let middle = now()
                _ = try words.count(other)
                let end = now()
                if round == 0 {
                    first.note(middle - start)
                    theirFirst.note(end - middle)
                } else {
                    line.ours.note(middle - start)
                    line.theirs?.note(end - middle)
                }
            }
        }
        if when.isEmpty { for (query, other) in zip(ours, theirs) { try note(name, query, other, "count") } }
        line.firsts = (first, theirFirst)
        return line
    }

    func past(_ before: UInt64) throws -> [Line] {
        let nouns = Prose.nouns
        return [
            try line("noun", ", as of before the changes", nouns, [], nil, at: .event(SequenceNumber(before))),
            try line(
                "two words", ", as of before the changes", nouns.map { "\($0) 오늘" }, [], nil,
                at: .event(SequenceNumber(before))),
        ]
    }
}
