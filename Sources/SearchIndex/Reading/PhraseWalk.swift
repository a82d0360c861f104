internal import DiarylogTextSearch
internal import EventStore

/// Terms that stand side by side: the positions of their tokens tell where a document holds the phrase.
struct PhraseWalk {
    /// What stands at one unit of the phrase.
    struct Part {
        let placed: PlacedProbe
        /// The walks of the terms that it may have; none if these are ranges of terms, which do not tell of it.
        var walks: [Int] = []
        /// How many documents hold one of its terms now; the greatest number for a range of terms.
        var holders = Int.max

        var isOpen: Bool { walks.isEmpty }
    }

    private(set) var parts: [Part]
    /// The rarest first: what stands at few places rules out most.
    private let order: [Int]
    /// At most so many documents hold it now: as many as hold its rarest part, which may be one that is not asked.
    let holders: Int
    /// The walks of each part whose terms tell of it, asked or not.
    let weighed: [[Int]]
    /// Whether terms do not tell of all parts, so that the text decides.
    private let isOpen: Bool
    /// The document that was looked at last, and how often it holds the phrase.
    private(set) var found: (document: DocumentID, times: Int) = (0, 0)
    // Where the phrase begins in that document, and what one part has there.
    private(set) var starts: [UInt32] = []
    private var own: [Occurrence] = []

    init(_ all: [Part]) {
        let parts = Self.asked(all)
        order = parts.indices.filter { !parts[$0].isOpen }.sorted { parts[$0].holders < parts[$1].holders }
        self.parts = parts
        holders = all.reduce(.max) { min($0, $1.holders) }
        weighed = all.filter { !$0.isOpen }.map(\.walks)
        isOpen = all.contains(where: \.isOpen)
    }

    /// All but two characters that those beside them cover; the most frequent are left out first.
    private static func asked(_ parts: [Part]) -> [Part] {
        var isAsked = parts.map { _ in true }
        for index in parts.indices.dropFirst().dropLast().sorted(by: { parts[$0].holders > parts[$1].holders }) {
            let (before, own, after) = (parts[index - 1].placed, parts[index].placed, parts[index + 1].placed)
            // Whether the two stand side by side, the one behind them tells by what is joined to it.
            let isCovered =
                before.isDouble && own.isDouble && after.isDouble && !after.isApart
                && before.offset + 1 == own.offset && own.offset + 1 == after.offset
            if isCovered, isAsked[index - 1], isAsked[index + 1] { isAsked[index] = false }
        }
        return parts.indices.filter { isAsked[$0] }.map { parts[$0] }
    }

    /// Gives it other walks of the same terms.
    mutating func walkApart(_ other: (Int) -> Int) {
        for part in parts.indices { parts[part].walks = parts[part].walks.map(other) }
    }

    /// Looks for the phrase in a document before all that were looked at.
    mutating func verdict(
        on document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk], _ view: borrowing StoreView
    ) throws(EventStoreError) -> CandidateWalk.Verdict {
        found = (document, 0)
        var isFirst = true
        for part in order {
            guard try take(part, of: document, &walks, view) else {
                found.times = -1
                return .unknown
            }
            narrow(part, layout, isFirst: isFirst)
            isFirst = false
            if starts.isEmpty { return .no }
        }
        found.times = isFirst ? -1 : starts.count
        return verdictThere
    }

    /// What was found in the document that was looked at last.
    @inline(__always)
    var verdictThere: CandidateWalk.Verdict {
        if found.times < 0 || (isOpen && found.times > 0) { return .unknown }
        return found.times > 0 ? .yes : .no
    }

    /// Takes the occurrences of a part in a document; false if they are not known.
    private mutating func take(
        _ part: Int, of document: DocumentID, _ walks: inout [PostingWalk], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        own.removeAll(keepingCapacity: true)
        for index in parts[part].walks.indices {
            let walk = parts[part].walks[index]
            guard try walks[walk].last(atOrBefore: document, view) == document else { continue }
            // Of a term that stands there very often, not all positions are kept.
            if !walks[walk].isKnown || walks[walk].times == .max { return false }
            try walks[walk].append(to: &own)
        }
        return true
    }

    /// Keeps the places where the phrase may begin, by the occurrences of one part.
    private mutating func narrow(_ part: Int, _ layout: TokenLayout?, isFirst: Bool) {
        let (offset, isJoined) = (parts[part].placed.offset, parts[part].placed.isJoined)
        if isFirst {
            starts.removeAll(keepingCapacity: true)
            for occurrence in own where !(isJoined && occurrence.startsRun) {
                let position = layout.map { $0.position(of: occurrence.id) ?? .max } ?? occurrence.id
                if position != .max, position >= offset { starts.append(position - offset) }
            }
            if layout != nil || parts[part].walks.count != 1 { starts.sort() }
            return
        }
        var kept = 0
        var next = 0
        for index in starts.indices {
            let wanted = starts[index] + offset
            // Both ascend where the tokens lie as they came, and one term has all places.
            if layout != nil || parts[part].walks.count != 1 { next = 0 }
            while next < own.count {
                let occurrence = own[next]
                let position = layout.map { $0.position(of: occurrence.id) ?? .max } ?? occurrence.id
                if position == wanted, !(isJoined && occurrence.startsRun) {
                    starts[kept] = starts[index]
                    kept += 1
                    break
                }
                if layout == nil, position > wanted, parts[part].walks.count == 1 { break }
                next += 1
            }
        }
        starts.removeLast(starts.count - kept)
    }

    /// The best placement of the phrase in a document that holds it, whose verdict was asked for last; nil if the
    /// occurrences do not tell.
    mutating func placement(
        in document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Placement? {
        guard let last = parts.last?.placed, last.provesEnd, parts[0].placed.offset == 0, !isOpen else { return nil }
        guard try take(0, of: document, &walks, view) else { return nil }
        let begun = own.filter(\.startsRun).compactMap { (layout ?? .plain).position(of: $0.id) }
        guard try take(parts.count - 1, of: document, &walks, view) else { return nil }
        let ended = own.filter(\.endsRun).compactMap { (layout ?? .plain).position(of: $0.id) }
        var best = Placement.inside
        for start in starts where begun.contains(start) {
            best = max(best, ended.contains(start + last.offset) ? .whole : .start)
        }
        return best
    }
}
