internal import DiarylogWords

// What is said beside the results of a change, a list or a search, and of an entry that several devices changed.

extension Sentence {
    static func dated(_ date: String) -> Sentence { Sentence("dated \(date)", "날짜: \(date)") }

    static func added(id: String, title: String) -> Sentence {
        Sentence("added \(id) \(title)", "일기를 썼습니다: \(id) \(title)")
    }

    static func addedBefore(id: String) -> Sentence {
        Sentence("added before, as \(id); nothing was written", "이미 쓴 일기입니다: \(id). 아무것도 쓰지 않았습니다")
    }

    /// `old`: what the text was that another one took the place of.
    static func edited(id: String, version: UInt64, old: String? = nil) -> Sentence {
        Sentence(
            "changed \(id), now version \(version)"
                + (old.map { ", instead of “\($0)” (diarylog undo brings it back)" } ?? ""),
            "\(id, .object) 고쳤습니다. 이제 버전 \(version)입니다"
                + (old.map { ". 앞의 글: “\($0)” (diarylog undo로 되살립니다)" } ?? ""))
    }

    static let unchanged = Sentence("nothing changed", "바뀐 것이 없습니다")

    /// Entries were deleted; the first one by its id and title.
    static func deleted(_ count: Int, _ first: String) -> Sentence {
        count == 1
            ? Sentence("deleted \(first) (diarylog undo brings it back)", "지웠습니다: \(first) (diarylog undo로 되살립니다)")
            : Sentence(
                "deleted \(count, "entry", "entries"); diarylog undo brings them back",
                "일기 \(count)편을 지웠습니다. diarylog undo로 되살릴 수 있습니다")
    }

    static func exported(_ what: Sentence, path: String) -> Sentence {
        Sentence("wrote \(what.en) to \(path)", "\(what.ko, .object) 내보냈습니다: \(path)")
    }
    static let noDifference = Sentence("no difference", "차이가 없습니다")

    static let nothingDeleted = Sentence("nothing was deleted", "아무것도 지우지 않았습니다")

    static let nothingFound = Sentence("nothing was found", "찾은 것이 없습니다")

    static let nothingToUndo = Sentence("there is nothing to undo", "되돌릴 것이 없습니다")
    static let nothingToRedo = Sentence("there is nothing to redo", "다시 할 것이 없습니다")

    static let delete = Sentence("delete", "지울까요")
    static let change = Sentence("change", "바꿀까요")

    static func changedMany(_ count: Int) -> Sentence {
        Sentence("changed \(count, "entry", "entries"); undo takes it back", "일기 \(count)편을 바꿨습니다. undo로 되돌릴 수 있습니다")
    }

    /// Entries whose texts are in conflict are left alone: to change the text would decide.
    static func undecidedLeft(_ count: Int) -> Sentence {
        Sentence(
            "left alone: \(count, "entry", "entries") in conflict; edit decides",
            "충돌한 일기 \(count)편은 그대로 두었습니다. edit로 정하세요")
    }
}

extension Sentence {
    /// Its text was merged; `from` names its heads, and is empty if there is only one.
    static func mergedText(id: String, from versions: [String]) -> Sentence {
        let list = versions.joined(separator: ", ")
        return Sentence(
            "the text of entry \(id) was put together from "
                + (versions.isEmpty ? "several that were not saved as one" : list)
                + "; diarylog edit \(id) saves it as one",
            "일기 \(id)의 글은 " + (versions.isEmpty ? "따로 쓴 여러 글을" : "\(list)의 글을")
                + " 합친 것입니다. diarylog edit \(id, .by) 저장하면 하나가 됩니다")
    }

    static func contested(id: String) -> Sentence {
        Sentence(
            "one device deleted entry \(id) while another went on with it, so it lives; diarylog delete \(id) "
                + "deletes it, and any change keeps it",
            "한 기기에서 지운 일기 \(id, .object) 다른 기기에서 이어 써서 살아 있습니다. diarylog delete \(id, .by) " + "지울 수 있고, 무엇이든 고치면 남습니다")
    }
}
