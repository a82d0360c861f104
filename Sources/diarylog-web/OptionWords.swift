internal import DiarylogArguments

/// What is said about the options: what they are for, and what is wrong with those that were typed.
enum OptionWords {
    /// The page of `--help`.
    static func help(_ language: Language) -> String {
        let all = Options.declarations + Declaration.ofEveryCommand
        let width = all.map(\.synopsis.count).max() ?? 0
        let lines = all.map { declaration in
            let room = String(repeating: " ", count: width - declaration.synopsis.count + 2)
            let usual = declaration.usual.map { " (\($0))" } ?? ""
            return "  \(declaration.synopsis)\(room)\(language.of(declaration.help))\(usual)"
        }
        let about = [Options.about.abstract, Options.about.discussion].compactMap { $0.map(language.of) }
        return about.joined(separator: "\n") + "\n\n\(Options.usage)\n\n" + lines.joined(separator: "\n")
    }

    /// What is wrong with the words of the command line.
    static func sentence(_ mistake: Mistake, _ language: Language) -> String {
        let isKorean = language == .ko
        switch mistake {
        case .unknownOption(let name, let near):
            let meant = near.map { isKorean ? " (혹시 \($0)?)" : " (did you mean \($0)?)" } ?? ""
            return (isKorean ? "모르는 옵션입니다: \(name)" : "there is no option \(name)") + meant
        case .missingValue(let option): return isKorean ? "값이 빠졌습니다: \(option)" : "\(option) needs a value"
        case .unwantedValue(let value, let option):
            return isKorean ? "값을 쓰지 않는 옵션입니다: \(option) ('\(value)')" : "\(option) takes no value, not '\(value)'"
        case .unwanted(let words):
            let listed = words.map { "'\($0)'" }.joined(separator: ", ")
            return isKorean ? "뜻밖의 인자입니다: \(listed)" : "there is no use for \(listed)"
        case .missingArgument(let name): return isKorean ? "필요한 인자가 없습니다: \(name)" : "\(name) is missing"
        case .invalid(let value, let option, let choices):
            let known = choices.isEmpty ? "" : ": " + choices.joined(separator: ", ")
            return isKorean ? "\(option)에 쓸 수 없는 값입니다: '\(value)'\(known)" : "\(option) cannot be '\(value)'\(known)"
        case .outOfBounds(let value, let option, let bounds):
            let (least, most) = (bounds.lowerBound, bounds.upperBound)
            return isKorean
                ? "\(option)에는 \(least)부터 \(most)까지 쓸 수 있습니다: '\(value)'"
                : "\(option) takes numbers from \(least) to \(most), not '\(value)'"
        case .together(let one, let other):
            return isKorean ? "\(one), \(other): 함께 쓸 수 없습니다" : "\(one) and \(other) cannot be used together"
        case .alone(let one, let other):
            return isKorean ? "\(one): \(other) 옵션과 함께 씁니다" : "\(one) is for \(other)"
        }
    }
}
