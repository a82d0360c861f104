internal import DiaryModel
internal import DiarylogSearchIndex
internal import DiarylogTextSearch

extension SearchTree {
    /// The query to the index for the entries that may match. It scores the parts in `patterns`, in that order.
    var indexQuery: IndexQuery { replacing(\.indexQuery) }

    /// Whether terms and document record decide, so that no text need be read. With `decidesAbsence`, terms also tell
    /// which entries do not hold one.
    func isDecidedByIndex(decidesAbsence: Bool) -> Bool {
        switch self {
        case .filter(let filter): filter.isByDate
        case .all(let parts): parts.allSatisfy { $0.isDecidedByIndex(decidesAbsence: decidesAbsence) }
        case .text, .title, .exact, .not, .any: isDecidedByTerms(decidesAbsence: decidesAbsence)
        }
    }
}

extension EntryFilter {
    fileprivate var indexQuery: IndexQuery {
        switch self {
        case .tag(let tag): .filter([[.term(Term.tag(tag.bytes))]])
        // Its key stands in the text.
        case .measure(let measure): .filter(Pattern(Array(measure.key.utf8))?.probes.map(\.probes) ?? [])
        case .all(let filters): .all(filters.map(\.indexQuery))
        case .any(let filters): .any(filters.map(\.indexQuery))
        case .everything, .dates, .month, .dayOfMonth, .starred, .weather, .place, .placeNamed, .conflict,
            .contested, .text, .not:
            .every
        }
    }
}
