/// Which day a phrase means, seen from today.
extension DateReading {
    func day(_ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let captures = match.captures
        let weekday = (captures.weekday ?? 0) - now.weekday
        switch match.meaning {
        case .fromToday(let days): return try shifted(days: days, match)
        case .before(let unit): return try shifted(-captures.count, unit, match)
        case .after(let unit): return try shifted(captures.count, unit, match)
        case .latestWeekday: return try shifted(days: weekday <= 0 ? weekday : weekday - 7, match)
        case .weekdaysBefore(let each):
            let weeks = captures.count * each
            guard weeks > 0 else { throw impossible(match, .count) }
            return try shifted(days: weekday - (weekday < 0 ? weeks - 1 : weeks) * 7, match)
        case .weekdayAfter: return try shifted(days: weekday > 0 ? weekday : weekday + 7, match)
        case .weekdayOfWeek(let weeks): return try shifted(days: weekday + weeks * 7, match)
        case .calendar(let which): return try calendar(which, match)
        case .holiday(let which): return try holiday(which, match)
        case .dayOfMonth(let months): return try dayOfMonth(months, match)
        case .endOfMonth(let months): return try month(months + 1, match).adding(days: -1)
        case .vague, .span: throw Mistake(reason: .vague, range: match.range)
        case .unread, .time, .hour, .usual, .elapsed: throw Mistake(reason: .unreadable, range: match.range)
        }
    }

    private func calendar(_ which: DateMeaning.Which, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let captures = match.captures
        func day(of year: Int) throws(Mistake) -> ClosedRange<Int> {
            guard CivilTime(year: year, month: 1, day: 1) != nil else { throw impossible(match, .year) }
            guard CivilTime(year: year, month: captures.month ?? 0, day: 1) != nil else {
                throw impossible(match, .month, .twoDigitMonth)
            }
            guard let day = CivilTime(year: year, month: captures.month ?? 0, day: captures.day ?? 0) else {
                throw impossible(match, .day, .twoDigitDay, .yearMonthDay)
            }
            return day.dayNumber...day.dayNumber
        }
        let date = CivilTime(day: try ofYear(which, match, day).lowerBound)
        // A weekday beside a date must be that day's; where no year is said, it may tell that the coming one is meant.
        guard let weekday = captures.weekday, weekday != date.weekday else { return date }
        if which == .latest, year(captures) == nil, let own = try? day(of: now.year) {
            let coming = CivilTime(day: own.lowerBound)
            if coming.weekday == weekday { return coming }
        }
        throw impossible(match, .weekday, .shortWeekday)
    }

    private func holiday(_ which: DateMeaning.Which, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let holiday = match.captures.holiday.map { Holiday.all[$0] }
        func day(of year: Int) throws(Mistake) -> ClosedRange<Int> {
            guard let day = holiday?.day(in: year)?.dayNumber else {
                let mistake = impossible(match, .year, .shortYear)
                throw holiday?.isLunar == true ? Mistake(reason: .unreckoned, range: mistake.range) : mistake
            }
            return day...day
        }
        return CivilTime(day: try ofYear(which, match, day).lowerBound)
    }

    private func dayOfMonth(_ months: Int?, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        func day(_ months: Int) throws(Mistake) -> CivilTime {
            let first = try month(months, match)
            guard let day = CivilTime(year: first.year, month: first.month, day: match.captures.day ?? 0) else {
                throw impossible(match, .day)
            }
            return day
        }
        if let months { return try day(months) }
        if let day = try? day(0), day <= now { return day }
        return try day(-1)
    }

    /// The year that is said, be it with two digits.
    func year(_ captures: DateCaptures) -> Int? {
        if let year = captures.year { return year }
        return captures.shortYear.map { year in
            let least = now.year - 79
            return year + floorDivide(least - year + 99, 100) * 100
        }
    }

    /// The days that come every year, of the year that is said, or of the one that is meant.
    func ofYear(
        _ which: DateMeaning.Which, _ match: DateScanner.Match,
        _ days: (Int) throws(Mistake) -> ClosedRange<Int>
    ) throws(Mistake) -> ClosedRange<Int> {
        if let year = year(match.captures) { return try days(year) }
        let today = now.dayNumber
        if case .year(let distance) = which { return try days(now.year + distance) }
        switch which {
        case .latest: return try nearest(by: -1, days) { $0.lowerBound <= today }
        case .next: return try nearest(by: 1, days) { $0.lowerBound > today }
        default: break
        }
        let own = try days(now.year)
        switch which {
        case .current:
            guard own.lowerBound > today else { return own }
            let last = try days(now.year - 1)
            return last.contains(today) ? last : own
        default:
            if own.upperBound < today { return own }
            let last = try days(now.year - 1)
            return last.upperBound < today ? last : try days(now.year - 2)
        }
    }

    /// The days that fit, of this year or of the nearest one before or after it: not every year has a 29 February, and
    /// eight may lie between two.
    private func nearest(
        by step: Int, _ days: (Int) throws(Mistake) -> ClosedRange<Int>, where fits: (ClosedRange<Int>) -> Bool
    ) throws(Mistake) -> ClosedRange<Int> {
        for distance in 0...8 {
            if let found = try? days(now.year + distance * step), fits(found) { return found }
        }
        _ = try days(now.year)
        return try days(now.year + step)
    }

    /// The first day of a month so many months from this one.
    func month(_ months: Int, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        try shifted(months: months, match, from: now.startOfDay.adding(days: 1 - now.day))
    }

    func shifted(
        _ count: Int, _ unit: DateMeaning.Unit, _ match: DateScanner.Match
    ) throws(Mistake) -> CivilTime {
        switch unit {
        case .days: return try shifted(days: count, match)
        case .weeks: return try shifted(days: count * 7, match)
        case .months: return try shifted(months: count, match, from: now.startOfDay)
        case .years: return try shifted(months: count * 12, match, from: now.startOfDay)
        }
    }

    func shifted(days: Int, _ match: DateScanner.Match) throws(Mistake) -> CivilTime {
        let day = now.startOfDay.adding(days: days)
        guard day.dayNumber - now.dayNumber == days else { throw impossible(match, .count) }
        return day
    }

    private func shifted(
        months: Int, _ match: DateScanner.Match, from start: CivilTime
    ) throws(Mistake) -> CivilTime {
        let day = start.adding(months: months)
        guard (day.year - start.year) * 12 + day.month - start.month == months else { throw impossible(match, .count) }
        return day
    }
}

extension CivilTime {
    /// The midnight that begins a day.
    package init(day: Int) { self.init(seconds: Int64(day) * 86_400) }
}
