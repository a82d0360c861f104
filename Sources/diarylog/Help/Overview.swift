internal import DiaryModel
internal import DiarylogArguments

/// `help`: the commands by their groups, one per line.
enum Overview {
    private static let usage = Sentence("diarylog COMMAND …", "diarylog 명령 …")
    private static let tail = Sentence(
        """
        diarylog "Walked along the Han." writes an entry: a text needs no command.
        --at WHEN shows the diary as it was: diarylog list --at yesterday.
        diarylog help COMMAND says more on each; --lang ko speaks Korean.
        Topics: \(HelpTopic.names).
        """,
        """
        diarylog "한강을 걸었다."처럼 글만 써도 일기가 됩니다.
        --at 시점은 그때의 일기장을 보여 줍니다: diarylog list --at 어제.
        diarylog help 명령에서 더 볼 수 있습니다. --lang en은 영어로 말합니다.
        주제: \(HelpTopic.names).
        """)
    /// The columns of a name.
    private static let room = 18

    static func text(_ language: Language) -> String {
        var text = "diarylog: " + Diarylog.abstract.text(language) + "\n\n" + usage.text(language) + "\n"
        for group in Diarylog.groups {
            text += "\n" + group.name.text(language) + "\n"
            for command in group.commands where !Diarylog.isAction(command) { text += row(command, language) }
        }
        return text + "\n" + tail.text(language) + "\n"
    }

    /// A command's name, and what it does.
    static func row(_ command: any DiaryCommand.Type, _ language: Language) -> String {
        let lines = OnScreen.wrapped(command.about.abstract.text(language), to: HelpPage.width - room)
        return lines.enumerated().map { index, line in
            OnScreen.padded(index == 0 ? "  " + command.about.name : "", to: room) + line + "\n"
        }.joined()
    }
}
