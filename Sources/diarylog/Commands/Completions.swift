internal import Arguments

/// Writes the completions for a shell.
struct Completions: WithoutDates {
    static let about = CommandWords(
        "completions", abstract: "Print the completions for bash, zsh or fish.",
        discussion: """
            bash: source <(diarylog completions bash). zsh: diarylog completions zsh >"${fpath[1]}/_diarylog". \
            fish: diarylog completions fish >~/.config/fish/completions/diarylog.fish. \
            They offer commands and options, ids with titles, tags, days, diaries, templates and drafts.
            """)

    @Argument("shell", help: "bash, zsh or fish.", completion: .list(Shell.allCases.map(\.rawValue)))
    var shell: String

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        guard let known = Shell(rawValue: shell) else { throw Problem.unknownShell(shell) }
        try session.write(known.script)
    }
}
