/// Chance that can be played again.

/// A small generator (SplitMix64); the test that uses it prints its seed.
struct Chance: RandomNumberGenerator {
    private var state: UInt64

    /// Says its seed, so a failure can be played again.
    init(for test: String, seed: UInt64 = .random(in: 0 ... .max)) {
        print("seed of \(test): \(seed)")
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

    /// A text of what diaries hold, in any normal form, and of what tokenizers trip over.
    mutating func text(words: Int) -> String {
        let stock = [
            "날씨", "날씨가", "겨울날씨", "비", "비가", "오는", "오늘은", "ㅋㅋㅋ", "ㅠㅠ", "날ㅆ", "ㄴㅆ", "각\u{11A8}",
            "\u{1102}\u{1161}\u{11AF}\u{110A}\u{1175}", "cafe\u{301}", "café", "Café", "STRASSE", "straße", "walk",
            "walking",
            "3월", "10:30", "don't", "ｗａｌｋ", "が", "か\u{3099}", "東京", "☀", "👍🏽", "👨‍👩‍👧", "🇰🇷", "\u{1F327}\u{FE0F}", "Ελλάς",
            "й", "и\u{306}", "\u{958}", "\n", "…", ".", "-", "\u{200B}", "값", "갑", "하늘", "한", "i\u{307}",
        ]
        return (0..<words).map { _ in pick(stock) + (below(3) == 0 ? "" : " ") }.joined()
    }
}
