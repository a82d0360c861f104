/// Which days a phrase means that means more than one, seen from today.
extension DateReading {
    func days(_ match: DateScanner.Match) throws(Mistake) -> ClosedRange<Int> {
        guard case .span(let span) = match.meaning else { throw Mistake(reason: .unreadable, range: match.range) }
        switch span {
        case .week(let weeks): return try days(7, from: weeks * 7 - now.weekday, match)
        case .weekend(let weeks): return try days(2, from: weeks * 7 + 5 - now.weekday, match)
        case .month(let months): return days(of: try month(months, match), months: 1)
        case .year(let years): return try days(ofYear: now.year + years, match)
        case .saidYear: return try days(ofYear: year(match.captures) ?? 0, match)
        case .named(let which):
            return try ofYear(which, match) { (year) throws(Mistake) in try named(year, match) }
        case .latest(let unit):
            guard match.captures.count > 0 else { throw impossible(match, .count, .dayCount) }
            let first = try shifted(-match.captures.count, unit, match).dayNumber + 1
            return first...max(first, now.dayNumber)
        }
    }

    /// A month or a season of a year.
    private func named(_ year: Int, _ match: DateScanner.Match) throws(Mistake) -> ClosedRange<Int> {
        let (month, season) = (match.captures.month, match.captures.season)
        guard CivilTime(year: year, month: 1, day: 1) != nil else { throw impossible(match, .year) }
        guard let first = CivilTime(year: year, month: month ?? season ?? 0, day: 1) else {
            throw impossible(match, .month, .twoDigitMonth)
        }
        return days(of: first, months: season == nil ? 1 : 3)
    }

    private func days(ofYear year: Int, _ match: DateScanner.Match) throws(Mistake) -> ClosedRange<Int> {
        guard let first = CivilTime(year: year, month: 1, day: 1) else { throw impossible(match, .year) }
        return days(of: first, months: 12)
    }

    private func days(of first: CivilTime, months: Int) -> ClosedRange<Int> {
        let next = first.adding(months: months)
        // Behind the year 9999 comes no other: its last second is the end.
        return first.dayNumber...(next.second == 59 ? next.dayNumber : next.dayNumber - 1)
    }

    private func days(
        _ count: Int, from distance: Int, _ match: DateScanner.Match
    ) throws(Mistake) -> ClosedRange<Int> {
        let first = try shifted(days: distance, match)
        return first.dayNumber...first.adding(days: count - 1).dayNumber
    }
}
