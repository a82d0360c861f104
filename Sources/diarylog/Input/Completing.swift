internal import DiaryModel
internal import DiarylogArguments

/// What a shell's completion script is told: commands, options, and what stands in the diary.
///
/// What cannot be answered is nothing: nobody wants a sentence while typing.
enum Completing {
    /// Whether a completion script asks.
    static func isAsked(_ words: [String]) -> Bool { words.first == "---completion" }

    /// The answer to `---completion SHELL INDEX WORD…`, where INDEX is that of the word that is typed.
    static func reply(_ words: [String]) -> String {
        guard words.count > 3, let shell = Shell(rawValue: words[1]), let index = Int(words[2]), index > 0 else {
            return ""
        }
        var line = words.dropFirst(4).map(ShellWord.unquoted)
        let prefix = line.count >= index ? line[index - 1] : ""
        let raw = line.count >= index ? words[index + 3] : ""
        line.removeSubrange(min(index - 1, line.count)...)
        // bash cuts a word at its "=".
        var typed = TypedSoFar(before: line, prefix: prefix)
        if shell == .bash { typed = joined(typed) }
        switch offers(typed) {
        case .files: return "files\n"
        case .folders: return "folders\n"
        case .words(let offers):
            // The other shells match by rules of their own.
            let fitting = shell == .bash ? offers.filter { $0.word.utf8.starts(with: typed.prefix.utf8) } : offers
            return (["words"] + fitting.map { shell.line($0, over: raw) }).joined(separator: "\n") + "\n"
        }
    }

    private static func joined(_ typed: TypedSoFar) -> TypedSoFar {
        if typed.prefix == "=" { return TypedSoFar(before: typed.before, prefix: "") }
        return TypedSoFar(before: typed.before.filter { $0 != "=" }, prefix: typed.prefix)
    }

    /// The language of what is said of the offers.
    static func language(of typed: TypedSoFar) -> Language {
        Tongue.chosen(in: typed.before, (try? Settings.read()) ?? Settings())
    }

    private static func offers(_ typed: TypedSoFar) -> Offers {
        let language = language(of: typed)
        let leading = LeadingOptions.leading(typed.before)
        guard leading < typed.before.count else {
            return Offers(Beginning.declarations, behind: typed.before, typed, language)
        }
        let named = Array(typed.before[leading...])
        let begun = actions(behind: named.joined(separator: " "), language)
        guard let (command, count) = Diarylog.command(beginning: named) else { return .words(begun) }
        let words = Array(typed.before[..<leading] + named[count...])
        let offers = Offers(command.whole.declarations, behind: words, typed, language)
        guard case .words(let others) = offers, !begun.isEmpty, !typed.prefix.hasPrefix("-") else { return offers }
        return .words(begun + others)
    }

    /// The words that may follow these to name a command.
    private static func actions(behind name: String, _ language: Language) -> [Offer] {
        let usual = Diarylog.command(name)?.about.usual.map { [Offer(word: $0)] } ?? []
        let depth = name.words.count
        return usual
            + Diarylog.actions(of: name).filter { $0.about.name.words.count == depth + 1 }.map { action in
                Offer(word: action.about.name.words[depth], about: action.about.abstract.text(language))
            }
    }
}

/// What stands before the words of a command: its name, and global options.
private struct Beginning: ArgumentGroup {
    @Argument("command", help: Sentence("What to do.", "할 일."), completion: .commands)
    var command: String

    @OptionGroup var options: LeadingOptions
}

extension CompletionKind {
    static let commands = CompletionKind.found { typed in
        let language = Completing.language(of: typed)
        var offers: [Offer] = []
        for command in Diarylog.commands where !Diarylog.isAction(command) {
            let first = command.about.name.words[0]
            let isAlone = first == command.about.name
            if offers.contains(where: { $0.word == first }) { continue }
            offers.append(Offer(word: first, about: isAlone ? command.about.abstract.text(language) : ""))
        }
        return offers
    }
    /// What `help` takes.
    static let topics = CompletionKind.found { typed in
        let language = Completing.language(of: typed)
        return Diarylog.commands.map { Offer(word: $0.about.name, about: $0.about.abstract.text(language)) }
            + HelpTopic.all.map { Offer(word: $0) }
    }
    static let entries = offered { asked in try asked.entries() }
    /// What `restore` takes: deleted entries.
    static let deletedEntries = offered { asked in try asked.entries(deleted: true) }
    static let tags = offered { asked in try asked.tags() }
    static let days = offered { asked in try asked.days() }
    static let moments = offered { asked in try asked.days() + asked.operations() }
    static let operations = offered { asked in try asked.operations() }
    static let places = offered { asked in asked.places() }
    static let diaries = offered { asked in try asked.diaries() }
    static let templates = offered { asked in Template.names.map { Offer(word: $0) } }
    static let drafts = offered { asked in try asked.drafts() }
    /// The values that a setting can have, if they can be counted.
    static let settingValues = CompletionKind.chosen { typed in
        .list(typed.before.last.flatMap { Settings.Known($0) }?.choices ?? [])
    }
    static let settings = offered { asked in asked.settings() }

    /// Where something cannot be read, nothing is offered, and nothing is said: the command says it when it is run.
    private static func offered(
        _ find: @escaping @Sendable (Offering) throws -> [Offer]
    ) -> CompletionKind {
        .found { typed in (try? find(Offering(typed))) ?? [] }
    }
}
