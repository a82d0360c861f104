internal import ArgumentParser
internal import DiaryEngine
internal import DiaryModel

/// Which entries a list or a search takes, by date, tags, star and conflict.
struct FilterOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Of this day.", valueName: "day"))
    var on: String?

    @Option(help: ArgumentHelp("Of this day or later.", valueName: "day"))
    var from: String?

    @Option(help: ArgumentHelp("Of this day or earlier.", valueName: "day"))
    var to: String?

    @Option(help: "Of this year.")
    var year: Int?

    @Option(help: "Of this month, in any year.")
    var month: Int?

    @Option(help: "Of this day of the month.")
    var day: Int?

    @Flag(help: "Of today's month and day, in any year.")
    var onThisDay = false

    @Option(name: .customLong("tag"), help: ArgumentHelp("With this tag; may be given again.", valueName: "tag"))
    var tags: [String] = []

    @Option(name: .customLong("not-tag"), help: ArgumentHelp("Without this tag.", valueName: "tag"))
    var withoutTags: [String] = []

    @Flag(help: "With a star.")
    var starred = false

    @Flag(help: "Without a star.")
    var notStarred = false

    @Flag(help: "Whose texts are in conflict.")
    var inConflict = false

    func filter(_ session: Session) throws(Problem) -> EntryFilter {
        if starred, notStarred { throw .usage(.against("--starred", "--not-starred")) }
        var all: [EntryFilter] = []
        if let on {
            let day = try session.day(on)
            all.append(.dates(day.seconds...day.seconds + 86_399))
        }
        if let from { all.append(.dates(try session.day(from).seconds...Int64.max)) }
        if let to { all.append(.dates(Int64.min...(try session.day(to).seconds + 86_399))) }
        if let year {
            guard let first = CivilTime(year: year, month: 1, day: 1) else { throw .usage(.impossibleDate("\(year)")) }
            all.append(.dates(first.seconds...first.adding(months: 12).seconds - 1))
        }
        if let month {
            guard (1...12).contains(month) else { throw .usage(.impossibleDate("\(month)")) }
            all.append(.month(month))
        }
        if let day {
            guard (1...31).contains(day) else { throw .usage(.impossibleDate("\(day)")) }
            all.append(.dayOfMonth(day))
        }
        if onThisDay {
            let today = try session.clock().civil
            all += [.month(today.month), .dayOfMonth(today.day)]
        }
        all += tags.map { .tag(Tag($0)) } + withoutTags.map { .not(.tag(Tag($0))) }
        if starred { all.append(.starred) }
        if inConflict { all.append(.conflict) }
        if notStarred { all.append(.not(.starred)) }
        return all.isEmpty ? .everything : .all(all)
    }
}

/// The orders of a list.
enum SortChoice: String, ExpressibleByArgument, CaseIterable, Sendable {
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

extension Session {
    /// The beginning of a day, given as it was typed.
    func day(_ text: String) throws(Problem) -> CivilTime {
        try date(text).civil.startOfDay
    }
}
