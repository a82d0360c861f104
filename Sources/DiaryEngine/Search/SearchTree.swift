package import DiaryModel
internal import DiarylogHost
package import DiarylogTextSearch

/// What a search asks for: words and the filters of a list, in one tree.
package typealias SearchTree = Query<EntryFilter>

extension SearchTree {
    /// Whether an entry with this text, content and status is found.
    ///
    /// Every way to find an entry must agree with this one. Without content, the date must decide all filters.
    func matches(
        _ text: Span<UInt8>, _ units: borrowing TextUnits, date: Int64, _ content: EntryContent? = nil,
        _ status: EntryStatus = .one, isContested: Bool = false
    ) -> Bool {
        switch self {
        case .text(let pattern, _): return pattern.matches(units)
        case .title(let pattern, _):
            guard let line = titleLine(of: text) else { return false }
            return pattern.matches(units, within: line)
        case .exact(let exact): return exact.matches(text)
        case .filter(let filter):
            let other = filter.asksForWords ? [UInt8](copying: text) : nil
            return content.map { filter.matches($0, text: other, status: status, isContested: isContested) }
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

    /// Whether a text that matches must hold something.
    var asksForTerms: Bool {
        switch self {
        case .text: true
        case .title, .exact, .filter, .not: false
        case .all(let parts): parts.contains(where: \.asksForTerms)
        case .any(let parts): parts.allSatisfy(\.asksForTerms)
        }
    }

    /// Whether texts must be split into units to decide.
    var needsUnits: Bool { leaves().contains(where: \.isOfUnits) }

    /// Whether it is a pattern of units.
    var isOfUnits: Bool {
        switch self {
        case .text, .title: true
        case .exact, .filter, .not, .all, .any: false
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
            case .exact(let exact): exact.matches(text) ? .matches : .misses
            case .filter(let filter): filter.judge(date: seconds)
            case .text, .title, .not, .all, .any: .open
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
}

extension SearchRequest {
    /// The request as typed.
    var asked: SearchTree { narrowed(query) }

    /// The request with what half-typed words may become, with `isLoose` also Korean words with a space within, and
    /// other words with endings; nil if there are none. Where only what is not found as typed is wanted, a single word
    /// need not be looked for as typed.
    func wide(isLoose: Bool, besidesTyped: Bool = false) -> SearchTree? {
        guard let query, let wide = query.widened(isTyping: isTyping, isLoose: isLoose) else { return nil }
        guard besidesTyped, case .text = query, case .any(let forms) = wide else { return narrowed(wide) }
        return narrowed(.any(Array(forms.dropFirst())))
    }

    private func narrowed(_ tree: SearchTree?) -> SearchTree {
        var parts = (tree.map { [$0] } ?? []) + exact.map { .exact($0) }
        if parts.isEmpty || filter != .everything { parts.append(.filter(filter)) }
        return parts.count == 1 ? parts[0] : .all(parts)
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
    var asksForStar: Bool {
        switch self {
        case .starred, .weather, .place, .placeNamed, .contested: true
        case .everything, .dates, .month, .dayOfMonth, .tag, .measure, .conflict, .text: false
        case .not(let filter): filter.asksForStar
        case .all(let filters), .any(let filters): filters.contains(where: \.asksForStar)
        }
    }
}
