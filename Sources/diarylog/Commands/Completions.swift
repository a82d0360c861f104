internal import DiarylogArguments

/// Writes the completions for a shell.
struct Completions: WithoutDates {
    static let about = CommandWords(
        "completions",
        abstract: HelpText("Print the completions for bash, zsh or fish.", "bash, zsh, fish의 자동 완성을 냅니다."),
        discussion: HelpText(
            """
            bash: source <(diarylog completions bash). zsh: diarylog completions zsh >"${fpath[1]}/_diarylog". \
            fish: diarylog completions fish >~/.config/fish/completions/diarylog.fish. \
            They offer commands and options, ids with titles, tags, days, diaries, templates and drafts.
            """,
            """
            bash에서는 source <(diarylog completions bash), zsh에서는 diarylog completions zsh \
            >"${fpath[1]}/_diarylog", fish에서는 diarylog completions fish \
            >~/.config/fish/completions/diarylog.fish라고 씁니다. 명령과 옵션, 제목이 딸린 식별자, 태그, 날짜, 일기장, 템플릿, 초안을 제안합니다.
            """))

    @Argument(
        "shell", help: HelpText("bash, zsh or fish.", "bash, zsh, fish 가운데 하나."),
        completion: .list(Shell.allCases.map(\.rawValue)))
    var shell: String

    @OptionGroup var global: GlobalOptions

    func carryOut(in session: Session) throws {
        guard let known = Shell(rawValue: shell) else { throw Problem.unknownShell(shell) }
        try session.write(known.script)
    }
}
