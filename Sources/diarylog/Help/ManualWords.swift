/// What the manual page says that the commands do not say of themselves.
package enum ManualWords {
    static let codes: [(String, Sentence)] = [
        ("0", Sentence("done; an empty list too", "다 했습니다. 빈 목록도")),
        ("1", Sentence("nothing found, or nothing to undo", "찾은 것이나 되돌릴 것이 없습니다")),
        (
            "2",
            Sentence(
                "a mistake in what was typed, a date, a row, or no diary there", "쓴 말, 날짜, 행이 잘못되었거나 일기가 없습니다")
        ),
        ("3", Sentence("a conflict", "충돌입니다")),
        ("4", Sentence("another program is writing", "다른 프로그램이 쓰고 있습니다")),
        ("5", Sentence("damage was found", "손상을 찾았습니다")),
        ("6", Sentence("the disk or the system refused", "디스크나 시스템이 거부했습니다")),
        ("130", Sentence("interrupted", "멈추게 했습니다")),
    ]

    static let variables: [(String, Sentence)] = [
        ("DIARYLOG_DIARY", Sentence("the diary's folder", "일기 폴더")),
        (
            "DIARYLOG_NETWORK",
            Sentence("allow: a diary on a network file system, of one machine", "allow: 한 컴퓨터만 쓰는 네트워크 파일 시스템의 일기")
        ),
        (
            "DIARYLOG_PAGER, PAGER",
            Sentence("shows what does not fit on the screen", "화면에 다 들어가지 않는 것을 보입니다")
        ),
        (
            "DIARYLOG_WEATHER_KEY",
            Sentence("the key for a weather service that wants one", "키가 필요한 날씨 서비스의 키")
        ),
        ("VISUAL, EDITOR", Sentence("the editor", "편집기")),
        ("LC_ALL, LC_MESSAGES, LANG", Sentence("the language", "말")), ("TZ", Sentence("the time zone", "시간대")),
        ("NO_COLOR", Sentence("no colours", "색을 쓰지 않습니다")),
        (
            "XDG_CONFIG_HOME, XDG_DATA_HOME",
            Sentence("where settings and the diary lie", "설정과 일기가 있는 곳")
        ),
    ]

    static let settings = Sentence("settings, a line each: lang = ko", "설정, 한 줄에 하나씩: lang = ko")

    /// All sentences, for the test that each is there in both languages.
    package static var sentences: [Sentence] { codes.map(\.1) + variables.map(\.1) + [settings] }
}
