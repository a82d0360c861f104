internal import DiaryModel
internal import DiarylogArguments

/// What `diarylog` alone says: the everyday commands, and where one stands. It fits a screen of 24 lines.
package enum Greeting {
    private static var everyday: [(String, any DiaryCommand.Type)] {
        [
            ("diarylog add TEXT", Add.self), ("diarylog list", List.self), ("diarylog show @1", Show.self),
            ("diarylog search WORDS", Search.self), ("diarylog edit @1", Edit.self),
            ("diarylog delete @1", Delete.self),
            ("diarylog undo", Undo.self), ("diarylog stats", Stats.self), ("diarylog backup PLACE", Backup.self),
        ]
    }
    private static let past = Sentence("the diary as it was then", "그때의 일기장")

    private static let tail = Sentence(
        """
        diarylog help shows all commands, diarylog help COMMAND one of them.
        Topics: \(HelpTopic.names).
        """,
        """
        diarylog help는 모든 명령을, diarylog help 명령은 그 하나를 보여 줍니다.
        주제: \(HelpTopic.names).
        """)

    static let vacant = Sentence(
        "There is no diary yet; the first diarylog add makes one:", "아직 일기장이 없습니다. 처음 diarylog add를 하면 생깁니다:")

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

    /// How many logs lie beside the diary's own.
    static func otherLogs(_ count: Int) -> Sentence {
        Sentence(
            "\(count == 1 ? "Another log lies" : "\(count) other logs lie") here: diarylog sync take brings them in.",
            "다른 기록 파일이 \(count)개 여기 있습니다. diarylog sync take로 받아들입니다.")
    }

    /// How many entries several devices wrote at once.
    static func conflicts(_ count: Int) -> Sentence {
        Sentence(
            "\(count == 1 ? "1 entry was" : "\(count) entries were") written on two devices at once: diarylog conflicts.",
            "두 기기에서 동시에 고친 일기가 \(count)편 있습니다. diarylog conflicts로 볼 수 있습니다.")
    }

    static func text(_ language: Language, status: [String]) -> String {
        var text = "diarylog: " + Diarylog.abstract.text(language) + "\n\n"
        let rows = everyday.map { ($0, $1.about.abstract.text(language)) }
        for (command, meaning) in rows + [("diarylog list --at yesterday", past.text(language))] {
            text += "  " + OnScreen.padded(command, to: 30) + OnScreen.cut(meaning, to: 48) + "\n"
        }
        text += "\n"
        for line in status { text += line + "\n" }
        return text + "\n" + tail.text(language) + "\n"
    }

    package static var sentences: [Sentence] { [past, tail, vacant] }
}
