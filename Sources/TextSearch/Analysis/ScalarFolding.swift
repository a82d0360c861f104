@_spi(_Unicode) import Swift

/// What a scalar is to a search.
enum ScalarClass: UInt8 {
    /// Ends a word: space, punctuation, controls.
    case separator
    /// Part of a word: letters and digits of scripts that put spaces between words.
    case word
    /// A unit by itself: Hangul, Han, Kana.
    case character
    /// A sign that people search for: emoji, ♥, ☀.
    case symbol
    /// Ignored: marks above and below, joiners, variation selectors.
    case nothing
}

/// A scalar with case and diacritics folded away.
struct FoldedScalar {
    var kind: ScalarClass
    /// What it is folded to; for `word` mostly one scalar, never none.
    var scalars: [UInt32]
}

/// The slow path for scalars that are neither ASCII nor Hangul, Han or Kana, by Unicode's own tables.
///
/// A scalar is decomposed canonically, put in upper case and then in lower case, and loses its combining marks at each
/// step. So é is e in either normal form, ß is ss, ς is σ. `_nfd` is the standard library's own, by which it compares
/// strings; see Docs/Decisions/0017.
enum ScalarFolding {
    static func fold(_ value: UInt32) -> FoldedScalar {
        guard let scalar = Unicode.Scalar(value) else { return FoldedScalar(kind: .separator, scalars: []) }
        let base = letters(of: String(scalar)).first ?? scalar
        switch kind(of: base) {
        case .word:
            let cased = letters(of: String(scalar))
                .reduce(into: "") { $0 += $1.properties.uppercaseMapping }
            let folded = letters(of: cased).flatMap { letters(of: $0.properties.lowercaseMapping) }.map(\.value)
            if folded.isEmpty { return FoldedScalar(kind: .nothing, scalars: []) }
            return FoldedScalar(kind: .word, scalars: folded)
        case .character, .symbol:
            return FoldedScalar(kind: kind(of: base), scalars: [base.value])
        case let other:
            return FoldedScalar(kind: other, scalars: [value])
        }
    }

    /// The canonical decomposition without combining marks.
    private static func letters(of text: String) -> [Unicode.Scalar] {
        text._nfd.filter { $0.properties.canonicalCombiningClass == .notReordered }
    }

    private static func kind(of scalar: Unicode.Scalar) -> ScalarClass {
        if isIdeograph(scalar.value) { return .character }
        let properties = scalar.properties
        if scalar.value == 0x200B { return .separator }
        if properties.isDefaultIgnorableCodePoint || properties.isEmojiModifier { return .nothing }
        if properties.canonicalCombiningClass != .notReordered { return .nothing }
        switch properties.generalCategory {
        case .enclosingMark: return .nothing
        case .otherSymbol: return .symbol
        case .nonspacingMark, .spacingMark: return .word
        default: break
        }
        if properties.isAlphabetic || properties.numericType != nil { return .word }
        return properties.isEmoji && scalar.value > 0xFF ? .symbol : .separator
    }

    /// Han, Kana and Bopomofo, and the marks that stand for one of them.
    static func isIdeograph(_ value: UInt32) -> Bool {
        switch value {
        case 0x3005...0x3007, 0x3031...0x3035, 0x303B, 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA,
            0x30FC...0x30FF, 0x3105...0x312F, 0x31A0...0x31BF, 0x31F0...0x31FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
            0xF900...0xFAFF, 0x1B000...0x1B16F, 0x20000...0x323AF:
            true
        default: false
        }
    }
}
