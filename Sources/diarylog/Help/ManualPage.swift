internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost

/// The help of every command, as roff.
struct ManualPage {
    private(set) var text = ""

    private let language: Language

    init(_ language: Language) {
        self.language = language
        text += ".TH DIARYLOG 1 \(Release.date) \"diarylog \(Release.version)\"\n" + heading(Sentence("NAME", "이름"))
        text += "diarylog \\- " + Self.escaped(Diarylog.abstract.text(language)) + "\n"
        text += heading(Sentence("SYNOPSIS", "쓰는 법")) + ".B diarylog\n"
        let (command, options) = (Sentence("command", "명령"), Sentence("options", "옵션"))
        text += ".I \(Self.escaped(command.text(language)))\n[\\fI\(Self.escaped(options.text(language)))\\fR]\n"
        text += heading(Sentence("DESCRIPTION", "설명")) + Self.paragraphs([Diarylog.discussion.text(language)])
        text += heading(Sentence("COMMANDS", "명령"))
        for command in Diarylog.commands { add(command) }
        text += heading(Sentence("OPTIONS OF EVERY COMMAND", "모든 명령의 옵션"))
        for option in GlobalOptions.declarations + Declaration.ofEveryCommand { add(option) }
        text +=
            heading(Sentence("EXIT STATUS", "종료 코드"))
            + items(ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
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
        for declaration in command.declarations
        where declaration.kind == .argument || !GlobalOptions.names.contains(declaration.name) { add(declaration) }
    }

    private mutating func add(_ declaration: Declaration) {
        let names = (declaration.short.map { "-\($0), " } ?? "") + "--" + declaration.name
        text += ".TP\n"
        switch declaration.kind {
        case .argument: text += ".I " + Self.escaped(declaration.value.uppercased()) + "\n"
        case .option: text += "\\fB" + Self.escaped(names) + "\\fR \\fI" + Self.escaped(declaration.value) + "\\fR\n"
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
        return paragraphs.filter { !$0.isEmpty }.map { $0.joined(separator: ".br\n") }.joined(separator: ".PP\n")
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
