internal import DiarylogArguments

/// The program as it describes itself, and its commands: help, the manual page and completions follow from this table.
package enum Diarylog {
    static let abstract = Sentence(
        "A diary that forgets nothing unless you say so.", "지우라고 하기 전에는 아무것도 잊지 않는 일기장.")
    static let discussion = Sentence(
        "Every change is kept. --at shows the diary as it was at any moment. dl is short for diarylog.",
        "바뀐 것은 모두 남습니다. --at으로 어느 때의 일기장이든 볼 수 있습니다. dl은 diarylog를 줄인 것입니다.")

    /// A group of commands under its name. A command whose first words name another one is an action of that.
    struct Group {
        let name: Sentence
        let commands: [any DiaryCommand.Type]
    }

    static var groups: [Group] {
        [
            Group(
                name: Sentence("Write", "쓰기"),
                commands: [
                    Add.self, Edit.self, Delete.self, Undo.self, Redo.self, Files.self, FilesAdd.self, FilesRemove.self,
                    FilesSave.self, Drafts.self, DraftShow.self, DraftDiff.self, DraftEdit.self, DraftCommit.self,
                    DraftDiscard.self,
                ]),
            Group(
                name: Sentence("Read", "읽기"),
                commands: [
                    List.self, Show.self, Share.self, Search.self, Today.self, Calendar.self, Tags.self,
                    TagsRename.self,
                    Stats.self,
                ]),
            Group(
                name: Sentence("Look back", "돌아보기"),
                commands: [History.self, Diff.self, Restore.self, Log.self, Replay.self, Conflicts.self]),
            Group(
                name: Sentence("Keep", "보관하기"),
                commands: [
                    Sync.self, SyncInit.self, SyncJoin.self, SyncWatch.self, SyncStatus.self, SyncCheck.self,
                    SyncKeyShow.self, SyncKeyPassphrase.self, SyncKeyRotate.self, SyncKeyFetch.self,
                    SyncDevicesList.self, SyncDevicesRename.self, SyncDevicesStrike.self, SyncDevicesTake.self,
                    SyncTake.self, SyncLeave.self, SyncScrub.self, Backup.self, Import.self, Export.self, Serve.self,
                    WeatherCommand.self, Forget.self,
                    Lock.self, Unlock.self, Verify.self, Config.self, ConfigGet.self, ConfigSet.self, ConfigUnset.self,
                    Help.self,
                ]),
            Group(
                name: Sentence("The engine", "엔진"),
                commands: [
                    Rebuild.self, Snapshot.self, SnapshotTake.self, SnapshotPrune.self, Compact.self, Init.self,
                ]),
        ]
    }

    static var commands: [any DiaryCommand.Type] { groups.flatMap(\.commands) }

    /// The names of the commands, for the tests that go through all of them.
    package static var names: [String] { commands.map { $0.about.name } }

    /// The command of this name.
    static func command(_ name: String) -> (any DiaryCommand.Type)? { commands.first { $0.about.name == name } }

    /// The command that words begin with, by the longest name that fits, and how many words its name has. `list` may
    /// stand behind the name of one that lists.
    static func command(beginning words: [String]) -> (kind: any DiaryCommand.Type, count: Int)? {
        for count in [3, 2, 1] where words.count >= count && !words.prefix(count).contains(where: { $0.contains(" ") })
        {
            guard let kind = command(words.prefix(count).joined(separator: " ")) else { continue }
            let isUsual = words.count > count && words[count] == kind.about.usual
            return (kind, isUsual ? count + 1 : count)
        }
        return nil
    }

    /// The commands whose names go on behind this one: its actions.
    static func actions(of name: String) -> [any DiaryCommand.Type] {
        commands.filter { $0.about.name.hasPrefix(name + " ") }
    }

    /// Whether a command is the action of another one.
    static func isAction(_ command: any DiaryCommand.Type) -> Bool {
        commands.contains { command.about.name.hasPrefix($0.about.name + " ") }
    }
}

/// What a command line asks for: a command, and the words for it.
///
///     diarylog --lang ko list -3          list, with --lang ko --limit 3
///     diarylog "Walked along the Han."    add, with the text
///     diarylog ls                         list, and that is said
///     echo text | diarylog                add, with the text of the pipe
struct Called {
    let kind: any DiaryCommand.Type
    /// The words that are not its name.
    let words: [String]
    /// What it was called in the place of its name, and what that means.
    private(set) var alias: (typed: String, meaning: String)?

    /// Its name; nil where no command was named.
    var name: String? { kind == StatusCommand.self ? nil : kind.about.name }

