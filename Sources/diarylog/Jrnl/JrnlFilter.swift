internal import DiaryEngine
internal import DiaryModel
internal import DiarylogArguments
internal import DiarylogTextSearch

/// Which entries jrnl's filters choose: dates and stars by the filters of our list, tags and words by the texts.
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
        var words: [String] = []
        if let year = arguments.year { words.append("--year=" + year) }
        if let month = arguments.month { words.append("--month=" + Self.month(month)) }
        if let day = arguments.day { words.append("--day=" + day) }
        if arguments.isTodayInHistory { words.append("--on-this-day") }
        if let isStarred = arguments.isStarred { words.append(isStarred ? "--starred" : "--not-starred") }
        let parsed = try FilterOptions.parse(words).filter(session)
        var all: [EntryFilter] = []
        if let on = arguments.on { all.append(.dates(try session.jrnlBounds(on))) }
        if let from = arguments.from { all.append(.dates(try session.jrnlBounds(from).lowerBound...Int64.max)) }
        if let to = arguments.to { all.append(.dates(Int64.min...(try session.jrnlBounds(to).upperBound))) }
        filter = all.isEmpty ? parsed : .all([parsed] + all)
    }

    /// The number of a month that is given by it or by its English name, whole or three letters of it.
    private static func month(_ text: String) -> String {
        if text.hasSuffix("월") { return String(text.dropLast()) }
        let names = [
            "january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
            "november", "december",
        ]
        let index = text.count < 3 ? nil : names.firstIndex { $0.hasPrefix(text.lowercased()) }
        return index.map { String($0 + 1) } ?? text
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
    /// What a date of jrnl's filters means: a span of days, a day, or a time as exact as it was said.
    fileprivate func jrnlBounds(_ text: String) throws -> ClosedRange<Int64> {
        let back = Self.back[text.lowercased()]
        if back == nil, let span = try span(text) { return span }
        let date = try date(back ?? text)
        switch date.precision {
        case .day: return date.seconds...date.seconds + 86_399
        case .minute: return date.seconds...date.seconds + 59
        case .second: return date.seconds...date.seconds
        }
    }

    /// What jrnl takes for the same day so long ago.
    private static let back = ["last week": "7 days ago", "last month": "1 month ago", "last year": "1 year ago"]
}
