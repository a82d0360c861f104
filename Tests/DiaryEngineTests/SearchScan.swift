import DiaryModel
import DiarylogTextSearch
import EventStore

@testable import DiaryEngine

extension SearchRequest {
    /// A page without the index.
    func scanned(asOf sequence: UInt64, in view: borrowing StoreView) throws(EventStoreError) -> SearchPage {
        var scan = try SearchScan(self, isLoose: true, asOf: sequence, in: view)
        if scan.askedCount >= Self.few { scan = try SearchScan(self, isLoose: false, asOf: sequence, in: view) }
        return try scan.page(in: view)
    }
}

/// A search without the index: it reads every entry, or every version. It finds the same as a search with the index.
struct SearchScan {
    private let request: SearchRequest
    private let sequence: UInt64
    private var found: [(hit: SearchHit, times: [UInt8], placement: Int, length: UInt8)] = []
    private var leftOut = 0
    private var texts: UInt64 = 0
    private var units: UInt64 = 0
    private var holders: [UInt64] = []
    private var stamps: HitStamps

    /// How many match as typed.
    var askedCount: Int { found.count { !$0.hit.isWide } }

    init(
        _ request: SearchRequest, isLoose: Bool, asOf sequence: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        self.request = request
        self.sequence = sequence
        stamps = try HitStamps(asOf: sequence, in: view)
        let (asked, wide) = request.trees(isLoose: isLoose)
        let tree = wide ?? asked
        let patterns = tree.patterns
        holders = patterns.map { _ in 0 }
        var text = TextUnits()
        var list = ListRequest()
        list.sort = .created
        var walk = try EntryWalk(list, asOf: sequence, in: view)
        while let candidate = try walk.next(view) {
            let row = candidate.row
            if request.allVersions {
                leftOut += try view.forEachText(of: row, through: sequence) { (event, content) in
                    look(row.ordinal, event, SearchedEntry(content), tree, asked, patterns, &text)
                }
                continue
            }
            do throws(EventStoreError) {
                guard let entry = try view.entry(row, asOf: sequence),
                    !entry.isDeleted
                else { continue }
                let searched = SearchedEntry(entry.content, entry.branches)
                look(row.ordinal, row.create, searched, tree, asked, patterns, &text)
            } catch .damaged {
                leftOut += 1
            } catch {
                throw error
            }
        }
    }

    private mutating func look(
        _ ordinal: UInt32, _ born: UInt64, _ entry: SearchedEntry, _ tree: SearchTree, _ asked: SearchTree,
        _ patterns: [Pattern], _ text: inout TextUnits
    ) {
        text.read(entry.text(0).span)
        texts += 1
        units += UInt64(text.count)
        var times = request.sort == .relevance ? patterns.map { $0.times(in: text) } : []
        for index in times.indices where times[index] > 0 { holders[index] += 1 }
        guard var index = entry.answering(tree, &text) else { return }
        var hit = SearchHit(ordinal: ordinal, date: entry.content.date.seconds, born: SequenceNumber(born))
        if tree != asked {
            let typed = entry.answering(asked, &text)
            hit.isWide = typed == nil
            if let typed { index = typed }
            text.read(entry.text(index).span)
        }
        if index > 0 { times = times.indices.map { patterns[$0].times(in: text) } }
        // What matches as typed is scored by what was typed.
        let own = hit.isWide ? patterns : asked.patterns
        for index in times.indices where !own.contains(patterns[index]) { times[index] = 0 }
        let placement = request.sort == .newest ? 0 : own.reduce(0) { $0 + ($1.placement(in: text)?.rawValue ?? 0) }
        found.append((hit, times, placement, Relevance.lengthCode(text.count)))
    }

    mutating func page(in view: borrowing StoreView) throws(EventStoreError) -> SearchPage {
        var page = SearchPage(at: SequenceNumber(sequence))
        page.leftOut = leftOut
        page.visited.texts = Int(texts)
        for index in found.indices {
            found[index].hit.stamp = try stamps.stamp(of: found[index].hit.ordinal, view)
        }
        var hits = scored()
        if let after = request.after {
            let mark = try stamps.stamp(of: after.ordinal, view)
            hits.removeAll { hit in
                let isBefore = !hit.isWide && after.isWide
                let isOfPage = hit.isWide == after.isWide
                return isBefore || (isOfPage && !HitList.follows(hit, after, mark))
            }
        }
        let limit = request.limit.mostOfPage
        if hits.count > limit {
            hits.removeLast(hits.count - limit)
            if request.sort == .newest, let last = hits.last {
                page.next = SearchCursor(
                    at: sequence, isWide: last.isWide, date: last.date, ordinal: last.ordinal, born: last.born.rawValue)
            }
        }
        page.hits = hits
        return page
    }

    /// All hits in order; those that match only once half-typed words are completed come last.
    private func scored() -> [SearchHit] {
        let relevance = Relevance(documents: texts, units: units)
        let weights = holders.map { relevance.weight(documentsWithTerm: $0) }
        var hits = found.map { (hit, times, placement, length) in
            var hit = hit
            for (index, times) in times.enumerated() where times > 0 {
                hit.score += relevance.score(weight: weights[index], times: times, length: length)
            }
            return (hit: hit, placement: placement)
        }
        let sort = request.sort
        hits.sort { left, right in
            if left.hit.isWide != right.hit.isWide { return right.hit.isWide }
            if left.placement != right.placement { return left.placement > right.placement }
            return HitList.precedes(left.hit, right.hit, sort)
        }
        return hits.map(\.hit)
    }
}
