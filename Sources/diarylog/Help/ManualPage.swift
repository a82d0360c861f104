internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost

/// The help of every command, as roff.
struct ManualPage {
    private(set) var text = ""

    private let language: Language

    init(_ language: Language) {
        self.language = language
        text += ".TH DIARYLOG 1 \(Release.date) \"diarylog \(Release.version)\"\n"
        // What stands in columns is not to be spread.
        text += ".ad l\n" + heading(Sentence("NAME", "이름"))
        text += "diarylog \\- " + Self.escaped(Diarylog.abstract.text(language)) + "\n"
        text += heading(Sentence("SYNOPSIS", "쓰는 법")) + ".B diarylog\n"
        let (command, options) = (Sentence("command", "명령"), Sentence("options", "옵션"))
        text += ".I \(Self.escaped(command.text(language)))\n[\\fI\(Self.escaped(options.text(language)))\\fR]\n"
        text += heading(Sentence("DESCRIPTION", "설명")) + Self.paragraphs([Diarylog.discussion.text(language)])
        text += heading(Sentence("COMMANDS", "명령"))
        for command in Diarylog.commands { add(command) }
        text += heading(Sentence("FILTERS", "필터"))
        for filter in FilterOptions.declarations { add(filter) }
        text += heading(Sentence("OPTIONS OF EVERY COMMAND", "모든 명령의 옵션"))
        for option in GlobalOptions.declarations + Declaration.ofEveryCommand { add(option) }
        text +=
            heading(Sentence("EXIT STATUS", "종료 코드"))
            + items(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
        for topic in [HelpTopic.dates, .query, .undo] { add(topic) }
        text += heading(Sentence("ENVIRONMENT", "환경 변수")) + items(ManualWords.variables)
        text += heading(Sentence("FILES", "파일")) + items(ManualWords.files)
    }

    private func heading(_ sentence: Sentence) -> String { ".SH " + Self.escaped(sentence.text(language)) + "\n" }

    private func items(_ items: [(String, Sentence)]) -> String {
        items.map { ".TP\n.B \($0)\n" + Self.line($1.text(language)) }.joined()
    }

    private mutating func add(_ command: any DiaryCommand.Type) {
        text += ".SS " + Self.escaped(command.about.name) + "\n"
        text += Self.paragraphs([command.about.abstract, command.about.discussion].compactMap { $0?.text(language) })
        let elsewhere = HelpPage.filters(of: command)
        for declaration in command.whole.declarations
        where declaration.kind == .argument
            || !elsewhere.union(GlobalOptions.names).contains(declaration.name)
        { add(declaration) }
        if elsewhere.isEmpty { return }
        text += ".PP\n" + Self.line(Sentence("It takes the filters below.", "아래의 필터를 씁니다.").text(language))
    }

    /// A topic, its lines as they are on a screen.
    private mutating func add(_ topic: HelpTopic) {
        let lines = topic.text(language, PageLayout(width: 72)).split(
            separator: "\n", omittingEmptySubsequences: false)
        text += ".SH " + Self.escaped(String(lines[0]).uppercased()) + "\n.nf\n"
        text += lines.dropFirst(2).map { Self.line(String($0)) }.joined() + ".fi\n"
    }

    private mutating func add(_ declaration: Declaration) {
        let names = (declaration.short.map { "-\($0), " } ?? "") + "--" + declaration.name
        let value = ValueWords.word(declaration.value).text(language)
        text += ".TP\n"
        switch declaration.kind {
        case .argument: text += ".I " + Self.escaped(value.uppercased()) + "\n"
        case .option: text += "\\fB" + Self.escaped(names) + "\\fR \\fI" + Self.escaped(value) + "\\fR\n"
        case .flag: text += ".B " + Self.escaped(names) + "\n"
        }
        text += Self.line(declaration.help.text(language))
    }

    /// The paragraphs under a heading, which keep their line breaks. The heading itself begins the first.
    private static func paragraphs(_ texts: [String]) -> String {
        var paragraphs: [[String]] = []
        for text in texts {
            paragraphs.append([])
            for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
                if part.isEmpty {
                    paragraphs.append([])
                } else {
                    paragraphs[paragraphs.count - 1].append(line(String(part)))
                }
            }
        }
        // A line that begins with a blank breaks by itself.
        return paragraphs.filter { !$0.isEmpty }.map { lines in
            lines.reduce("") { $0 + ($0.isEmpty || $1.hasPrefix(" ") ? "" : ".br\n") + $1 }
        }.joined(separator: ".PP\n")
    }

