@_spi(_Unicode) import Swift

/// What a scalar is to a search.
package enum ScalarClass: UInt8 {
    /// Ends a word: space, punctuation, controls.
    case separator
    /// Part of a word: letters and digits of scripts that put spaces between words.
    case word
    /// A unit by itself: Hangul, Han, Kana, and what other scripts write without spaces.
    case character
    /// A sign that people search for: ♥, ☀, an emoji of whatever many scalars.
    case symbol
    /// Passed over: marks above and below, and signs that nobody sees, such as joiners and variation selectors.
    case nothing
}

/// A scalar with case and diacritics folded away.
struct FoldedScalar {
    var kind: ScalarClass
    /// What it is folded to; for `word` and `character` mostly one scalar, never none.
    var scalars: [UInt32]
}

/// The slow path for scalars that are neither ASCII nor Hangul, Han or Kana, by Unicode's own tables.
///
/// A scalar is decomposed canonically, put in lower case, in upper case and in lower case again, and loses its
/// combining marks at each step. So é is e in either normal form, ß and ẞ are ss, ς is σ. `_nfd` is the standard
/// library's own, by which it compares strings; see Docs/Decisions/0017.
enum ScalarFolding {
    static func fold(_ value: UInt32) -> FoldedScalar {
        guard let scalar = Unicode.Scalar(value) else { return FoldedScalar(kind: .separator, scalars: []) }
        let base = letters(of: String(scalar)).first ?? scalar
        switch kind(of: base) {
        case .word:
            let small = letters(
                of: letters(of: String(scalar)).reduce(into: "") { $0 += $1.properties.lowercaseMapping })
            let cased = small.reduce(into: "") { $0 += $1.properties.uppercaseMapping }
            let folded = letters(of: cased).flatMap { letters(of: $0.properties.lowercaseMapping) }.map(\.value)
            if folded.isEmpty { return FoldedScalar(kind: .nothing, scalars: []) }
            return FoldedScalar(kind: .word, scalars: folded)
        case .character:
            return FoldedScalar(kind: .character, scalars: letters(of: String(scalar)).map(\.value))
        case .symbol:
            return FoldedScalar(kind: .symbol, scalars: [base.value])
        case let other:
            return FoldedScalar(kind: other, scalars: [value])
        }
    }

    /// The canonical decomposition without combining marks; the vowel am of Thai and Lao is its two signs, as people
    /// type it in both ways.
    private static func letters(of text: String) -> [Unicode.Scalar] {
        switch text {
        case "\u{E33}": ["\u{E4D}", "\u{E32}"]
        case "\u{EB3}": ["\u{ECD}", "\u{EB2}"]
        default: text._nfd.filter { !isPassedOver($0) }
        }
    }

    /// Whether it is a mark above or below a letter, as accents and tones are.
    ///
    /// Vowels and the signs that join consonants are letters in scripts without spaces, and in Tibetan, though Unicode
    /// orders them as marks.
    private static func isPassedOver(_ scalar: Unicode.Scalar) -> Bool {
        let order = scalar.properties.canonicalCombiningClass
        if order == .notReordered { return false }
        let isOfLetters = isUnspaced(scalar.value) || (0x0F00...0x0FFF).contains(scalar.value)
        return !(isOfLetters && letterOrders.contains(order.rawValue))
    }

    /// The combining classes of viramas and vowels: 9; Thai 103, Lao 118, Tibetan 129, 130 and 132.
    private static let letterOrders: Set<UInt8> = [9, 103, 118, 129, 130, 132]

    private static func kind(of scalar: Unicode.Scalar) -> ScalarClass {
        if isIdeograph(scalar.value) { return .character }
        let properties = scalar.properties
        if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier { return .nothing }
        if isStretch(scalar.value) || (0xFFF9...0xFFFB).contains(scalar.value) { return .nothing }  // marks of ruby
        let letter = isUnspaced(scalar.value) ? ScalarClass.character : .word
        if isPassedOver(scalar) { return .nothing }
        switch properties.generalCategory {
        case .enclosingMark: return .nothing
        case .otherSymbol: return .symbol
        case .nonspacingMark, .spacingMark: return letter
        case .decimalNumber: return .word
        default: break
        }
        if properties.isAlphabetic || properties.numericType != nil { return letter }
        return properties.isEmoji && scalar.value > 0xFF ? .symbol : .separator
    }

    /// Whether it only draws a word longer: tatweel and its like (Joining_Type C).
    private static func isStretch(_ value: UInt32) -> Bool {
        value == 0x640 || value == 0x7FA || (0x883...0x885).contains(value) || value == 0x180A
    }

    /// Scripts without spaces between words, where Unicode breaks lines by dictionaries (Line_Break SA), by their
    /// syllables (AK, AS) or anywhere (ID): the blocks of their letters, in order.
    private static let unspaced: [ClosedRange<UInt32>] = [
        0x0E00...0x0EFF,  // Thai, Lao
        0x1000...0x109F,  // Myanmar
        0x1780...0x17FF,  // Khmer
        0x1950...0x19DF,  // Tai Le, New Tai Lue
        0x1A00...0x1AAF,  // Buginese, Tai Tham
        0x1B00...0x1B7F,  // Balinese
        0x1BC0...0x1BFF,  // Batak
        0xA000...0xA4CF,  // Yi
        0xA930...0xA95F,  // Rejang
        0xA980...0xAADF,  // Javanese, Myanmar, Cham, Tai Viet
        0x11000...0x1107F,  // Brahmi
        0x11300...0x113FF,  // Grantha, Tulu-Tigalari
        0x116D0...0x116EF,  // Myanmar
        0x11700...0x1174F,  // Ahom
        0x11900...0x1195F,  // Dives Akuru
        0x11EE0...0x11F5F,  // Makasar, Kawi
        0x17000...0x18DFF,  // Tangut, Khitan
        0x1B170...0x1B2FF,  // Nushu
    ]

    static func isUnspaced(_ value: UInt32) -> Bool { unspaced.contains { $0.contains(value) } }

    /// Han, Kana and Bopomofo, their numerals, and the marks that stand for one of them.
    static func isIdeograph(_ value: UInt32) -> Bool {
        switch value {
        case 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x3035, 0x3038...0x303B, 0x3041...0x3096, 0x309D...0x309F,
            0x30A1...0x30FA,
            0x30FC...0x30FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0x1AFF0...0x1B16F, 0x20000...0x323AF:
            true
        default: false
        }
    }
}
