internal import DiaryModel
internal import SearchIndex
internal import TextSearch

extension SearchTree {
    /// The query to the index for the entries that may match. It scores the parts in `patterns`, in that order.
    var indexQuery: IndexQuery {
        switch self {
        case .text(let pattern), .title(let pattern): .probes(pattern.probes, isScored: true)
        case .exact(let exact): .probes(exact.probes, isScored: false)
        case .filter(let filter): filter.indexQuery
        case .not: .every
        case .all(let parts): .all(parts.map(\.indexQuery))
        case .any(let parts): .any(parts.map(\.indexQuery))
        }
    }
}

extension EntryFilter {
    fileprivate var indexQuery: IndexQuery {
        switch self {
        case .tag(let tag): .probes([[.term(Term.tag(tag.bytes))]], isScored: false)
        case .all(let filters): .all(filters.map(\.indexQuery))
        case .any(let filters): .any(filters.map(\.indexQuery))
        case .everything, .dates, .month, .dayOfMonth, .starred, .conflict, .not: .every
        }
    }
}
