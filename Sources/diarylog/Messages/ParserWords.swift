/// The argument parser's own errors, with Korean beside the English.
enum ParserWords {
    /// The parser's message without its help; in Korean, an unknown message is quoted in English.
    static func sentence(_ message: String) -> Sentence {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        let line = lines.first { $0.hasPrefix("Error: ") } ?? lines.first ?? message
        let english = line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
        return Sentence(english, korean(english))
    }

    /// Patterns of the parser's messages: each "*" matches any text, and these texts come in the same order in Korean.
    private static let patterns: [(String, String)] = [
        ("Unknown option '*'. Did you mean '*'?", "모르는 옵션입니다: '*'. '*'을(를) 말한 것인가요?"),
        ("Unknown option '*'", "모르는 옵션입니다: '*'"),
        ("Missing value for '*'", "값이 빠졌습니다: '*'"),
        ("The option '*' does not take any value, but '*' was specified.", "옵션 '*'에는 값을 쓰지 않는데 '*'이(가) 있습니다"),
        ("Unexpected argument '*'", "뜻밖의 인자입니다: '*'"),
        ("* unexpected arguments: '*'", "뜻밖의 인자가 *개 있습니다: '*'"),
        ("Missing expected argument '*'", "필요한 인자가 없습니다: '*'"),
        ("Missing one of: '*'", "다음 중 하나가 필요합니다: '*'"),
        ("The value '*' is invalid for '*'. Please provide one of *.", "값 '*'은(는) '*'에 쓸 수 없습니다. 쓸 수 있는 값: *"),
        ("The value '*' is invalid for '*'", "값 '*'은(는) '*'에 쓸 수 없습니다"),
        ("Invalid option: *", "옳지 않은 옵션입니다: *"),
        ("Missing required subcommand.", "명령이 필요합니다"),
    ]

    private static func korean(_ english: String) -> String {
        for (pattern, words) in patterns {
            guard var parts = match(english, pattern) else { continue }
            var text = ""
            for character in words {
                if character == "*", !parts.isEmpty { text += parts.removeFirst() } else { text.append(character) }
            }
            return text.replacing(" and '", with: ", '").replacing(" or '", with: ", '")
        }
        return "인자가 옳지 않습니다: \(english)"
    }

    /// The texts that match each "*"; nil if the message does not fit the pattern.
    private static func match(_ text: String, _ pattern: String) -> [String]? {
        let fixed = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard let first = fixed.first, let last = fixed.last, text.hasPrefix(first) else { return nil }
        var rest = text.dropFirst(first.count)
        var parts: [String] = []
        for piece in fixed.dropFirst().dropLast() {
            guard let place = rest.firstRange(of: piece) else { return nil }
            parts.append(String(rest[..<place.lowerBound]))
            rest = rest[place.upperBound...]
        }
        guard rest.hasSuffix(last) else { return nil }
        return parts + [String(rest.dropLast(last.count))]
    }
}
