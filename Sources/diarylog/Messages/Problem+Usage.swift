internal import DiaryModel
internal import DiarylogTextSearch
internal import Interchange

// Why what was typed cannot be done.

extension Problem {
    /// What is wrong with the words behind a command.
    static func badArguments(_ sentence: Sentence, of command: String? = nil) -> Problem {
        guard let command else {
            return Problem(
                .usage, "usage", sentence,
                hint: Sentence("diarylog help shows the commands.", "diarylog help로 명령을 볼 수 있습니다."))
        }
        return Problem(
            .usage, "usage", sentence,
            hint: Sentence("diarylog help \(command) shows what it takes.", "diarylog help \(command)로 쓰는 법을 볼 수 있습니다.")
        )
    }

    static func argumentNotUTF8(number: Int) -> Problem {
        Problem(
            .usage, "not-utf8", "argument \(number) is not valid UTF-8", "\(number)번째 인자가 올바른 UTF-8이 아닙니다",
            hint: Sentence("Convert it first, for example with iconv.", "먼저 iconv 같은 것으로 변환하세요."))
    }

    static let inputNotUTF8 = Problem(
        .usage, "not-utf8", "standard input is not valid UTF-8", "표준 입력이 올바른 UTF-8이 아닙니다",
        hint: Sentence("Convert it first, for example with iconv.", "먼저 iconv 같은 것으로 변환하세요."))

    static func unknownZone(_ name: String) -> Problem {
        Problem(
            .usage, "unknown-zone",
            "there is no time zone \(name) on this machine", "이 기기에는 시간대 \(name, .subject) 없습니다",
            hint: Sentence("Zones are named like Asia/Seoul or UTC.", "시간대는 Asia/Seoul이나 UTC처럼 씁니다."))
    }

    static func badDate(_ problem: DateProblem, in text: String) -> Problem {
        Problem(
            .usage, "unreadable-date", DateProblemWords.message(problem, text),
            hint: DateProblemWords.hint(problem, text), details: bounds(problem.range))
    }

    /// Of what a text begins with.
    static func badLeadingDate(_ problem: DateProblem, in text: String) -> Problem {
        Problem(
            .usage, "unreadable-date", DateProblemWords.message(problem, text),
            hint: DateProblemWords.hintOfLead(problem, text), details: bounds(problem.range))
    }

    static func impossibleDate(_ text: String) -> Problem {
        Problem(
            .usage, "unreadable-date", "there is no such day or time: \(text)", "그런 날이나 시각은 없습니다: \(text)",
            hint: Sentence(
                "Try 2026-11-01, \"yesterday 3pm\" or \"어제 오후 3시\".",
                "2026-11-01, “어제 오후 3시”, “yesterday 3pm”처럼 써 보세요."))
    }

    static func unreadableMoment(_ text: String) -> Problem {
        Problem(
            .usage, "unreadable-date",
            "\"\(text)\" is not a moment of the diary", "\(quoted: text, .topic) 일기장의 시점이 아닙니다",
            hint: Sentence(
                "Try e12, 2026-11-01, yesterday or \"2 hours ago\".", "e12, 2026-11-01, 어제, “3일 전”처럼 써 보세요."))
    }

    static func unreadableClock(_ text: String) -> Problem {
        Problem(
            usage: "DIARYLOG_NOW is not a time: \(text)", "DIARYLOG_NOW가 시각이 아닙니다: \(text)",
            hint: Sentence("It is written 2026-11-01T10:00:00+09:00.", "2026-11-01T10:00:00+09:00처럼 씁니다."))
    }

    static func unreadablePlace(_ text: String) -> Problem {
        Problem(
            usage: "\"\(text)\" is not a place", "\(quoted: text, .topic) 장소가 아닙니다",
            hint: Sentence("It is written 37.5665,126.9780.", "37.5665,126.9780처럼 씁니다."))
    }

    static func unknownPlace(_ name: String) -> Problem {
        Problem(
            usage: "no place is called \(name)", "‘\(name)’이라는 장소가 없습니다",
            hint: Sentence(
                "diarylog config shows the places; diarylog config set places.\(name) 37.57,126.98 makes one.",
                "장소는 diarylog config로 볼 수 있고, diarylog config set places.\(name) 37.57,126.98로 정할 수 있습니다."))
    }

    static let weatherOfWhat = Problem(
        usage: "no entry was named", "어느 일기의 날씨인지 말하지 않았습니다",
        hint: Sentence(
            "Name ENTRY, or choose many with filters, as --on 2026-11, or with --all.",
            "일기를 쓰거나, --on 2026-11 같은 필터나 --all로 여럿을 고르세요."))

