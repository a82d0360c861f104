import DiarylogFiller

/// Seeded edits, as somebody makes them who writes on: a few words of another text, at the end or between two words.
struct CorpusEdits {
    private var chance: Chance

    init(seed: UInt64) { chance = Chance(seed: seed) }

    /// Edits every text once, in an order that has nothing to do with theirs, a batch at a time.
    mutating func round(
        _ texts: inout [DiaryText], batch: Int, _ write: (_ changed: [(number: Int, text: String)]) throws -> Void
    ) rethrows {
        var numbers = Array(texts.indices)
        for last in numbers.indices.dropFirst().reversed() { numbers.swapAt(last, chance.below(last + 1)) }
        for start in stride(from: 0, to: numbers.count, by: batch) {
            var changed: [(number: Int, text: String)] = []
            for number in numbers[start..<min(start + batch, numbers.count)] {
                texts[number].text = edited(texts[number].text, from: texts)
                changed.append((number, texts[number].text))
            }
            try write(changed)
        }
    }

    private mutating func edited(_ text: String, from texts: [DiaryText]) -> String {
        var added: ArraySlice<Substring> = []
        for _ in 0..<1_000 where added.isEmpty {
            let others = texts[chance.below(texts.count)].text.split(separator: " ")
            let length = 3 + chance.below(4)
            if others.count >= length {
                added = others.dropFirst(chance.below(others.count - length + 1)).prefix(length)
            }
        }
        var own = text.split(separator: " ", omittingEmptySubsequences: false)
        let position = chance.below(2) == 0 ? own.count : chance.below(own.count)
        own.insert(contentsOf: added, at: position)
        return own.joined(separator: " ")
    }
}
