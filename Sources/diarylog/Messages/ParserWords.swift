internal import DiarylogArguments

/// What is wrong with the words of a command line, in both languages.
enum ParserWords {
    static func sentence(_ mistake: Mistake) -> Sentence {
        switch mistake {
        case .unknownOption(let name, nil): Sentence("Unknown option '\(name)'", "모르는 옵션입니다: '\(name)'")
        case .unknownOption(let name, let near?):
            Sentence(
                "Unknown option '\(name)'. Did you mean '\(near)'?",
                "모르는 옵션입니다: '\(name)'. 혹시 '\(near)'인가요?")
        case .missingValue(let option):
            Sentence("Missing value for '\(option)'", "값이 빠졌습니다: '\(option)'")
        case .unwantedValue(let value, let option):
            Sentence(
                "The option '\(option)' does not take any value, but '\(value)' was specified.",
                "옵션 '\(option)'에는 값을 쓰지 않는데 \("'\(value)'", .subject) 있습니다")
        case .unwanted(let words) where words.count == 1:
            Sentence("Unexpected argument \(listed(words))", "뜻밖의 인자입니다: \(listed(words))")
        case .unwanted(let words):
            Sentence(
                "\(words.count) unexpected arguments: \(listed(words))",
                "뜻밖의 인자가 \(words.count)개 있습니다: \(listed(words))")
        case .missingArgument(let name):
            Sentence("Missing expected argument '\(name)'", "필요한 인자가 없습니다: '\(name)'")
        case .invalid(let value, let option, let choices):
            Sentence(
                "The value '\(value)' is invalid for '\(option)'"
                    + (choices.isEmpty ? "" : ". Please provide one of \(either(choices))."),
                "값 \("'\(value)'", .topic) '\(option)'에 쓸 수 없습니다"
                    + (choices.isEmpty ? "" : ". 쓸 수 있는 값: \(listed(choices))"))
        case .outOfBounds(let value, let option, let bounds):
            Sentence(
                "The value '\(value)' is out of bounds for '\(option)'. It takes numbers from \(bounds.lowerBound) to "
                    + "\(bounds.upperBound).",
                "값 \("'\(value)'", .topic) '\(option)'의 범위 밖입니다. \(bounds.lowerBound)부터 "
                    + "\(bounds.upperBound)까지 쓸 수 있습니다.")
        case .refused(let sentence): Sentence(sentence, sentence)
        }
    }

    private static func either(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return listed(words) }
        return listed(words.dropLast()) + " or '\(last)'"
    }

    private static func listed(_ words: [String]) -> String {
        words.map { "'\($0)'" }.joined(separator: ", ")
    }
}
