package import DiaryModel
internal import Interchange
package import TextSearch

/// Why what was typed cannot be done.
package enum UsageProblem: Error, Equatable, Sendable {
    /// The argument parser's message, with our Korean beside it.
    case arguments(Sentence)
    case argumentNotUTF8(number: Int)
    case inputNotUTF8
    case unknownZone(String)
    case date(DateProblem, in: String)
    /// Of what a text begins with.
    case leadingDate(DateProblem, in: String)
    case impossibleDate(String)
    case unreadableMoment(String)
    case unreadableClock(String)
    case unreadablePlace(String)
    case unknownPlace(String)
    case badPlaceName(String)
    case placeWantsTwo
    case unreadableVersion(String)
    case unreadableCursor
    case unreadableLimit
    case limitNeedsList
    case wantsNumber(String)
    case beyondHead(asked: UInt64, head: UInt64)
    case beyondNow(String)
    case momentOnChange
    case against(String, String)
    case intoNeedsMending
    case needsYes
    case numberNeedsExpect
    case openNeedsOne
    case expectNeedsOne
    case nothingAsked
    case configWantsKey
    case unknownSetting(String)
    case badSettingValue(key: String, value: String)
    /// Neither an entry nor a query was named.
    case nothingChosen
    case renameWantsTwo
    case unknownTopic(String)
    case unknownFormat(String)
    case unknownTimeFormat(String)
    /// A format that is only read was to be written.
    case cannotWrite(String)
    /// A format of folders was to be written, and no folder was named.
    case folderWanted(String)
    /// A part of the log was to be written.
    case eventsAreWhole
    /// A part of the past was to be written.
    case historyIsWhole
    case unreadableOperation(String)
    case unknownCommand(String, near: [String])
    case versionsOfTwo
    case unknownShell(String)
    case versionNotHere
    /// A version, where only the entry as it is now can be changed.
    case versionOnChange(String)
    case nothingToRestore
    case toNeedsOne
    case entryTwice(String)
    case unknownProjection(String)
    case query(QueryProblem, in: String)
    case nothingToCount
    case nothingToCompare
    case unreadableInterval(String)
    case keepsNone
    case numberForgotten
    case draftWanted(String)
    case headerNeedsEditor
    /// An entry was named, and a choice of many made.
    case entryAndFilters

    package static let samples: [UsageProblem] =
        [
            .arguments(Sentence("a", "가")), .argumentNotUTF8(number: 1), .inputNotUTF8, .unknownZone("x"),
            .impossibleDate("x"), .unreadableMoment("x"), .unreadableClock("x"),
            .unreadablePlace("x"), .unknownPlace("x"), .badPlaceName("x"), .placeWantsTwo, .unreadableVersion("x"),
            .unreadableCursor, .unreadableLimit, .limitNeedsList,
            .wantsNumber("--preview"),
            .beyondHead(asked: 2, head: 1), .beyondNow("x"), .momentOnChange, .against("--a", "--b"),
            .intoNeedsMending, .needsYes,
            .numberNeedsExpect, .openNeedsOne,
            .expectNeedsOne, .configWantsKey, .unknownSetting("x"), .badSettingValue(key: "x", value: "y"),
            .nothingAsked, .nothingChosen, .renameWantsTwo, .unknownTopic("x"), .unknownFormat("x"),
            .unknownTimeFormat("x"), .cannotWrite("x"), .folderWanted("x"), .eventsAreWhole, .historyIsWhole,
            .unreadableOperation("x"), .unknownCommand("x", near: ["y"]), .versionsOfTwo, .unknownShell("x"),
            .versionNotHere, .versionOnChange("x@v1"), .nothingToRestore, .toNeedsOne, .entryTwice("x"),
            .unknownProjection("x"),
            .nothingToCount, .nothingToCompare, .unreadableInterval("x"), .keepsNone, .numberForgotten,
            .draftWanted("x"), .headerNeedsEditor, .entryAndFilters,
        ] + QueryWords.samples.map { .query($0, in: "비 \"눈") } + DateProblemWords.samples

    var told: Told { Told(.usage, code, message, hint: hint, details: details) }

    private var details: [JSONMember] {
        let range: Range<Int>
        switch self {
        case .query(let problem, _): range = problem.range
        case .date(let problem, _), .leadingDate(let problem, _): range = problem.place
        default: return []
        }
        let place: JSONValue = ["start": .number(range.lowerBound), "end": .number(range.upperBound)]
        return [JSONMember("place", place)]
    }

    private var code: String {
        switch self {
        case .argumentNotUTF8, .inputNotUTF8: "not-utf8"
        case .unknownZone: "unknown-zone"
        case .date, .leadingDate, .impossibleDate, .unreadableMoment: "unreadable-date"
        case .beyondHead, .beyondNow: "beyond-head"
        case .needsYes, .numberNeedsExpect, .numberForgotten: "unconfirmed"
        case .query: "query"
        default: "usage"
        }
    }

    private var message: Sentence {
        switch self {
        case .arguments(let sentence): sentence
        case .argumentNotUTF8(let number):
            Sentence("argument \(number) is not valid UTF-8", "\(number)번째 인자가 올바른 UTF-8이 아닙니다")
        case .inputNotUTF8: Sentence("standard input is not valid UTF-8", "표준 입력이 올바른 UTF-8이 아닙니다")
        case .unknownZone(let name):
            Sentence("there is no time zone \(name) on this machine", "이 기기에는 시간대 \(name, .subject) 없습니다")
        case .date(let problem, let text), .leadingDate(let problem, let text):
            DateProblemWords.message(problem, text)
        case .impossibleDate(let text): Sentence("there is no such day or time: \(text)", "그런 날이나 시각은 없습니다: \(text)")
        case .unreadableMoment(let text):
            Sentence("\"\(text)\" is not a moment of the diary", "\(quoted: text, .topic) 일기의 시점이 아닙니다")
        case .unreadableClock(let text):
            Sentence("DIARYLOG_NOW is not a time: \(text)", "DIARYLOG_NOW가 시각이 아닙니다: \(text)")
        case .unknownPlace(let name): Sentence("no place is called \(name)", "‘\(name)’이라는 장소가 없습니다")
        case .badPlaceName(let name): Sentence("\(name) cannot name a place", "‘\(name)’은 장소의 이름이 될 수 없습니다")
        case .placeWantsTwo: Sentence("place wants a NAME, and add LAT,LON besides", "place에는 이름이, add에는 위도,경도도 필요합니다")
        case .unreadablePlace(let text):
            Sentence("\"\(text)\" is not a place", "\(quoted: text, .topic) 장소가 아닙니다")
        case .unreadableVersion(let text):
            Sentence(
                "\"\(text)\" is neither a version nor the id of an event",
                "\(quoted: text, .topic) 버전도 사건의 식별자도 아닙니다")
        case .unreadableCursor: Sentence("--after is not a cursor of ours", "--after 값이 목록의 이어보기 표시가 아닙니다")
        case .unreadableLimit: Sentence("--limit wants a number from 1", "--limit에는 1 이상의 수를 씁니다")
        case .limitNeedsList: Sentence("--limit is for --list", "--limit은 --list와 함께 씁니다")
        case .wantsNumber(let option):
            Sentence("\(option) wants a number from 1", "\(option)에는 1 이상의 수를 씁니다")
        case .beyondHead(let asked, let head):
            Sentence(
                "event e\(asked) has not happened yet: the newest is e\(head)",
                "사건 e\(asked, .topic) 아직 없습니다. 가장 새로운 것은 e\(head)입니다")
        case .beyondNow(let text):
            Sentence("\(text) has not come yet", "아직 오지 않은 때입니다: \(text)")
        case .momentOnChange:
            Sentence(
                "the past cannot be changed: --at is for reading",
                "지난 시점은 바꿀 수 없습니다. --at은 읽을 때만 씁니다")
        case .against(let one, let other):
            Sentence("\(one) and \(other) cannot be used together", "\(one, .with) \(other, .topic) 함께 쓸 수 없습니다")
        case .intoNeedsMending:
            Sentence("--into is for --repair and --salvage", "--into는 --repair나 --salvage와 함께 씁니다")
        case .needsYes: Sentence("nobody is here to ask", "확인해 줄 사람이 없습니다")
        case .numberNeedsExpect:
            Sentence("@N with --yes needs --expect", "--yes와 함께 @N을 쓰려면 --expect가 필요합니다")
        case .openNeedsOne: Sentence("--open is for one entry", "--open은 일기 한 편에만 씁니다")
        case .expectNeedsOne: Sentence("--expect is for one entry", "--expect는 일기 한 편에만 씁니다")
        case .nothingAsked: Sentence("nothing was asked for", "무엇을 바꿀지 말하지 않았습니다")
        case .configWantsKey:
            Sentence("get and unset want a setting, set its value as well", "get과 unset에는 설정을, set에는 값까지 씁니다")
        case .unknownSetting(let key): Sentence("there is no setting \(key)", "그런 설정은 없습니다: \(key)")
        case .badSettingValue(let key, let value):
            Sentence("\(key) cannot be \"\(value)\"", "\(key)의 값일 수 없습니다: “\(value)”")
        case .nothingChosen: Sentence("no entry was named", "어느 일기인지 말하지 않았습니다")
        case .renameWantsTwo:
            Sentence("rename wants a tag and its new name", "rename에는 태그와 새 이름이 필요합니다")
        case .unknownTopic(let name): Sentence("there is no help on \(name)", "\(name)에 대한 도움말이 없습니다")
        case .unknownFormat(let name): Sentence("\(name) is not a format", "\(name, .topic) 형식이 아닙니다")
        case .unknownTimeFormat(let text):
            Sentence("\"\(text)\" is not a time format", "\(quoted: text, .topic) 날짜 모양이 아닙니다")
        case .cannotWrite(let name): Sentence("\(name) can only be read", "\(name, .topic) 읽기만 합니다")
        case .eventsAreWhole:
            Sentence("--events writes the whole log: it takes no filter", "--events는 기록을 통째로 냅니다. 고를 수 없습니다")
        case .historyIsWhole:
            Sentence(
                "--history writes the past of all entries: it takes no filter",
                "--history는 모든 일기의 지난 모습을 냅니다. 고를 수 없습니다")
        case .folderWanted(let name): Sentence("\(name) is a folder of files", "\(name, .topic) 파일이 든 폴더입니다")
        case .unreadableOperation(let text):
            Sentence("\"\(text)\" is not an operation", "\(quoted: text, .topic) 작업이 아닙니다")
        case .unknownCommand(let name, _): Sentence("there is no command \(name)", "\(name, .named) 명령은 없습니다")
        case .versionsOfTwo: Sentence("the two are not of one entry", "둘은 같은 일기의 것이 아닙니다")
        case .unknownShell(let name): Sentence("\(name) is not a shell known here", "\(name, .topic) 여기서 아는 셸이 아닙니다")
        case .versionNotHere: Sentence("a version cannot be named here", "여기서는 버전을 가리킬 수 없습니다")
        case .versionOnChange(let reference):
            Sentence(
                "\(reference) is past: only the entry as it is now can be changed",
                "지난 버전은 바꿀 수 없습니다: \(reference)")
        case .nothingToRestore: Sentence("restore wants ENTRY or --to WHEN", "restore에는 ENTRY나 --to WHEN이 필요합니다")
        case .toNeedsOne: Sentence("--to is for the diary, or for one entry", "--to는 일기 전체나 한 편에만 씁니다")
        case .unknownProjection(let name):
            Sentence("there is no projection \(name)", "\(name, .named) 투영은 없습니다")
        case .nothingToCount: Sentence("--exact is for --count", "--exact는 --count와 함께 씁니다")
        case .nothingToCompare:
            Sentence("--exact-case is for --contains", "--exact-case는 --contains와 함께 씁니다")
        case .unreadableInterval(let text):
            Sentence("\"\(text)\" is not an interval", "\(quoted: text, .topic) 간격이 아닙니다")
        case .keepsNone: Sentence("--keep wants a number from 1", "--keep에는 1 이상의 수를 씁니다")
        case .numberForgotten:
            Sentence("@N cannot be forgotten without a question", "@N은 묻지 않고 잊을 수 없습니다")
        case .draftWanted(let action):
            Sentence("draft \(action) wants a draft, as d1", "draft \(action)에는 d1처럼 초안을 씁니다")
        case .entryAndFilters:
            Sentence(
                "ENTRY cannot be used together with --where or filters", "ENTRY는 --where나 거르는 옵션과 함께 쓸 수 없습니다")
        case .headerNeedsEditor:
            Sentence("--header is for the editor, which does not open here", "--header는 편집기를 열 때만 씁니다")
        case .query(let problem, _): QueryWords.message(problem)
        case .entryTwice(let text): Sentence("entry \(text) is named twice", "일기 \(text, .object) 두 번 썼습니다")
        }
    }

    private var hint: Sentence? {
        switch self {
        case .arguments: Sentence("diarylog help shows the commands.", "diarylog help로 명령을 볼 수 있습니다.")
        case .argumentNotUTF8, .inputNotUTF8:
            Sentence("Convert it first, for example with iconv.", "먼저 iconv 같은 것으로 변환하세요.")
        case .unknownZone:
            Sentence("Zones are named like Asia/Seoul or UTC.", "시간대는 Asia/Seoul이나 UTC처럼 씁니다.")
        case .date(let problem, let text): DateProblemWords.hint(problem, text)
        case .leadingDate(let problem, let text): DateProblemWords.hintOfLead(problem, text)
        case .beyondNow:
            Sentence("Leave --at out to see what is there now.", "지금 있는 것은 --at 없이 볼 수 있습니다.")
        case .impossibleDate:
            Sentence(
                "Try 2026-11-01, \"yesterday 3pm\" or \"어제 오후 3시\".",
                "2026-11-01, “어제 오후 3시”, “yesterday 3pm”처럼 써 보세요.")
        case .unreadableMoment:
            Sentence("Try e12, 2026-11-01, yesterday or \"2 hours ago\".", "e12, 2026-11-01, 어제, “3일 전”처럼 써 보세요.")
        case .unreadableClock:
            Sentence("It is written 2026-11-01T10:00:00+09:00.", "2026-11-01T10:00:00+09:00처럼 씁니다.")
        case .unknownPlace(let name):
            Sentence(
                "diarylog place list shows the names; diarylog place add \(name) 37.57,126.98 makes one.",
                "diarylog place list로 이름을 볼 수 있고, diarylog place add \(name) 37.57,126.98로 정할 수 있습니다.")
        case .badPlaceName:
            Sentence("A name has letters, digits, - and _, and a letter.", "이름에는 글자, 숫자, -, _만 쓰고 글자가 있어야 합니다.")
        case .placeWantsTwo: Sentence("diarylog place add home 37.57,126.98", "diarylog place add 집 37.57,126.98")
        case .unreadablePlace: Sentence("It is written 37.5665,126.9780.", "37.5665,126.9780처럼 씁니다.")
        case .unreadableVersion:
            Sentence(
                "It is written v3, or as eight or more digits of an event's id.",
                "v3처럼, 또는 사건 식별자의 앞 여덟 자리 이상을 씁니다.")
        case .beyondHead: Sentence("diarylog log shows the events.", "diarylog log로 사건을 볼 수 있습니다.")
        case .unreadableInterval:
            Sentence("It is written 30s, 10m, 2h or 1d.", "30s, 10m, 2h, 1d처럼 씁니다.")
        case .needsYes: Sentence("--yes does it without asking.", "--yes를 쓰면 묻지 않고 합니다.")
        case .numberForgotten:
            Sentence("Name the entry by its id, which never shifts.", "바뀌지 않는 식별자로 가리키세요.")
        case .numberNeedsExpect:
            Sentence("Or name the entry by its id, which never shifts.", "또는 바뀌지 않는 식별자로 가리키세요.")
        case .nothingAsked: Sentence("diarylog help edit shows how.", "diarylog help edit에서 방법을 볼 수 있습니다.")
        case .configWantsKey, .unknownSetting, .badSettingValue:
            Sentence(
                "Settings are diary, lang, tz, color, date-style, pager and diaries.NAME, a path with a /.",
                "설정은 diary, lang, tz, color, date-style, pager이고, diaries.이름에는 /가 있는 경로를 씁니다.")
        case .nothingChosen:
            Sentence(
                "Name ENTRY, or choose many with --where QUERY, or with the filters of list, as --on.",
                "ENTRY를 쓰거나, --where 검색어나 --on 같은 list의 거르는 옵션으로 여럿을 고르세요.")
        case .unknownCommand(_, let near):
            near.isEmpty
                ? Sentence("diarylog help shows the commands.", "diarylog help로 명령을 볼 수 있습니다.")
                : Sentence(
                    "Did you mean \(near.joined(separator: ", "))?", "이것을 말한 것인가요? \(near.joined(separator: ", "))")
        case .versionOnChange(let reference):
            Sentence(
                "diarylog restore \(reference) makes the entry what it was then.",
                "그때의 일기로 되돌리려면 diarylog restore \(reference)")
        case .unknownShell: Sentence("Shells are bash, zsh and fish.", "bash, zsh, fish를 압니다.")
        case .unreadableOperation:
            Sentence(
                "Write e12, an event of it, or four digits or more of its id.",
                "e12처럼 그 안의 사건이나, 작업 식별자의 네 자리 이상을 쓰세요.")
        case .unknownTopic:
            Sentence(
                "There is help on each command, and on \(HelpTopic.names).",
                "명령마다 도움말이 있고, 주제로는 \(HelpTopic.names)이 있습니다.")
        case .headerNeedsEditor:
            Sentence(
                "It opens on a terminal, where neither a text nor another change is given.",
                "편집기는 터미널에서 글이나 다른 바꿀 것을 주지 않았을 때 열립니다.")
        case .draftWanted: Sentence("diarylog draft list shows the drafts.", "diarylog draft list로 초안을 볼 수 있습니다.")
        case .unknownProjection:
            Sentence("diarylog rebuild --list shows them.", "diarylog rebuild --list로 볼 수 있습니다.")
        case .query(let problem, let query): QueryWords.hint(problem, query)
        case .unknownFormat: Sentence("Formats are \(EntryFormat.names.en).", "형식은 이것들입니다: \(EntryFormat.names.ko)")
        case .unknownTimeFormat:
            Sentence(
                "It is written as \"%Y-%m-%d %H:%M\": year, month, day, hour and minute.",
                "“%Y-%m-%d %H:%M”처럼 씁니다. 해, 달, 날, 시, 분입니다.")
        case .cannotWrite:
            Sentence(
                "Formats to write are \(EntryFormat.writable.joined(separator: ", ")).",
                "쓸 수 있는 형식은 이것들입니다: \(EntryFormat.writable.joined(separator: ", "))")
        case .folderWanted:
            Sentence("--output FOLDER says where; it is made anew.", "--output 폴더로 곳을 정하세요. 새로 만듭니다.")
        default: nil
        }
    }
}
