internal import ArgumentParser
internal import DiaryModel
internal import Interchange

/// The help of one command, in the reader's language. The options of every command stand once, in `help options`.
struct HelpPage {
    private(set) var text: String

    init(_ command: any ParsableCommand.Type, _ language: Language) throws(Problem) {
        let name = Diarylog.name(of: command)
        let described = try HelpDescription.root()["subcommands"]?.elements
        guard let description = described?.first(where: { $0["commandName"]?.string == name }) else {
            text = Diarylog.helpMessage(for: command)
            return
        }
        let usage = Self.usage(in: Diarylog.helpMessage(for: command))
        text = Self.page(description, usage: usage, language)
    }

    /// What the parser says of how a command is called.
    private static func usage(in help: String) -> String {
        let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
        guard let start = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) else { return "" }
        let rest = lines[start...].prefix { !$0.isEmpty }.joined(separator: "\n")
        return String(rest.dropFirst(7))
    }

    private static func page(_ command: JSONValue, usage: String, _ language: Language) -> String {
        func text(_ name: String) -> String { HelpWords.text(command[name]?.string ?? "", language) }
        func word(_ en: String, _ ko: String) -> String { Sentence(en, ko).text(language) }
        var page = word("OVERVIEW: ", "개요: ") + text("abstract") + "\n"
        if !text("discussion").isEmpty {
            page += "\n" + OnScreen.wrapped(text("discussion"), to: width).joined(separator: "\n") + "\n"
        }
        page += "\n" + word("USAGE: ", "쓰는 법: ") + usage.replacing("<options>", with: word("<options>", "<옵션>")) + "\n"
        let arguments = (command["arguments"]?.elements ?? []).filter { !isOfEveryCommand($0) }
        for (title, isWanted) in [(word("ARGUMENTS", "인자"), true), (word("OPTIONS", "옵션"), false)] {
            let some = arguments.filter { ($0["kind"]?.string == "positional") == isWanted }
            if some.isEmpty { continue }
            page += "\n\(title):\n" + some.map { row($0, language) }.joined()
        }
        return page + "\n" + elsewhere.text(language)
    }

    private static let elsewhere = Sentence(
        "--at, --json, --lang and the other options of every command: diarylog help options",
        "--at, --json, --lang처럼 모든 명령에 있는 옵션: diarylog help options")

    /// Whether an argument is an option of every command.
    private static func isOfEveryCommand(_ argument: JSONValue) -> Bool {
        argument["kind"]?.string != "positional"
            && GlobalOptions.names.contains(argument["preferredName"]?["name"]?.string ?? "")
    }

    private static let width = 80
    /// The columns of an option's names.
    private static let room = 26

    private static func row(_ argument: JSONValue, _ language: Language) -> String {
        let value = argument["valueName"]?.string ?? ""
        let names = (argument["names"]?.elements ?? []).map { name in
            (name["kind"]?.string == "long" ? "--" : "-") + (name["name"]?.string ?? "")
        }.sorted { $0.count < $1.count }.joined(separator: ", ")
        let head =
            switch argument["kind"]?.string {
            case "positional": "  <\(value)>"
            case "option": "  \(names) <\(value)>"
            default: "  \(names)"
            }
        var meaning = HelpWords.text(argument["abstract"]?.string ?? "", language)
        if let choices = argument["allValues"]?.elements, !choices.isEmpty {
            meaning +=
                Sentence(" (values: ", " (값: ").text(language) + choices.compactMap(\.string).joined(separator: ", ")
                + ")"
        }
        if let usual = argument["defaultValue"]?.string {
            meaning += Sentence(" (default: \(usual))", " (기본: \(usual))").text(language)
        }
        let lines = OnScreen.wrapped(meaning, to: width - room)
        let isLong = OnScreen.width(of: head) > room - 2
        var text = isLong ? head + "\n" : ""
        for (index, line) in lines.enumerated() {
            text += OnScreen.padded(index == 0 && !isLong ? head : "", to: room) + line + "\n"
        }
        return text
    }
}

/// The commands, their options and what they say, as the parser describes them.
package enum HelpDescription {
    /// The description of the program: `commandName`, `abstract`, `arguments`, `subcommands`.
    static func root() throws(Problem) -> JSONValue {
        do {
            var reader = try JSONReader(Array(Diarylog._dumpHelp().utf8))
            return try reader.value()["command"] ?? .null
        } catch {
            throw .place(.system("help cannot be read"))
        }
    }

    /// Every text that the commands say of themselves, for the test that each is there in Korean.
    package static func texts() -> Set<String> {
        guard let root = try? root() else { return [] }
        var texts: Set<String> = []
        note(root, in: &texts)
        return texts
    }

    private static func note(_ command: JSONValue, in texts: inout Set<String>) {
        for name in ["abstract", "discussion"] {
            if let text = command[name]?.string, !text.isEmpty { texts.insert(text) }
        }
        for argument in command["arguments"]?.elements ?? [] {
            if let text = argument["abstract"]?.string, !text.isEmpty { texts.insert(text) }
        }
        for inner in command["subcommands"]?.elements ?? [] { note(inner, in: &texts) }
    }
}

extension JSONValue {
    /// Its text; nil if it is none.
    var string: String? {
        guard case .string(let bytes) = self else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The elements of an array; none if it is none.
    var elements: [JSONValue] {
        guard case .array(let values) = self else { return [] }
        return values
    }
}
