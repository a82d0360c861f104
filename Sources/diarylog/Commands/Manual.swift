internal import ArgumentParser
internal import DiaryModel
internal import Interchange

/// Writes the manual page.
struct Manual: DiaryCommand, WithoutDates {
    static let configuration = CommandConfiguration.of(
        "man", abstract: "Print the manual page.",
        discussion: "Made from the same words as the help: diarylog man >diarylog.1; man ./diarylog.1")

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        try session.write(ManualPage(try HelpDescription.root(), session.language).text)
    }
}

/// The help of every command, as roff.
private struct ManualPage {
    private(set) var text = ""

    private let language: Language

    init(_ root: JSONValue, _ language: Language) {
        self.language = language
        text += ".TH DIARYLOG 1\n" + heading(Sentence("NAME", "이름"))
        text += "diarylog \\- " + Self.escaped(said(root["abstract"])) + "\n"
        text += heading(Sentence("SYNOPSIS", "쓰는 법")) + ".B diarylog\n"
        let (command, options) = (Sentence("command", "명령"), Sentence("options", "옵션"))
        text += ".I \(Self.escaped(command.text(language)))\n[\\fI\(Self.escaped(options.text(language)))\\fR]\n"
        text += heading(Sentence("DESCRIPTION", "설명")) + Self.paragraph(said(root["discussion"]))
        text += heading(Sentence("COMMANDS", "명령"))
        let commands = Self.list(root["subcommands"])
        // The parser adds a help command of its own to ours.
        var seen: Set<String> = []
        for command in commands where seen.insert(Self.string(command["commandName"])).inserted {
            add(command, without: GlobalOptions.names)
        }
        text += heading(Sentence("OPTIONS OF EVERY COMMAND", "모든 명령의 옵션"))
        if let any = commands.first {
            for argument in Self.list(any["arguments"]) where GlobalOptions.names.contains(Self.name(argument)) {
                add(argument)
            }
        }
        text += heading(Sentence("EXIT STATUS", "종료 코드")) + items(ManualWords.codes)
        text += heading(Sentence("ENVIRONMENT", "환경 변수")) + items(ManualWords.variables)
        text += heading(Sentence("FILES", "파일")) + ".TP\n.I $XDG_CONFIG_HOME/diarylog/config\n"
        text += Self.line(ManualWords.settings.text(language))
    }

    private func heading(_ sentence: Sentence) -> String { ".SH " + Self.escaped(sentence.text(language)) + "\n" }

    private func items(_ items: [(String, Sentence)]) -> String {
        items.map { ".TP\n.B \($0)\n" + Self.line($1.text(language)) }.joined()
    }

    /// A text of the help in the reader's language.
    private func said(_ value: JSONValue?) -> String { HelpWords.text(Self.string(value), language) }

    private mutating func add(_ command: JSONValue, without known: Set<String>) {
        text += ".SS " + Self.escaped(Self.string(command["commandName"])) + "\n"
        text += Self.paragraph(said(command["abstract"]))
        text += Self.paragraph(said(command["discussion"]))
        for argument in Self.list(command["arguments"]) where !known.contains(Self.name(argument)) { add(argument) }
    }

    private mutating func add(_ argument: JSONValue) {
        let value = Self.string(argument["valueName"])
        let names = Self.list(argument["names"]).map { name in
            (Self.string(name["kind"]) == "long" ? "--" : "-") + Self.string(name["name"])
        }
        text += ".TP\n"
        switch Self.string(argument["kind"]) {
        case "positional": text += ".I " + Self.escaped(value.uppercased()) + "\n"
        case "option":
            text += "\\fB" + Self.escaped(names.joined(separator: ", ")) + "\\fR \\fI" + Self.escaped(value) + "\\fR\n"
        default: text += ".B " + Self.escaped(names.joined(separator: ", ")) + "\n"
        }
        text += Self.line(said(argument["abstract"]))
    }

    /// The name of an option, without its dashes.
    private static func name(_ argument: JSONValue) -> String { string(argument["preferredName"]?["name"]) }

    /// A paragraph, which keeps its line breaks.
    private static func paragraph(_ text: String) -> String {
        if text.isEmpty { return "" }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return ".PP\n" + lines.map { $0.isEmpty ? ".PP\n" : line(String($0)) }.joined(separator: ".br\n")
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

    private static func string(_ value: JSONValue?) -> String { value?.string ?? "" }

    private static func list(_ value: JSONValue?) -> [JSONValue] { value?.elements ?? [] }
}
