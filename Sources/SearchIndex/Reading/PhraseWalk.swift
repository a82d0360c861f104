internal import DiarylogTextSearch
internal import EventStore

/// Terms that stand side by side: the positions of their tokens tell where a document holds the phrase.
struct PhraseWalk {
    /// What stands at one unit of the phrase.
    struct Part {
        /// Which unit it is, and whether nothing may separate it from the one before.
        let offset: UInt32
        let isJoined: Bool
        /// The walks of its term, and of another one that it may have; none if these are ranges of terms, which do not
        /// tell of it.
        var walk: Int?
        var other: Int?
        /// How many documents hold one of its terms now; the greatest number for a range of terms.
        var holders = Int.max
        /// Which of its surroundings are those of the phrase.
        fileprivate(set) var tells: UInt32 = 0
    }

    /// The parts that are asked, the rarest first: what stands at few places rules out most.
    private(set) var parts: [Part]
    /// At most so many documents hold it now: as many as hold its rarest part, which may be one that is not asked.
    let holders: Int
    /// The parts whose terms tell of them, asked or not.
    let weighed: [Part]
    /// Whether terms do not tell of all parts, so that the text decides.
    private let isOpen: Bool
    /// Whether terms tell how it stands in a document.
    private let tellsPlacement: Bool
    /// The document that was looked at last, and how often it holds the phrase.
    private(set) var found: (document: DocumentID, times: Int) = (0, 0)
    // Where the phrase begins in that document, with what is known of its surroundings, and where one part stands.
    // Their ids are positions in the text.
    private var starts: [Occurrence] = []
    private var own: [Occurrence] = []

    /// What is asked for each unit, and the walks of that.
    init(_ placed: [PlacedProbe], _ all: [Part]) {
        holders = all.reduce(.max) { min($0, $1.holders) }
        weighed = all.filter { $0.walk != nil }
        isOpen = weighed.count < all.count
        tellsPlacement = !isOpen && placed.last?.provesEnd == true
        var asked = Self.asked(placed, all)
        for index in asked.indices {
            if asked[index].offset == 0 { asked[index].tells |= 2 }
            if tellsPlacement, index == asked.count - 1 { asked[index].tells |= 1 }
        }
        parts = asked.filter { $0.walk != nil }.sorted { $0.holders < $1.holders }
    }

    /// All but two characters that those beside them cover; the most frequent are left out first.
    private static func asked(_ placed: [PlacedProbe], _ parts: [Part]) -> [Part] {
        var isAsked = parts.map { _ in true }
        for index in parts.indices.dropFirst().dropLast().sorted(by: { parts[$0].holders > parts[$1].holders }) {
            let (before, own, after) = (placed[index - 1], placed[index], placed[index + 1])
            // Whether the two stand side by side, the one behind them tells by what is joined to it.
            let isCovered =
                before.isDouble && own.isDouble && after.isDouble && !after.isApart
                && before.offset + 1 == own.offset && own.offset + 1 == after.offset
            if isCovered, isAsked[index - 1], isAsked[index + 1] { isAsked[index] = false }
        }
        return parts.indices.filter { isAsked[$0] }.map { parts[$0] }
    }

    /// Gives it other walks of the same terms.
    mutating func walkApart(_ walk: (Int) throws(EventStoreError) -> Int) throws(EventStoreError) {
        for part in parts.indices {
            if let own = parts[part].walk { parts[part].walk = try walk(own) }
            if let other = parts[part].other { parts[part].other = try walk(other) }
        }
    }

    /// Looks for the phrase in a document before all that were looked at.
    mutating func verdict(
        on document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk], _ view: borrowing StoreView
    ) throws(EventStoreError) -> CandidateWalk.Verdict {
        found = (document, -1)
        for part in 0..<parts.count {
            guard try take(parts[part], of: document, layout, &walks, view) else { return .unknown }
            narrow(parts[part], isFirst: part == 0)
            if starts.isEmpty { break }
        }
        if !parts.isEmpty { found.times = starts.count }
        return verdictThere
    }

    /// What was found in the document that was looked at last.
    @inline(__always)
    var verdictThere: CandidateWalk.Verdict {
        if found.times < 0 || (isOpen && found.times > 0) { return .unknown }
        return found.times > 0 ? .yes : .no
    }

    /// The best placement in the document that was looked at last, which holds it; nil if terms do not tell.
    var placement: Placement? { tellsPlacement ? starts.reduce(Placement.inside) { max($0, $1.placement) } : nil }

    /// Takes where a part stands in a document, in the order of the text; false if that is not known.
    private mutating func take(
        _ part: Part, of document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk],
        _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        own.removeAll(keepingCapacity: true)
        guard try take(part.walk, of: document, &walks, view), try take(part.other, of: document, &walks, view) else {
            return false
        }
        if let layout {
            own = own.compactMap { held in
                layout.position(of: held.id).map { Occurrence(id: $0, surroundings: held.surroundings) }
            }
        }
        if layout != nil || part.other != nil { own.sort { $0.rawValue < $1.rawValue } }
        return true
    }

    private mutating func take(
        _ walk: Int?, of document: DocumentID, _ walks: inout [PostingWalk], _ view: borrowing StoreView
    ) throws(EventStoreError) -> Bool {
        guard let walk, try walks[walk].last(atOrBefore: document, view) == document else { return true }
        // Of a term that stands there very often, not all positions are kept.
        if !walks[walk].isKnown || walks[walk].times == .max { return false }
        try walks[walk].append(to: &own)
        return true
    }

    /// Keeps the places where the phrase may begin, by where one part stands.
    private mutating func narrow(_ part: Part, isFirst: Bool) {
        if isFirst {
            starts.removeAll(keepingCapacity: true)
            for place in own where place.id >= part.offset && !(part.isJoined && place.startsRun) {
                starts.append(Occurrence(id: place.id - part.offset, surroundings: place.surroundings & part.tells))
            }
            return
        }
        var (kept, next) = (0, 0)
        for start in starts.indices {
            let wanted = starts[start].id + part.offset
            while next < own.count, own[next].id < wanted { next += 1 }
            guard next < own.count, own[next].id == wanted, !(part.isJoined && own[next].startsRun) else { continue }
            starts[kept] = Occurrence(rawValue: starts[start].rawValue | own[next].surroundings & part.tells)
            kept += 1
        }
        starts.removeLast(starts.count - kept)
    }
}
