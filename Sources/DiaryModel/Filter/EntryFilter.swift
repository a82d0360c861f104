/// Which entries a list, a search or a count takes: a tree of conditions that each entry is tested against.
public indirect enum EntryFilter: Equatable, Sendable {
    case everything
    /// Civil seconds, both ends included.
    case dates(ClosedRange<Int64>)
    case month(Int)
    case dayOfMonth(Int)
    /// This tag, or one that is the same, given or said in the text.
    case tag(Tag)
    case starred
    /// Its weather is of this sort, in English or Korean.
    case weather(String)
    /// Its place is this one, to about a kilometre.
    case place(Place)
    /// What another program called its place has this in it; capitals make no difference.
    case placeNamed(String)
    /// Its text ends in such a measure.
    case measure(MeasureFilter)
    /// Its texts cannot be merged.
    case conflict
    /// It lives though one device deleted it.
    case contested
    /// Its text is as the words of a query want it.
    case text(TextFilter)
    case not(EntryFilter)
    case all([EntryFilter])
    case any([EntryFilter])

    /// What an entry's date alone says about it; `open` is undecided.
    public enum Verdict: Sendable {
        case matches, misses, open
    }

    /// Whether an entry with this content and this status matches. Words are looked for in `text`, where another than
    /// the content's own is given: one that a conflict does not show.
    public func matches(
        _ content: EntryContent, text: [UInt8]? = nil, status: EntryStatus = .one, isContested: Bool = false
    ) -> Bool {
        switch self {
        case .everything: true
        case .dates(let range): range.contains(content.date.seconds)
        case .month(let month): content.date.civil.month == month
        case .dayOfMonth(let day): content.date.civil.day == day
        case .tag(let tag): content.allTags.contains { $0.isSame(as: tag) }
        case .starred: content.isStarred
        case .weather(let sort): content.weather?.isOf(sort: sort) ?? false
        case .place(let place): content.place?.isNear(place) ?? false
        case .placeNamed(let name): content.placeName?.lowercased().contains(name.lowercased()) ?? false
        case .measure(let measure): !measure.values(in: content.text).isEmpty
        case .conflict: status == .conflict
        case .contested: isContested
        case .text(let filter): filter.matches(text ?? content.searchedText, of: content)
        case .not(let filter): !filter.matches(content, text: text, status: status, isContested: isContested)
        case .all(let filters):
            filters.allSatisfy { $0.matches(content, text: text, status: status, isContested: isContested) }
        case .any(let filters):
            filters.contains { $0.matches(content, text: text, status: status, isContested: isContested) }
        }
    }

    /// Whether it asks for words: then another text of the same entry may match.
    package var asksForWords: Bool {
        switch self {
        case .text: true
        case .not(let filter): filter.asksForWords
        case .all(let filters), .any(let filters): filters.contains(where: \.asksForWords)
        case .everything, .dates, .month, .dayOfMonth, .tag, .starred, .weather, .place, .placeNamed, .measure,
            .conflict, .contested:
            false
        }
    }

    /// Judges by the date alone, so that a list reads only the entries that may match.
    public func judge(date seconds: Int64) -> Verdict {
        judge {
            $0.contains(seconds) ? .matches : .misses
        } civil: {
            CivilTime(seconds: seconds)
        }
    }

    /// Judges by the day alone (days since 1970-01-01), so that a list passes over days on which nothing can match.
    func judge(day: Int) -> Verdict {
        judge { range in
            let first = Int64(day) * 86_400
            guard range.overlaps(first...first + 86_399) else { return .misses }
            return range.contains(first) && range.contains(first + 86_399) ? .matches : .open
        } civil: {
            CivilTime(day: day)
        }
    }

    /// The first day on which something may match, from one on, towards later days or towards earlier ones.
    ///
    /// If there is none within eight years, the day behind them: 29 February is that far from the next at most. Nil if
    /// the calendar ends before: beyond its ends a day is read as the last one there, so that whoever went on from day
    /// to day would stand still.
    package func nextDay(from day: Int, later: Bool) -> Int? {
        var (next, left) = (day, 8 * 366)
        while left > 0, judge(day: next) == .misses {
            next += later ? 1 : -1
            left -= 1
            guard CivilTime.days.contains(next) else { return nil }
        }
        return next
    }

    /// `dates` judges a range of dates; the `civil` time is asked for only where a month or a day of one is.
    private func judge(dates: (ClosedRange<Int64>) -> Verdict, civil: () -> CivilTime) -> Verdict {
        switch self {
        case .everything: return .matches
        case .dates(let range): return dates(range)
        case .month(let month): return civil().month == month ? .matches : .misses
        case .dayOfMonth(let day): return civil().day == day ? .matches : .misses
        case .tag, .starred, .weather, .place, .placeNamed, .measure, .conflict, .contested, .text: return .open
        case .not(let filter): return filter.judge(dates: dates, civil: civil).opposite
        case .all(let filters): return .of(filters, decisive: .misses) { $0.judge(dates: dates, civil: civil) }
        case .any(let filters): return .of(filters, decisive: .matches) { $0.judge(dates: dates, civil: civil) }
        }
    }

    /// The range of dates outside which nothing can match: where a list by date begins and ends.
    public var dateBounds: ClosedRange<Int64> {
        switch self {
        case .dates(let range): return range
        case .all(let filters):
            var (low, high) = (Int64.min, Int64.max)
            for bounds in filters.map(\.dateBounds) {
                low = max(low, bounds.lowerBound)
                high = min(high, bounds.upperBound)
            }
            // An empty intersection matches nothing, wherever the list begins.
            return low <= high ? low...high : high...high
        case .any(let filters):
            guard let low = filters.map(\.dateBounds.lowerBound).min(),
                let high = filters.map(\.dateBounds.upperBound).max()
            else { return Int64.min...Int64.min }
            return low...high
        case .everything, .month, .dayOfMonth, .tag, .starred, .weather, .place, .placeNamed, .measure, .conflict,
            .contested, .text, .not:
            return Int64.min...Int64.max
        }
    }
}

extension EntryFilter.Verdict {
    /// The verdict on what must not match.
    package var opposite: Self {
        switch self {
        case .matches: .misses
        case .misses: .matches
        case .open: .open
        }
    }

    /// The verdict on several parts: `misses` is decisive where all must match, and `matches` where any may.
    package static func of<Part>(_ parts: [Part], decisive: Self, _ judge: (Part) -> Self) -> Self {
        var result = decisive.opposite
        for part in parts {
            let verdict = judge(part)
            if verdict == decisive { return decisive }
            if verdict == .open { result = .open }
        }
        return result
    }
}
