internal import DiaryModel

/// What `diarylog` alone says: the everyday commands, and where one stands. It fits a screen of 24 lines.
package enum Greeting {
    private static let head = Sentence(
        "diarylog: a diary that forgets nothing unless you say so.",
        "diarylog: 시키지 않는 한 아무것도 잊지 않는 일기장.")

    private static let everyday: [(String, Sentence)] = [
        ("diarylog add TEXT", Sentence("write; without TEXT your editor opens", "씁니다. TEXT가 없으면 편집기가 열립니다")),
        ("diarylog list", Sentence("the entries, newest first", "일기 목록, 새로운 것부터")),
        ("diarylog show @1", Sentence("the newest one; list shows their ids", "가장 새로운 것. id는 list에 있습니다")),
        ("diarylog search WORDS", Sentence("entries by what they say", "내용으로 찾습니다")),
        ("diarylog edit @1", Sentence("change it in your editor", "편집기에서 고칩니다")),
        ("diarylog delete @1", Sentence("delete it, reversibly", "지웁니다. 되살릴 수 있습니다")),
        ("diarylog undo", Sentence("take the last change back", "마지막 변경을 되돌립니다")),
        ("diarylog list --at yesterday", Sentence("the diary as it was then", "그때의 일기장")),
        ("diarylog stats", Sentence("counts, streaks and months", "편수와 이어 쓴 날, 달마다의 수")),
        ("diarylog backup PLACE", Sentence("copy it to a safe place", "안전한 곳에 복사합니다")),
    ]

    private static let tail = Sentence(
        """
        diarylog help shows all commands, diarylog help COMMAND one of them.
        Topics: diarylog help dates, query, undo, filters, exit-codes, options.
        """,
        """
        diarylog help는 모든 명령을, diarylog help 명령은 그 하나를 보여 줍니다.
        주제: diarylog help dates, query, undo, filters, exit-codes, options.
        """)

    static let vacant = Sentence(
        "There is no diary yet; the first diarylog add makes one:", "아직 일기가 없습니다. 처음 diarylog add를 하면 생깁니다:")

    /// How many entries there are.
    static func status(_ path: String, entries: UInt64) -> Sentence {
        Sentence(
            "\(path): \(entries == 1 ? "1 entry" : "\(entries) entries").",
            "\(path): 일기 \(entries)편.")
    }

    /// The newest entry, by its date and title.
    static func newest(_ date: String, _ title: String) -> Sentence {
        Sentence("The newest: \(date), \(title)", "가장 새로운 것: \(date), \(title)")
    }

    /// How many drafts wait.
    static func waiting(_ drafts: Int) -> Sentence {
        Sentence(
            "\(drafts == 1 ? "1 draft waits" : "\(drafts) drafts wait"): diarylog draft list shows what was typed.",
            "초안이 \(drafts)개 있습니다. diarylog draft list로 쓰다 만 글을 볼 수 있습니다.")
    }

    /// How many logs lie beside the diary's own, with how many events.
    static func otherLogs(_ count: Int, events: Int) -> Sentence {
        Sentence(
            "\(count == 1 ? "Another log lies" : "\(count) other logs lie") here, with \(events) events: diarylog sync take.",
            "다른 기록 파일이 \(count)개, 사건 \(events)개와 함께 여기 있습니다: diarylog sync take.")
    }

    /// How many entries several devices wrote at once.
    static func conflicts(_ count: Int) -> Sentence {
        Sentence(
            "\(count == 1 ? "1 entry was" : "\(count) entries were") written on two devices at once: diarylog conflicts.",
            "두 기기에서 동시에 고친 일기가 \(count)편 있습니다. diarylog conflicts로 볼 수 있습니다.")
    }

    static func text(_ language: Language, status: [String]) -> String {
        var text = head.text(language) + "\n\n"
        for (command, meaning) in everyday {
            let room = String(repeating: " ", count: 30 - command.count)
            text += "  " + command + room + meaning.text(language) + "\n"
        }
        text += "\n"
        for line in status { text += line + "\n" }
        return text + "\n" + tail.text(language) + "\n"
    }

    package static var sentences: [Sentence] { [head, tail, vacant] + everyday.map(\.1) }
}
