package import DiaryEngine

/// What an entry does not allow.
package enum EntryProblem: Error, Equatable, Sendable {
    case unknown(String)
    case noNumber(Int)
    case noneOn(String)
    case noVersion(String)
    case lostVersion(String)
    case ambiguous(String, candidates: [String])
    case isDeleted(String)
    case isForgotten(String)
    case nothingVisible
    case notUTF8
    case textTooLong(most: Int)
    case tagTooLong
    case emptyTag
    case tagOfText(String)
    case unsayableTag(String)
    /// In a text of many entries, the line that begins this one.
    case lineGone(String)
    case zoneTooLong
    case improperDate
    case improperPlace
    case improperWeather
    case improperExtra
    case improperAttachment
    case contentTooLarge
    case conflict(entry: String, expected: VersionName, actual: VersionName, kept: KeptText?)
    case keyTaken(by: String)
    case noDraft(String)
    case damagedDraft(String)

    package static let samples: [EntryProblem] = [
        .unknown("x"), .noNumber(1), .noneOn("x"), .noVersion("x"), .lostVersion("x"),
        .ambiguous("x", candidates: ["y"]),
        .isDeleted("x"),
        .isForgotten("x"),
        .nothingVisible, .notUTF8, .textTooLong(most: 1), .tagTooLong, .emptyTag, .tagOfText("x"), .unsayableTag("x"),
        .lineGone("x"),
        .zoneTooLong,
        .improperDate, .improperPlace, .improperWeather, .improperExtra, .improperAttachment,
        .contentTooLarge,
        .conflict(entry: "x", expected: .version(1), actual: .version(2), kept: .draft("y")),
        .conflict(entry: "x", expected: .event("a"), actual: .event("b"), kept: nil), .keyTaken(by: "x"),
        .noDraft("x"), .damagedDraft("x"),
    ]

    var told: Told {
        switch self {
        case .unknown(let text):
            Told(
                .notFound, "not-found", Sentence("no entry \(text)", "일기 \(text, .subject) 없습니다"),
                hint: Sentence("diarylog list shows the entries.", "diarylog list로 일기를 볼 수 있습니다."))
        case .noNumber(let number):
            Told(
                .notFound, "not-found", Sentence("there is no entry @\(number)", "@\(number)번째 일기가 없습니다"),
                hint: Sentence("@1 is the newest by date.", "@1이 날짜로 가장 새로운 일기입니다."))
        case .noneOn(let text):
            Told(
                .notFound, "not-found", Sentence("there is no entry of \(text)", "\(text)에 쓴 일기가 없습니다"),
                hint: Sentence("diarylog list shows the entries.", "diarylog list로 일기를 볼 수 있습니다."))
        case .noVersion(let text):
            Told(
                .notFound, "not-found", Sentence("the entry has no version \(text)", "그 일기에 버전 \(text, .subject) 없습니다"),
                hint: Sentence("diarylog log ENTRY shows its events.", "diarylog log ENTRY로 사건을 볼 수 있습니다."))
        case .lostVersion(let text):
            Told(
                .damaged, "lost-version",
                Sentence("version \(text) of the entry is damaged", "그 일기의 버전 \(text, .subject) 손상되었습니다"),
                hint: Sentence(
                    "diarylog history ENTRY shows the others.", "diarylog history ENTRY로 다른 버전을 볼 수 있습니다."))
        case .ambiguous(let text, let candidates):
            Told(
                .usage, "ambiguous", Sentence("more than one entry begins with \(text)", "\(text, .by) 시작하는 일기가 여럿입니다"),
                hint: Sentence(
                    "Type more of the id:\n  " + candidates.joined(separator: "\n  "),
                    "식별자를 더 길게 쓰세요:\n  " + candidates.joined(separator: "\n  ")))
        case .isDeleted(let id):
            Told(
                .conflict, "deleted", Sentence("entry \(id) is deleted", "일기 \(id, .topic) 지워져 있습니다"),
                hint: Sentence("diarylog restore \(id) brings it back.", "diarylog restore \(id, .by) 되살릴 수 있습니다."))
        case .isForgotten(let id):
            Told(
                .conflict, "forgotten", Sentence("entry \(id) was forgotten, for ever", "일기 \(id, .topic) 영영 잊었습니다"),
                hint: Sentence("Write a new entry with diarylog add.", "diarylog add로 새로 쓰세요."))
        case .nothingVisible:
            Told(
                .usage, "nothing-visible",
                Sentence(
                    "the text has nothing to see; nothing was written",
                    "보이는 글자가 없어서 아무것도 쓰지 않았습니다"))
        case .notUTF8: Told(.usage, "not-utf8", Sentence("the text is not valid UTF-8", "글이 올바른 UTF-8이 아닙니다"))
        case .textTooLong(let most):
            Told(
                .usage, "too-long",
                Sentence(
                    "a text may have \(most >> 20) MiB; nothing was written", "글은 \(most >> 20) MiB까지입니다. 아무것도 쓰지 않았습니다"
                ))
        case .tagTooLong: Told(.usage, "too-long", Sentence("a tag may have 1,024 bytes", "태그는 1,024바이트까지입니다"))
        case .emptyTag: Told(.usage, "usage", Sentence("a tag cannot be empty", "태그가 비어 있습니다"))
        case .tagOfText(let tag):
            Told(
                .usage, "tag-of-text",
                Sentence("the text itself says the tag \(tag)", "글 안에 적힌 태그입니다: \(tag)"),
                hint: Sentence(
                    "Take the word out of the text: diarylog edit ENTRY.", "글에서 그 말을 빼세요: diarylog edit ENTRY"))
        case .lineGone(let id):
            Told(
                .usage, "line-gone",
                Sentence(
                    "the line that begins entry \(id) is not where it was; nothing was written",
                    "일기 \(id)의 첫머리 줄이 제자리에 없어 아무것도 쓰지 않았습니다"),
                hint: Sentence(
                    "Leave the lines of dashes as they are; to delete an entry, use diarylog delete.",
                    "줄표로 된 줄은 그대로 두세요. 지우려면 diarylog delete를 쓰세요."))
        case .unsayableTag(let tag):
            Told(
                .usage, "usage",
                Sentence("no text can say the tag \(tag), and some say the old one", "글에 적을 수 없는 태그입니다: \(tag)"),
                hint: Sentence(
                    "A tag of a text is letters, digits, _ and -, with a letter among them.",
                    "글의 태그는 글자와 숫자, _와 -로 되어 있고 글자가 하나는 있습니다."))
        case .zoneTooLong: Told(.usage, "too-long", Sentence("a zone's name may have 64 bytes", "시간대 이름은 64바이트까지입니다"))
        case .improperDate:
            Told(
                .usage, "usage",
                Sentence(
                    "a date lies in the years 1 to 9999, a day without a time, a minute without seconds, at most 18 hours from UTC",
                    "날짜는 1년부터 9999년까지이고, 하루에는 시각이, 분에는 초가 없으며, UTC와의 차이는 18시간까지입니다"))
        case .improperPlace:
            Told(
                .usage, "usage",
                Sentence(
                    "a place lies between 90 degrees south and north, and 180 west and east",
                    "장소는 위도 ±90도, 경도 ±180도 안에 있습니다"))
        case .improperWeather:
            Told(
                .usage, "usage",
                Sentence("weather has a word, of at most 1,024 bytes", "날씨에는 1,024바이트까지의 낱말이 있습니다"))
        case .improperExtra:
            Told(
                .usage, "usage",
                Sentence(
                    "each extra field has a name of its own, of at most 1,024 bytes",
                    "나머지 항목은 저마다 다른 이름이 있고, 이름은 1,024바이트까지입니다"))
        case .improperAttachment:
            Told(
                .usage, "usage",
                Sentence(
                    "a file's name is a name and no path, and has at most 255 bytes",
                    "파일 이름은 경로가 아니라 이름이고 255바이트까지입니다"))
        case .contentTooLarge:
            Told(
                .usage, "too-long",
                Sentence(
                    "all fields of an entry together may have 32 MiB; nothing was written",
                    "일기의 모든 항목은 합쳐서 32 MiB까지입니다. 아무것도 쓰지 않았습니다"))
        case .conflict(let entry, let expected, let actual, let kept):
            Told(
                .conflict, "conflict",
                Sentence(
                    "entry \(entry) is at \(actual.words.en), not \(expected.short); nothing was written",
                    "일기 \(entry, .topic) \(expected.words.ko, .subject) 아니라 \(actual.short)입니다. 아무것도 쓰지 않았습니다"),
                hint: Self.hint(entry, actual, kept)
                    ?? Sentence(
                        "diarylog show \(entry) shows it as it is now.",
                        "diarylog show \(entry, .by) 지금 모습을 볼 수 있습니다."))
        case .keyTaken(let id):
            Told(
                .conflict, "key-taken",
                Sentence("the key belongs to entry \(id), which says something else", "그 키는 내용이 다른 일기 \(id)의 것입니다"),
                hint: Sentence("--again uses a key once more.", "--again을 쓰면 키를 다시 씁니다."))
        case .noDraft(let name):
            Told(
                .notFound, "not-found", Sentence("there is no draft \(name)", "초안 \(name, .subject) 없습니다"),
                hint: Sentence("diarylog draft list shows the drafts.", "diarylog draft list로 초안을 볼 수 있습니다."))
        case .damagedDraft(let name):
            Told(
                .damaged, "damaged-draft",
                Sentence("draft \(name) is damaged and cannot be read", "초안 \(name, .subject) 손상되어 읽을 수 없습니다"),
                hint: Sentence(
                    "A backup may have it; diarylog verify --salvage makes a diary of what is left, drafts too.",
                    "백업에 있을 수 있습니다. diarylog verify --salvage는 남은 것으로 새 일기를 만들며, 초안도 찾습니다."))
        }
    }

    /// How to go on with the text that was typed on another version.
    private static func hint(_ entry: String, _ actual: VersionName, _ kept: KeptText?) -> Sentence? {
        switch kept {
        case .file(let path): Sentence("Your text is kept in \(path)", "쓴 글은 여기에 남겨 두었습니다: \(path)")
        case .draft(let name):
            Sentence(
                "Your text is kept as \(name). See diarylog show \(entry), then write it over that with diarylog draft "
                    + "commit \(name) --expect \(actual.argument)",
                "쓴 글은 초안 \(name)에 있습니다. diarylog show \(entry)에서 지금 모습을 보고, diarylog draft commit \(name) "
                    + "--expect \(actual.argument) 명령으로 그 위에 적으세요.")
        case nil: nil
        }
    }
}

extension VersionName {
    fileprivate var words: Sentence {
        switch self {
        case .version: Sentence("version \(short)", "버전 \(short)")
        case .event: Sentence("event \(short)", "사건 \(short)")
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
