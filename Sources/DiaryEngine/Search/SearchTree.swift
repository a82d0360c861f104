internal import DiaryModel
internal import DiarylogTextSearch

/// What a search asks for: words and the filters of a list, in one tree.
indirect enum SearchTree: Equatable, Sendable {
    case text(Pattern)
    /// In the title: the first line that is not blank.
    case title(Pattern)
    /// Exactly these characters, anywhere in the text.
    case exact(ExactText)
    case filter(EntryFilter)
    case not(SearchTree)
    case all([SearchTree])
    case any([SearchTree])

    /// Whether an entry with this text, content and status is found.
    ///
    /// Every way to find an entry must agree with this one. Without content, the date must decide all filters.
    func matches(
        _ text: Span<UInt8>, _ units: borrowing TextUnits, date: Int64, _ content: EntryContent? = nil,
        _ status: EntryStatus = .one, isContested: Bool = false
    ) -> Bool {
        switch self {
        case .text(let pattern): return pattern.matches(units)
        case .title(let pattern):
            guard let line = titleLine(of: text) else { return false }
            return pattern.matches(units, within: line)
        case .exact(let exact): return exact.matches(text)
        case .filter(let filter):
            return content.map { filter.matches($0, status: status, isContested: isContested) }
                ?? (filter.judge(date: date) == .matches)
        case .not(let inner): return !inner.matches(text, units, date: date, content, status, isContested: isContested)
        case .all(let parts):
            for part in parts
            where !part.matches(text, units, date: date, content, status, isContested: isContested) { return false }
            return true
        case .any(let parts):
            for part in parts
            where part.matches(text, units, date: date, content, status, isContested: isContested) { return true }
            return false
        }
    }

    /// Whether text and date alone decide, without tags, star and status.
    var isDecidedByText: Bool {
        switch self {
        case .text, .title, .exact: true
        case .filter(let filter): filter.isByDate
        case .not(let inner): inner.isDecidedByText
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isDecidedByText)
        }
    }

    /// Whether it asks only for words and phrases that a text must hold. Then a deleted entry cannot match, as no term
    /// finds it.
    var asksForTermsAlone: Bool {
        switch self {
        case .text: true
        case .title, .exact, .filter, .not: false
        case .all(let parts): parts.contains(where: \.asksForTermsAlone) && parts.allSatisfy(\.isOfTerms)
        case .any(let parts): parts.allSatisfy(\.asksForTermsAlone)
        }
    }

    private var isOfTerms: Bool {
        switch self {
        case .text: true
        case .title, .exact, .filter: false
        case .not(let inner): inner.isOfTerms
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isOfTerms)
        }
    }

    /// Whether it filters by what the record of a document tells, or its entry.
    var hasFilter: Bool {
        switch self {
        case .filter: true
        case .text, .title, .exact: false
        case .not(let inner): inner.hasFilter
        case .all(let parts), .any(let parts): parts.contains(where: \.hasFilter)
        }
    }

    /// Whether an entry may match at one point and not at another, though its text, date and tags are the same.
    var asksForMore: Bool {
        switch self {
        case .filter(let filter): filter.asksForStar
        case .text, .title, .exact: false
        case .not(let inner): inner.asksForMore
        case .all(let parts), .any(let parts): parts.contains(where: \.asksForMore)
        }
    }

    /// Whether texts must be split into units to decide.
    var needsUnits: Bool {
        switch self {
        case .text, .title: true
        case .exact, .filter: false
        case .not(let inner): inner.needsUnits
        case .all(let parts), .any(let parts): parts.contains(where: \.needsUnits)
        }
    }

    /// What the date alone decides.
    func judge(date seconds: Int64) -> EntryFilter.Verdict {
        judge { if case .filter(let filter) = $0 { filter.judge(date: seconds) } else { .open } }
    }

    /// What `matches` says of a text whose date decides all filters, by its bytes alone.
    func judge(bytes text: Span<UInt8>, date seconds: Int64) -> EntryFilter.Verdict {
        judge { part in
            switch part {
            case .text(let pattern): pattern.isHeld(inBytes: text).map { $0 ? .matches : .misses } ?? .open
            case .exact(let exact): exact.matches(text) ? .matches : .misses
            case .filter(let filter): filter.judge(date: seconds)
            case .title, .not, .all, .any: .open
            }
        }
    }

    /// Judges by what is known of the parts that have none.
    private func judge(_ leaf: (SearchTree) -> EntryFilter.Verdict) -> EntryFilter.Verdict {
        switch self {
        case .text, .title, .exact, .filter: leaf(self)
        case .not(let inner): inner.judge(leaf).opposite
        case .all(let parts): .of(parts, decisive: .misses) { $0.judge(leaf) }
        case .any(let parts): .of(parts, decisive: .matches) { $0.judge(leaf) }
        }
    }

    /// The patterns that count towards relevance and are marked: those not negated.
    var patterns: [Pattern] {
        switch self {
        case .text(let pattern), .title(let pattern): [pattern]
        case .exact, .filter, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.patterns)
        }
    }

    var exactTexts: [ExactText] {
        switch self {
        case .exact(let exact): [exact]
        case .text, .title, .filter, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.exactTexts)
        }
    }
}

