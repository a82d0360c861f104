import DiaryEngine

/// The queries of one kind and language, and how all engines are measured with them.
///
/// A peer is asked those that can be put in its words; what was found is told of these alone.
struct CorpusSome {
    var name: String
    var queries: [CorpusQuery]
    /// What tantivy's program said of each, if there is one.
    var answers: [TantivyPeer.Answer?]?

    /// Newest ten, best ten and count of today, of us and of the peers; and how many texts each engine found.
    func tell(in table: CorpusTable, _ ours: CorpusDiary, _ words: CorpusFTS5) throws {
        let theirs = queries.compactMap(CorpusFTS5.translated)
        let all = queries.count
        table.row(
            name, all, "newest", ours: try Spread(queries) { _ = try ours.top($0, by: .newest) },
            [try Spread(theirs) { _ = try words.newest($0) }, tantivy(\.newest)])
        table.row(name, all, "newest, by number", ours: nil, [try Spread(theirs) { _ = try words.last($0) }])
        table.row(
            name, all, "relevance", ours: try Spread(queries) { _ = try ours.top($0, by: .relevance) },
            [try Spread(theirs) { _ = try words.best($0) }, tantivy(\.best)])
        table.row(
            name, all, "count", ours: try Spread(queries) { _ = try ours.count($0) },
            [try Spread(theirs) { _ = try words.count($0) }, tantivy(\.count)])
        let shared = queries.filter { CorpusFTS5.translated($0) != nil }
        guard !shared.isEmpty else { return }
        table.found(
            name, shared.count, ours: try shared.reduce(0) { $0 + (try ours.count($1)) },
            [
                try theirs.reduce(0) { $0 + (try words.count($1)) },
                answers.map { $0.reduce(0) { $0 + ($1?.found ?? 0) } },
            ])
    }

    /// Newest ten asked of a diary that was just opened: of the index, nothing is in the program's memory.
    func tellFirst(in table: CorpusTable, _ ours: CorpusDiary) throws {
        var opened: [CorpusDiary] = []
        for _ in 0..<queries.count * Spread.repeats { opened.append(try ours.justOpened()) }
        table.row(
            name, queries.count, "newest, just opened",
            ours: try Spread(queries) { query in
                if let diary = opened.popLast() { _ = try diary.top(query, by: .newest) }
            })
    }

    /// Newest ten and best ten as of the end of the import, and as of points that are new, which only we can tell.
    func tellPast(in table: CorpusTable, _ ours: CorpusDiary) throws {
        let then = DiaryPoint.event(ours.imported)
        table.row(
            name, queries.count, "newest, then",
            ours: try Spread(queries) { _ = try ours.top($0, by: .newest, at: then) })
        table.row(
            name, queries.count, "relevance, then",
            ours: try Spread(queries) { _ = try ours.top($0, by: .relevance, at: then) })
        table.row(
            name, queries.count, "newest, new point", ours: try Spread(queries) { _ = try ours.topAtNewPoint($0) })
    }

    private func tantivy(_ time: KeyPath<TantivyPeer.Answer, Double>) -> Spread? {
        answers.map { Spread(medians: $0.compactMap { $0?[keyPath: time] }) }
    }
}
