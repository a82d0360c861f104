public import DiaryModel
public import DiarylogTextSearch

extension EntryFilter {
    /// What a query asks for, by the grammar of Docs/Search.md, as a filter of a list: its fields are filters like any
    /// others, and its words are looked for in what a search reads of each entry that those let pass. `day` parses a
    /// day and returns its civil seconds, `place` the name of a place.
    ///
    /// Throws a `QueryProblem` with the position that cannot be parsed.
    public init(
        query: String, day: (String) -> ClosedRange<Int64>? = { _ in nil }, place: (String) -> Place? = { _ in nil }
    ) throws(QueryProblem) {
        self.init(try SearchRequest(query, day: day, place: place).asked)
    }

    private init(_ tree: SearchTree) {
        switch tree {
        case .filter(let filter): self = filter
        case .not(let inner): self = .not(EntryFilter(inner))
        case .all(let parts): self = .all(parts.map { EntryFilter($0) })
        case .any(let parts): self = .any(parts.map { EntryFilter($0) })
        case .text, .title, .exact:
            self = .text(
                TextFilter("\(tree)") { text, content in
                    var units = TextUnits()
                    if tree.needsUnits { units.read(text.span) }
                    return tree.matches(text.span, units, date: content.date.seconds)
                })
        }
    }
}