    /// Throws for a word that is no command and cannot be an entry.
    init(_ all: [String]) throws {
        let count = LeadingOptions.leading(all)
        var (options, rest) = (Array(all[..<count]), Array(all[count...]))
        // They may stand between the words of a name as well.
        let between = LeadingOptions.leading(Array(rest.dropFirst()))
        if between > 0 {
            options += rest[1...between]
            rest.removeSubrange(1...between)
        }
        let meant = try Self.meant(rest)
        (kind, words, alias) = (meant.kind, options + meant.words, meant.alias)
    }

    /// A command, the words for it, and what it was called in the place of its name.
    private typealias Meant = (
        kind: any DiaryCommand.Type, words: [String], alias: (typed: String, meaning: String)?
    )

    private static func meant(_ rest: [String]) throws -> Meant {
        if let action = action(behind: rest) { return action }
        if let alias = alias(rest.prefix(2).joined(separator: " "), rest.dropFirst(2)) { return alias }
        if let (kind, count) = Diarylog.command(beginning: rest) {
            return (kind, counted(Array(rest[count...]), for: kind), nil)
        }
        guard let first = rest.first, !first.hasPrefix("-") || first.contains(" ") else {
            // A number of entries alone, as -3, lists the newest.
            if rest.first.map(OptionWord.isNegative) == true {
                return (List.self, counted(rest, for: List.self), nil)
            }
            return (rest.isEmpty && TextInput.isPiped ? Add.self : StatusCommand.self, rest, nil)
        }
        // No command has a blank in its name, or none: such a word is an entry.
        if first.isEmpty || first.contains(where: \.isWhitespace) {
            return (Add.self, (first.hasPrefix("-") ? ["--"] : []) + rest, nil)
        }
        if let alias = alias(first, rest.dropFirst()) { return alias }
        // What begins with a date is an entry.
        let near = first.hasSuffix(":") ? ["add"] : CommandAliases.guesses(for: first, among: Diarylog.names)
        throw Problem(
            usage: "there is no command \(first)", "\(first, .named) 명령은 없습니다",
            hint: other(rest, near))
    }

    /// What a name that is no command's means for certain, and the words behind it.
    private static func alias(_ typed: String, _ rest: ArraySlice<String>) -> Meant? {
        guard let meaning = CommandAliases.meaning(of: typed) else { return nil }
        let meant = meaning.words + rest
        return Diarylog.command(beginning: meant).map { kind, count in
            (kind, counted(Array(meant[count...]), for: kind), (typed: typed, meaning: meaning))
        }
    }

    /// What may be meant: the commands that are near, and of several words, or of words that no command has, an entry.
    private static func other(_ words: [String], _ near: [String]) -> Sentence {
        let names = near.joined(separator: ", ")
        let commands =
            near.isEmpty
            ? Problem.commandsShown
            : Sentence("Did you mean \(names)?", "혹시 \(names.replacing("ENTRY", with: "일기"))인가요?")
        guard near.isEmpty || words.count > 2, words.count > 1 || words[0].utf8.contains(where: { $0 >= 0x80 }),
            !words.contains(where: { $0.hasPrefix("-") || $0.hasPrefix("@") })
        else { return commands }
        let entry = "diarylog add " + OnScreen.safe(ShellWord.quoted(words.joined(separator: " ")))
        return Sentence("\(entry) writes an entry. " + commands.en, "\(entry) 하면 일기가 됩니다. " + commands.ko)
    }

    /// `files @1 add pic.png`: an action that stands behind what it is to be done to, if that is its first argument.
    private static func action(behind words: [String]) -> Meant? {
        guard words.count > 2, Diarylog.command(words[0] + " " + words[1]) == nil,
            let kind = Diarylog.command(words[0] + " " + words[2]), let whole = Diarylog.command(words[0]),
            let subject = whole.declarations.first(where: { $0.kind == .argument })?.name,
            subject == kind.declarations.first(where: { $0.kind == .argument })?.name
        else { return nil }
        let alias = (typed: words.prefix(3).joined(separator: " "), meaning: kind.about.name + " " + words[1])
        return (kind, [words[1]] + words.dropFirst(3), alias)
    }

    /// Reads the first `-3` of a list or a log as how many are wanted, if it is no option's value.
    private static func counted(_ words: [String], for kind: any DiaryCommand.Type) -> [String] {
        guard kind == List.self || kind == Log.self,
            let index = words.prefix(while: { $0 != "--" }).firstIndex(where: OptionWord.isNegative),
            index == 0 || !kind.whole.declarations.contains(where: { $0.awaitsValue(behind: words[index - 1]) })
        else { return words }
        return words[..<index] + ["--limit", String(words[index].dropFirst())] + words[(index + 1)...]
    }
}
