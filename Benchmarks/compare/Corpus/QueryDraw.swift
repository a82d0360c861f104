import DiarylogFiller

/// Queries drawn from texts by a seed: equal texts and seeds give equal queries.
final class QueryDraw {
    private static let each = 25
    private let texts: [DiaryText]
    private let words: CorpusWords
    private let plain: PlainTexts
    private var chance: Chance

    init(_ texts: [DiaryText], _ plain: PlainTexts, seed: UInt64) {
        self.texts = texts
        self.plain = plain
        words = CorpusWords(texts)
        chance = Chance(seed: seed)
    }

    /// About 25 queries for each kind and language; fewer where the texts have no more.
    func all() -> [CorpusQuery] {
        var all: [CorpusQuery] = []
        let frequent = max(1, texts.count / 50)...(texts.count / 4)
        for kind in CorpusQuery.kinds {
            for language in ["ko", "en"] {
                let isKorean = language == "ko"
                switch kind {
                case "rare": all += single(kind, isKorean, 5...50) { $0.text.count > (isKorean ? 1 : 2) }
                case "quoted":
                    // The rare Korean words as peers look for them: never with a space within.
                    guard isKorean else { continue }
                    all += all.filter { $0.kind == "rare" && $0.language == language }.map { query in
                        CorpusQuery(kind: kind, language: language, text: "\"\(query.text)\"")
                    }
                case "freq": all += single(kind, isKorean, frequent) { $0.text.count > 1 }
                case "and2": all += pairs(isKorean)
                case "phrase": all += phrases(isKorean)
                case "prefix": all += prefixes(isKorean)
                default:
                    guard isKorean else { continue }
                    all += drawn(words.nouns()) { noun in
                        let query = CorpusQuery(kind: kind, language: language, text: noun)
                        return plain.count(query) >= 5 ? query : nil
                    }
                }
            }
        }
        return all
    }

    /// Queries made of candidates in a drawn order, until there are enough.
    private func drawn<Candidate>(
        _ candidates: [Candidate], _ query: (Candidate) -> CorpusQuery?
    ) -> [CorpusQuery] {
        var candidates = candidates
        var queries: [CorpusQuery] = []
        while !candidates.isEmpty, queries.count < Self.each {
            candidates.swapAt(chance.below(candidates.count), candidates.count - 1)
            if let found = query(candidates.removeLast()), !queries.contains(where: { $0.text == found.text }) {
                queries.append(found)
            }
        }
        return queries
    }

    /// Words that a search finds in so many texts; within words, too, if they are Korean.
    private func single(
        _ kind: String, _ isKorean: Bool, _ wanted: ClosedRange<Int>, _ isWanted: (CorpusWords.Word) -> Bool
    ) -> [CorpusQuery] {
        let candidates = words.sorted { word, texts in
            guard word.isKorean == isKorean, isWanted(word), texts <= wanted.upperBound else { return false }
            return texts >= (isKorean ? wanted.lowerBound / 4 : wanted.lowerBound)
        }
        return drawn(candidates) { word in
            let query = CorpusQuery(kind: kind, language: isKorean ? "ko" : "en", text: word.text)
            return wanted.contains(plain.count(query)) ? query : nil
        }
    }

    /// Two words of a text, neither rare nor nearly everywhere.
    private func pairs(_ isKorean: Bool) -> [CorpusQuery] {
        let wanted = max(2, texts.count / 1_000)...(texts.count / 4)
        return drawnFromTexts { own, chance in
            let able = own.compactMap { $0 }.filter { word in
                word.isKorean == isKorean && word.text.count > (isKorean ? 1 : 2)
                    && wanted.contains(words.texts[word, default: 0])
            }
            guard able.count > 1 else { return nil }
            let (one, other) = (chance.pick(able).text, chance.pick(able).text)
            return one == other
                ? nil
                : CorpusQuery(
                    kind: "and2", language: isKorean ? "ko" : "en", text: "\(one) \(other)")
        }
    }

    /// Two to four neighbouring words of a text; every second phrase is made of everyday words only.
    private func phrases(_ isKorean: Bool) -> [CorpusQuery] {
        let language = isKorean ? "ko" : "en"
        let everyday = words.everyday
        var count = 0
        return drawnFromTexts { own, chance in
            let length = 2 + chance.below(3)
            guard own.count >= length else { return nil }
            let start = chance.below(own.count - length + 1)
            let some = own[start..<start + length].compactMap { $0 }
            guard some.count == length, some.allSatisfy({ $0.isKorean == isKorean }) else { return nil }
            if count.isMultiple(of: 2), !some.allSatisfy({ everyday.contains($0) }) { return nil }
            count += 1
            let phrase = some.map(\.text).joined(separator: " ")
            return CorpusQuery(kind: "phrase", language: language, text: "\"\(phrase)\"")
        }
    }

    /// The first letters of a word with a star; of a Korean word its first two syllables, which need no star.
    private func prefixes(_ isKorean: Bool) -> [CorpusQuery] {
        let candidates = words.sorted { word, texts in word.isKorean == isKorean && word.text.count > 3 && texts > 4 }
        return drawn(candidates) { word in
            CorpusQuery(
                kind: "prefix", language: isKorean ? "ko" : "en",
                text: isKorean ? String(word.text.prefix(2)) : word.text.prefix(3) + "*")
        }
    }

    /// Queries made of the words of drawn texts, until there are enough or too many texts gave none.
    private func drawnFromTexts(
        _ query: (_ words: [CorpusWords.Word?], _ chance: inout Chance) -> CorpusQuery?
    ) -> [CorpusQuery] {
        var queries: [CorpusQuery] = []
        for _ in 0..<200_000 where queries.count < Self.each {
            let own = CorpusWords.words(of: texts[chance.below(texts.count)].text)
            if let found = query(own, &chance), !queries.contains(where: { $0.text == found.text }) {
                queries.append(found)
            }
        }
        return queries
    }
}
