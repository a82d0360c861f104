/// Texts to search in: words as unevenly frequent as those of a language, Korean ones with their endings and compounds.
///
/// Half of the texts are Korean, half English; of 200 to 600 bytes. Every word but the everyday nouns is made of
/// syllables by chance, so that the index has as many terms as a real diary's.
public struct Prose {
    /// Nouns that people look for; each stands in about one of a hundred Korean texts.
    public static let nouns = [
        "날씨", "바다", "친구", "엄마", "커피", "여행", "생일", "영화", "음악", "병원", "학교", "회사", "점심", "저녁", "아침", "가족", "선물", "약속",
        "사진", "책방", "공원", "기차", "바람", "하늘", "노래",
    ]

    /// English words that people look for.
    public static let everyday = ["weather", "friend", "coffee", "music", "garden", "letter", "train", "dinner"]

    /// Words that stand in very many texts.
    public static let frequent = ["오늘", "그리고", "정말", "the", "and"]

    private static let endings = ["은", "는", "이", "가", "을", "를", "에", "에서", "도", "만", "와", "로", "까지", "보다", "처럼", "랑"]
    private static let prefixes = ["겨울", "여름", "우리", "새", "옛", "밤", "첫"]

    private let korean: [String]
    private let english: [String]
    private var chance: Chance

    /// The generator of a seed; equal seeds give equal texts.
    public init(seed: UInt64) {
        chance = Chance(seed: seed)
        var words = Chance(seed: 0x5EED)
        let leading: [UInt32] = [0, 2, 3, 5, 6, 7, 9, 11, 11, 12, 14, 15, 16, 17, 18]
        let trailing: [UInt32] = [0, 0, 0, 0, 1, 4, 8, 16, 17, 21]
        let syllables = (0..<400).map { _ in
            let vowel = UInt32([0, 4, 8, 13, 18, 20, 5, 1, 6, 12][words.below(10)])
            let value = 0xAC00 + (words.pick(leading) * 21 + vowel) * 28 + words.pick(trailing)
            return Unicode.Scalar(value).map { String(Character($0)) } ?? ""
        }
        korean = (0..<12_000).map { number in
            (0..<(number < 200 ? 2 : 2 + words.below(2))).map { _ in words.pick(syllables) }.joined()
        }
        let parts = [
            "ba", "re", "to", "lin", "mo", "ser", "di", "can", "fu", "gor", "hap", "ne", "ple", "win", "ster", "o",
            "ing", "ed",
        ]
        english = (0..<8_000).map { number in
            (0..<(number < 300 ? 2 : 2 + words.below(3))).map { _ in words.pick(parts) }.joined()
        }
    }

    /// The next text.
    public mutating func text() -> String {
        let isKorean = chance.below(2) == 0
        let bytes = 200 + chance.below(400)
        var text = ""
        var words = 0
        while text.utf8.count < bytes {
            if words > 0 { text += words % 11 == 0 ? ".\n" : words % 5 == 0 ? ", " : " " }
            text += isKorean ? koreanWord() : englishWord()
            words += 1
        }
        return text + "."
    }

    private mutating func koreanWord() -> String {
        switch chance.below(400) {
        case 0..<12: return Self.frequent[chance.below(3)]
        case 12..<17:
            let noun = Self.nouns[chance.below(Self.nouns.count)]
            switch chance.below(100) {
            case 0..<18: return noun
            case 18..<83: return noun + chance.pick(Self.endings)
            default: return chance.pick(Self.prefixes) + noun + (chance.below(2) == 0 ? chance.pick(Self.endings) : "")
            }
        default:
            let stem = korean[uneven(korean.count)]
            return chance.below(3) == 0 ? stem : stem + chance.pick(Self.endings)
        }
    }

    private mutating func englishWord() -> String {
        switch chance.below(400) {
        case 0..<40: return Self.frequent[3 + chance.below(2)]
        case 40..<44: return chance.pick(Self.everyday)
        default: return english[uneven(english.count)]
        }
    }

    /// A number below a limit, the low ones far more often.
    private mutating func uneven(_ limit: Int) -> Int {
        let share = Double(chance.next() >> 11) / Double(1 << 53)
        return min(limit - 1, Int(Double(limit) * share * share * share))
    }

    /// A word that stands about so far down the order of frequency.
    public func word(rank: Int, isKorean: Bool) -> String { isKorean ? korean[rank] : english[rank] }

    /// A number below a limit, each as often.
    public mutating func pickIndex(_ limit: Int) -> Int { chance.below(limit) }
}
