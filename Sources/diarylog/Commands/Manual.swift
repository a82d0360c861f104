internal import ArgumentParser
internal import Interchange

/// Writes the manual page.
struct Manual: DiaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "man", abstract: "Print the manual page.",
        discussion: "Made from the same words as the help: diarylog man >diarylog.1; man ./diarylog.1")

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        var reader: JSONReader
        let description: JSONValue
        do {
            reader = try JSONReader(Array(Diarylog._dumpHelp().utf8))
            description = try reader.value()
        } catch {
            throw .place(.system("help cannot be read"))
        }
        try session.write(ManualPage(description).text)
    }
}

/// The help of every command, as roff.
private struct ManualPage {
    private(set) var text = ""

    init(_ description: JSONValue) {
        let root = description["command"] ?? .null
        text += ".TH DIARYLOG 1\n.SH NAME\n"
        text += "diarylog \\- " + Self.escaped(Self.string(root["abstract"])) + "\n"
        text += ".SH SYNOPSIS\n.B diarylog\n.I command\n[\\fIoptions\\fR]\n"
        text += ".SH DESCRIPTION\n" + Self.paragraph(Self.string(root["discussion"]))
        text += ".SH COMMANDS\n"
        let commands = Self.list(root["subcommands"])
        // The parser adds a help command of its own to ours.
        var seen: Set<String> = []
        for command in commands where seen.insert(Self.string(command["commandName"])).inserted {
            add(command, without: Self.globalNames)
        }
        text += ".SH OPTIONS OF EVERY COMMAND\n"
        if let any = commands.first {
            for argument in Self.list(any["arguments"]) where Self.globalNames.contains(Self.name(argument)) {
                add(argument)
            }
        }
        text += ".SH EXIT STATUS\n"
        let codes = [
            ("0", "done; an empty list too"), ("1", "nothing found, or nothing to undo"),
            ("2", "a mistake in what was typed, a date, a row, or no diary there"), ("3", "a conflict"),
            ("4", "another program is writing"), ("5", "damage was found"),
            ("6", "the disk or the system refused"), ("130", "interrupted"),
        ]
        for (code, meaning) in codes { text += ".TP\n.B \(code)\n\(meaning)\n" }
        text += ".SH ENVIRONMENT\n"
        let variables = [
            ("DIARYLOG_DIARY", "the diary's folder"),
            ("DIARYLOG_NETWORK", "allow: a diary on a network file system, of one machine"),
            ("DIARYLOG_PAGER, PAGER", "shows what does not fit on the screen"),
            ("VISUAL, EDITOR", "the editor"), ("LC_ALL, LC_MESSAGES, LANG", "the language"), ("TZ", "the time zone"),
            ("NO_COLOR", "no colours"), ("XDG_CONFIG_HOME, XDG_DATA_HOME", "where settings and the diary lie"),
        ]
        for (name, meaning) in variables { text += ".TP\n.B \(name)\n\(meaning)\n" }
        text += ".SH FILES\n.TP\n.I $XDG_CONFIG_HOME/diarylog/config\nsettings, a line each: lang = ko\n"
    }

    private static let globalNames: Set = [
        "diary", "at", "json", "jsonl", "quiet", "color", "no-pager", "lang", "tz", "date-style", "help", "version",
    ]

    private mutating func add(_ command: JSONValue, without known: Set<String>) {
        text += ".SS " + Self.escaped(Self.string(command["commandName"])) + "\n"
        text += Self.paragraph(Self.string(command["abstract"]))
        text += Self.paragraph(Self.string(command["discussion"]))
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
        text += Self.line(Self.string(argument["abstract"]))
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

    private static func string(_ value: JSONValue?) -> String {
        guard case .string(let bytes)? = value else { return "" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func list(_ value: JSONValue?) -> [JSONValue] {
        guard case .array(let values)? = value else { return [] }
        return values
    }
}
