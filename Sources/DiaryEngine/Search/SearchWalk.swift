internal import DiaryModel
internal import DiarylogSearchIndex
internal import DiarylogTextSearch
internal import EventStore

/// One search in one transaction: it reads the index, the tail, and the texts of entries where the index cannot decide.
struct SearchWalk {
    let sequence: UInt64
    let allVersions: Bool
    /// The index as of the point; of all times up to it, if all versions are asked for.
    let index: IndexReader
    /// Whether events after the point are flushed.
    let isPast: Bool
    private let opened = OpenTerms()
    private var documents: DocumentReader
    var texts: SearchedTexts
    var candidates = 0

    init(
        asOf sequence: UInt64, allVersions: Bool, memory: SearchMemory, in view: borrowing StoreView
    ) throws(EventStoreError) {
        let tables = try view.log.tables(of: SearchProjection.name)
        self.sequence = sequence
        self.allVersions = allVersions
        let point = try memory.point(asOf: sequence, IndexTables(tables), in: view)
        index = allVersions ? point.index.ofAnyTime : point.index
        isPast = sequence < view.log.meta.flushed
        documents = DocumentReader(index)
        texts = SearchedTexts(allVersions: allVersions, over: point.tail)
    }

    /// What the search has looked at.
    var visited: SearchPage.Visited { SearchPage.Visited(candidates: candidates, texts: texts.count) }

    /// How many entries and versions cannot be read.
    var leftOut: Int { texts.leftOut }

    /// A plan to find what matches a tree.
    func plan(_ tree: SearchTree, excluding excluded: SearchTree? = nil) -> SearchPlan {
        SearchPlan(tree, excluding: excluded, decidesAbsence: index.decidesAbsence)
    }

    /// Whether no record of a document is needed to know which entries match, where the index knows.
    func isByTerms(_ plan: SearchPlan) -> Bool { !allVersions && plan.isDecidedByIndex && plan.asksForTermsAlone }

    /// A walk over the candidates of a plan. What was asked and its looser forms share the terms that were opened.
    mutating func walk(
        of plan: SearchPlan, ranked: Bool = false, _ view: borrowing StoreView
    ) throws(EventStoreError) -> CandidateWalk {
        try CandidateWalk(
            plan.indexQuery, in: index, from: newestEntry(view), ranked: ranked, opening: opened, view)
    }
}

// Walking over the candidates.

extension SearchWalk {
    /// So many entries found are enough to tell the share of all.
    private static let enough = 32

    /// Offers all hits of a plan to `take`, newest entries first, until `isEnough`.
    ///
    /// `newestAhead` is the latest date that anything not offered yet can have, `ordinal` the greatest ordinal. Returns
    /// whether it ended because `bound` texts were read and enough of them matched to tell the share of all.
    @discardableResult
    mutating func forEachHit(
        _ plan: SearchPlan, bound: Int = .max, _ view: borrowing StoreView,
        _ take: (_ hit: SearchHit) throws -> Void,
        isEnough: (_ newestAhead: Int64, _ ordinal: UInt32) -> Bool = { _, _ in false }
    ) throws(EventStoreError) -> Bool {
        var walk = try walk(of: plan, view)
        var answered = 0
        while let ordinal = try walk.next(view) {
            candidates += 1
            if let newest = walk.newestDateAhead(), isEnough(newest, ordinal) { return false }
            if texts.count >= bound, answered >= Self.enough { return true }
            try forEachHit(of: ordinal, plan, isDecided: walk.isDecided, view) { hit in
                try take(hit)
                answered += 1
            }
        }
        return false
    }

    /// Puts the best hits of a plan in a list, which has room for `wanted`.
    mutating func best(
        _ wanted: Int, of plan: SearchPlan, into list: inout HitList, _ places: HitPlaces,
        _ view: borrowing StoreView
    ) throws(EventStoreError) {
        var walk = try walk(of: plan, ranked: true, view)
        try walk.weigh(view)
        // Where terms decide alone, records are read only of what may be shown.
        let isByTerms = !index.hadConflicts && isByTerms(plan)
        var known: [UInt32: [SearchHit]] = [:]
        var best = try walk.best(wanted, view) { ordinal, isDecided in
            candidates += 1
            if isByTerms, isDecided { return true }
            var found: [SearchHit] = []
            try forEachHit(of: ordinal, plan, isDecided: isDecided, view) { found.append($0) }
            known[ordinal] = found
            return !found.isEmpty
        }
        best.sort { ($1.score, $1.document) < ($0.score, $0.document) }
        for candidate in best {
            let least = list.least
            if candidate.score < least.score { break }
            // Of many that score alike, those that cannot be as new are not looked at.
            if candidate.score == least.score, index.newestDate(upTo: candidate.document) < least.date { continue }
            var found = known[candidate.document] ?? []
            if found.isEmpty {
                try forEachHit(of: candidate.document, plan, isDecided: true, view) { found.append($0) }
            }
            for var hit in found {
                hit.score = candidate.score
                list.take(try places.placed(hit, view))
            }
        }
    }

    /// Offers the hit that an entry is, or those that its versions are; none if it does not match.
    private mutating func forEachHit(
        of ordinal: UInt32, _ plan: SearchPlan, isDecided: Bool, _ view: borrowing StoreView,
        _ take: (SearchHit) throws -> Void
    ) throws(EventStoreError) {
        guard let document = try document(of: ordinal, view) else { return }
        var hit = SearchHit(ordinal: ordinal, date: document.date, born: SequenceNumber(document.born))
        if allVersions, !document.isUnchanged {
            return try texts.forEachVersion(of: ordinal, through: sequence, answering: plan, view) { event, date in
                (hit.date, hit.born) = (date, SequenceNumber(event))
                try take(hit)
            }
        }
        if document.isDeleted || plan.tree.judge(date: document.date) == .misses { return }
        if !isDecided || !plan.isDecidedByIndex || document.isConflicted {
            guard let date = try date(of: hit, document, plan, view) else { return }
            hit.date = date
        }
        try bridging { try take(hit) }
    }

    /// The ordinal of the newest entry that existed at the point: ordinals ascend in the order of creation.
    mutating func newestEntry(_ view: borrowing StoreView) throws(EventStoreError) -> UInt32 {
        isPast ? try documents.newest(upTo: index.documents, bornBy: sequence, view) : index.documents
    }

    /// The record of an entry; nil if it did not exist at the point.
    mutating func document(
        of ordinal: UInt32, _ view: borrowing StoreView
    ) throws(EventStoreError) -> DocumentRecord? {
        guard let document = try documents.record(of: ordinal, view), document.born <= sequence else { return nil }
        return document
    }
}

// Reading the texts of hits.

extension SearchWalk {
    /// The date of a hit whose text matches; nil if it does not.
    mutating func date(
        of hit: SearchHit, _ document: DocumentRecord, _ plan: SearchPlan, _ view: borrowing StoreView
    ) throws(EventStoreError) -> Int64? {
        let version = SearchedVersion(
            ordinal: hit.ordinal, event: allVersions ? document.born : sequence,
            isTextOfNow: index.isAsNow(hit.ordinal) && (!allVersions || document.isUnchanged) && !plan.asksForStar)
        return try texts.date(of: version, known: document.date, answering: plan, view)
    }
}
