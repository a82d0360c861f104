/// The argument parser's own errors, with Korean beside the English.
enum ParserWords {
    /// The parser's message without its help; in Korean, an unknown message is quoted in English.
    static func sentence(_ message: String) -> Sentence {
        let lines = message.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
        let line = lines.first { $0.hasPrefix("Error: ") } ?? lines.first ?? message
        let english = line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
        return Sentence(english, korean(english))
    }

    /// Patterns of the parser's messages: each "*" matches any text; these texts in order make the Korean.
    private static let patterns: [(pattern: String, korean: @Sendable ([String]) -> String)] = [
        (
            "Unknown option '*'. Did you mean '*'?",
            { "모르는 옵션입니다: '\($0[0])'. \("'\($0[1])'", .object) 말한 것인가요?" }
        ),
        ("Unknown option '*'", { "모르는 옵션입니다: '\($0[0])'" }),
        ("Missing value for '*'", { "값이 빠졌습니다: '\($0[0])'" }),
        (
            "The option '*' does not take any value, but '*' was specified.",
            { "옵션 '\($0[0])'에는 값을 쓰지 않는데 \("'\($0[1])'", .subject) 있습니다" }
        ),
        ("Unexpected argument '*'", { "뜻밖의 인자입니다: '\($0[0])'" }),
        ("* unexpected arguments: '*'", { "뜻밖의 인자가 \($0[0])개 있습니다: '\($0[1])'" }),
        ("Missing expected argument '*'", { "필요한 인자가 없습니다: '\($0[0])'" }),
        ("Missing one of: '*'", { "다음 중 하나가 필요합니다: '\($0[0])'" }),
        ("No value provided for '*'.", { "값이 없습니다: '\($0[0])'" }),
        (
            "The value '*' is invalid for '*'. Please provide one of *.",
            { "값 \("'\($0[0])'", .topic) '\($0[1])'에 쓸 수 없습니다. 쓸 수 있는 값: \($0[2])" }
        ),
        ("The value '*' is invalid for '*'", { "값 \("'\($0[0])'", .topic) '\($0[1])'에 쓸 수 없습니다" }),
        ("Invalid option: *", { "옳지 않은 옵션입니다: \($0[0])" }),
        ("Missing required subcommand.", { _ in "명령이 필요합니다" }),
    ]

    private static func korean(_ english: String) -> String {
        for (pattern, korean) in patterns {
            guard let parts = match(english, pattern) else { continue }
            return korean(parts).replacing(" and '", with: ", '").replacing(" or '", with: ", '")
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