    static let nothingToShow = Problem(
        usage: "no entry was named", "어느 일기인지 말하지 않았습니다",
        hint: Sentence(
            "@1 is the newest, a day shows its entries, and --random any one.",
            "@1은 가장 새로운 일기, 날은 그날의 일기들, --random은 아무 일기입니다."))

    static let filtersNeedRandom = Problem(
        usage: "the filters of show are for --random", "show의 필터는 --random과 함께 씁니다",
        hint: Sentence(
            "diarylog list takes filters; a day shows its entries.", "diarylog list가 필터를 받습니다. 날을 주면 그날의 일기를 보입니다."))

    /// What looks like an entry was given as a text.
    static func entryForText(_ word: String) -> Problem {
        Problem(
            usage: "edit changes one entry, and \(word) would become its text",
            "edit는 한 편만 고치며, \(word, .subject) 그 글이 됩니다",
            hint: Sentence(
                "--where chooses many entries; --text \(word) writes that text.",
                "여러 편은 --where로 고르고, 그 글을 쓰려면 --text \(word)라고 하세요."))
    }

    static func unreadableVersion(_ text: String) -> Problem {
        Problem(
            usage: "\"\(text)\" is neither a version nor the id of an event",
            "\(quoted: text, .topic) 버전도 변경의 식별자도 아닙니다",
            hint: Sentence(
                "It is written v3, or as eight or more digits of an event's id.", "v3처럼, 또는 변경 식별자의 앞 여덟 자리 이상을 씁니다."))
    }

    static let unreadableCursor = Problem(usage: "--after is not a cursor of ours", "--after 값이 목록의 이어보기 표시가 아닙니다")
    static let unreadableLimit = Problem(usage: "--limit wants a number from 1", "--limit에는 1 이상의 수를 씁니다")
    static let limitNeedsList = Problem(usage: "--limit is for --list", "--limit은 --list와 함께 씁니다")

    static func wantsNumber(_ option: String) -> Problem {
        Problem(usage: "\(option) wants a number from 1", "\(option)에는 1 이상의 수를 씁니다")
    }

    static func beyondHead(asked: UInt64, head: UInt64) -> Problem {
        Problem(
            .usage, "beyond-head",
            "event e\(asked) has not happened yet: the newest is e\(head)",
            "변경 e\(asked, .topic) 아직 없습니다. 가장 새로운 것은 e\(head)입니다",
            hint: Sentence("diarylog log shows the events.", "diarylog log로 변경을 볼 수 있습니다."))
    }

    static func beyondNow(_ text: String) -> Problem {
        Problem(
            .usage, "beyond-head", "\(text) has not come yet", "아직 오지 않은 때입니다: \(text)",
            hint: Sentence("Leave --at out to see what is there now.", "지금 있는 것은 --at 없이 볼 수 있습니다."))
    }

    /// A date stands beside a day of the week that is not its own.
    static func wrongWeekday(_ date: String, _ weekday: Int) -> Problem {
        let (en, ko) = (Language.en.weekdayNames[weekday], Language.ko.weekdayNames[weekday])
        return Problem(
            .usage, "bad-date", "\(date) is a \(en)", "\(date, .topic) \(ko)입니다",
            hint: Sentence("Leave the day of the week out, or write another date.", "요일을 빼거나 날짜를 고치세요."))
    }

    static let momentOnChange = Problem(
        usage: "the past cannot be changed: --at is for commands that read", "지난 시점은 바꿀 수 없습니다. --at은 읽는 명령에만 씁니다")

    static func against(_ one: String, _ other: String) -> Problem {
        Problem(usage: "\(one) and \(other) cannot be used together", "\(one, .with) \(other, .topic) 함께 쓸 수 없습니다")
    }

    static let intoNeedsMending = Problem(
        usage: "--into is for --repair and --salvage", "--into는 --repair나 --salvage와 함께 씁니다")

    static let needsYes = Problem(
        .usage, "unconfirmed", "this would ask, and there is no terminal", "확인을 물어야 하는데 터미널이 없습니다",
        hint: Sentence("--yes does it without asking.", "--yes를 쓰면 묻지 않고 합니다."))

    static let numberNeedsExpect = Problem(
        .usage, "unconfirmed", "@N with --yes needs --expect", "--yes와 함께 @N을 쓰려면 --expect가 필요합니다",
        hint: Sentence("Or name the entry by its id, which never shifts.", "또는 바뀌지 않는 식별자로 가리키세요."))

