internal import DiaryModel
internal import DiarylogSearchIndex
internal import DiarylogTextSearch

extension SearchTree {
    /// The query to the index for the entries that may match. It scores the parts in `patterns`, in that order.
    ///
    /// With `decidesAbsence`, the index also tells which entries do not hold a term.
    func indexQuery(decidesAbsence: Bool, isScored: Bool = true) -> IndexQuery {
        switch self {
        case .text(let pattern), .title(let pattern):
            if !pattern.isAnsweredByProbes, let placed = pattern.placedProbes {
                return .phrase(placed, pattern.probes, isScored: isScored)
            }
            return .probes(pattern.probes, isScored: isScored)
        case .exact(let exact): return .probes(exact.probes, isScored: false)
        case .filter(let filter): return filter.indexQuery
        case .not(let inner):
            guard decidesAbsence, inner.isDecidedByTerms(decidesAbsence: true) else { return .every }
            return .not(inner.indexQuery(decidesAbsence: true, isScored: false))
        case .all(let parts):
            return .all(parts.map { $0.indexQuery(decidesAbsence: decidesAbsence, isScored: isScored) })
        case .any(let parts):
            return .any(parts.map { $0.indexQuery(decidesAbsence: decidesAbsence, isScored: isScored) })
        }
    }

    /// Whether terms and document record decide, so that no text need be read.
    func isDecidedByIndex(decidesAbsence: Bool) -> Bool {
        switch self {
        case .filter(let filter): filter.isByDate
        case .all(let parts): parts.allSatisfy { $0.isDecidedByIndex(decidesAbsence: decidesAbsence) }
        case .text, .title, .exact, .not, .any: isDecidedByTerms(decidesAbsence: decidesAbsence)
        }
    }

    /// Whether every candidate of the index query matches.
    private func isDecidedByTerms(decidesAbsence: Bool) -> Bool {
        switch self {
        case .text(let pattern): pattern.isAnsweredByProbes || pattern.placedProbes != nil
        case .title, .exact, .filter: false
        case .not(let inner): decidesAbsence && inner.isDecidedByTerms(decidesAbsence: true)
        case .all(let parts), .any(let parts): parts.allSatisfy { $0.isDecidedByTerms(decidesAbsence: decidesAbsence) }
        }
    }
}

extension EntryFilter {
    fileprivate var indexQuery: IndexQuery {
        switch self {
        case .tag(let tag): .probes([[.term(Term.tag(tag.bytes))]], isScored: false)
        // Its key stands in the text.
        case .measure(let measure):
            Pattern(Array(measure.key.utf8)).map { .probes($0.probes, isScored: false) } ?? .every
        case .all(let filters): .all(filters.map(\.indexQuery))
        case .any(let filters): .any(filters.map(\.indexQuery))
        case .everything, .dates, .month, .dayOfMonth, .starred, .weather, .place, .placeNamed, .conflict,
            .contested, .text, .not:
            .every
        }
    }
}
