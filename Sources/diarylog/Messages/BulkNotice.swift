/// What is said of a change of many entries.
package enum BulkNotice: Equatable, Sendable {
    case chosen(Int, titles: [String])
    case askDelete
    case askChange
    case changed(Int)
    /// Entries whose texts are in conflict are left alone: to change the text would decide.
    case undecided(Int)

    package static let samples: [BulkNotice] = [
        .chosen(1, titles: ["x"]), .chosen(4, titles: ["x", "y", "z"]), .askDelete, .askChange, .changed(1),
        .changed(2), .undecided(1), .undecided(2),
    ]

    package var sentence: Sentence {
        switch self {
        case .chosen(let count, let titles):
            Sentence(
                "\(Self.entries(count)): \(titles.joined(separator: ", "))\(titles.count < count ? ", …" : "")",
                "일기 \(count)편: \(titles.joined(separator: ", "))\(titles.count < count ? ", …" : "")")
        case .askDelete: Sentence("delete them? [y/N] ", "지울까요? [y/N] ")
        case .askChange: Sentence("change them? [y/N] ", "바꿀까요? [y/N] ")
        case .changed(let count):
            Sentence("changed \(Self.entries(count)); undo takes it back", "일기 \(count)편을 바꿨습니다. undo로 되돌릴 수 있습니다")
        case .undecided(let count):
            Sentence(
                "left alone: \(Self.entries(count)) in conflict; edit decides",
                "충돌한 일기 \(count)편은 그대로 두었습니다. edit로 정하세요")
        }
    }

    private static func entries(_ count: Int) -> String { "\(count) \(count == 1 ? "entry" : "entries")" }
}
