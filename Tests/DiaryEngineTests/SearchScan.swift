import DiaryModel
import EventStore

@testable import DiaryEngine
@testable import DiarylogSearchIndex
@testable import DiarylogTextSearch

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
    private var found: [(hit: SearchHit, stands: [Stand?], length: UInt8)] = []
    private var leftOut = 0
    private var texts: UInt64 = 0
    private var units: UInt64 = 0
    private var weights: [ScanWeight] = []
    /// Whether a score follows from how an entry's one text holds the patterns.
    private(set) var tellsScores = true
    private let places: HitPlaces

    /// How many match as typed.
    var askedCount: Int { found.count { !$0.hit.isWide } }

    init(
        _ request: SearchRequest, isLoose: Bool, asOf sequence: UInt64, in view: borrowing StoreView
    ) throws(EventStoreError) {
        self.request = request
        self.sequence = sequence
        places = try HitPlaces(asOf: sequence, in: view)
        let (asked, wide) = (request.asked, request.wide(isLoose: isLoose))
        let tree = wide ?? asked
        let patterns = asked.patterns
        weights = patterns.map { ScanWeight($0) }
        tellsScores = !request.allVersions && weights.allSatisfy(\.isKnown)
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
        texts += 1
        let all = (0..<entry.count).map { TextUnits(entry.text($0)) }
        let length = Relevance.lengthCode(all.reduce(0) { $0 + $1.count })
        units += UInt64(Relevance.leastUnits[Int(length)])
        if all.count > 1 { tellsScores = false }
        let terms = all.reduce(into: Set<[UInt8]>()) { terms, units in
            units.forEachTerm { terms.insert(ScanWeight.bytes($0)) }
        }
        for index in weights.indices { weights[index].note(terms) }
        guard entry.answering(tree, &text) != nil else { return }
        var hit = SearchHit(ordinal: ordinal, date: entry.content.date.seconds, born: SequenceNumber(born))
        hit.isWide = tree != asked && entry.answering(asked, &text) == nil
        let stands = patterns.map { pattern in
            pattern.placement(in: all[0]).map { Stand(times: pattern.times(in: all[0]), placement: $0) }
        }
        found.append((hit, stands, length))
    }

    /// How often a pattern stands in a text, and how well at best.
    private struct Stand {
        var times: UInt8
        var placement: Placement
    }

    mutating func page(in view: borrowing StoreView) throws(EventStoreError) -> SearchPage {
        var page = SearchPage(at: SequenceNumber(sequence))
        page.leftOut = leftOut
        page.visited.texts = Int(texts)
        for index in found.indices {
            found[index].hit.place = try places.place(of: found[index].hit.ordinal, view)
        }
        var hits = scored()
        if let after = request.after {
            let mark = try places.place(of: after.ordinal, view)
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
        let weights = weights.map { relevance.weight(documentsWithTerm: UInt64($0.fewest)) }
        var hits = found.map { (hit, stands, length) in
            var hit = hit
            if hit.isWide || request.sort == .newest { return hit }
            for (weight, stand) in zip(weights, stands) {
                guard let stand, stand.times > 0 else { continue }
                hit.score +=
                    relevance.score(weight: weight, times: stand.times, length: length) * stand.placement.share
            }
            return hit
        }
        let sort = request.sort
        hits.sort { $0.isWide != $1.isWide ? $1.isWide : HitList.precedes($0, $1, sort) }
        return hits
    }
}

/// What weighs a pattern: of its terms, or of what finds it, the rarest.
private struct ScanWeight {
    private let parts: [[Probe]]
    /// Whether it is a range of terms alone: then it does not matter which of them a text holds.
    private let isRange: Bool
    private var holders: [Int]
    /// Whether terms tell all of the pattern, and it has no beginnings of words.
    let isKnown: Bool

    init(_ pattern: Pattern) {
        let placed = pattern.probes
        isRange = placed.count == 1 && placed[0].isOpen
        parts = placed.filter { !$0.isOpen || placed.count == 1 }.map(\.probes)
        holders = parts.map { _ in 0 }
        let begins = pattern.slots.contains { if case .wordPrefix = $0.element { true } else { false } }
        isKnown = !begins && pattern.isToldByTerms && parts.count == placed.count
    }

    mutating func note(_ terms: Set<[UInt8]>) {
        for (index, probes) in parts.enumerated() {
            let held = probes.count { probe in
                switch probe {
                case .term(let term): return terms.contains(term)
                case .terms(let first, let end, let second):
                    return terms.contains { term in
                        !term.lexicographicallyPrecedes(first) && term.lexicographicallyPrecedes(end)
                            && Probe.accepts(term, second: second)
                    }
                }
            }
            holders[index] += isRange ? min(1, held) : held
        }
    }

    var fewest: Int { holders.min() ?? 0 }

    static func bytes(_ term: borrowing TextUnits.TermView) -> [UInt8] {
        switch term {
        case .word(let word): [UInt8](copied: word)
        case .scalars(let first, 0): Term.character(first)
        case .scalars(let first, let second) where second & Term.apartMark != 0:
            Term.apart(first, second & ~Term.apartMark)
        case .scalars(let first, let second): Term.pair(first, second)
        }
    }
}

extension Pattern {
    /// How often a text holds it, as the index counts: at most 255; a range of terms counts once.
    fileprivate func times(in text: borrowing TextUnits) -> UInt8 {
        var times = 0
        var start = 0
        while let index = firstMatch(in: text, from: start), times < 255 {
            times += 1
            start = index + 1
        }
        let isRange = probes.count == 1 && probes[0].isOpen
        return UInt8(isRange ? min(1, times) : times)
    }

    /// Its best placement in a text; nil if the text does not hold it.
    func placement(in text: borrowing TextUnits) -> Placement? {
        var best: Placement?
        var start = 0
        while best != .whole, let index = firstMatch(in: text, from: start) {
            let after = index + slots.count
            let endsWord = after == text.units.count || !text.units[after].isJoined
            let here: Placement = text.units[index].isJoined ? .inside : endsWord ? .whole : .start
            best = max(best ?? .inside, here)
            start = index + 1
        }
        return best
    }
}
