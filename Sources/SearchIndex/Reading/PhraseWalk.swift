internal import EventStore
internal import TextSearch

/// Whether documents hold terms side by side: the places of their tokens tell.
struct PhraseWalk {
    /// One token of the phrase.
    struct Part {
        /// Which one it is.
        var offset: UInt32
        var isJoined: Bool
        /// Whether its occurrences tell how the phrase ends.
        var tellsEnd: Bool
        /// The terms that it may have: the walks of single terms, and the set of all terms in ranges.
        var walks: [Int]
        var set: Int?
    }

    /// Whether a document holds a phrase.
    enum Verdict { case yes, no, unknown }

    let parts: [Part]
    /// Whether terms do not tell of all parts, so that the text decides.
    let isOpen: Bool

    /// Whether a document with this layout holds the phrase; `occurrences` are those of each part.
    func isHeld(by occurrences: [[Occurrence]], _ layout: TokenLayout) -> Bool {
        !starts(occurrences, layout).isEmpty
    }

    /// The best placement of the phrase in a document that holds it; nil if the occurrences do not tell.
    func placement(_ occurrences: [[Occurrence]], _ layout: TokenLayout) -> Placement? {
        guard !isOpen, let last = parts.last, last.tellsEnd, parts[0].offset == 0 else { return nil }
        var best: Placement?
        let first = occurrences[0].filter(\.startsRun).compactMap { layout.place(of: $0.id) }
        let ends = occurrences[parts.count - 1].filter(\.endsRun).compactMap { layout.place(of: $0.id) }
        for start in starts(occurrences, layout) {
            let isWhole = ends.contains(start + last.offset)
            let here: Placement = !first.contains(start) ? .inside : isWhole ? .whole : .start
            best = max(best ?? here, here)
        }
        return best
    }

    /// The places where the phrase begins.
    private func starts(_ occurrences: [[Occurrence]], _ layout: TokenLayout) -> [UInt32] {
        var starts: [UInt32] = []
        for (index, part) in parts.enumerated() {
            var places: [UInt32] = []
            for occurrence in occurrences[index] {
                if part.isJoined, occurrence.startsRun { continue }
                guard let place = layout.place(of: occurrence.id), place >= part.offset else { continue }
                places.append(place - part.offset)
            }
            if index == 0 {
                starts = places
            } else {
                starts.removeAll { !places.contains($0) }
            }
            if starts.isEmpty { return [] }
        }
        return starts
    }
}
