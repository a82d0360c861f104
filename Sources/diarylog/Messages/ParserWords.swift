/// The argument parser's own errors, said in Korean too.
enum ParserWords {
    /// English as it was said, without its help, and Korean where the sentence is a known one.
    static func sentence(_ message: String) -> Sentence {
        let line = message.split(separator: "\n", omittingEmptySubsequences: true).first.map(String.init) ?? message
        let english = line.hasPrefix("Error: ") ? String(line.dropFirst(7)) : line
        return Sentence(english, korean(english))
    }

    private static let beginnings: [(String, String)] = [
        ("Missing expected argument", "필요한 인자가 없습니다:"), ("Unknown option", "모르는 옵션입니다:"),
        ("Missing value for", "값이 빠졌습니다:"), ("Unexpected argument", "뜻밖의 인자입니다:"),
        ("Unexpected arguments", "뜻밖의 인자입니다:"),
        ("The value", "값이 옳지 않습니다:"), ("Missing one of", "다음 중 하나가 필요합니다:"),
        ("Value to be set with flag", "함께 쓸 수 없는 옵션입니다:"), ("Invalid argument", "옳지 않은 인자입니다:"),
    ]

    private static func korean(_ english: String) -> String {
        // The longer beginning is meant where one begins another.
        let found = beginnings.filter { english.hasPrefix($0.0) }.max { $0.0.utf8.count < $1.0.utf8.count }
        guard let (beginning, words) = found else { return "인자가 옳지 않습니다: \(english)" }
        return words + english.dropFirst(beginning.count)
    }
}
