internal import DiarylogTextSearch
package import EventStore

/// The documents that match a query as of the index's point, newest first.
///
/// Where several parts must match, each skips the documents that another part has ruled out. A part for which there is
/// no term rules out no document. Where the index does not know, it offers the document with `isDecided` false: then
/// the document's text decides.
package struct CandidateWalk {
    enum Node {
        case term(Int)
        /// All of these walks.
        case terms([Int])
        case set(Int)
        case every
        case all([Int])
        case any([Int])
        /// The documents of a node that hold all of these phrases, the rarest first. Where several parts must match,
        /// the node is that of all their terms: no place is read of a document that one of them rules out.
        case phrases([Int], narrowedBy: Int)
        case not(Int)
    }

    /// How far a complement, or documents that hold phrases, have been searched. The walks have gone on to the answer
    /// or below it, and cannot go back; and what was looked at above it need not be looked at again.
    struct Searched {
        var from = DocumentID.max
        var answer: DocumentID?
        var isKnown = true

        /// The answer if that is one for a limit, too, which must not be above earlier ones; nil if it must be searched
        /// for.
        func answer(atOrBefore limit: DocumentID) -> DocumentID?? {
            from != .max && (answer ?? 0) <= limit ? .some(answer) : nil
        }
    }

    let index: IndexReader
    var nodes: [Node] = []
    /// For each node whether phrases are in it: then documents can be offered that they may rule out, and the verdict
    /// of the node is to be asked.
    var hasPhrases: [Bool] = []
    /// For each node; only phrases and complements use it.
    var searched: [Searched] = []
    var walks: [PostingWalk] = []
    var sets: [DocumentSet] = []
    var phrases: [PhraseWalk] = []
    var scored: [ScoredPart] = []
    /// For each walk of a term that was gathered, how often each document holds it; others have nothing, or no element.
    var gathered: [[UInt8]] = []
    var briefs: DocumentBriefs?
    /// Whether walks may pass over documents that the query offers.
    var passesOver = false
    /// What scores go by, once terms were weighed.
    var relevance: Relevance
    var documents: DocumentReader
    /// Whether scores are asked for.
    let isRanked: Bool
    private(set) var root = 0
    /// The document from which the next candidate is searched for, towards older ones.
    private(set) var limit: DocumentID
    /// The candidate it stands on.
    private(set) var document: DocumentID = 0
    private var stretch: UInt32?

    /// A walk from a document towards older ones; for `best` it must be `ranked`.
    package init(
        _ query: IndexQuery, in index: IndexReader, from newest: DocumentID, ranked: Bool = false,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.index = index
        isRanked = ranked
        documents = DocumentReader(index)
        relevance = index.relevanceNow
        limit = min(newest, index.documents)
        root = try add(query, view)
    }

    /// Goes to the next candidate; nil at the end. Throws `damaged`.
    package mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> DocumentID? {
        guard limit > 0, let found = try last(root, limit, view), found > 0 else { return nil }
        stand(on: found)
        return found
    }

    mutating func stand(on found: DocumentID) {
        document = found
        limit = found - 1
    }

    /// How many documents match now, if the query asks for one term: the sum of its nets, without a walk. Nil for any
    /// other query, and at any other point.
    package mutating func countOfTerm(_ view: borrowing StoreView) throws(EventStoreError) -> Int? {
        guard case .term(let walk) = nodes[root], index.point.past == nil, !index.point.isEver else { return nil }
        return try walks[walk].holders(view)
    }

    /// Whether the index knows that the candidate matches the query; if not, its text decides.
    package mutating func isDecided(_ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        switch nodes[root] {
        case .term(let walk): return walks[walk].isKnown
        default: return try verdict(root, document, view) == .yes
        }
    }

    /// Whether the candidate has several texts as of the point: then its texts decide, too.
    package mutating func isConflicted(_ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        if !index.hadConflicts { return false }
        return try documents.record(of: document, view)?.isConflicted ?? false
    }

    /// The latest date that this candidate, or any that follows, ever had; nil if it was told before for the same
    /// stretch of documents.
    package mutating func newestDateAhead() -> Int64? {
        let here = document / NewestDate.stretch
        if stretch == here { return nil }
        stretch = here
        return index.newestDate(upTo: document)
    }

    /// The newest document of a node at or before a number, which must not ascend from call to call.
    mutating func last(
        _ node: Int, _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        switch nodes[node] {
        case .term(let walk): return try walks[walk].last(atOrBefore: limit, view, index.tables)
        case .terms(let all): return try last(of: all, limit, view)
        case .set(let set): return sets[set].last(atOrBefore: limit)
        case .every: return limit
        case .any(let parts):
            var best: DocumentID?
            for part in parts {
                if let found = try last(part, limit, view) { best = max(best ?? 0, found) }
            }
            return best
        case .all(let parts):
            var limit = limit
            while let found = try candidate(of: parts, limit, view) {
                if try !rulesOut(parts, found, view) { return found }
                if found == 0 { break }
                limit = found - 1
            }
            return nil
        case .phrases(let all, let narrower):
            if let known = searched[node].answer(atOrBefore: limit) { return known }
            var now = Searched(from: limit)
            var limit = limit
            while now.answer == nil, let found = try last(narrower, limit, view), found > 0 {
                if try verdict(ofAll: all, on: found, view) != .no { now.answer = found }
                limit = found - 1
            }
            searched[node] = now
            return now.answer
        case .not(let inner):
            if let known = searched[node].answer(atOrBefore: limit) { return known }
            var now = Searched(from: limit)
            var limit = limit
            while limit > 0, now.answer == nil {
                let verdict = try last(inner, limit, view) == limit ? try verdict(inner, limit, view) : .no
                if verdict != .yes { now.answer = limit }
                now.isKnown = verdict == .no
                limit -= 1
            }
            searched[node] = now
            return now.answer
        }
    }
}

extension CandidateWalk {
    /// The newest document at or before a number that a node offers, if places are not looked at.
    mutating func candidate(
        _ node: Int, _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        guard hasPhrases[node] else { return try last(node, limit, view) }
        switch nodes[node] {
        case .phrases(_, let narrower): return try candidate(narrower, limit, view)
        case .all(let parts): return try candidate(of: parts, limit, view)
        case .any(let parts):
            var best: DocumentID?
            for part in parts {
                if let found = try candidate(part, limit, view) { best = max(best ?? 0, found) }
            }
            return best
        case .term, .terms, .set, .every, .not: return try last(node, limit, view)
        }
    }

    /// The same of all of some nodes: no place is looked at in a document that one of them does not offer.
    private mutating func candidate(
        of parts: [Int], _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        var agreed = limit
        var index = 0
        var count = 0
        while count < parts.count {
            guard let found = try candidate(parts[index], agreed, view) else { return nil }
            count = found == agreed ? count + 1 : 1
            agreed = found
            index = index + 1 == parts.count ? 0 : index + 1
        }
        return agreed
    }

    /// Whether the places in a document rule out one of some nodes that all offer it.
    private mutating func rulesOut(
        _ parts: [Int], _ document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        for part in parts where hasPhrases[part] {
            if try verdict(part, document, view) == .no { return true }
        }
        return false
    }

    /// The newest document that all of some walks hold.
    private mutating func last(
        of all: [Int], _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        var agreed = limit
        var index = 0
        var count = 0
        while count < all.count {
            guard let found = try walks[all[index]].last(atOrBefore: agreed, view, self.index.tables) else {
                return nil
            }
            count = found == agreed ? count + 1 : 1
            agreed = found
            index = index + 1 == all.count ? 0 : index + 1
        }
        return agreed
    }
}
