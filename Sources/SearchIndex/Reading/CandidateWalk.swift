internal import DiarylogTextSearch
package import EventStore

/// The documents that match a query as of the index's point, newest first.
///
/// There is one way through it: the next document is offered by terms alone, and then confirmed by places, and by what
/// it must not hold. Where several parts must match, each skips the documents that another part does not offer. Where
/// the index does not know, `isDecided` is false: then the document's text decides.
package struct CandidateWalk {
    enum Node {
        /// What must all match, by its number in `alls`.
        case all(Int)
        case any([Int])
        case set(Int)
        case every
        case not(Int)
    }

    /// What must all match. Terms and other nodes offer documents; places are read last, of the rarest phrase first.
    struct All {
        /// The walks of terms, the rarest first.
        var walks: [Int] = []
        var nodes: [Int] = []
        var phrases: [Int] = []
        /// The document offered last: the newest one up to all later limits that it reaches.
        var offered = DocumentID.max
    }

    /// Whether a document matches, from the worst to the best; `unknown` is left to its text.
    enum Verdict: Comparable { case no, unknown, yes }

    let index: IndexReader
    private let opened: OpenTerms
    var nodes: [Node] = []
    var alls: [All] = []
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
    /// The candidate it stands on, and what is known of it.
    private(set) var document: DocumentID = 0
    private var verdict = Verdict.no
    private var stretch: UInt32?

    /// A walk from a document towards older ones; for `best` it must be `ranked`. Walks of one index may share the
    /// terms that they open.
    package init(
        _ query: IndexQuery, in index: IndexReader, from newest: DocumentID, ranked: Bool = false,
        opening opened: OpenTerms = OpenTerms(), _ view: borrowing StoreView
    ) throws(EventStoreError) {
        self.index = index
        self.opened = opened
        isRanked = ranked
        documents = DocumentReader(index)
        relevance = index.relevanceNow
        limit = min(newest, index.documents)
        root = try add(query, view)
    }

    /// Goes to the next candidate; nil at the end. Throws `damaged`.
    package mutating func next(_ view: borrowing StoreView) throws(EventStoreError) -> DocumentID? {
        while let found = try nextOffered(view) { if try isConfirmed(view) { return found } }
        return nil
    }

    /// Goes to the next document that terms offer.
    mutating func nextOffered(_ view: borrowing StoreView) throws(EventStoreError) -> DocumentID? {
        guard limit > 0, let found = try offer(root, limit, view), found > 0 else { return nil }
        stand(on: found)
        return found
    }

    mutating func stand(on found: DocumentID) {
        document = found
        limit = found - 1
    }

    /// Whether the document it stands on may match, places and all.
    mutating func isConfirmed(_ view: borrowing StoreView) throws(EventStoreError) -> Bool {
        verdict = try confirm(root, document, view)
        return verdict != .no
    }

    /// How many documents match now, if the query asks for one term: the sum of its nets, without a walk. Nil for any
    /// other query, and at any other point.
    package var countOfTerm: Int? {
        index.point.isNow ? onlyWalk(of: root).map { walks[$0].holders } : nil
    }

    /// The walk of the only term that a node asks for; nil for any other node.
    func onlyWalk(of node: Int) -> Int? {
        guard case .all(let all) = nodes[node], alls[all].walks.count == 1, alls[all].nodes.isEmpty,
            alls[all].phrases.isEmpty
        else { return nil }
        return alls[all].walks[0]
    }

    /// Whether the index knows that the candidate matches the query; if not, its text decides.
    package var isDecided: Bool { verdict == .yes }

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
}

extension CandidateWalk {
    /// Adds a walk of a term; its number.
    mutating func walk(of term: [UInt8], _ view: borrowing StoreView) throws(EventStoreError) -> Int {
        walks.append(try opened.walk(of: term, index, view))
        return walks.count - 1
    }

    /// The newest document at or before a number that terms do not rule out for a node. The number must not ascend from
    /// call to call.
    private mutating func offer(
        _ node: Int, _ limit: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentID? {
        switch nodes[node] {
        case .every, .not: return limit
        case .set(let set): return sets[set].last(atOrBefore: limit)
        case .any(let parts):
            var best: DocumentID?
            for part in parts {
                if let found = try offer(part, limit, view) { best = max(best ?? 0, found) }
            }
            return best
        case .all(let all):
            if alls[all].offered <= limit { return alls[all].offered }
            // Each goes on from where the one before has come to, until all of them stand there.
            let terms = alls[all].walks.count
            let count = terms + alls[all].nodes.count
            var (agreed, position, agreeing) = (limit, 0, 0)
            while agreeing < count {
                let next =
                    if position < terms {
                        try walks[alls[all].walks[position]].last(atOrBefore: agreed, view)
                    } else {
                        try offer(alls[all].nodes[position - terms], agreed, view)
                    }
                guard let found = next else { return nil }
                agreeing = found == agreed ? agreeing + 1 : 1
                agreed = found
                position = position + 1 == count ? 0 : position + 1
            }
            alls[all].offered = agreed
            return agreed
        }
    }

    /// Whether a document matches a node; it is at or before all that were asked for.
    private mutating func confirm(
        _ node: Int, _ document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Verdict {
        switch nodes[node] {
        case .every: return .yes
        case .set(let set):
            guard sets[set].contains(document) else { return .no }
            return sets[set].unknown.contains(document) ? .unknown : .yes
        case .any(let parts):
            var verdict = Verdict.no
            for part in parts where verdict != .yes { verdict = max(verdict, try confirm(part, document, view)) }
            return verdict
        case .not(let inner):
            switch try confirm(inner, document, view) {
            case .no: return .yes
            case .unknown: return .unknown
            case .yes: return .no
            }
        case .all(let all):
            var verdict = Verdict.yes
            for walk in alls[all].walks {
                guard try walks[walk].last(atOrBefore: document, view) == document else { return .no }
                if !walks[walk].isKnown { verdict = .unknown }
            }
            for part in alls[all].nodes where verdict != .no {
                verdict = min(verdict, try confirm(part, document, view))
            }
            for phrase in alls[all].phrases where verdict != .no {
                verdict = min(verdict, try self.verdict(phrase, on: document, view))
            }
            return verdict
        }
    }

    /// Whether a document holds a phrase.
    mutating func verdict(
        _ phrase: Int, on document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Verdict {
        if index.point.isEver { return .unknown }
        if phrases[phrase].found.document == document { return phrases[phrase].verdictThere }
        let layout = try layout(of: document, view)
        return try phrases[phrase].verdict(on: document, layout, &walks, view)
    }

    /// The layout of a document's tokens as of the point; nil for the plain one.
    mutating func layout(
        of document: DocumentID, _ view: borrowing StoreView
    ) throws(EventStoreError) -> TokenLayout? {
        let laidOut: DocumentFlags = index.point.past == nil ? .laidOut : .changed
        if briefs?[document].flags.contains(laidOut) == false { return nil }
        let event = try documents.layout(of: document, view)
        return event == 0 ? nil : try index.memory.layout(of: event, index, view)
    }
}
