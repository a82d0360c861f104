/// Words of a page as Markdown has them.
enum MarkdownWords {
    /// Whether a character of a page's words would be a sign of Markdown's: a backslash keeps it what it is.
    static func isSign(_ rest: Substring, of words: String, behind text: String, isStart: Bool) -> Bool {
        guard let sign = rest.first, "\\`*_[#+->~.)&=".contains(sign) else { return false }
        let behind = rest.dropFirst()
        let run = rest.prefix { $0 == sign }
        func isSpace(_ character: Character?) -> Bool { character?.isWhitespace ?? true }
        func isTwice(_ mark: String) -> Bool { words.ranges(of: mark).count > 1 }
        let before = rest.startIndex == words.startIndex ? text.last : words[words.index(before: rest.startIndex)]
        switch sign {
        case "\\": return behind.first.map { "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".contains($0) } ?? false
        case "#": return isStart && run.count < 7 && isSpace(rest.dropFirst(run.count).first)
        case ">": return isStart
        case "-", "+", "=":
            return isStart
                && (isSpace(behind.first) && sign != "=" || run.count > 2 && isSpace(rest.dropFirst(run.count).first))
        case "*": return isStart && isSpace(behind.first) || isTwice("*") && !(isSpace(before) && isSpace(behind.first))
        case "_":
            func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
            return isTwice("_") && !(isWord(before) && isWord(behind.first))
        case "`": return isTwice("`")
        case "~": return isTwice("~~") && (run.count > 1 || before == "~")
        case "[": return words.contains("](")
        case "&":
            return behind.firstIndex(of: ";").map { HTMLEntity.decoded(Array(rest[...$0].utf8)[...]).count == 1 }
                ?? false
        default:
            // A number that begins a line would begin a list.
            let line = text[(text.lastIndex(of: "\n").map { text.index(after: $0) } ?? text.startIndex)...]
            return !line.isEmpty && line.count < 10 && line.allSatisfy { $0.isASCII && $0.isWholeNumber }
                && isSpace(behind.first)
        }
    }

    /// The target of a link or a picture, with what shows when one points at it.
    static func target(_ address: String, _ hint: String) -> String {
        let isOdd = address.contains { $0.isWhitespace || "()".contains($0) } && !address.hasPrefix("data:")
        let target = isOdd ? "<\(address)>" : address
        return hint.isEmpty ? target : target + " \"\(hint.map { $0 == "\"" ? "'" : String($0) }.joined())\""
    }

    /// Raised and lowered words: `10⁶`, `H₂O`, `2^1/3`; letters that are raised for looks alone stay.
    static func shifted(_ words: String, isUp: Bool) -> String {
        let signs = zip("0123456789+-=()n", isUp ? "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ" : "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ")
        let small = Dictionary(signs) { first, _ in first }
        let shifted = words.compactMap { small[$0] }
        if shifted.count == words.count { return String(shifted) }
        return isUp && words.contains(where: \.isNumber) && !words.contains("[") ? "^" + words : words
    }
}
