internal import ArgumentParser
internal import DiaryModel

/// Writes the completions for a shell.
struct Completions: DiaryCommand, WithoutDates {
    static let configuration = CommandConfiguration(
        abstract: "Print the completions for bash, zsh or fish.",
        discussion: """
            bash: source <(diarylog completions bash). zsh: diarylog completions zsh >"${fpath[1]}/_diarylog". \
            fish: diarylog completions fish >~/.config/fish/completions/diarylog.fish.
            """)

    @Argument(help: "bash, zsh or fish.")
    var shell: String

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws(Problem) {
        guard let known = CompletionShell(rawValue: shell) else { throw .usage(.unknownShell(shell)) }
        let script = Diarylog.completionScript(for: known)
        try session.write((session.language == .ko ? CompletionWords.translated(script) : script) + "\n")
    }
}
