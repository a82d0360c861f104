/// A text cut into what a search can find, by a definition of its own that shares no code with the engine.
///
/// A run of letters and digits is a unit, in lower case and without accents; so is each character of Hangul, Han and
/// Kana, and each symbol. What is none of these separates. Meant for texts in NFC.
struct PlainUnits {
    /// Set in a unit that something separates from the one before.
    static let separated: UInt32 = 1 << 31
    /// Set in a unit that is a word: the rest is the word's number.
    static let isWord: UInt32 = 1 << 29

    private enum Kind { case letter, unit, nothing, separator }

    private(set) var words: [String: UInt32] = [:]
    private var kinds: [UInt32: (kind: Kind, folded: String)] = [:]

    /// Appends the units of a text, whose words get numbers if they have none yet.
    mutating func read(_ text: String, into units: inout [UInt32]) {
        var word = ""
        var mark = Self.separated
        for scalar in text.unicodeScalars {
            let (kind, folded) = kind(of: scalar)
            switch kind {
            case .letter:
                word += folded
            case .nothing:
                break
            case .unit, .separator:
                take(&word, &mark, &units)
                if kind == .unit {
                    units.append(scalar.value | mark)
                    mark = 0
                } else {
                    mark = Self.separated
                }
            }
        }
        take(&word, &mark, &units)
    }

    private mutating func take(_ word: inout String, _ mark: inout UInt32, _ units: inout [UInt32]) {
        guard !word.isEmpty else { return }
        let number = words[word] ?? UInt32(words.count)
        words[word] = number
        units.append(number | Self.isWord | mark)
        mark = 0
        word = ""
    }

    private mutating func kind(of scalar: Unicode.Scalar) -> (kind: Kind, folded: String) {
        if let known = kinds[scalar.value] { return known }
        let found = Self.kind(of: scalar)
        kinds[scalar.value] = found
        return found
    }

    private static func kind(of scalar: Unicode.Scalar) -> (kind: Kind, folded: String) {
        switch scalar.value {
        case 0xAC00...0xD7A3, 0x3131...0x318E, 0x4E00...0x9FFF, 0x3005...0x3007: return (.unit, "")
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF: return (.unit, "")
        case 0x300...0x36F, 0xFE00...0xFE0F, 0x200C, 0x200D: return (.nothing, "")
        default: break
        }
        if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
            return (.letter, folded(scalar))
        }
        if scalar.properties.generalCategory == .otherSymbol { return (.unit, "") }
        return (.separator, "")
    }

    /// In lower case; accents are folded for the letters of Western Europe, which is enough for what is measured on.
    private static func folded(_ scalar: Unicode.Scalar) -> String {
        let lower = String(scalar).lowercased()
        for (plain, accented) in accents where accented.contains(lower) { return plain }
        return lower == "ß" ? "ss" : lower
    }

    private static let accents = [
        ("a", "àáâãäåā"), ("c", "çćč"), ("e", "èéêëē"), ("i", "ìíîïī"), ("n", "ñń"), ("o", "òóôõöō"), ("u", "ùúûüū"),
        ("y", "ýÿ"),
    ]
}
