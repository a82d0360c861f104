/// What the manual page says that the commands do not say of themselves.
package enum ManualWords {
    static let variables: [(String, Sentence)] = [
        ("DIARYLOG_DIARY", Sentence("the diary's folder, or its name", "일기장의 폴더나 이름")),
        (
            "DIARYLOG_NETWORK",
            Sentence("allow: a diary on a network file system, of one machine", "allow: 한 컴퓨터만 쓰는 네트워크 파일 시스템의 일기장")
        ),
        (
            "DIARYLOG_PAGER, PAGER",
            Sentence("shows what does not fit on the screen", "화면에 다 들어가지 않는 것을 보입니다")
        ),
        (
            "DIARYLOG_WEATHER_KEY",
            Sentence("the key for a weather service that wants one", "키가 필요한 날씨 서비스의 키")
        ),
        ("DIARYLOG_WEATHER_URL", Sentence("another host to ask for the weather", "날씨를 물을 다른 서버")),
        ("DIARYLOG_OPENER", Sentence("opens attached files", "붙인 파일을 여는 프로그램")),
        ("VISUAL, EDITOR", Sentence("the editor", "편집기")),
        ("TMPDIR", Sentence("where the text in an editor lies", "편집기에서 쓰는 글이 놓이는 곳")),
        ("LC_ALL, LC_MESSAGES, LANG", Sentence("the language", "말")), ("TZ", Sentence("the time zone", "시간대")),
        ("NO_COLOR", Sentence("no colours", "색을 쓰지 않습니다")),
        (
            "XDG_CONFIG_HOME, XDG_DATA_HOME, XDG_STATE_HOME",
            Sentence("where settings, the diary, and what is not written yet lie", "설정, 일기장, 아직 쓰지 않은 것이 있는 곳")
        ),
    ]

    static let files: [(String, Sentence)] = [
        ("$XDG_CONFIG_HOME/diarylog/config", Sentence("settings, a line each: lang = ko", "설정, 한 줄에 하나씩: lang = ko")),
        (
            "$XDG_CONFIG_HOME/diarylog/templates/NAME.md",
            Sentence("templates for add --template", "add --template의 템플릿")
        ),
        ("$XDG_DATA_HOME/diarylog/NAME", Sentence("a diary; default if none is named", "일기장. 이름이 없으면 default")),
        ("$XDG_STATE_HOME/diarylog/drafts", Sentence("what editors left unsaved", "편집기가 저장하지 못하고 남긴 것")),
    ]

    /// All sentences, for the test that each is there in both languages.
    package static var sentences: [Sentence] {
        ExitStatus.allCases.map(\.meaning) + variables.map(\.1) + files.map(\.1)
    }
}
