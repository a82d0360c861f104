/// What a word that is no command probably means: by its sense, or by its letters.
package enum MeantCommand {
    /// The commands, and what people call them elsewhere.
    package static let senses: [(command: String, words: [String])] = [
        ("add", ["new", "write", "create", "append", "note", "post", "insert", "쓰기", "추가", "새로", "작성"]),
        ("edit", ["change", "modify", "update", "amend", "고치기", "수정", "편집"]),
        ("delete", ["rm", "del", "remove", "erase", "trash", "지우기", "삭제"]),
        ("restore", ["undelete", "recover", "revert", "checkout", "되살리기", "복원"]),
        ("undo", ["back", "rollback", "되돌리기", "취소"]),
        ("redo", ["again", "다시"]),
        ("list", ["ls", "entries", "all", "dir", "목록"]),
        ("search", ["find", "grep", "query", "찾기", "검색"]),
        ("show", ["cat", "view", "open", "read", "print", "보기", "읽기"]),
        ("share", ["send", "copy", "공유", "나누기"]),
        ("today", ["onthisday", "memories", "오늘"]), ("calendar", ["cal", "month", "달력"]),
        ("tags", ["labels", "태그"]), ("random", ["surprise", "any"]),
        ("stats", ["status", "statistics", "count", "summary", "통계"]),
        ("log", ["events", "journal", "reflog", "기록"]),
        ("history", ["versions", "revisions", "역사", "버전"]),
        ("diff", ["compare", "changes", "비교", "차이"]),
        ("blame", ["annotate", "praise"]),
        ("verify", ["check", "fsck", "doctor", "repair", "salvage", "검사"]),
        ("rebuild", ["reindex", "recreate"]),
        ("backup", ["save", "clone", "dump", "백업"]),
        ("compact", ["vacuum", "gc", "shrink", "정리"]),
        ("forget", ["purge", "wipe", "shred", "잊기"]),
        ("import", ["load", "가져오기"]),
        ("export", ["unload", "내보내기"]),
        ("init", ["setup", "start", "시작"]),
        ("config", ["settings", "set", "preferences", "설정"]),
        ("man", ["manual", "설명서"]),
        ("help", ["usage", "commands", "?", "도움말", "도움"]),
    ]

    /// The command that people call so elsewhere.
    static func command(called word: String) -> String? {
        senses.first { $0.words.contains(word.lowercased()) }?.command
    }

    /// The commands that a word probably means: those of its sense, else those whose letters are near.
    static func commands(for typed: String, among names: [String]) -> [String] {
        let word = typed.lowercased()
        let meant = senses.filter { $0.words.contains(word) || $0.command == word }.map(\.command)
        return meant.isEmpty ? names.filter { isNear($0, word) } : meant.filter(names.contains)
    }

    /// Whether two words are near: one letter more, fewer or different, or the same letters in another order.
    static func isNear(_ name: String, _ typed: String) -> Bool {
        let (one, other) = (Array(name), Array(typed))
        if one.sorted() == other.sorted() { return true }
        let start = zip(one, other).prefix { $0 == $1 }.count
        let end = zip(one.reversed(), other.reversed()).prefix { $0 == $1 }.count
        let longest = max(one.count, other.count)
        return abs(one.count - other.count) <= 1 && min(start + end, min(one.count, other.count)) >= longest - 1
    }
}
