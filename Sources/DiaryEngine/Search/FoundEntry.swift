internal import DiarylogTextSearch
internal import EventStore

/// What a search marks in the texts that it finds.
struct Marks {
    let tree: SearchTree
    let patterns: [Pattern]
    let exact: [ExactText]

    init(_ request: SearchRequest) {
        tree = request.wide(isLoose: true) ?? request.asked
        patterns = tree.patterns
        exact = tree.exactTexts
    }
}

/// An entry that was found, with the snippet that matches.
public struct FoundEntry: Sendable {
    /// The entry as of the point, or as it was in the version that was found.
    public var entry: Entry
    /// The hit in the page of the search.
    public var hit: SearchHit
    /// The piece of the matching text around the first match, with spaces for line breaks. In a conflict that text may
    /// be one that is not shown.
    public var snippet: String
    /// The matches in the snippet, as ranges of bytes of its UTF-8.
    public var matches: [Range<Int>]

    init(_ entry: Entry, _ hit: SearchHit, _ marks: Marks) {
        let searched = SearchedEntry(entry.content, entry.branches)
        var units = TextUnits()
        let text = searched.text(searched.answering(marks.tree, &units) ?? 0)
        units.read(text.span)
        var piece = Snippet(of: text, units: units, patterns: marks.patterns, exact: marks.exact)
        if text.starts(with: entry.content.text), piece.range.upperBound > entry.content.text.count {
            // The lines below the text are shown only where what matches stands there alone.
            units.read(entry.content.text.span)
            let own = Snippet(
                of: entry.content.text, units: units, patterns: marks.patterns, exact: marks.exact)
            if piece.matches.isEmpty || !own.matches.isEmpty { piece = own }
        }
        self.entry = entry
        self.hit = hit
        snippet = piece.text
        matches = piece.matches
    }
}

extension SearchRequest {
    /// The places of a text that match what the request asks for, as ranges of bytes that do not overlap, at most
    /// `limit` of each pattern. One pass over the text for each pattern.
    public func matches(in text: [UInt8], limit: Int = 1_000) -> [Range<Int>] {
        let marks = Marks(self)
        var units = TextUnits()
        units.read(text.span)
        var found = marks.exact.flatMap { $0.ranges(in: text, limit: limit) }
        for pattern in marks.patterns { found += pattern.ranges(in: units, limit: limit) }
        found.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        var end = 0
        return found.filter { range in
            guard range.lowerBound >= end, !range.isEmpty else { return false }
            end = range.upperBound
            return true
        }
    }
}

extension Diary {
    /// The entries of some hits as they were found at a point, with their snippets.
    ///
    /// Leaves out entries whose bytes are damaged. Costs one transaction, and for each hit what reading an entry costs.
    public func found(
        _ hits: [SearchHit], by request: SearchRequest, at sequence: SequenceNumber
    ) throws(EventStoreError) -> [FoundEntry] {
        try read(.event(sequence)) { view, sequence in
            let marks = Marks(request)
            let tail = try view.tail()
            var found: [FoundEntry] = []
            for hit in hits {
                guard let row = try view.row(given: hit.ordinal, over: tail) else { continue }
                do throws(EventStoreError) {
                    let point = request.allVersions ? hit.born.rawValue : sequence
                    let entry =
                        if request.allVersions {
                            try view.version(of: row, at: point)
                        } else {
                            try view.entry(row, asOf: point)
                        }
                    if let entry { found.append(FoundEntry(entry, hit, marks)) }
                } catch .damaged {
                    continue
                } catch {
                    throw error
                }
            }
            return found
        }
    }
}
