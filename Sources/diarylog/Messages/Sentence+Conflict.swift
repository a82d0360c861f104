// What is said of an entry that several devices changed, and of deciding between its texts.

extension Sentence {
    /// A text was saved where there were several; `others` names the versions whose texts it took the place of.
    static func decided(id: String, version: UInt64, others: [String]) -> Sentence {
        let list = others.joined(separator: ", ")
        return Sentence(
            "entry \(id) has one text again (version \(version))" + (others.isEmpty ? "" : " instead of \(list)")
                + "; diarylog undo brings back the text that was shown",
            "정했습니다. 일기 \(id)의 글은 이제 이것 하나이고, 버전 \(version)입니다. "
                + (others.isEmpty ? "" : "\(list)의 글을 대신합니다. ") + "diarylog undo로 앞서 보이던 글로 돌아갈 수 있습니다")
    }

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
