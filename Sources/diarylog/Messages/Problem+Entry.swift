internal import DiaryEngine
internal import DiaryModel

// What an entry does not allow.

extension Problem {
    static func noEntry(_ text: String) -> Problem {
        Problem(
            .notFound, "not-found", "no entry \(text)", "일기 \(text, .subject) 없습니다",
            hint: Sentence("diarylog list shows the entries.", "diarylog list로 일기를 볼 수 있습니다."))
    }

    static func noEntryNumber(_ number: Int) -> Problem {
        Problem(
            .notFound, "not-found", "there is no entry @\(number)", "@\(number)번째 일기가 없습니다",
            hint: Sentence("@1 is the newest by date.", "@1이 날짜로 가장 새로운 일기입니다."))
    }

    static func noEntryOn(_ text: String) -> Problem {
        Problem(
            .notFound, "not-found", "there is no entry of \(text)", "\(text)에 쓴 일기가 없습니다",
            hint: Sentence("diarylog list shows the entries.", "diarylog list로 일기를 볼 수 있습니다."))
    }

    static func noVersion(_ text: String) -> Problem {
        Problem(
            .notFound, "not-found", "the entry has no version \(text)", "그 일기에 버전 \(text, .subject) 없습니다",
            hint: Sentence("diarylog log ENTRY shows its events.", "diarylog log ENTRY로 변경을 볼 수 있습니다."))
    }

    static func lostVersion(_ text: String) -> Problem {
        Problem(
            .damaged, "lost-version", "version \(text) of the entry is damaged", "그 일기의 버전 \(text, .subject) 손상되었습니다",
            hint: Sentence("diarylog history ENTRY shows the others.", "diarylog history ENTRY로 다른 버전을 볼 수 있습니다."))
    }

    static func ambiguousEntry(_ text: String, candidates: [String]) -> Problem {
        Problem(
            .usage, "ambiguous", "more than one entry begins with \(text)", "\(text, .by) 시작하는 일기가 여럿입니다",
            hint: Sentence(
                "Type more of the id:\n  " + candidates.joined(separator: "\n  "),
                "식별자를 더 길게 쓰세요:\n  " + candidates.joined(separator: "\n  ")))
    }

    static func entryIsDeleted(_ id: String) -> Problem {
        Problem(
            .conflict, "deleted", "entry \(id) is deleted", "일기 \(id, .topic) 지워져 있습니다",
            hint: Sentence("diarylog restore \(id) brings it back.", "diarylog restore \(id, .by) 되살릴 수 있습니다."))
    }

    static func entryIsForgotten(_ id: String) -> Problem {
        Problem(
            .conflict, "forgotten", "entry \(id) was forgotten, for ever", "일기 \(id, .topic) 영구 삭제했습니다",
            hint: Sentence("Write a new entry with diarylog add.", "diarylog add로 새로 쓰세요."))
    }

    /// A draft and its entry changed the same words.
    static func cannotMerge(_ name: String, version: UInt64) -> Problem {
        Problem(
            .conflict, "conflict", "\(name) and the entry changed the same words; nothing was written",
            "초안 \(name, .with) 일기가 같은 곳을 고쳐서 아무것도 쓰지 않았습니다",
            hint: Sentence(
                "diarylog draft diff \(name) shows how they differ; put together what you want with draft edit \(name), "
                    + "then draft commit \(name) --expect v\(version).",
                "diarylog draft diff \(name)로 차이를 보고, draft edit \(name)로 합친 다음 draft commit \(name) --expect "
                    + "v\(version)을 쓰세요."))
    }

    static let nothingVisible = Problem(
        .usage, "nothing-visible", "the text has nothing to see; nothing was written", "보이는 글자가 없어서 아무것도 쓰지 않았습니다")

    static let textNotUTF8 = Problem(.usage, "not-utf8", "the text is not valid UTF-8", "글이 올바른 UTF-8이 아닙니다")

    /// `bytes`: how long it is; nil where it was not read to its end.
    static func textTooLong(_ bytes: Int?, most: Int) -> Problem {
        let length = bytes.map { Sentence("has \($0)", "\($0)바이트입니다") } ?? Sentence("has more", "더 깁니다")
        return Problem(
            .usage, "too-long",
            "a text may have 1 MiB (\(most) bytes), and this one \(length.en); nothing was written",
            "글은 1 MiB(\(most)바이트)까지인데 이 글은 \(length.ko). 아무것도 쓰지 않았습니다",
            hint: Sentence(
                "Attach it as a file to a shorter text: diarylog add TEXT --attach FILE, or diarylog files add ENTRY FILE.",
                "짧은 글에 파일로 붙이세요: diarylog add 글 --attach 파일, 또는 diarylog files add 일기장 파일"))
    }

    static let tagTooLong = Problem(.usage, "too-long", "a tag may have 1,024 bytes", "태그는 1,024바이트까지입니다")
    static func tooManyTags(_ count: Int, most: Int) -> Problem {
        Problem(
            .usage, "too-many-tags",
            "an entry may be given \(most) tags, and these are \(count); nothing was written",
            "일기 하나에 태그는 \(most)개까지 붙일 수 있는데 \(count)개입니다. 아무것도 쓰지 않았습니다",
            hint: Sentence(
                "--untag takes tags off; the others can stand in the text, as #tag.",
                "--untag로 태그를 뗄 수 있고, 나머지는 글에 #태그로 쓸 수 있습니다."))
    }

    static let emptyTag = Problem(usage: "a tag cannot be empty", "태그가 비어 있습니다")

