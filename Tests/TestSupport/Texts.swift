/// Texts that tests read and write, Korean and English.

/// Words that texts are made of by chance; each list has what its subject trips over.
///
/// How many they are and their order is part of what a seed means: a list that changes gives other texts for old seeds.
package enum SampleWords {
    /// For titles, differences and merges: breaks and spaces of every kind, joined emoji, a letter of two scalars.
    package static let lines = [
        "나는", "어제", "바다에", "갔다.", "비가", "왔다!", "👨‍👩‍👧‍👦", "🇰🇷", "내용", "e\u{301}", "the", "sea", "was",
        "cold.", "\n", "\n\n", "\r\n", "\u{2028}", "\r", "  ", "\t", "\u{3000}", "오늘", "a", "b",
    ]

    /// For entries: decomposed Hangul and NUL as well.
    package static let entries = [
        "나는", "바다에", "갔다.", "비가", "\u{1102}\u{1161}\u{11AF}\u{110A}\u{1175}", "👨‍👩‍👧‍👦", "🇰🇷", "e\u{301}", "the", "sea",
        "was", "cold.", "\n", "\r\n", "\u{2028}", "\u{3000}", "\u{0}", "오늘", "a", "b",
    ]

    /// For the index: what diaries hold, in any normal form, and what tokenizers trip over.
    package static let indexed = [
        "날씨", "날씨가", "겨울날씨", "비", "비가", "오는", "오늘은", "ㅋㅋㅋ", "ㅠㅠ", "날ㅆ", "ㄴㅆ", "각\u{11A8}",
        "\u{1102}\u{1161}\u{11AF}\u{110A}\u{1175}", "cafe\u{301}", "café", "Café", "STRASSE", "straße", "walk",
        "walking",
        "3월", "10:30", "don't", "ｗａｌｋ", "が", "か\u{3099}", "東京", "☀", "👍🏽", "👨‍👩‍👧", "🇰🇷", "\u{1F327}\u{FE0F}", "Ελλάς",
        "й", "и\u{306}", "\u{958}", "\n", "…", ".", "-", "\u{200B}", "값", "갑", "하늘", "한", "i\u{307}",
    ]
}

extension Chance {
    /// Words of a list, a space after most; one in so many has none.
    package mutating func text(of list: [String], words: Int, joinedOneIn joined: Int = 4) -> String {
        (0..<words).map { _ in pick(list) + (isLucky(oneIn: joined) ? "" : " ") }.joined()
    }
}

/// The bytes of a text.
package func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