    static let openNeedsOne = Problem(usage: "--open is for one entry", "--open은 일기 한 편에만 씁니다")
    static let expectNeedsOne = Problem(usage: "--expect is for one entry", "--expect는 일기 한 편에만 씁니다")

    static let nothingAsked = Problem(
        usage: "nothing was asked for", "무엇을 바꿀지 말하지 않았습니다",
        hint: Sentence("diarylog help edit shows how.", "diarylog help edit에서 방법을 볼 수 있습니다."))

    static let configWantsKey = Problem(
        usage: "get and unset want a setting, set its value as well", "get과 unset에는 설정을, set에는 값까지 씁니다",
        hint: Settings.allKeys)

    static func unknownSetting(_ key: String) -> Problem {
        Problem(
            usage: "there is no setting \(key)", "그런 설정은 없습니다: \(key)",
            hint: Settings.allKeys)
    }

    static func badSettingValue(key: String, value: String) -> Problem {
        Problem(
            usage: "\(key) cannot be \"\(value)\"", "\(key)의 값일 수 없습니다: “\(value)”",
            hint: Settings.values(of: key))
    }

    /// Neither an entry nor a query was named.
    static let nothingChosen = Problem(
        usage: "no entry was named", "어느 일기인지 말하지 않았습니다",
        hint: Sentence(
            "Name ENTRY, as @1, or choose many with --where QUERY.", "@1처럼 일기를 쓰거나, --where 검색어로 여럿을 고르세요."))

    static func unknownTopic(_ name: String) -> Problem {
        Problem(
            usage: "there is no help on \(name)", "\(name)에 대한 도움말이 없습니다",
            hint: Sentence(
                "There is help on each command, and on \(HelpTopic.names).",
                "명령마다 도움말이 있고, 주제로는 \(HelpTopic.names)이 있습니다."))
    }

    /// `formats` are those of the direction that was asked for.
    static func unknownFormat(_ name: String, of formats: [String]) -> Problem {
        let names = formats.joined(separator: ", ")
        return Problem(
            usage: "\(name) is not a format", "\(name, .topic) 형식이 아닙니다",
            hint: Sentence("Formats are \(names).", "형식은 이것들입니다: \(names)"))
    }

    static func badColumn(_ text: String) -> Problem {
        let names = EntryColumn.allCases.map(\.rawValue).joined(separator: ", ")
        return Problem(
            usage: "\"\(text)\" names no column", "\(quoted: text, .topic) 열을 가리키지 않습니다",
            hint: Sentence(
                "It is written as date=When; the parts of an entry are \(names).",
                "date=날짜처럼 씁니다. 일기의 부분은 이것들입니다: \(names)"))
    }

    static func unknownTimeFormat(_ text: String) -> Problem {
        Problem(
            usage: "\"\(text)\" is not a time format", "\(quoted: text, .topic) 날짜 모양이 아닙니다",
            hint: Sentence(
                "It is written as \"%Y-%m-%d %H:%M\": year, month, day, hour and minute.",
                "“%Y-%m-%d %H:%M”처럼 씁니다. 해, 달, 날, 시, 분입니다."))
    }

    /// A format that is only read was to be written.
    static func cannotWrite(_ name: String) -> Problem {
        Problem(
            usage: "\(name) can only be read", "\(name, .topic) 읽기만 합니다",
            hint: Sentence(
                "Formats to write are \(EntryFormat.writable.joined(separator: ", ")).",
                "쓸 수 있는 형식은 이것들입니다: \(EntryFormat.writable.joined(separator: ", "))"))
    }

    /// A format of folders was to be written, and no folder was named.
    static func folderWanted(_ name: String) -> Problem {
        Problem(
            usage: "\(name) is a folder of files", "\(name, .topic) 파일이 든 폴더입니다",
            hint: Sentence("--output FOLDER says where; it is made anew.", "--output 폴더로 곳을 정하세요. 새로 만듭니다."))
    }

    /// A part of the log was to be written.
    static let eventsAreWhole = Problem(
        usage: "--events writes the whole log: it takes no filter", "--events는 기록을 통째로 냅니다. 고를 수 없습니다")

