// What is said of a change of many entries.

extension Notice {
    static func chosen(_ count: Int, titles: [String]) -> Notice {
        Notice(
            "\(count, "entry", "entries"): \(titles.joined(separator: ", "))\(titles.count < count ? ", …" : "")",
            "일기 \(count)편: \(titles.joined(separator: ", "))\(titles.count < count ? ", …" : "")")
    }

    static let askDeleteThem = Notice("delete them? [y/N] ", "지울까요? [y/N] ")
    static let askChangeThem = Notice("change them? [y/N] ", "바꿀까요? [y/N] ")

    static func changedMany(_ count: Int) -> Notice {
        Notice("changed \(count, "entry", "entries"); undo takes it back", "일기 \(count)편을 바꿨습니다. undo로 되돌릴 수 있습니다")
    }

    /// Entries whose texts are in conflict are left alone: to change the text would decide.
    static func undecidedLeft(_ count: Int) -> Notice {
        Notice(
            "left alone: \(count, "entry", "entries") in conflict; edit decides",
            "충돌한 일기 \(count)편은 그대로 두었습니다. edit로 정하세요")
    }
}
