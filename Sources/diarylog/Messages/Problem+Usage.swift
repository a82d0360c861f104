internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogHost
internal import DiarylogTextSearch
internal import Interchange

// Why what was typed cannot be done.

extension Problem {
    /// What is wrong with the words behind a command.
    static func badArguments(_ mistake: Mistake, of command: String? = nil) -> Problem {
        let sentence = mistake.words { ValueWords.text($0).ko }
        guard let command else { return Problem(.usage, sentence, hint: commandsShown) }
        var hint = help(on: command)
        if case .unknownOption(let name, near: nil) = mistake, let same = CommandAliases.options[name] {
            hint = Sentence("\(same) does that. \(hint.en)", "그것은 \(same, .by) 합니다. \(hint.ko)")
        } else if case .unknownOption(let name, _) = mistake, OptionWord.isNegative(name) {
            hint = Sentence("\(name) is for list and log. \(hint.en)", "\(name, .topic) list와 log에 씁니다. \(hint.ko)")
        }
        return Problem(.usage, sentence, hint: hint)
    }

    static func help(on command: String) -> Sentence {
        Sentence("diarylog help \(command) shows what it takes.", "diarylog help \(command, .by) 쓰는 법을 볼 수 있습니다.")
    }

    static let commandsShown = Sentence("diarylog help shows the commands.", "diarylog help로 명령을 볼 수 있습니다.")

    static func unknownZone(_ name: String) -> Problem {
        guard ZoneDatabase.isInstalled else {
            return Problem(
                .unknownZone, "this machine has no time zones, so \(name) is not known",
                "이 기기에는 시간대 정보가 없어 \(name, .object) 알 수 없습니다",
                hint: "The package tzdata brings them; --tz UTC does without.", "tzdata 패키지를 설치하거나 --tz UTC를 쓰세요.")
        }
        return Problem(
            .unknownZone,
            "there is no time zone \(name) on this machine", "이 기기에는 시간대 \(name, .subject) 없습니다",
            hint: "Zones are named like Asia/Seoul or UTC.", "시간대는 Asia/Seoul이나 UTC처럼 씁니다.")
    }

    /// `isLead`: of what a text begins with.
    static func badDate(_ problem: DateProblem, in text: String, isLead: Bool = false) -> Problem {
        Problem(
            .unreadableDate, DateProblemWords.message(problem, text),
            hint: DateProblemWords.hint(problem, text, isLead: isLead), details: bounds(problem.range))
    }

    /// Whether it says that a text is no date at all: neither one that is not there, nor of another day of the week.
    func saysNoDate(_ text: String) -> Bool {
        message == DateProblemWords.message(DateProblem(reason: .unreadable, range: 0..<0), text)
    }

    static func unreadableMoment(_ text: String) -> Problem {
        Problem(
            .unreadableDate,
            "\"\(text)\" is not a moment of the diary", "\(quoted: text, .topic) 일기장의 시점이 아닙니다",
            hint: "Try e12, 2026-11-01, yesterday or \"2 hours ago\".", "e12, 2026-11-01, 어제, “3일 전”처럼 써 보세요.")
    }

    static let unreadableCursor = Problem(usage: "--after is not a cursor of ours", "--after 값이 목록의 이어보기 표시가 아닙니다")

    static let otherCursor = Problem(
        usage: "--after goes on with a list of another order or point; take the same options, or begin anew",
        "--after는 다른 순서나 다른 때의 목록을 이어 보입니다. 같은 옵션을 쓰거나 처음부터 다시 시작하세요")

    static func against(_ one: String, _ other: String) -> Problem {
        badArguments(.together(one, other))
    }

    static let needsYes = Problem(
        .unconfirmed, "this would ask, and there is no terminal", "확인을 물어야 하는데 터미널이 없습니다",
        hint: "--yes does it without asking.", "--yes를 쓰면 묻지 않고 합니다.")
    static let expectNeedsOne = Problem(usage: "--expect is for one entry", "--expect는 일기 한 편에만 씁니다")

    static func unknownSetting(_ key: String) -> Problem {
        Problem(usage: "there is no setting \(key)", "그런 설정은 없습니다: \(key)", hint: Settings.allKeys)
    }

    /// Neither an entry nor a query was named.
    static let nothingChosen = noneNamed(
        hint: "Name ENTRY, as @1, or choose many with --where QUERY.", "@1처럼 일기를 쓰거나, --where 검색어로 여럿을 고르세요.")

    static func noneNamed(hint: String, _ koreanHint: String) -> Problem {
        Problem(usage: "no entry was named", "어느 일기인지 말하지 않았습니다", hint: hint, koreanHint)
    }

    static func unknownTopic(_ name: String) -> Problem {
        Problem(
            usage: "there is no help on \(name)", "\(name)에 대한 도움말이 없습니다",
            hint: "There is help on each command, and on \(HelpTopic.names).",
            "명령마다 도움말이 있고, 주제로는 \(HelpTopic.names, .subject) 있습니다.")
    }

    /// `formats` are those of the direction that was asked for.
    static func unknownFormat(_ name: String, of formats: [String]) -> Problem {
        let names = formats.joined(separator: ", ")
        return Problem(
            usage: "\(name) is not a format", "\(name, .topic) 형식이 아닙니다",
            hint: "Formats are \(names).", "형식은 이것들입니다: \(names)")
    }

    static let versionNotHere = Problem(usage: "a version cannot be named here", "여기서는 버전을 가리킬 수 없습니다")

    /// A version, where only the entry as it is now can be changed.
    static func versionOnChange(_ reference: String) -> Problem {
        Problem(
            usage: "\(reference) is past: only the entry as it is now can be changed", "지난 버전은 바꿀 수 없습니다: \(reference)",
            hint: "diarylog restore \(reference) makes the entry what it was then.",
            "그때의 일기로 되돌리려면 diarylog restore \(reference)")
    }

    /// `reason` is why a value cannot be read, where more is known of it.
    static func badQuery(_ problem: QueryProblem, in query: String, because reason: Sentence? = nil) -> Problem {
        Problem(
            .query, reason ?? problem.sentence, hint: QueryWords.hint(problem, query), details: bounds(problem.range))
    }

    static func noMeasure(_ key: String) -> Problem {
        Problem(
            .noMeasure, "no entry says \(key): and a number", "\(key): 뒤에 수를 적은 일기가 없습니다",
            hint: "It stands in a line at the end of a text, as \"\(key): 4\".", "글 끝에 한 줄로 씁니다: “\(key): 4”")
    }

    static let headerNeedsEditor = Problem(
        usage: "--header is for the editor, which does not open here", "--header는 편집기를 열 때만 씁니다",
        hint: "It opens on a terminal, where neither a text nor another change is given.",
        "편집기는 터미널에서 글이나 다른 바꿀 것을 주지 않았을 때 열립니다.")

    /// An entry was named, and a choice of many made.
    static let entryAndFilters = Problem(
        usage: "an entry cannot be named together with filters", "일기를 고르는 필터와 일기를 함께 쓸 수 없습니다")

    /// The characters that are wrong, for scripts.
    private static func bounds(_ range: Range<Int>) -> [JSONMember] {
        [JSONMember("place", ["start": .number(range.lowerBound), "end": .number(range.upperBound)])]
    }
}
