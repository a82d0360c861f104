/// What is said beside the results when the program is called as jrnl. Numbers stand where jrnl has them.
package enum JrnlNotice: Equatable, Sendable {
    case found(Int)
    case added(journal: String)
    case addedMany(Int)
    case modified(Int)
    case deleted(Int)
    case noEdits
    case nothingToModify
    case nothingToDelete
    case exported(String)
    case askDelete(String)
    case askTime(String)
    case writeHere
    case undoable
    /// jrnl's settings name a file of entries, and the diary was made just now.
    case journalThere(String)

    package static let samples: [JrnlNotice] =
        [0, 1, 2].map { .found($0) }
        + [1, 2].flatMap { [.addedMany($0), .modified($0), .deleted($0)] } + [
            .added(journal: "x"), .noEdits, .nothingToModify, .nothingToDelete, .exported("x"),
            .askDelete("x"), .askTime("x"), .writeHere, .undoable, .journalThere("x"),
        ]

    var sentence: Sentence {
        switch self {
        case .found(0): Sentence("no entries found", "찾은 일기가 없습니다")
        case .found(let count): Sentence("\(count, "entry", "entries") found", "일기 \(count)편을 찾았습니다")
        case .added(let journal): Sentence("Entry added to \(journal) journal", "\(journal) 일기장에 적었습니다")
        case .addedMany(let count): Sentence("\(count, "entry", "entries") added", "일기 \(count)편을 더했습니다")
        case .modified(let count): Sentence("\(count, "entry", "entries") modified", "일기 \(count)편을 고쳤습니다")
        case .deleted(let count): Sentence("\(count, "entry", "entries") deleted", "일기 \(count)편을 지웠습니다")
        case .noEdits: Sentence("nothing was changed", "바뀐 것이 없습니다")
        case .nothingToModify: Sentence("no entries to change: none was found", "고칠 일기를 찾지 못했습니다")
        case .nothingToDelete: Sentence("no entries to delete: none was found", "지울 일기를 찾지 못했습니다")
        case .exported(let path): Sentence("Journal exported to \(path)", "일기장을 내보냈습니다: \(path)")
        case .askDelete(let title): Sentence("Delete entry '\(title)'? [y/N] ", "이 일기를 지울까요? '\(title)' [y/N] ")
        case .askTime(let title):
            Sentence("Change time for '\(title)'? [y/N] ", "이 일기의 때를 바꿀까요? '\(title)' [y/N] ")
        case .writeHere:
            Sentence("Write the entry; Ctrl+d on a line of its own ends it.", "일기를 쓰고, 빈 줄에서 Ctrl+d를 누르면 끝납니다.")
        case .undoable: Sentence("diarylog undo takes it back", "diarylog undo로 되돌릴 수 있습니다")
        case .journalThere(let path):
            Sentence(
                "jrnl's own file is \(path); jrnl-diarylog --import --file FILE brings it here",
                "jrnl의 일기 파일이 있습니다: \(path)\njrnl-diarylog --import --file FILE 명령이 가져옵니다")
        }
    }
}
