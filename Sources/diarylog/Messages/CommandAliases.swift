internal import DiarylogArguments

/// What people call the commands, here before and in other programs.
package enum CommandAliases {
    /// Words that can mean one thing alone, and what they mean: the program does it, and says the command's own name.
    package static let sure: [(meaning: String, words: [String])] = [
        ("add", ["new", "write", "쓰기", "작성", "적기"]),
        ("edit", ["고치기", "수정", "편집"]),
        ("edit --star", ["star"]), ("edit --unstar", ["unstar"]),
        ("delete", ["rm", "del", "erase", "지우기", "삭제"]),
        ("files", ["attachments", "첨부", "파일"]), ("draft", ["초안"]), ("files add", ["attach"]),
        ("files remove", ["detach"]),
        ("list", ["ls", "entries", "목록"]),
        ("search", ["find", "grep", "찾기", "검색"]),
        ("show", ["cat", "view", "보기", "읽기"]), ("show --random", ["random", "surprise"]),
        ("share", ["공유", "나누기"]),
        ("today", ["onthisday", "memories", "오늘"]), ("calendar", ["cal", "달력"]),
        ("tags", ["labels", "태그"]), ("tags rename", ["tag rename"]),
        ("stats", ["statistics", "통계"]), ("stats --of mood", ["mood"]), ("stats --of 기분", ["기분"]),
        ("log", ["events", "기록"]), ("replay", ["재생"]), ("conflicts", ["충돌"]), ("log --operations", ["reflog"]),
        ("history", ["versions", "revisions", "역사", "버전"]),
        ("history --lines", ["blame", "annotate", "praise"]),
        ("diff", ["compare", "비교", "차이"]),
        ("restore", ["undelete", "recover", "되살리기", "복원"]),
        ("undo", ["rollback", "되돌리기"]), ("redo", ["다시", "다시하기"]),
        ("verify", ["check", "fsck", "doctor", "검사"]),
        ("sync", ["동기화"]), ("serve", ["페이지"]), ("forget", ["잊기"]), ("backup", ["백업"]), ("import", ["가져오기"]),
        ("export", ["내보내기"]),
        ("lock", ["encrypt", "잠그기", "잠금"]), ("unlock", ["decrypt", "열기"]),
        ("config", ["settings", "preferences", "diaries", "place", "places", "설정"]),
        ("weather", ["weather attach", "날씨"]), ("weather --all", ["weather backfill"]),
        ("engine init", ["init"]), ("engine rebuild", ["rebuild", "reindex"]), ("engine snapshot", ["snapshot"]),
        ("engine compact", ["compact", "vacuum", "gc", "정리"]),
        ("help", ["usage", "commands", "?", "도움말", "도움"]),
        ("help --man", ["man", "manual", "설명서"]), ("help --completions", ["completions"]),
    ]

    /// Words that may mean one of several things: the program names them.
    package static let likely: [(meaning: String, words: [String])] = [
        ("add", ["create", "append", "note", "post", "insert", "추가", "새로"]),
        ("edit", ["change", "modify", "update", "amend"]),
        ("edit ENTRY --tag", ["tag"]), ("tags rename", ["tag"]),
        ("delete", ["remove", "trash"]),
        ("restore", ["revert", "checkout"]),
        ("undo", ["back", "취소"]), ("redo", ["again"]),
        ("list", ["all", "dir"]),
        ("search", ["query"]),
        ("show", ["open", "read", "print"]),
        ("share", ["send", "copy"]),
        ("calendar", ["month"]),
        ("stats", ["status", "count", "summary"]), ("sync status", ["status"]),
        ("log", ["journal"]), ("diff", ["changes"]),
        ("config", ["set"]),
        ("verify", ["repair", "salvage"]),
        ("backup", ["save", "clone", "dump"]),
        ("forget", ["purge", "wipe", "shred"]),
        ("import", ["load"]), ("export", ["unload"]),
        ("engine compact", ["shrink"]), ("engine init", ["setup", "start", "시작"]),
        ("engine rebuild", ["recreate"]),
    ]

    /// Options that there were before, or that other programs have, and what does the same.
    static let options = [
        "--year": "--on", "--month": "--on", "--day": "--on", "--since": "--from", "--until": "--to",
        "--before": "--to", "--not-starred": "--where star:no", "--in-conflict": "--where is:conflict",
        "--contested": "--where is:contested", "--weather": "--where weather:rain", "--tagged": "--tag",
        "--on-this-day": "diarylog today", "--add-tag": "--tag", "--remove-tag": "--untag",
        "--keep": "diarylog conflicts ENTRY --keep", "--both": "diarylog conflicts ENTRY --keep all",
        "--last": "-3", "--history": "export --events",
    ]

    /// What a word means for certain.
    static func meaning(of word: String) -> String? {
        sure.first { $0.words.contains(word.lowercased()) }?.meaning
    }

    /// What a word probably means: what people call so, else the commands whose letters are near.
    static func guesses(for typed: String, among names: [String]) -> [String] {
        let word = typed.lowercased()
        let meant = likely.filter { $0.words.contains(word) }.map(\.meaning)
        if !meant.isEmpty { return meant }
        return names.filter {
            Nearness.isNear($0, word) || $0.hasPrefix(word + " ") || Nearness.isNear($0.words.last ?? "", word)
        }
    }
}

extension String {
    /// Its words, as they are typed one behind the other.
    var words: [String] { split(separator: " ").map(String.init) }
}
