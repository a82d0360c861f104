package import DiarylogWords

/// What is wrong with the words of a command line. Options stand there as they are told: `--limit <n>`, `<file>`.
package enum Mistake: Error, Equatable {
    /// No option of the command; `near` is one that was probably meant.
    case unknownOption(String, near: String?)
    case missingValue(String)
    case unwantedValue(String, for: String)
    case unwanted([String])
    case missingArgument(String)
    /// A value that its option does not take. `choices` are the values that it takes, if they can be counted.
    case invalid(String, for: String, choices: [String])
    /// A whole number that its option does not take: less or more than these.
    case outOfBounds(String, for: String, ClosedRange<Int>)
    /// Two that cannot stand beside each other, as `told`.
    case together(String, String)
    /// One that is only for another.
    case alone(String, without: [String])
}

/// Why there is no command to run.
package enum Unparsed: Error, Equatable {
    case helpAsked
    case versionAsked
    case mistake(Mistake)
}

extension Mistake {
    /// What is wrong, in words. `korean` makes of an option, as `--limit <n>`, what it is called in Korean.
    package func words(korean: (String) -> String = { $0 }) -> Sentence {
        // What an argument is called, in capitals, is a word of the language.
        func told(_ name: String) -> String {
            !name.allSatisfy(\.isUppercase) ? name : String(korean("<\(name.lowercased())>").dropFirst().dropLast())
        }
        return switch self {
        case .unknownOption(let name, let near):
            Sentence(
                "there is no option \(name)" + (near.map { "; did you mean \($0)?" } ?? ""),
                "모르는 옵션입니다: '\(name)'" + (near.map { ". 혹시 '\($0)'인가요?" } ?? ""))
        case .missingValue(let option):
            Sentence("\(option) wants a value", "값이 빠졌습니다: '\(korean(option))'")
        case .unwantedValue(let value, let option):
            Sentence("\(option) takes no value, and has '\(value)'", "값을 쓰지 않는 옵션입니다: '\(option)' ('\(value)')")
        case .unwanted(let words):
            Sentence(
                "there is no use for \(Self.listed(words))",
                words.count == 1
                    ? "뜻밖의 인자입니다: \(Self.listed(words))" : "뜻밖의 인자가 \(words.count)개 있습니다: \(Self.listed(words))")
        case .missingArgument(let name):
            Sentence("\(name) is missing", "필요한 인자가 없습니다: '\(korean(name))'")
        case .invalid(let value, let option, let choices):
            Sentence(
                "\(option) cannot be '\(value)'"
                    + (choices.isEmpty ? "" : "; it can be \(choices.joined(separator: ", "))"),
                "'\(korean(option))'에 쓸 수 없는 값입니다: '\(value)'"
                    + (choices.isEmpty ? "" : ". 쓸 수 있는 값: \(choices.joined(separator: ", "))"))
        case .outOfBounds(let value, let option, let bounds):
            Sentence(
                "\(option) takes numbers from \(bounds.lowerBound) to \(bounds.upperBound), not '\(value)'",
                "'\(korean(option))'에는 \(bounds.lowerBound)부터 \(bounds.upperBound)까지 쓸 수 있습니다: '\(value)'")
        case .together(let one, let other):
            Sentence(
                "\(one) and \(other) cannot be used together",
                "\(told(one), .with) \(told(other), .topic) 함께 쓸 수 없습니다")
        case .alone(let one, let others):
            Sentence(
                "\(one) is for \(others.joined(separator: " and "))",
                "\(told(one), .topic) \(others.map(told).joined(separator: "나 "), .with) 함께 씁니다")
        }
    }

    private static func listed(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }
}
