internal import DiaryEngine

// What an entry does not allow.

extension Problem {
    static func noEntry(_ text: String) -> Problem {
        let isWord = text.contains { !$0.isHexDigit && $0 != "@" }
        let search = "diarylog search \(ShellWord.quoted(text))"
        return Problem(
            .notFound, "no entry \(text)", "일기 \(text, .subject) 없습니다",
            hint: isWord
                ? Sentence(
                    "diarylog list shows the entries; \(search) finds those that say so.",
                    "diarylog list로 일기를 볼 수 있습니다. 그 말이 있는 일기는 \(search)")
                : entriesShown)
    }

    static let entriesShown = Sentence("diarylog list shows the entries.", "diarylog list로 일기를 볼 수 있습니다.")

    /// Of several whose ids begin alike.
    static func ambiguous(_ english: String, _ korean: String, _ candidates: [String]) -> Problem {
        let list = candidates.joined(separator: "\n  ")
        return Problem(
            .ambiguous, english, korean, hint: "Type more of the id:\n  \(list)", "식별자를 더 길게 쓰세요:\n  \(list)")
    }

    static func entryIsDeleted(_ id: String) -> Problem {
        Problem(
            .deleted, "entry \(id) is deleted", "일기 \(id, .topic) 지워져 있습니다",
            hint: "diarylog restore \(id) brings it back.", "diarylog restore \(id, .by) 되살릴 수 있습니다.")
    }

    static func entryIsForgotten(_ id: String) -> Problem {
        Problem(
            .forgotten, "entry \(id) was forgotten, for ever", "일기 \(id, .topic) 영구 삭제했습니다",
            hint: "Write a new entry with diarylog add.", "diarylog add로 새로 쓰세요.")
    }

    static let nothingVisible = Problem(
        .nothingVisible, "nothing was written: the text is empty", "아무것도 쓰지 않았습니다. 글이 비어 있습니다")

    /// `bytes`: how long it is; nil where it was not read to its end.
    static func textTooLong(_ bytes: Int?, most: Int) -> Problem {
        let length = bytes.map { Sentence("has \($0)", "\($0)바이트입니다") } ?? Sentence("has more", "더 깁니다")
        return Problem(
            .tooLong,
            "a text may have 1 MiB (\(most) bytes), and this one \(length.en); nothing was written",
            "글은 1 MiB(\(most)바이트)까지인데 이 글은 \(length.ko). 아무것도 쓰지 않았습니다",
            hint:
                "Attach it as a file to a shorter text: diarylog add TEXT --attach FILE, or diarylog files add ENTRY FILE.",
            "짧은 글에 파일로 붙이세요: diarylog add 글 --attach 파일, 또는 diarylog files add 일기 파일")
    }

    static func conflict(entry: String, expected: VersionName, actual: VersionName, kept: KeptText?) -> Problem {
        Problem(
            .conflict,
            "entry \(entry) is at \(actual.words.en), not \(expected.short); nothing was written",
            "일기 \(entry, .topic) \(expected.words.ko, .subject) 아니라 \(actual.short)입니다. 아무것도 쓰지 않았습니다",
            hint: Self.hint(actual, kept)
                ?? Sentence(
                    "diarylog show \(entry) shows it as it is now.", "diarylog show \(entry, .by) 지금 모습을 볼 수 있습니다."))
    }

    /// A draft keeps its key: what it says is written without it.
    static func keyTaken(by id: String, kept: KeptText? = nil) -> Problem {
        var hint = Sentence("--again uses a key once more.", "--again을 쓰면 키를 다시 씁니다.")
        if case .draft(let name)? = kept {
            let command = "diarylog draft show \(name) | diarylog add -"
            hint = Sentence("\(command) writes it without the key.", "\(command, .by) 키 없이 쓰세요.")
        }
        return Problem(
            .keyTaken,
            "the key belongs to entry \(id), which says something else", "그 키는 내용이 다른 일기 \(id)의 것입니다", hint: hint)
    }

    static func noDraft(_ name: String) -> Problem {
        Problem(
            .notFound, "there is no draft \(name)", "초안 \(name, .subject) 없습니다",
            hint: "diarylog draft list shows the drafts.", "diarylog draft list로 초안을 볼 수 있습니다.")
    }

    /// How to go on with the text that was typed on another version.
    private static func hint(_ actual: VersionName, _ kept: KeptText?) -> Sentence? {
        switch kept {
        case .file(let path):
            Sentence("Your text is kept in \(path)", "쓴 글은 여기에 남겨 두었습니다: \(path)")
        case .draft(let name):
            Sentence(
                "Your text is kept as \(name); diarylog draft diff \(name) shows how it differs. diarylog draft commit "
                    + "\(name) --merge puts both together, --expect \(actual.argument) writes it over that.",
                "쓴 글은 초안 \(name)에 있고, diarylog draft diff \(name, .by) 차이를 볼 수 있습니다. diarylog draft commit "
                    + "\(name) --merge는 둘을 합치고, --expect \(actual.argument) 옵션은 그 위에 씁니다.")
        case nil: nil
        }
    }
}

extension VersionName {
    fileprivate var words: Sentence {
        switch self {
        case .version: Sentence("version \(short)", "버전 \(short)")
        case .event: Sentence("event \(short)", "변경 \(short)")
        }
    }

    /// As `--expect` reads it.
    fileprivate var argument: String { if case .version = self { "v" + short } else { short } }

    fileprivate var short: String {
        switch self {
        case .version(let number): "\(number)"
        case .event(let id): String(id.prefix(8))
        }
    }
}
