/// A word that begins with two dashes, or is `-h`: a name, and perhaps a value behind `=`.
///
/// It is cut at bytes: an accent behind a `-` or a `=` belongs to neither.
package struct OptionWord {
    let name: String
    let value: String?

    /// As it was typed, without its value.
    var text: String { "--" + name }

    init?(_ word: String) {
        if word == "-h" {
            (name, value) = ("h", nil)
            return
        }
        let bytes = word.utf8
        guard bytes.starts(with: [0x2D, 0x2D]), bytes.count > 2 else { return nil }
        let start = bytes.index(bytes.startIndex, offsetBy: 2)
        if let sign = bytes[start...].firstIndex(of: 0x3D) {
            name = String(word[start..<sign])
            value = String(word[bytes.index(after: sign)...])
        } else {
            (name, value) = (String(word[start...]), nil)
        }
    }

    /// Whether it has the form of an option, in whatever script: a letter first, and no blank.
    var isWellFormed: Bool { name.first?.isLetter == true && !name.contains(where: \.isWhitespace) }

    /// Whether a word begins with a dash and is more than that.
    static func isDashed(_ word: String) -> Bool { word.utf8.first == 0x2D && word.utf8.count > 1 }

    /// Whether a word is a dash and one letter.
    static func isLetter(_ word: String) -> Bool {
        isDashed(word) && word.utf8.count == 2 && word.last?.isLetter == true
    }

    /// Whether a word is a number below zero.
    package static func isNegative(_ word: String) -> Bool {
        isDashed(word) && word.utf8.dropFirst().allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension Declaration {
    /// Whether a word is this option, of which the next one is the value.
    package func awaitsValue(behind word: String) -> Bool {
        kind == .option && (word == "--" + name || short.map { word == "-\($0)" } == true)
    }
}
