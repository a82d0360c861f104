internal import DiaryModel

/// Words of a page as Markdown has them.
struct MarkdownWords {
    private let words: String
    /// How often marks stand in them that were looked for: once for all of their signs.
    private var counts: [String: Int] = [:]

    init(_ words: String) { self.words = words }

    private mutating func count(of mark: String) -> Int {
        if let count = counts[mark] { return count }
        let count = words.ranges(of: mark).count
        counts[mark] = count
        return count
    }

    /// Whether what is left of them begins with a sign of Markdown's: a backslash keeps it what it is.
    mutating func isSign(_ rest: Substring, behind text: String, isStart: Bool) -> Bool {
        guard let sign = rest.first, "\\`*_[#+->~.)&=".contains(sign) else { return false }
        let behind = rest.dropFirst()
        func isSpace(_ character: Character?) -> Bool { character?.isWhitespace ?? true }
        let before = rest.startIndex == words.startIndex ? text.last : words[words.index(before: rest.startIndex)]
        switch sign {
        case "\\": return behind.first.map { "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~".contains($0) } ?? false
        case "#", "-", "+", "=":
            guard isStart, case let run = rest.prefix(while: { $0 == sign }) else { return false }
            let isMark = sign == "#" ? run.count < 7 : run.count > 2 || run.count == 1 && sign != "="
            return isMark && isSpace(rest[run.endIndex...].first)
        case ">": return isStart
        case "*":
            return isStart && isSpace(behind.first)
                || count(of: "*") > 1 && !(isSpace(before) && isSpace(behind.first))
        case "_":
            func isWord(_ character: Character?) -> Bool { character.map { $0.isLetter || $0.isNumber } ?? false }
            return count(of: "_") > 1 && !(isWord(before) && isWord(behind.first))
        case "`": return count(of: "`") > 1
        case "~": return (behind.first == "~" || before == "~") && count(of: "~~") > 1
        case "[": return count(of: "](") > 0
        case "&":
            // No name of a character is longer.
            return behind.prefix(40).firstIndex(of: ";").map {
                HTMLEntity.decoded(Array(rest[...$0].utf8)[...]).count == 1
            } ?? false
        default:
            // A number that begins a line would begin a list.
            var line = text.suffix(10)
            if let end = line.lastIndex(of: "\n") { line = line[line.index(after: end)...] }
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

    /// Words that lead somewhere. The sign of a heading stays before them; behind paragraphs the address stands alone.
    static func link(_ words: String, to href: String) -> String {
        if words.isEmpty || words == href { return href }
        guard words.contains("\n") else { return "[\(words)](\(href))" }
        let lead = words.prefix { "\n# ".contains($0) }
        let inner = words.dropFirst(lead.count).trimmingSpace()
        return inner.isEmpty || inner.contains("\n\n") ? "\(words)\n\n\(href)" : "\(lead)[\(inner)](\(href))"
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