extension SearchRequest {
    /// The request as trees: as typed, and with what half-typed words may become, with `isLoose` also Korean words with
    /// a space within; nil if there are none.
    func trees(isLoose: Bool) -> (asked: SearchTree, wide: SearchTree?) {
        switch query {
        case .everything: return (narrowed(nil), nil)
        case .words(let words, let fields):
            let wide = words.widened(isTyping: isTyping, isLoose: isLoose)
            return (narrowed(SearchTree(words, fields)), wide.map { narrowed(SearchTree($0, fields)) })
        }
    }

    /// What the only word of the request may become, without what matches as typed; nil for any other request.
    func forms(isLoose: Bool) -> SearchTree? {
        guard case .words(let words, let fields) = query else { return nil }
        return words.forms(isTyping: isTyping, isLoose: isLoose).map { narrowed(SearchTree($0, fields)) }
    }

    private func narrowed(_ tree: SearchTree?) -> SearchTree {
        var parts = (tree.map { [$0] } ?? []) + exact.map { .exact($0) }
        if parts.isEmpty || filter != .everything { parts.append(.filter(filter)) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }
}

extension SearchTree {
    fileprivate init(_ query: SearchQuery, _ fields: [String: EntryFilter]) {
        switch query {
        case .text(let pattern, _): self = .text(pattern)
        case .title(let pattern): self = .title(pattern)
        case .field(let field, let value, _):
            self = .filter(fields[SearchRequest.key(field, value)] ?? .everything)
        case .not(let inner): self = .not(SearchTree(inner, fields))
        case .all(let parts): self = .all(parts.map { SearchTree($0, fields) })
        case .any(let parts): self = .any(parts.map { SearchTree($0, fields) })
        }
    }
}

extension EntryFilter {
    /// Whether the date alone decides.
    var isByDate: Bool {
        switch self {
        case .everything, .dates, .month, .dayOfMonth: true
        case .tag, .starred, .weather, .place, .placeNamed, .measure, .conflict, .contested, .text: false
        case .not(let filter): filter.isByDate
        case .all(let filters), .any(let filters): filters.allSatisfy(\.isByDate)
        }
    }

    /// Whether it asks for what may change in an unchanged entry. A conflict does not: it has several texts.
    fileprivate var asksForStar: Bool {
        switch self {
        case .starred, .weather, .place, .placeNamed, .contested: true
        case .everything, .dates, .month, .dayOfMonth, .tag, .measure, .conflict, .text: false
        case .not(let filter): filter.asksForStar
        case .all(let filters), .any(let filters): filters.contains(where: \.asksForStar)
        }
    }
}
