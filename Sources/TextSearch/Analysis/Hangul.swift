/// Hangul by arithmetic: syllables and the letters they are made of.
///
///     syllable = AC00 + (leading × 21 + vowel) × 28 + trailing        19 leading, 21 vowels, 27 trailing or none
///
/// Letters have three blocks in Unicode: conjoining (U+1100 …), which NFD produces; compatibility (U+3131 …), which
/// keyboards type; and half-width (U+FFA0 …). A letter outside a syllable is folded to its compatibility letter.
enum Hangul {
    static let syllables: ClosedRange<UInt32> = 0xAC00...0xD7A3
    static let letters: ClosedRange<UInt32> = 0x3131...0x318E
    /// A letter that is drawn as a blank.
    static let blank: UInt32 = 0x3164
    /// What stands for a consonant or a vowel that a syllable does not have: nobody sees it.
    static let fillers: ClosedRange<UInt32> = 0x115F...0x1160
    static let leadings: ClosedRange<UInt32> = 0x1100...0x1112
    static let vowels: ClosedRange<UInt32> = 0x1161...0x1175
    static let trailings: ClosedRange<UInt32> = 0x11A8...0x11C2
    /// How many syllables begin with the same consonant.
    static let perLeading: UInt32 = 588

    /// The compatibility letter of each leading consonant: ㄱ ㄲ ㄴ ㄷ …
    static let leadingLetters: [UInt32] = [
        0x3131, 0x3132, 0x3134, 0x3137, 0x3138, 0x3139, 0x3141, 0x3142, 0x3143, 0x3145, 0x3146, 0x3147, 0x3148, 0x3149,
        0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]
    /// The compatibility letter of each trailing consonant, ㄱ ㄲ ㄳ …; trailing 0 is none.
    static let trailingLetters: [UInt32] = [
        0, 0x3131, 0x3132, 0x3133, 0x3134, 0x3135, 0x3136, 0x3137, 0x3139, 0x313A, 0x313B, 0x313C, 0x313D, 0x313E,
        0x313F, 0x3140, 0x3141, 0x3142, 0x3144, 0x3145, 0x3146, 0x3147, 0x3148, 0x314A, 0x314B, 0x314C, 0x314D, 0x314E,
    ]
    /// Trailing consonants of two letters, each with the two trailing consonants it is typed as.
    static let compounds: [(whole: UInt32, first: UInt32, second: UInt32)] = [
        (3, 1, 19), (5, 4, 22), (6, 4, 27), (9, 8, 1), (10, 8, 16), (11, 8, 17), (12, 8, 19), (13, 8, 25), (14, 8, 26),
        (15, 8, 27), (18, 17, 19),
    ]

    static func isSyllable(_ scalar: UInt32) -> Bool { syllables.contains(scalar) }

    /// The number of a syllable's trailing consonant, 0 for none.
    static func trailing(of syllable: UInt32) -> UInt32 { (syllable - 0xAC00) % 28 }

    static func syllable(leading: UInt32, vowel: UInt32) -> UInt32 { 0xAC00 + (leading * 21 + vowel) * 28 }

    /// The leading consonant that a compatibility letter stands for; nil for vowels and clusters.
    static func leading(ofLetter letter: UInt32) -> UInt32? {
        leadingLetters.firstIndex(of: letter).map { UInt32($0) }
    }

    /// All syllables that begin with a leading consonant.
    static func syllables(withLeading leading: UInt32) -> ClosedRange<UInt32> {
        let first = 0xAC00 + leading * perLeading
        return first...first + perLeading - 1
    }

    /// The compatibility letter of a conjoining letter that stands alone; nil for archaic letters.
    static func letter(ofConjoining scalar: UInt32) -> UInt32? {
        if leadings.contains(scalar) { return leadingLetters[Int(scalar - 0x1100)] }
        if vowels.contains(scalar) { return 0x314F + scalar - 0x1161 }
        if trailings.contains(scalar) { return trailingLetters[Int(scalar - 0x11A7)] }
        return nil
    }

    /// The compatibility letter of a half-width letter.
    static func letter(ofHalfWidth scalar: UInt32) -> UInt32? {
        switch scalar {
        case 0xFFA1...0xFFBE: 0x3131 + scalar - 0xFFA1
        case 0xFFC2...0xFFC7: 0x314F + scalar - 0xFFC2
        case 0xFFCA...0xFFCF: 0x3155 + scalar - 0xFFCA
        case 0xFFD2...0xFFD7: 0x315B + scalar - 0xFFD2
        case 0xFFDA...0xFFDC: 0x3161 + scalar - 0xFFDA
        default: nil
        }
    }
}
