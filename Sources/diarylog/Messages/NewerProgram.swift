// What is said of what a newer program wrote.

extension Problem {
}

extension Sentence {
    /// Nothing of an entry can be read here.
    static func needsNewerProgram(id: String) -> Sentence {
        Sentence(
            "entry \(id) was written by a newer diarylog; update diarylog to read it",
            "일기 \(id, .topic) 더 새로운 diarylog가 쓴 것입니다. 최신 diarylog를 설치하면 읽을 수 있습니다")
    }

    /// Events of a log that were taken in.
    static func newerEvents(_ count: Int) -> Sentence {
        Sentence(
            "\(count, "of them was", "of them were") written by a newer diarylog; update diarylog to read "
                + (count == 1 ? "it" : "them"),
            "그 가운데 \(count)개는 더 새로운 diarylog가 쓴 것입니다. 최신 diarylog를 설치하면 읽을 수 있습니다")
    }

    /// Events of the diary, and entries of which nothing else is there: no damage.
    static func newerHere(events: UInt64, entries: Int) -> Sentence {
        let (en, ko) =
            entries == 0
            ? ("", "") : ("; \(entries, "entry", "entries") cannot be read here", ", 여기서 읽을 수 없는 일기가 \(entries)편")
        return Sentence(
            "\(events, "event was", "events were") written by a newer diarylog\(en); that is no damage, an update reads all",
            "더 새로운 diarylog가 쓴 변경이 \(events)건\(ko) 있습니다. 손상된 것은 아니며 최신 diarylog를 설치하면 읽을 수 있습니다")
    }
}
