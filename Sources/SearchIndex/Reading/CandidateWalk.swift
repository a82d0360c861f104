package import EventStore
internal import TextSearch

/// The documents that match a query as of the index's point, newest first.
///
/// Parts that must all match skip over each other's gaps; a part that no term narrows lets every document pass. Where
/// the index does not know, a document is offered, and `isDecided` is false: then its text decides.
package struct CandidateWalk {
    enum Node {
        case term(Int)
        case set(Int)
        case every
        case all([Int])
        case any([Int])
        case phrase(Int, narrowedBy: Int)
        case not(Int, Complement)
    }

    /// How far the complement of a node was looked for: its walks have gone on below the answer, and cannot go back.
    struct Complement {
        var from = DocumentID.max
        var answer: DocumentID?
        var isKnown = true
    }

    /// A part that is scored as a whole, and the terms it is found by.
    struct Scored {
        var walks: [Int] = []
        var sets: [Int] = []
        /// The phrase that its terms stand in, if it is one.
        var phrase: Int?
        var weight = 0.0
    }

    let index: IndexReader
    var nodes: [Node] = []
    var walks: [PostingWalk] = []
    var sets: [DocumentSet] = []
    var phrases: [PhraseWalk] = []
    var scored: [Scored] = []
    var briefs: DocumentBriefs?
    private var documents: DocumentReader
    private var root = 0
    /// The document from which the next candidate is searched for, towards older ones.
    private(set) var limit: DocumentID
    /// The candidate it stands on.
    private(set) var document: DocumentID = 0
    private var stretch: UInt32?

    /// A walk from a document towards older ones.
    package init(
        _ query: IndexQuery, in index: IndexReader, from newest: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.index = index
        documents = DocumentReader(index)
        limit = min(newest, index.documents)
        root = try add(query, view)
    }

    /// Goes to the next candidate; nil at the end. Throws `damaged`.
    package mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> DocumentID? {
        guard limit > 0, let found = try last(root, limit, view), found > 0 else { return nil }
        document = found
        limit = found - 1
        return found
    }

    /// Whether the index knows that the candidate matches the query; if not, its text decides.
    package mutating func isDecided(_ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        try verdict(root, document, view) == .yes
    }

    /// The latest date that this candidate, or any that follows, ever had; nil if it was told before for the same
    /// stretch of documents.
    package mutating func newestDateAhead() -> Int64? {
        let here = document / DatePage.stretch
        if stretch == here { return nil }
        stretch = here
        return index.newestDate(upTo: document)
    }

    /// The newest document of a node at or before a number, which must not ascend from call to call.
    private mutating func last(
        _ node: Int, _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        switch nodes[node] {
        case .term(let walk): return try walks[walk].last(atOrBefore: limit, view, index.tables)
        case .set(let set): return sets[set].last(atOrBefore: limit)
        case .every: return limit
        case .any(let parts):
            var best: DocumentID?
            for part in parts {
                if let found = try last(part, limit, view) { best = max(best ?? 0, found) }
            }
            return best
        case .all(let parts):
            var agreed = limit
            var index = 0
            var count = 0
            while count < parts.count {
                guard let found = try last(parts[index], agreed, view) else { return nil }
                count = found == agreed ? count + 1 : 1
                agreed = found
                index = index + 1 == parts.count ? 0 : index + 1
            }
            return agreed
        case .phrase(_, let narrower):
            var limit = limit
            while let found = try last(narrower, limit, view), found > 0 {
                if try verdict(node, found, view) != .no { return found }
                limit = found - 1
            }
            return nil
        case .not(let inner, let known):
            if known.from != .max, (known.answer ?? 0) <= limit { return known.answer }
            var complement = Complement(from: limit)
            var limit = limit
            while limit > 0, complement.answer == nil {
                let verdict = try last(inner, limit, view) == limit ? try verdict(inner, limit, view) : .no
                if verdict != .yes { complement.answer = limit }
                complement.isKnown = verdict == .no
                limit -= 1
            }
            nodes[node] = .not(inner, complement)
            return complement.answer
        }
    }
}

// Whether the index knows that a document matches.

extension CandidateWalk {
    /// Whether a document matches a node; it is at or before all that were asked for.
    private mutating func verdict(
        _ node: Int, _ document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PhraseWalk.Verdict {
        switch nodes[node] {
        case .every: return .yes
        case .term(let walk):
            guard try walks[walk].last(atOrBefore: document, view, index.tables) == document else { return .no }
            return walks[walk].sign.isKnown ? .yes : .unknown
        case .set(let set):
            guard sets[set].last(atOrBefore: document) == document else { return .no }
            return sets[set].unknown.contains(document) ? .unknown : .yes
        case .all(let parts):
            var verdict = PhraseWalk.Verdict.yes
            for part in parts {
                let one = try self.verdict(part, document, view)
                if one == .no { return .no }
                if one == .unknown { verdict = .unknown }
            }
            return verdict
        case .any(let parts):
            var verdict = PhraseWalk.Verdict.no
            for part in parts {
                let one = try self.verdict(part, document, view)
                if one == .yes { return .yes }
                if one == .unknown { verdict = .unknown }
            }
            return verdict
        case .not:
            guard try last(node, document, view) == document else { return .no }
            guard case .not(_, let known) = nodes[node] else { return .no }
            return known.isKnown ? .yes : .unknown
        case .phrase(let phrase, let narrower):
            if try verdict(narrower, document, view) == .no { return .no }
            return try verdict(phrases[phrase], document, view)
        }
    }

    private mutating func verdict(
        _ phrase: PhraseWalk, _ document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> PhraseWalk.Verdict {
        if case .ever = index.point { return .unknown }
        guard let occurrences = try occurrences(of: phrase, in: document, view) else { return .unknown }
        guard !occurrences.isEmpty, phrase.isHeld(by: occurrences, try layout(of: document, view)) else { return .no }
        return phrase.isOpen ? .unknown : .yes
    }

    /// Where each part of a phrase stands in a document; empty if one is not there, nil if that is not known.
    mutating func occurrences(
        of phrase: PhraseWalk, in document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> [[Occurrence]]? {
        var occurrences: [[Occurrence]] = []
        for part in phrase.parts {
            var own = part.set.map { sets[$0].occurrences(in: document) } ?? []
            if let set = part.set, sets[set].unknown.contains(document) { return nil }
            for walk in part.walks {
                guard try walks[walk].last(atOrBefore: document, view, index.tables) == document else { continue }
                let sign = walks[walk].sign
                // Of a term that stands there very often, not all places are kept.
                if !sign.isKnown || sign.times == .max { return nil }
                own += try walks[walk].occurrences()
            }
            if own.isEmpty { return [] }
            occurrences.append(own)
        }
        return occurrences
    }

    /// The layout of a document's tokens as of the point.
    mutating func layout(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> TokenLayout {
        if let briefs, !briefs[document].flags.contains(.changed) { return .plain }
        guard let record = try documents.record(of: document, view), record.layout > 0 else { return .plain }
        return try index.memory.layout(of: record.layout, index, view)
    }
}