    static func unreadableOperation(_ text: String) -> Problem {
        Problem(
            usage: "\"\(text)\" is not an operation", "\(quoted: text, .topic) 작업이 아닙니다",
            hint: Sentence(
                "Write e12, an event of it, or four digits or more of its id.",
                "e12처럼 그 안의 변경이나, 작업 식별자의 네 자리 이상을 쓰세요."))
    }

    static func unknownCommand(_ name: String, near: [String]) -> Problem {
        Problem(
            usage: "there is no command \(name)", "\(name, .named) 명령은 없습니다",
            hint: near.isEmpty
                ? Sentence("diarylog help shows the commands.", "diarylog help로 명령을 볼 수 있습니다.")
                : Sentence(
                    "Did you mean \(near.joined(separator: ", "))?", "혹시 \(near.joined(separator: ", "))인가요?"))
    }

    static let versionsOfTwo = Problem(usage: "the two are not of one entry", "둘은 같은 일기의 것이 아닙니다")

    static func unknownShell(_ name: String) -> Problem {
        Problem(
            usage: "\(name) is not a shell known here", "\(name, .topic) 여기서 아는 셸이 아닙니다",
            hint: Sentence("Shells are bash, zsh and fish.", "bash, zsh, fish를 압니다."))
    }

    static let versionNotHere = Problem(usage: "a version cannot be named here", "여기서는 버전을 가리킬 수 없습니다")

    /// A version, where only the entry as it is now can be changed.
    static func versionOnChange(_ reference: String) -> Problem {
        Problem(
            usage: "\(reference) is past: only the entry as it is now can be changed", "지난 버전은 바꿀 수 없습니다: \(reference)",
            hint: Sentence(
                "diarylog restore \(reference) makes the entry what it was then.",
                "그때의 일기로 되돌리려면 diarylog restore \(reference)"))
    }

    static let nothingToRestore = Problem(
        usage: "restore wants ENTRY or --to WHEN", "restore에는 ENTRY나 --to WHEN이 필요합니다")

    static let toNeedsOne = Problem(usage: "--to is for the diary, or for one entry", "--to는 일기장 전체나 한 편에만 씁니다")

    static func entryTwice(_ text: String) -> Problem {
        Problem(usage: "entry \(text) is named twice", "일기 \(text, .object) 두 번 썼습니다")
    }

    static func badQuery(_ problem: QueryProblem, in query: String) -> Problem {
        Problem(
            .usage, "query", QueryWords.message(problem), hint: QueryWords.hint(problem, query),
            details: bounds(problem.range))
    }

    static let nothingToCount = Problem(usage: "--exact is for --count", "--exact는 --count와 함께 씁니다")
    static let nothingToCompare = Problem(usage: "--exact-case is for --contains", "--exact-case는 --contains와 함께 씁니다")

    static func unreadableInterval(_ text: String) -> Problem {
        Problem(
            usage: "\"\(text)\" is not an interval", "\(quoted: text, .topic) 간격이 아닙니다",
            hint: Sentence("It is written 30s, 10m, 2h or 1d.", "30s, 10m, 2h, 1d처럼 씁니다."))
    }

    static let keepsNone = Problem(usage: "--keep wants a number from 1", "--keep에는 1 이상의 수를 씁니다")

    static let numberForgotten = Problem(
        .usage, "unconfirmed", "@N cannot be forgotten without a question", "@N은 묻지 않고 영구 삭제할 수 없습니다",
        hint: Sentence("Name the entry by its id, which never shifts.", "바뀌지 않는 식별자로 가리키세요."))

    static func draftWanted(_ action: String) -> Problem {
        Problem(
            usage: "draft \(action) wants a draft, as d1", "draft \(action)에는 d1처럼 초안을 씁니다",
            hint: Sentence("diarylog draft list shows the drafts.", "diarylog draft list로 초안을 볼 수 있습니다."))
    }

    static let headerNeedsEditor = Problem(
        usage: "--header is for the editor, which does not open here", "--header는 편집기를 열 때만 씁니다",
        hint: Sentence(
            "It opens on a terminal, where neither a text nor another change is given.",
            "편집기는 터미널에서 글이나 다른 바꿀 것을 주지 않았을 때 열립니다."))

    /// An entry was named, and a choice of many made.
    static let entryAndFilters = Problem(
        usage: "an entry cannot be named together with filters", "일기를 고르는 필터와 일기를 함께 쓸 수 없습니다")

    /// The characters that are wrong, for scripts.
    private static func bounds(_ range: Range<Int>) -> [JSONMember] {
        [JSONMember("place", ["start": .number(range.lowerBound), "end": .number(range.upperBound)])]
    }
}
