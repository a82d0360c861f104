internal import Arguments

/// What is said about the options: what they are for, and what is wrong with those that were typed.
enum OptionWords {
    /// The page of `--help`.
    static func help(_ language: Language) -> String {
        let all = Options.declarations + Declaration.ofEveryCommand
        let width = all.map(\.synopsis.count).max() ?? 0
        let lines = all.map { declaration in
            let room = String(repeating: " ", count: width - declaration.synopsis.count + 2)
            let usual = declaration.usual.map { " (\($0))" } ?? ""
            return "  \(declaration.synopsis)\(room)\(described(declaration, language))\(usual)"
        }
        let about =
            switch language {
            case .en: "\(Options.about.abstract)\n\(Options.about.discussion)"
            case .ko: "일기를 이 컴퓨터에서만 보이는 화면으로 엽니다.\n화면의 주소를 출력하고 Ctrl-C로 끝납니다. diarylog serve가 시작합니다."
            }
        return "\(about)\n\n\(Options.usage)\n\n" + lines.joined(separator: "\n")
    }

    private static func described(_ declaration: Declaration, _ language: Language) -> String {
        switch (language, declaration.name) {
        case (.ko, "diary"): "일기의 폴더."
        case (.ko, "port"): "접속을 받을 포트. 0이면 비어 있는 아무 포트."
        case (.ko, "socket"): "본인만 열 수 있는 이 경로의 Unix 소켓에서 접속을 받습니다."
        case (.ko, "host"): "접속을 받을 주소."
        case (.ko, "i-know"): "다른 사람도 접속할 수 있는 곳에서 받습니다. TLS를 쓰는 서버 뒤에서만 쓰세요."
        case (.ko, "name"): "앞에 있는 서버가 이 화면을 부르는 이름. 여러 번 쓸 수 있습니다."
        case (.ko, "open"): "브라우저에서 화면을 엽니다."
        case (.ko, "read-only"): "아무것도 바꾸지 못하게 합니다."
        case (.ko, "patience"): "너무 느린 접속을 끊을 때까지의 초."
        case (.ko, "lang"): "메시지의 언어: en 또는 ko."
        case (.ko, "version"): "버전을 출력합니다."
        case (.ko, "help"): "도움말을 출력합니다."
        default: declaration.help
        }
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
        case .refused(let sentence): return sentence
        }
    }
}