    private static func line(_ text: String) -> String { text.isEmpty ? "\n" : escaped(text) + "\n" }

    /// Escapes what roff would take for a command.
    private static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "\n": result += " "
            case ".", "'": result += result.isEmpty ? "\\&\(character)" : String(character)
            case "…": result += "..."
            default: result += escaped(character)
            }
        }
        return result
    }

    /// A character, as its number if it is not ASCII.
    private static func escaped(_ character: Character) -> String {
        if character.isASCII { return String(character) }
        return character.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
        }.joined()
    }
}

/// What the manual page says that the commands do not say of themselves.
package enum ManualWords {
    static let variables: [(String, Sentence)] = [
        ("DIARYLOG_DIARY", Sentence("the diary's folder, or its name", "일기장의 폴더나 이름")),
        (
            "DIARYLOG_NETWORK",
            Sentence("allow: a diary on a network file system, of one machine", "allow: 한 컴퓨터만 쓰는 네트워크 파일 시스템의 일기장")
        ),
        (
            "DIARYLOG_PAGER, PAGER",
            Sentence("shows what does not fit on the screen", "화면에 다 들어가지 않는 것을 보입니다")
        ),
        (
            "DIARYLOG_WEATHER_KEY",
            Sentence("the key for a weather service that wants one", "키가 필요한 날씨 서비스의 키")
        ),
        ("DIARYLOG_WEATHER_URL", Sentence("another host to ask for the weather", "날씨를 물을 다른 서버")),
        (
            "DIARYLOG_WEATHER_SECONDS",
            Sentence("how long the weather may take to come", "날씨를 기다릴 초")
        ),
        ("DIARYLOG_OPENER", Sentence("opens attached files", "붙인 파일을 여는 프로그램")),
        ("VISUAL, EDITOR", Sentence("the editor", "편집기")),
        (
            "TMPDIR",
            Sentence(
                "where attached files lie that were opened, and an editor's text if its folder cannot be written",
                "연 첨부 파일이 놓이는 곳. 편집기의 글은 제 폴더에 쓸 수 없을 때만")
        ),
        ("LC_ALL, LC_MESSAGES, LANG", Sentence("the language", "언어")), ("TZ", Sentence("the time zone", "시간대")),
        ("NO_COLOR", Sentence("no colours", "색을 쓰지 않습니다")),
        ("COLUMNS", Sentence("how wide help is, 80 at most", "도움말의 너비, 80까지")),
        (
            "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
            Sentence("where settings, the diary, and what is not written yet lie", "설정, 일기장, 아직 쓰지 않은 것이 있는 곳")
        ),
    ]

    static let files: [(String, Sentence)] = [
        ("$XDG_CONFIG_HOME/diarylog/config", Sentence("settings, a line each: lang = ko", "설정, 한 줄에 하나씩: lang = ko")),
        (
            "$XDG_CONFIG_HOME/diarylog/templates/NAME.md",
            Sentence("templates for add --template", "add --template의 템플릿")
        ),
        ("$XDG_DATA_HOME/diarylog/NAME", Sentence("a diary; default if none is named", "일기장. 이름이 없으면 default")),
        ("$XDG_STATE_HOME/diarylog/drafts", Sentence("what editors left unsaved", "편집기가 저장하지 못하고 남긴 것")),
    ]
}
