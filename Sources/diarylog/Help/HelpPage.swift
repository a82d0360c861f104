internal import DiaryModel
internal import DiarylogArguments

/// The help of one command, in the reader's language. The options of every command stand once, in `help options`, and
/// the filters of those that choose entries once, in `help filters`.
struct HelpPage {
    private(set) var text: String

    /// With `whole`, the filters stand in it as well.
    init(
        _ command: any DiaryCommand.Type, _ language: Language, whole: Bool = false, _ layout: PageLayout = .screen
    ) {
        let about = command.about
        text = layout.line(Sentence("OVERVIEW: ", "개요: ").text(language) + about.abstract.text(language)) + "\n"
        if let discussion = about.discussion?.text(language) { text += "\n" + layout.text(discussion) + "\n" }
        let usage = ValueWords.text(command.whole.usage).text(language)
        text += "\n" + layout.line(Sentence("USAGE: ", "쓰는 법: ").text(language) + "diarylog \(usage)") + "\n"
        let filters = Self.filters(of: command)
        let own = command.whole.declarations.filter {
            $0.kind == .argument || !GlobalOptions.names.contains($0.name) && (whole || !filters.contains($0.name))
        }
        for (title, isWanted) in [(Sentence("ARGUMENTS", "인자"), true), (Sentence("OPTIONS", "옵션"), false)] {
            let some = own.filter { ($0.kind == .argument) == isWanted }
            if some.isEmpty { continue }
            text += "\n\(title.text(language)):\n" + some.map { Self.row($0, language, layout) }.joined()
        }
        let actions = Diarylog.actions(of: about.name)
        if !actions.isEmpty {
            text += "\n" + Sentence("COMMANDS", "명령").text(language) + ":\n"
            text += actions.map { Overview.row($0, language, layout) }.joined()
        }
        if !whole, !filters.isEmpty { text += "\n" + layout.line(Self.filtersElsewhere.text(language)) + "\n" }
        text += "\n" + layout.line(Self.elsewhere.text(language))
    }

    /// The names of a command's filters, if it has all of them.
    static func filters(of command: any DiaryCommand.Type) -> Set<String> {
        let names = Set(command.declarations.map(\.name))
        return FilterOptions.names.isSubset(of: names) ? FilterOptions.names : []
    }

    /// A row for each filter of a list.
    static func filterRows(_ language: Language, _ layout: PageLayout) -> String {
        FilterOptions.declarations.map { row($0, language, layout) }.joined()
    }

    /// A row for each option that every command takes.
    static func globalRows(_ language: Language, _ layout: PageLayout) -> String {
        (GlobalOptions.declarations + Declaration.ofEveryCommand).map { row($0, language, layout) }.joined()
            + "\n" + layout.line(Sentence("Of the commands that read:", "읽는 명령에는:").text(language)) + "\n\n"
            + ReadingOptions.declarations.map { row($0, language, layout) }.joined()
    }

    private static let filtersElsewhere = Sentence(
        "Which entries, by --on, --from, --tag, --starred …: diarylog help filters",
        "일기를 고르는 필터(--on, --from, --tag, --starred 등): diarylog help filters")

    private static let elsewhere = Sentence(
        "--json, --lang and other options of every command: diarylog help options",
        "--json, --lang처럼 모든 명령에 있는 옵션: diarylog help options")

    /// The columns of an option's names.
    private static let room = 26

    private static func row(_ declaration: Declaration, _ language: Language, _ layout: PageLayout) -> String {
        let head =
            "  " + (declaration.short.map { "-\($0), " } ?? "") + ValueWords.text(declaration.synopsis).text(language)
        var meaning = declaration.help.text(language)
        if !declaration.choices.isEmpty {
            meaning +=
                Sentence(" (values: ", " (값: ").text(language) + declaration.choices.joined(separator: ", ") + ")"
        }
        if let usual = declaration.usual {
            meaning += Sentence(" (default: \(usual))", " (기본: \(usual))").text(language)
        }
        return layout.row(head, meaning, room: room)
    }
}

/// `help`: the commands by their groups, one per line.
enum Overview {
    private static let usage = Sentence("diarylog COMMAND …", "diarylog 명령 …")
    private static let tail = Sentence(
        """
        diarylog "Walked along the Han." writes an entry: a text needs no command.
        --at WHEN shows the diary as it was: diarylog list --at yesterday.
        diarylog help COMMAND says more on each; --lang ko speaks Korean.
        Topics: \(HelpTopic.names). dl is short for diarylog.
        """,
        """
        diarylog "한강을 걸었다."처럼 글만 써도 일기가 됩니다.
        --at 시점은 그때의 일기장을 보여 줍니다: diarylog list --at 어제.
        diarylog help 명령에서 더 볼 수 있습니다. --lang en은 영어로 말합니다.
        주제: \(HelpTopic.names). dl은 diarylog를 줄인 것입니다.
        """)
    /// The columns of a name.
    private static let room = 19

    static func text(_ language: Language, _ layout: PageLayout = .screen) -> String {
        var text = layout.line("diarylog: " + Diarylog.abstract.text(language)) + "\n\n" + usage.text(language) + "\n"
        for group in Diarylog.groups {
            text += "\n" + group.name.text(language) + "\n"
            for command in group.commands where !Diarylog.isAction(command) { text += row(command, language, layout) }
        }
        return text + "\n" + layout.text(tail.text(language)) + "\n"
    }

    /// A command's name, and what it does.
    static func row(_ command: any DiaryCommand.Type, _ language: Language, _ layout: PageLayout) -> String {
        layout.row("  " + command.about.name, command.about.abstract.text(language), room: room)
    }
}
