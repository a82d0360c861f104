internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments

/// Which entries a list or a search takes, by date, tags, star and conflict.
struct FilterOptions: ArgumentGroup {
    @OptionGroup private var properties: PropertyFilters

    @Option(
        "tag", help: HelpText("With this tag; may be given again.", "이 태그가 있는 것. 여러 번 쓸 수 있습니다."), completion: .tags)
    var tags: [String] = []

    @Option("not-tag", value: "tag", help: HelpText("Without this tag.", "이 태그가 없는 것."), completion: .tags)
    var withoutTags: [String] = []

    @Option(
        "weather", value: "sort",
        help: HelpText("With weather of this sort: rain, snow, clear, clouds, fog.", "날씨가 이런 것: 비, 눈, 맑음, 흐림, 안개."))
    var weather: String?

    @Option(
        "place", taking: .anyWord,
        help: HelpText(
            "Of this place: a name of place list, a part of the name that another app gave, or 37.57,126.98.",
            "이 장소의 것: place list의 이름, 다른 앱이 붙인 이름의 일부, 또는 37.57,126.98."))
    var place: String?

    /// Their names without the dashes.
    static let names = Set(declarations.map(\.name))

    /// The list of the entries that pass, as of the point that was asked for.
    func request(_ session: Session) throws -> ListRequest {
        var request = ListRequest()
        request.point = try session.point()
        request.filter = try filter(session)
        return request
    }

    /// What passes; everything where no option was given.
    func filter(_ session: Session) throws -> EntryFilter {
        let filter = try properties.filter(tags, withoutTags, session)
        var all: [EntryFilter] = filter == .everything ? [] : [filter]
        if let weather { all.append(.weather(weather)) }
        if let place {
            let named = EntryFilter.placeNamed(place)
            all.append((try? session.place(place)).map { .any([.place($0), named]) } ?? named)
        }
        return all.isEmpty ? .everything : .all(all)
    }
}

/// The same for a command that has a `--tag` of its own, which changes entries.
struct TaggedFilterOptions: ArgumentGroup {
    @OptionGroup private var properties: PropertyFilters

    @Option(
        "tagged", value: "tag", help: HelpText("With this tag; may be given again.", "이 태그가 있는 것. 여러 번 쓸 수 있습니다."),
        completion: .tags)
    var tagged: [String] = []

    @Option("not-tagged", value: "tag", help: HelpText("Without this tag.", "이 태그가 없는 것."), completion: .tags)
    var notTagged: [String] = []

    /// Their names without the dashes.
    static let names = Set(declarations.map(\.name))

    /// What passes; everything where no option was given.
    func filter(_ session: Session) throws -> EntryFilter {
        try properties.filter(tagged, notTagged, session)
    }
}

/// Which days entries are taken of: a day, or a span of days, in words that a date may have.
struct DayFilters: ArgumentGroup {
    @Option(
        "on", value: "day",
        help: HelpText(
            "Of this day, week, month or year: 2026-11, \"last week\".", "이날, 이 주, 이달, 이해의 것: 2026-11, 지난주."),
        completion: .days)
    var on: String?

    @Option("from", value: "day", help: HelpText("Of this day or later.", "이날부터."), completion: .days)
    var from: String?

    @Option("to", value: "day", help: HelpText("Of this day or earlier.", "이날까지."), completion: .days)
    var to: String?

    func filters(_ session: Session) throws -> [EntryFilter] {
        var all: [EntryFilter] = []
        if let on { all.append(.dates(try session.days(on))) }
        if let from { all.append(.dates(try session.days(from).lowerBound...Int64.max)) }
        if let to { all.append(.dates(Int64.min...(try session.days(to).upperBound))) }
        return all
    }
}

/// The filters that are called the same wherever entries are chosen.
private struct PropertyFilters: ArgumentGroup {
    @OptionGroup private var days: DayFilters

    @Option("year", in: Bounds.years, help: HelpText("Of this year.", "이해의 것."))
    var year: Int?

    @Option("month", in: 1...12, help: HelpText("Of this month, in any year.", "어느 해든 이달의 것."))
    var month: Int?

    @Option("day", in: 1...31, help: HelpText("Of this day of the month.", "달마다 이날의 것."))
    var day: Int?

    @Flag("on-this-day", help: HelpText("Of today's month and day, in any year.", "어느 해든 오늘과 같은 날의 것."))
    var onThisDay = false

    @Flag("starred", help: HelpText("With a star.", "별이 있는 것."))
    var starred = false

    @Flag("not-starred", help: HelpText("Without a star.", "별이 없는 것."))
    var notStarred = false

    @Flag("in-conflict", help: HelpText("Whose texts are in conflict.", "글이 충돌하는 것."))
    var inConflict = false

    @Flag("contested", help: HelpText("Deleted on one device, edited on another.", "한 기기에서 지우고 다른 기기에서 고친 것."))
    var contested = false

    func filter(_ tags: [String], _ withoutTags: [String], _ session: Session) throws -> EntryFilter {
        if starred, notStarred { throw Problem.against("--starred", "--not-starred") }
        var all = try days.filters(session)
        if let year {
            guard let first = CivilTime(year: year, month: 1, day: 1) else {
                throw Problem.impossibleDate("\(year)")
            }
            all.append(.dates(first.seconds...first.adding(months: 12).seconds - 1))
        }
        if let month { all.append(.month(month)) }
        if let day { all.append(.dayOfMonth(day)) }
        if onThisDay {
            let today = try session.clock().civil
            all += [.month(today.month), .dayOfMonth(today.day)]
        }
        all += tags.map { .tag(Tag.typed($0)) } + withoutTags.map { .not(.tag(Tag.typed($0))) }
        if starred { all.append(.starred) }
        if inConflict { all.append(.conflict) }
        if contested { all.append(.contested) }
        if notStarred { all.append(.not(.starred)) }
        return all.isEmpty ? .everything : .all(all)
    }
}

/// The orders of a list.
enum SortChoice: String, Choice, Sendable {
    case date
    case created
    case modified

    var sort: ListRequest.Sort {
        switch self {
        case .date: .date
        case .created: .created
        case .modified: .modified
        }
    }
}
