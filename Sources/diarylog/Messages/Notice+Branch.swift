// What is said of an entry that several devices changed.

extension Notice {
    /// Its texts cannot be merged; `others` names the versions that are not shown.
    static func inConflict(id: String, others: [String]) -> Notice {
        Notice(
            "entry \(id) has \(others.count + 1) texts that nobody has decided between; shown is the one written "
                + "last, not \(others.joined(separator: ", ")); diarylog edit \(id) opens all of them and decides",
            "일기 \(id)에는 아직 정하지 않은 글이 \(others.count + 1)개 있습니다. 마지막에 쓴 글을 보이고, 다른 글은 "
                + "\(others.joined(separator: ", "))입니다. diarylog edit \(id, .by) 모두 열어 정합니다")
    }

    /// Its text was merged; `from` names its heads, and is empty if there is only one.
    static func mergedText(id: String, from versions: [String]) -> Notice {
        let list = versions.joined(separator: ", ")
        return Notice(
            "the text of entry \(id) was put together from "
                + (versions.isEmpty ? "several that were not saved as one" : list)
                + "; diarylog edit \(id) saves it as one",
            "일기 \(id)의 글은 " + (versions.isEmpty ? "따로 쓴 여러 글을" : "\(list)의 글을")
                + " 합친 것입니다. diarylog edit \(id, .by) 저장하면 하나가 됩니다")
    }

    static func contested(id: String) -> Notice {
        Notice(
            "one device deleted entry \(id) while another went on with it, so it lives; diarylog delete \(id) "
                + "deletes it, and any change keeps it",
            "한 기기에서 지운 일기 \(id, .object) 다른 기기에서 이어 써서 살아 있습니다. diarylog delete \(id, .by) " + "지울 수 있고, 무엇이든 고치면 남습니다")
    }

    static func isForgotten(id: String) -> Notice {
        Notice("entry \(id) was forgotten: nothing of it is left", "일기 \(id, .topic) 잊었습니다. 남은 내용이 없습니다")
    }

    /// Entries of a list that are in conflict: the ids of the first few, and how many there are.
    static func undecidedEntries(_ ids: [String], count: Int) -> Notice {
        Notice(
            "texts that nobody has decided between stand in \(count, "entry", "entries") "
                + "(\(list(ids, of: count))); diarylog show names them, diarylog edit decides",
            "아직 정하지 않은 글이 여럿인 일기가 \(count)편 있습니다 (\(list(ids, of: count))). " + "diarylog show로 보고 diarylog edit로 정합니다")
    }
}
