internal import ArgumentParser
internal import DiaryModel

/// Writes the completions for a shell.
struct Completions: DiaryCommand, WithoutDates {
    static let configuration = CommandConfiguration.of(
        abstract: "Print the completions for bash, zsh or fish.",
        discussion: """
            bash: source <(diarylog completions bash). zsh: diarylog completions zsh >"${fpath[1]}/_diarylog". \
            fish: diarylog completions fish >~/.config/fish/completions/diarylog.fish. \
            They offer commands and options, ids with titles, tags, days, diaries, templates and drafts.
            """)

    @Argument(help: "bash, zsh or fish.", completion: .list(["bash", "zsh", "fish"]))
    var shell: String

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        guard let known = CompletionShell(rawValue: shell) else { throw .usage(.unknownShell(shell)) }
        let script = CompletionRoot.completionScript(for: known)
        try session.write((session.language == .ko ? CompletionWords.translated(script) : script) + "\n")
    }
}

/// The root of the commands as a completion script sees it: global options may stand before the command.
struct CompletionRoot: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diarylog", subcommands: Diarylog.commands)

    @OptionGroup var global: GlobalOptions

    /// Whether a completion script asks what it may offer.
    static func isAsked(_ words: [String]) -> Bool { words.first == "---completion" }
}
