internal import DiaryEngine
internal import DiaryModel
internal import EventStore
internal import Interchange

// Lists: pages of entries, and the days that have any.

extension DiaryServer {
    func entries(_ call: inout Call) throws -> JSONValue {
        var request = ListRequest()
        request.point = try call.point()
        request.filter = try call.filter()
        request.limit = Int(try call.items.takeNumber("limit", in: 1...500) ?? 50)
        request.deleted = try call.items.takeFlag("deleted")
        request.isReversed = try call.items.takeFlag("reversed")
        if let sort: ListRequest.Sort = try call.items.takeChoice("sort") { request.sort = sort }
        request.after = try call.items.take("after") { ListCursor(text: $0) }
        return try page(request)
    }

    private func page(_ request: ListRequest) throws -> JSONValue {
        let page = try diary.list(request)
        return [
            "at": .number(page.at.rawValue), "entries": .array(page.entries.map(row)),
            "next": .text(orNull: page.next?.text), "leftOut": .number(page.leftOut),
        ]
    }

    /// How many entries each day has, newest first: the rows of the list by date, in order.
    func days(_ call: inout Call) throws -> JSONValue {
        let point = try call.point()
        let (days, _, at) = try diary.statistics(today: 0, at: point)
        return [
            "at": .number(at),
            "days": .array(days.counts.reversed().map { .array([.number($0.day), .number($0.entries)]) }),
        ]
    }

    /// The entries of a month and a day, through the years.
    func onThisDay(_ call: inout Call) throws -> JSONValue {
        var request = ListRequest()
        request.point = try call.point()
        let today = CivilTime(seconds: WriteContext.now().civilSeconds)
        var (month, day) = (today.month, today.day)
        // A leap year has every day there is.
        if let asked = try call.items.take("day", { ISODate("2024-" + $0) }) {
            guard asked.precision == .day else { throw ServerProblem.usage("day") }
            (month, day) = (asked.civil.month, asked.civil.day)
        }
        request.filter = .all([.month(month), .dayOfMonth(day)])
        return try page(request)
    }
}

extension Call {
    /// What the items `tag`, `starred`, `year`, `from` and `to` ask of entries.
    mutating func filter() throws -> EntryFilter {
        var all = items.takeAll("tag").map { EntryFilter.tag(Tag.typed($0)) }
        if try items.takeFlag("starred") { all.append(.starred) }
        if let year = try items.takeNumber("year", in: 1...9999),
            let first = CivilTime(year: Int(year), month: 1, day: 1)
        {
            all.append(.dates(first.seconds...first.adding(months: 12).seconds - 1))
        }
        if let from = try day("from") { all.append(.dates(from...Int64.max)) }
        if let to = try day("to") { all.append(.dates(Int64.min...(to + 86_399))) }
        return all.isEmpty ? .everything : .all(all)
    }

    private mutating func day(_ name: String) throws -> Int64? {
        try items.take(name) { text in ISODate(text).flatMap { $0.precision == .day ? $0.civil.seconds : nil } }
    }
}
