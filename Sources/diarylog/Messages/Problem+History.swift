internal import DiaryModel
internal import Interchange

// Why an undo or a redo was not done.

/// An entry that prevents an undo.
struct ChangedEntry: Equatable, Sendable {
    var id: String
    var title: String
    var fields: [ConflictField]
    /// Whether it has several texts, so that none can be taken back.
    var isUndecided = false
}

extension Problem {
    static let nothingToUndo = Problem(.nothingToUndo, .nothingToUndo, hint: log)

    static func changedSince(_ entries: [ChangedEntry], more: Int) -> Problem {
        let count = entries.count + more
        func list(_ text: (Sentence) -> String) -> String {
            let lines = entries.map { entry in
                let fields = entry.fields.map { $0 == .text && entry.isUndecided ? undecided : $0.name }
                return "\n  \(entry.id.prefix(8))  \(entry.title): " + fields.map(text).joined(separator: ", ")
            }
            return lines.joined() + (more > 0 ? "\n  … +\(more)" : "")
        }
        let edits = entries.filter(\.isUndecided).map { "diarylog edit \($0.id.prefix(8))" }
        return Problem(
            .changedSince,
            Sentence(
                "\(count, "entry was", "entries were") changed since; nothing was written" + list { $0.en },
                "그 뒤에 바뀐 일기가 \(count)편 있습니다. 아무것도 쓰지 않았습니다" + list { $0.ko }),
            hint: edits.isEmpty ? manners : decide(first: edits[0]),
            details: [
                JSONMember(
                    "conflicts",
                    .array(
                        entries.map { entry in
                            [
                                "entry": .text(entry.id), "title": .text(entry.title),
                                "fields": .array(entry.fields.map { .text($0.rawValue) }),
                            ]
                        })),
                JSONMember("more", .number(more)),
            ])
    }

    static func noOperation(_ text: String) -> Problem {
        Problem(.notFound, "no operation \(text)", "작업 \(text, .subject) 없습니다", hint: log)
    }

    static let log = Sentence(
        "diarylog log --operations shows what was done.", "diarylog log --operations로 한 일을 볼 수 있습니다.")

    private static let undecided = Sentence(
        "several texts, not decided yet", "아직 정하지 않은 글이 여럿")

    private static let manners = Sentence(
        "--skip-changed leaves them as they are, --force goes back over the changes.",
        "--skip-changed는 그 일기를 그대로 두고, --force는 바뀐 것 위로 되돌립니다.")

    private static func decide(first edit: String) -> Sentence {
        Sentence(
            "\(edit) saves one text and decides; then undo takes that back. " + manners.en,
            "\(edit, .by) 글 하나를 저장해 정하면 그것을 undo로 되돌릴 수 있습니다. " + manners.ko)
    }
}

extension ConflictField {
    fileprivate var name: Sentence {
        switch self {
        case .text: Sentence("text", "글")
        case .date: Sentence("date", "날짜")
        case .place: Sentence("place", "장소")
        case .weather: Sentence("weather", "날씨")
        case .attachments: Sentence("attachments", "첨부")
        case .extra: Sentence("other fields", "그 밖의 항목")
        case .unknown: Sentence("fields of a newer program", "새 프로그램의 항목")
        case .creation: Sentence("written by it, changed later", "그때 쓰고 나중에 고침")
        }
    }
}
