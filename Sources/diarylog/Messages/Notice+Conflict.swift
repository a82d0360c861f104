// What is said of things that stand side by side, and of deciding between them.

/// A value as people read it, and who wrote it when.
struct LostWords: Equatable {
    var value: String
    var who: String
}

extension Notice {
    static let noConflicts = Notice("no entry has conflicting changes", "서로 다르게 고친 일기가 없습니다")

    static func notInConflict(id: String) -> Notice {
        Notice("entry \(id) has no conflicting changes", "일기 \(id)에는 서로 다르게 고친 것이 없습니다")
    }

    /// Where the texts of a conflict were listed: what decides.
    static func waysToDecide(id: String) -> Notice {
        Notice(
            "diarylog edit \(id) opens all texts; diarylog conflicts \(id) --keep VERSION takes one, --keep all takes all",
            "diarylog edit \(id, .by) 모든 글을 엽니다. diarylog conflicts \(id) --keep VERSION은 글 하나를, --keep all은 모두를 이어 씁니다"
        )
    }

    /// A value that counts no more, and the command that takes it.
    static func lostValue(_ field: Sentence, _ lost: LostWords, to kept: LostWords, command: String) -> Notice {
        Notice(
            "\(field.en): \(lost.value) (\(lost.who)) gave way to \(kept.value) (\(kept.who)), which was written without "
                + "knowing of it; take it: \(command)",
            "\(field.ko): \(lost.value) (\(lost.who)), 이를 모르고 쓴 \(kept.value) (\(kept.who))에 밀렸습니다. 되찾기: \(command)")
    }

    /// The editor was left with all texts as they were.
    static func stillUndecided(id: String, count: Int) -> Notice {
        Notice(
            "nothing was decided: entry \(id) still has \(count) texts",
            "정하지 않았습니다. 일기 \(id)에는 아직 글이 \(count)개 있습니다")
    }

    /// A text was saved where there were several; `others` names the versions whose texts it took the place of.
    static func decided(id: String, version: UInt64, others: [String]) -> Notice {
        let list = others.joined(separator: ", ")
        return Notice(
            "entry \(id) has one text again (version \(version))" + (others.isEmpty ? "" : " instead of \(list)")
                + "; diarylog undo brings back the text that was shown",
            "정했습니다. 일기 \(id)의 글은 이제 이것 하나이고, 버전 \(version)입니다. "
                + (others.isEmpty ? "" : "\(list)의 글을 대신합니다. ") + "diarylog undo로 앞서 보이던 글로 돌아갈 수 있습니다")
    }

    /// Entries of a list that one device deleted and another went on with.
    static func contestedEntries(_ ids: [String], count: Int) -> Notice {
        Notice(
            "deleted on one device and edited on another: \(count, "entry", "entries") (\(list(ids, of: count))); "
                + "diarylog conflicts shows them",
            "한 기기에서 지우고 다른 기기에서 고친 일기가 \(count)편 있습니다 (\(list(ids, of: count))). diarylog conflicts로 볼 수 있습니다")
    }

    static func list(_ ids: [String], of count: Int) -> String {
        ids.joined(separator: ", ") + (count > ids.count ? ", …" : "")
    }
}

extension Problem {
    /// A marker line between the texts of a conflict stands: nothing is decided by half.
    static func markerStands(number: Int, line: String) -> Problem {
        Problem(
            .conflict, "undecided",
            "line \(number) still stands between two texts: \(line); nothing was written",
            "\(number)번째 줄이 아직 두 글 사이에 남아 있습니다: \(line). 아무것도 쓰지 않았습니다",
            hint: Sentence(
                "Keep what is to stay of the texts, and take out the lines of signs between them.",
                "글에서 남길 것만 남기고, 사이의 기호 줄을 지우세요."))
    }

    /// So many texts are not opened in one editor.
    static func tooManyTexts(id: String, names: [String]) -> Problem {
        Problem(
            .conflict, "too-many-texts",
            "entry \(id) has \(names.count) texts, too many to open at once: \(names.joined(separator: ", "))",
            "일기 \(id)의 글이 \(names.count)개라 한꺼번에 열 수 없습니다: \(names.joined(separator: ", "))",
            hint: Sentence(
                "diarylog conflicts \(id) shows them; with --keep VERSION it takes one, with --keep all all.",
                "diarylog conflicts \(id, .by) 볼 수 있습니다. --keep VERSION은 하나를, --keep all은 모두를 씁니다."))
    }

    /// `--keep` or `--both` of an entry that has one text.
    static func oneTextOnly(id: String) -> Problem {
        Problem(
            .conflict, "one-text", "entry \(id) has one text; there is nothing to decide",
            "일기 \(id)의 글은 하나입니다. 정할 것이 없습니다",
            hint: Sentence("diarylog conflicts shows what is to be decided.", "diarylog conflicts로 정할 것을 볼 수 있습니다."))
    }

    /// `--keep` of a version that wrote none of the texts.
    static func noneOfTexts(_ version: String, names: [String]) -> Problem {
        Problem(
            .usage, "none-of-texts", "\(version) is none of the texts that stand: \(names.joined(separator: ", "))",
            "\(version, .topic) 지금 있는 글이 아닙니다: \(names.joined(separator: ", "))",
            hint: Sentence("Name one of these.", "이 가운데 하나를 쓰세요."))
    }
}
