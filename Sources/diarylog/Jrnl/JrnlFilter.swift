internal import DiaryEngine
internal import DiaryModel
internal import TextSearch

/// Which entries jrnl's filters choose: dates and stars are judged by the list, tags and words by the texts.
///
/// Letters are compared without case and in either Unicode form.
struct JrnlFilter {
    /// What the list itself can judge.
    let filter: EntryFilter
    private let tags: Set<String>
    private let without: Set<String>
    private let contains: [ExactText]
    private let wantsAll: Bool
    private let isTagged: Bool?

    init(_ arguments: JrnlArguments, _ session: Session) throws {
        tags = Set(arguments.words.flatMap { $0.split(whereSeparator: \.isWhitespace) }.map { $0.lowercased() })
        without = Set(arguments.without.map { $0.lowercased() })
        contains = arguments.contains.compactMap { ExactText($0, foldingCase: true) }
        (wantsAll, isTagged) = (arguments.wantsAll, arguments.isTagged)
        var all: [EntryFilter] = []
        if let on = arguments.on { all.append(.dates(try session.jrnlBounds(on))) }
        if let from = arguments.from { all.append(.dates(try session.jrnlBounds(from).lowerBound...Int64.max)) }
        if let to = arguments.to { all.append(.dates(Int64.min...(try session.jrnlBounds(to).upperBound))) }
        if let text = arguments.year {
            guard let year = Int(text), let first = CivilTime(year: year, month: 1, day: 1) else {
                throw JrnlProblem.badPart("-year", text)
            }
            all.append(.dates(first.seconds...first.adding(months: 12).seconds - 1))
        }
        if let text = arguments.month {
            guard let month = Self.month(text) else { throw JrnlProblem.badPart("-month", text) }
            all.append(.month(month))
        }
        if let text = arguments.day {
            guard let day = Int(text), (1...31).contains(day) else { throw JrnlProblem.badPart("-day", text) }
            all.append(.dayOfMonth(day))
        }
        if arguments.isTodayInHistory {
            let today = try session.clock().civil
            all += [.month(today.month), .dayOfMonth(today.day)]
        }
        if let isStarred = arguments.isStarred { all.append(isStarred ? .starred : .not(.starred)) }
        filter = all.isEmpty ? .everything : .all(all)
    }

    /// A month by its number or its English name, whole or three letters of it.
    private static func month(_ text: String) -> Int? {
        if let number = Int(text.hasSuffix("월") ? String(text.dropLast()) : text) {
            return (1...12).contains(number) ? number : nil
        }
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        guard text.count >= 3 else { return nil }
        return names.firstIndex { $0.hasPrefix(text.lowercased()) }.map { $0 + 1 }
    }

    /// Whether an entry that the list let pass is among those chosen.
    func passes(_ entry: Entry) -> Bool {
        if !tags.isEmpty || !without.isEmpty || isTagged != nil {
            let own = Set(Self.tags(of: entry))
            if let isTagged, own.isEmpty == isTagged { return false }
            if !without.isDisjoint(with: own) { return false }
            if !tags.isEmpty, wantsAll ? !tags.isSubset(of: own) : tags.isDisjoint(with: own) { return false }
        }
        guard !contains.isEmpty else { return true }
        let text = entry.content.text
        return wantsAll
            ? contains.allSatisfy { $0.matches(text.span) } : contains.contains { $0.matches(text.span) }
    }

    /// The tags of an entry as jrnl writes them: with their sign, in small letters.
    static func tags(of entry: Entry) -> [String] {
        Set(entry.content.allTags.map { $0.shown.lowercased() }).sorted()
    }
}

extension Session {
    /// What a date of jrnl's filters means: a year, a month, a day, or a time as exact as it was said.
    fileprivate func jrnlBounds(_ text: String) throws -> ClosedRange<Int64> {
        if DaySpan.isMonthOrYear(text) { return try days(text) }
        let date = try date(Self.back[text.lowercased()] ?? text)
        switch date.precision {
        case .day: return date.seconds...date.seconds + 86_399
        case .minute: return date.seconds...date.seconds + 59
        case .second: return date.seconds...date.seconds
        }
    }

    /// What jrnl takes for the same day so long ago.
    private static let back = ["last week": "7 days ago", "last month": "1 month ago", "last year": "1 year ago"]
}
