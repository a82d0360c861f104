internal import DiaryModel

/// `help`: the commands, one per line.
package enum Overview {
    private static let groups: [(Sentence, [(String, Sentence)])] = [
        (
            Sentence("Write", "쓰기"),
            [
                ("add", Sentence("write an entry", "일기를 씁니다")),
                ("edit", Sentence("change an entry", "일기를 고칩니다")),
                ("tag", Sentence("rename a tag, give it, take it off", "태그의 이름을 바꾸고, 붙이고, 뗍니다")),
                ("attach", Sentence("add files to an entry", "일기에 파일을 붙입니다")),
                ("detach", Sentence("take files off an entry", "일기에서 파일을 뗍니다")),
                ("delete", Sentence("delete entries, reversibly", "일기를 지웁니다. 되살릴 수 있습니다")),
                ("restore", Sentence("bring back an entry, a version or a moment", "일기나 버전, 지난 시점을 되살립니다")),
                ("undo", Sentence("take the last change back", "마지막 변경을 되돌립니다")),
                ("redo", Sentence("bring back what undo took", "되돌린 것을 다시 합니다")),
                ("weather", Sentence("the weather where and when you wrote", "쓴 곳과 때의 날씨")),
                ("draft", Sentence("what was typed and is not written yet", "쓰다 만 글")),
            ]
        ),
        (
            Sentence("Read", "읽기"),
            [
                ("list", Sentence("the entries, newest first", "일기 목록, 새로운 것부터")),
                ("search", Sentence("entries by what they say", "내용으로 찾은 일기")),
                ("show", Sentence("an entry", "일기 한 편")),
                ("conflicts", Sentence("what devices wrote against each other", "여러 기기에서 서로 다르게 쓴 것")),
                ("attachments", Sentence("the files of entries; write them out", "일기의 파일들, 꺼내기")),
                ("today", Sentence("this day, through the years", "여러 해의 오늘")),
                ("calendar", Sentence("the days that have entries", "달력에서 쓴 날")),
                ("random", Sentence("an entry by chance", "아무 일기 한 편")),
                ("tags", Sentence("tags, by how often they are used", "태그, 많이 쓴 것부터")),
                ("share", Sentence("an entry to give away", "나누어 줄 일기 한 편")),
                ("serve", Sentence("the diary as a page in the browser", "브라우저에서 보는 일기")),
                ("stats", Sentence("counts, streaks and months", "편수와 이어 쓴 날, 달마다의 수")),
            ]
        ),
        (
            Sentence("Look back", "돌아보기"),
            [
                ("log", Sentence("what happened, newest first", "있었던 일, 새로운 것부터")),
                ("history", Sentence("the versions of an entry", "일기 한 편의 버전들")),
                ("diff", Sentence("what changed between two moments or versions", "두 시점이나 두 버전의 차이")),
                ("blame", Sentence("which event wrote each line", "줄마다 어느 사건이 썼는지")),
                ("replay", Sentence("fold the log from nothing", "기록을 처음부터 다시 접습니다")),
            ]
        ),
        (
            Sentence("Keep", "보관하기"),
            [
                ("init", Sentence("make a diary", "일기를 새로 만듭니다")),
                ("sync", Sentence("exchange it with your other devices", "다른 기기들과 주고받습니다")),
                ("backup", Sentence("copy the diary to a safe place", "일기를 안전한 곳에 복사합니다")),
                ("compact", Sentence("write the file anew, without its gaps", "빈자리 없이 파일을 새로 씁니다")),
                ("forget", Sentence("forget an entry for ever", "일기 한 편을 영영 잊습니다")),
                ("verify", Sentence("check every event and table", "모든 사건과 표를 검사합니다")),
                ("rebuild", Sentence("build what follows from the log anew", "기록에서 나온 것을 다시 만듭니다")),
                ("snapshot", Sentence("snapshots of the list", "목록의 스냅숏")),
                ("import", Sentence("take entries in from files", "파일에서 일기를 가져옵니다")),
                ("export", Sentence("write entries, or the log, to a file", "일기나 기록을 파일로 냅니다")),
                ("config", Sentence("the settings in force; set one", "지금 쓰는 설정, 바꾸기")),
                ("place", Sentence("the places that have names", "이름이 있는 장소들")),
                ("diaries", Sentence("the diaries that have names", "이름이 있는 일기장들")),
                ("completions", Sentence("completions for your shell", "셸 자동 완성")),
                ("man", Sentence("the manual page", "설명서 한 장")),
                ("help", Sentence("help on a command, or on a topic", "명령이나 주제에 대한 도움말")),
            ]
        ),
    ]

    private static let head = Sentence(
        "diarylog: a diary that forgets nothing unless you say so.\n\ndiarylog COMMAND …",
        "diarylog: 시키지 않는 한 아무것도 잊지 않는 일기장.\n\ndiarylog 명령 …")
    private static let tail = Sentence(
        """
        --at WHEN answers as of then: diarylog list --at yesterday.
        diarylog help COMMAND says more on each; --lang ko speaks Korean.
        Topics: \(HelpTopic.names).
        """,
        """
        --at 시점은 그때의 답을 줍니다: diarylog list --at 어제.
        diarylog help 명령에서 더 볼 수 있습니다. --lang en은 영어로 말합니다.
        주제: \(HelpTopic.names).
        """)

    static func text(_ language: Language) -> String {
        var text = head.text(language) + "\n"
        for (name, commands) in groups {
            text += "\n" + name.text(language) + "\n"
            for (command, meaning) in commands {
                let room = String(repeating: " ", count: 13 - command.count)
                text += "  " + command + room + meaning.text(language) + "\n"
            }
        }
        return text + "\n" + tail.text(language) + "\n"
    }

    /// The commands it shows, for the test that none is missing.
    package static var commands: [String] { groups.flatMap { $0.1.map(\.0) } }
    package static var sentences: [Sentence] { [head, tail] + groups.flatMap { [$0.0] + $0.1.map(\.1) } }
}
