internal import DiarylogTextSearch
internal import EventStore

/// Terms that stand side by side: the positions of their tokens tell where a document holds the phrase.
struct PhraseWalk {
    /// One token of the phrase.
    struct Part {
        /// Which one it is.
        var offset: UInt32
        var isJoined: Bool
        /// Whether its occurrences tell how the phrase ends.
        var provesEnd: Bool
        /// The walks of the terms that it may have; empty if these are ranges of terms.
        var walks: [Int]
        /// Ranges of terms that it may have, and the set of their documents once that was made.
        var ranges: [Probe]
        var set: Int?

        /// Whether terms do not tell of it.
        var isOpen: Bool { walks.isEmpty && set == nil }
    }

    /// Whether a document holds a phrase.
    enum Verdict { case yes, no, unknown }

    private(set) var parts: [Part]
    /// How many documents hold its rarest part now: about as many hold the phrase, at most.
    let holders: Int
    /// What it weighs.
    let rarity: Rarity
    /// How many documents were left to their texts, because a part is a range of terms that was not read.
    var texts = 0
    /// Whether the ranges of terms are read once these were many.
    var mayOpen = true
    /// The document that was looked at last, and how often it holds the phrase.
    private(set) var found: (document: DocumentID, times: Int) = (0, 0)
    // Where the phrase begins in that document, and what one part has there.
    private(set) var starts: [UInt32] = []
    private var own: [Occurrence] = []

    /// Of up to so many documents that hold all other parts, texts decide rather than the positions of all terms in a
    /// range: a text costs some 2 µs, a range mostly half a millisecond.
    static let fewTexts = 256

    init(parts: [Part], holders: Int, _ rarity: Rarity) {
        self.parts = parts
        self.holders = holders
        self.rarity = rarity
        isOpen = parts.contains(where: \.isOpen)
    }

    /// Whether terms do not tell of all parts, so that the text decides.
    private(set) var isOpen: Bool

    mutating func put(_ set: Int, at part: Int) {
        parts[part].set = set
        isOpen = parts.contains(where: \.isOpen)
    }

    /// Looks for the phrase in a document before all that were looked at.
    mutating func verdict(
        on document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk], _ sets: [DocumentSet],
        _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> Verdict {
        found = (document, 0)
        var isFirst = true
        for part in parts.indices {
            guard try take(part, of: document, &walks, sets, view, tables) else {
                found.times = -1
                return .unknown
            }
            if isOpen, parts[part].isOpen { continue }
            narrow(part, layout, isFirst: isFirst)
            isFirst = false
            if starts.isEmpty { return .no }
        }
        found.times = isFirst ? -1 : starts.count
        return verdictThere
    }

    /// What was found in the document that was looked at last.
    var verdictThere: Verdict {
        if found.times < 0 || (isOpen && found.times > 0) { return .unknown }
        return found.times > 0 ? .yes : .no
    }

    /// Takes the occurrences of a part in a document; false if they are not known.
    private mutating func take(
        _ part: Int, of document: DocumentID, _ walks: inout [PostingWalk], _ sets: [DocumentSet],
        _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> Bool {
        own.removeAll(keepingCapacity: true)
        if let set = parts[part].set {
            if sets[set].unknown.contains(document) { return false }
            sets[set].append(occurrencesIn: document, to: &own)
        }
        for index in parts[part].walks.indices {
            let walk = parts[part].walks[index]
            guard try walks[walk].last(atOrBefore: document, view, tables) == document else { continue }
            // Of a term that stands there very often, not all positions are kept.
            if !walks[walk].isKnown || walks[walk].times == .max { return false }
            try walks[walk].append(to: &own)
        }
        return true
    }

    /// Keeps the places where the phrase may begin, by the occurrences of one part.
    private mutating func narrow(_ part: Int, _ layout: TokenLayout?, isFirst: Bool) {
        let (offset, isJoined) = (parts[part].offset, parts[part].isJoined)
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
        in document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk], _ sets: [DocumentSet],
        _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> Placement? {
        guard let last = parts.last, last.provesEnd, parts[0].offset == 0, !isOpen else { return nil }
        guard try take(0, of: document, &walks, sets, view, tables) else { return nil }
        let begun = own.filter(\.startsRun).compactMap { (layout ?? .plain).position(of: $0.id) }
        guard try take(parts.count - 1, of: document, &walks, sets, view, tables) else { return nil }
        let ended = own.filter(\.endsRun).compactMap { (layout ?? .plain).position(of: $0.id) }
        var best = Placement.inside
        for start in starts where begun.contains(start) {
            best = max(best, ended.contains(start + last.offset) ? .whole : .start)
        }
        return best
    }
}