    static func tagOfText(_ tag: String) -> Problem {
        Problem(
            .usage, "tag-of-text", "the text itself says the tag \(tag)", "글 안에 적힌 태그입니다: \(tag)",
            hint: Sentence("Take the word out of the text: diarylog edit ENTRY.", "글에서 그 말을 빼세요: diarylog edit ENTRY"))
    }

    static func unwritableTag(_ tag: String) -> Problem {
        Problem(
            usage: "no text can say the tag \(tag), and some say the old one", "글에 적을 수 없는 태그입니다: \(tag)",
            hint: Sentence(
                "A tag of a text is letters, digits, _ and -, with a letter among them.",
                "글의 태그는 글자와 숫자, _와 -로 되어 있고 글자가 하나는 있습니다."))
    }

    /// In a text of many entries, the line that begins this one.
    static func lineGone(_ id: String) -> Problem {
        Problem(
            .usage, "line-gone",
            "the line that begins entry \(id) is not where it was; nothing was written",
            "일기 \(id)의 첫머리 줄이 제자리에 없어 아무것도 쓰지 않았습니다",
            hint: Sentence(
                "Leave the lines of dashes as they are; to delete an entry, use diarylog delete.",
                "줄표로 된 줄은 그대로 두세요. 지우려면 diarylog delete를 쓰세요."))
    }

    static let zoneTooLong = Problem(.usage, "too-long", "a zone's name may have 64 bytes", "시간대 이름은 64바이트까지입니다")

    static let improperDate = Problem(
        usage:
            "a date lies in the years 1 to 9999, a day without a time, a minute without seconds, at most 18 hours from UTC",
        "날짜는 1년부터 9999년까지이고, 하루에는 시각이, 분에는 초가 없으며, UTC와의 차이는 18시간까지입니다")

    static let improperPlace = Problem(
        usage: "a place lies between 90 degrees south and north, and 180 west and east",
        "장소는 위도 ±90도, 경도 ±180도 안에 있습니다")

    static let improperWeather = Problem(
        usage: "weather has a word, of at most 1,024 bytes", "날씨에는 1,024바이트까지의 낱말이 있습니다")

    static let improperExtra = Problem(
        usage: "each extra field has a name of its own, of at most 1,024 bytes",
        "나머지 항목은 저마다 다른 이름이 있고, 이름은 1,024바이트까지입니다")

    static let improperAttachment = Problem(
        usage: "a file's name is a name and no path, and has at most 255 bytes", "파일 이름은 경로가 아니라 이름이고 255바이트까지입니다")

    static let contentTooLarge = Problem(
        .usage, "too-long",
        "all fields of an entry together may have \(EntryLimits.content >> 20) MiB; nothing was written",
        "일기의 모든 항목은 합쳐서 \(EntryLimits.content >> 20) MiB까지입니다. 아무것도 쓰지 않았습니다")

    static func conflict(entry: String, expected: VersionName, actual: VersionName, kept: KeptText?) -> Problem {
        Problem(
            .conflict, "conflict",
            "entry \(entry) is at \(actual.words.en), not \(expected.short); nothing was written",
            "일기 \(entry, .topic) \(expected.words.ko, .subject) 아니라 \(actual.short)입니다. 아무것도 쓰지 않았습니다",
            hint: Self.hint(actual, kept)
                ?? Sentence(
                    "diarylog show \(entry) shows it as it is now.", "diarylog show \(entry, .by) 지금 모습을 볼 수 있습니다."))
    }

    static func keyTaken(by id: String) -> Problem {
        Problem(
            .conflict, "key-taken",
            "the key belongs to entry \(id), which says something else", "그 키는 내용이 다른 일기 \(id)의 것입니다",
            hint: Sentence("--again uses a key once more.", "--again을 쓰면 키를 다시 씁니다."))
    }

    static func noDraft(_ name: String) -> Problem {
        Problem(
            .notFound, "not-found", "there is no draft \(name)", "초안 \(name, .subject) 없습니다",
            hint: Sentence("diarylog draft list shows the drafts.", "diarylog draft list로 초안을 볼 수 있습니다."))
    }

    static func fileOfOtherDiary(_ path: String, diary: String) -> Problem {
        let folder = ShellWord.quoted(diary)
        return Problem(
            .usage, "other-diary",
            "\(path) was typed for the diary at \(diary); nothing was done with it",
            "\(path) 파일은 다른 일기장에 쓰던 글이라 건드리지 않았습니다: \(diary)",
            hint: Sentence(
                "Name that diary: diarylog draft commit \(path) --diary \(folder).",
                "그 일기장을 알려 주세요: diarylog draft commit \(path) --diary \(folder)"))
    }

    static func damagedDraft(_ name: String) -> Problem {
        Problem(
            .damaged, "damaged-draft",
            "draft \(name) is damaged and cannot be read", "초안 \(name, .subject) 손상되어 읽을 수 없습니다",
            hint: Sentence(
                "A backup may have it; diarylog verify --salvage makes a diary of what is left, drafts too.",
                "백업에 있을 수 있습니다. diarylog verify --salvage는 남은 것으로 새 일기장을 만들며, 초안도 찾습니다."))
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
                "쓴 글은 초안 \(name)에 있고, diarylog draft diff \(name)로 차이를 볼 수 있습니다. diarylog draft commit "
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
    fileprivate var argument: String {
        switch self {
        case .version(let number): "v\(number)"
        case .event(let id): String(id.prefix(8))
        }
    }

    fileprivate var short: String {
        switch self {
        case .version(let number): "\(number)"
        case .event(let id): String(id.prefix(8))
        }
    }
}
