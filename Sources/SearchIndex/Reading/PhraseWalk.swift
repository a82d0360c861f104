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
        /// The walks of the terms that it may have; none if these are ranges of terms, which do not tell of it.
        var walks: [Int]

        var isOpen: Bool { walks.isEmpty }
    }

    private(set) var parts: [Part]
    /// What it weighs; about as many documents hold it as hold its rarest part, at most.
    let rarity: Rarity
    /// Whether terms do not tell of all parts, so that the text decides.
    private let isOpen: Bool
    /// The document that was looked at last, and how often it holds the phrase.
    private(set) var found: (document: DocumentID, times: Int) = (0, 0)
    // Where the phrase begins in that document, and what one part has there.
    private(set) var starts: [UInt32] = []
    private var own: [Occurrence] = []

    init(parts: [Part], _ rarity: Rarity) {
        self.parts = parts
        self.rarity = rarity
        isOpen = parts.contains(where: \.isOpen)
    }

    /// Gives it other walks of the same terms.
    mutating func walkApart(_ other: (Int) -> Int) {
        for part in parts.indices { parts[part].walks = parts[part].walks.map(other) }
    }

    /// Looks for the phrase in a document before all that were looked at.
    mutating func verdict(
        on document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk],
        _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> CandidateWalk.Verdict {
        found = (document, 0)
        var isFirst = true
        for part in parts.indices where !parts[part].isOpen {
            guard try take(part, of: document, &walks, view, tables) else {
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
    var verdictThere: CandidateWalk.Verdict {
        if found.times < 0 || (isOpen && found.times > 0) { return .unknown }
        return found.times > 0 ? .yes : .no
    }

    /// Takes the occurrences of a part in a document; false if they are not known.
    private mutating func take(
        _ part: Int, of document: DocumentID, _ walks: inout [PostingWalk],
        _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> Bool {
        own.removeAll(keepingCapacity: true)
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
        in document: DocumentID, _ layout: TokenLayout?, _ walks: inout [PostingWalk],
        _ view: borrowing StoreView, _ tables: IndexTables
    ) throws(EventStoreError) -> Placement? {
        guard let last = parts.last, last.provesEnd, parts[0].offset == 0, !isOpen else { return nil }
        guard try take(0, of: document, &walks, view, tables) else { return nil }
        let begun = own.filter(\.startsRun).compactMap { (layout ?? .plain).position(of: $0.id) }
        guard try take(parts.count - 1, of: document, &walks, view, tables) else { return nil }
        let ended = own.filter(\.endsRun).compactMap { (layout ?? .plain).position(of: $0.id) }
        var best = Placement.inside
        for start in starts where begun.contains(start) {
            best = max(best, ended.contains(start + last.offset) ? .whole : .start)
        }
        return best
    }
}
