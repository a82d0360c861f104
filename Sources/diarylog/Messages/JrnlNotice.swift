/// What is said beside the results when the program is called as jrnl. Numbers stand where jrnl has them.
enum JrnlNotice {
    static func found(_ count: Int) -> Notice {
        count == 0
            ? Notice("no entries found", "찾은 일기가 없습니다")
            : Notice("\(count, "entry", "entries") found", "일기 \(count)편을 찾았습니다")
    }

    static func added(journal: String) -> Notice {
        Notice("Entry added to \(journal) journal", "\(journal) 일기장에 적었습니다")
    }

    static func addedMany(_ count: Int) -> Notice {
        Notice("\(count, "entry", "entries") added", "일기 \(count)편을 더했습니다")
    }

    static func modified(_ count: Int) -> Notice {
        Notice("\(count, "entry", "entries") modified", "일기 \(count)편을 고쳤습니다")
    }

    static func deleted(_ count: Int) -> Notice {
        Notice("\(count, "entry", "entries") deleted", "일기 \(count)편을 지웠습니다")
    }

    static let noEdits = Notice("nothing was changed", "바뀐 것이 없습니다")
    static let nothingToModify = Notice("no entries to change: none was found", "고칠 일기를 찾지 못했습니다")
    static let nothingToDelete = Notice("no entries to delete: none was found", "지울 일기를 찾지 못했습니다")
    static func exported(_ path: String) -> Notice { Notice("Journal exported to \(path)", "일기장을 내보냈습니다: \(path)") }

    static func askDelete(_ title: String) -> Notice {
        Notice("Delete entry '\(title)'? [y/N] ", "이 일기를 지울까요? '\(title)' [y/N] ")
    }

    static func askTime(_ title: String) -> Notice {
        Notice("Change time for '\(title)'? [y/N] ", "이 일기의 때를 바꿀까요? '\(title)' [y/N] ")
    }

    static let writeHere = Notice(
        "Write the entry; Ctrl+d on a line of its own ends it.", "일기를 쓰고, 빈 줄에서 Ctrl+d를 누르면 끝납니다.")

    static let undoable = Notice("diarylog undo takes it back", "diarylog undo로 되돌릴 수 있습니다")

    /// jrnl's settings name a file of entries, and the diary was made just now.
    static func journalThere(_ path: String) -> Notice {
        Notice(
            "jrnl's own file is \(path); jrnl-diarylog --import --file FILE brings it here",
            "jrnl의 일기 파일이 있습니다: \(path)\njrnl-diarylog --import --file FILE 명령이 가져옵니다")
    }
}
