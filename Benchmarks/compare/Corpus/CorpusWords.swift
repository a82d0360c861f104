/// The words of many texts, Korean and English: what queries are drawn from.
struct CorpusWords {
    /// A word between spaces, without the signs around it; one of Hangul syllables only, or of Latin letters only.
    struct Word: Hashable {
        var text: String
        var isKorean: Bool
    }

    /// In how many texts each word stands.
    private(set) var texts: [Word: Int] = [:]
    /// The 200 words of each language that stand in most texts.
    private(set) var everyday: Set<Word> = []

    init(_ texts: [DiaryText]) {
        for text in texts {
            for word in Set(Self.words(of: text.text).compactMap { $0 }) { self.texts[word, default: 0] += 1 }
        }
        for isKorean in [true, false] {
            let all = sorted { $0.isKorean == isKorean && $1 > 1 }
            everyday.formUnion(all.sorted { self.texts[$0, default: 0] > self.texts[$1, default: 0] }.prefix(200))
        }
    }

    /// The words for which a condition holds, in an order that does not depend on chance.
    func sorted(_ isWanted: (_ word: Word, _ texts: Int) -> Bool) -> [Word] {
        texts.filter { isWanted($0.key, $0.value) }.map(\.key).sorted { $0.text < $1.text }
    }

    /// The words of a text in order; nil stands for a piece that is no word of one language.
    static func words(of text: String) -> [Word?] {
        text.split(separator: " ").map { piece in
            var scalars = Substring(piece).unicodeScalars
            while let first = scalars.first, isSign(first) { scalars.removeFirst() }
            while let last = scalars.last, isSign(last) { scalars.removeLast() }
            guard !scalars.isEmpty else { return nil }
            if scalars.allSatisfy({ (0xAC00...0xD7A3).contains($0.value) }) {
                return Word(text: String(scalars), isKorean: true)
            }
            guard scalars.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic }) else { return nil }
            return Word(text: String(scalars).lowercased(), isKorean: false)
        }
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
            : [0x2018, 0x2019, 0x201C, 0x201D, 0x2014, 0x2026].contains(scalar.value)
    }
}

extension CorpusWords {
    /// What Korean nouns take at their end.
    private static let particles = [
        "은", "는", "이", "가", "을", "를", "에", "에서", "도", "만", "와", "과", "의", "로", "으로", "까지", "부터", "처럼", "보다", "랑",
    ]

    /// Strings of two or three syllables that take many particles, and also stand at the end of longer words that do.
    func nouns() -> [String] {
        var endings: [String: Set<String>] = [:]
        var within: Set<String> = []
        for (word, _) in texts where word.isKorean {
            for particle in Self.particles where word.text.hasSuffix(particle) {
                let stem = word.text.dropLast(particle.count)
                if stem.count == 2 || stem.count == 3 { endings[String(stem), default: []].insert(particle) }
                for length in [2, 3] where stem.count > length { within.insert(String(stem.suffix(length))) }
            }
        }
        return endings.filter { $0.value.count >= 7 && within.contains($0.key) }.map(\.key).sorted()
    }
}
