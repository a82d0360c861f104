/// Where several texts that grew from one differ from it: to merge them, and to show them side by side.

/// Neighbouring bytes, or lines, of a base that some side changed, and what each side has in their place.
struct Stretch {
    private(set) var base: Range<Int>
    /// For each side.
    private(set) var sides: [Range<Int>]
    /// The sides that changed something of it.
    private(set) var changers: Set<Int> = []

    /// The stretches in order; `changes` lead from the base to each side.
    ///
    /// Changes of two sides lie in one stretch where `joining` says so of them, directly or through others. It is
    /// handed first the one that begins first.
    static func all(of changes: [[Change]], joining: (Change, Change) -> Bool) -> [Stretch] {
        let ordered = changes.enumerated()
            .flatMap { side, own in own.map { (side: side, change: $0) } }
            .sorted { $0.change.begins(before: $1.change) }
        var stretches: [Stretch] = []
        // How far each side is ahead of the base, and its newest change within the last stretch.
        var ahead = changes.map { _ in 0 }
        var newest: [Change?] = []
        for (side, change) in ordered {
            let joins = newest.enumerated().contains { other, earlier in
                other != side && earlier.map { joining($0, change) } == true
            }
            if !joins {
                let start = change.old.lowerBound
                stretches.append(Stretch(base: start..<start, sides: ahead.map { start + $0..<start + $0 }))
                newest = changes.map { _ in nil }
            }
            newest[side] = change
            ahead[side] = change.new.upperBound - change.old.upperBound
            stretches[stretches.count - 1].widen(by: change, of: side, ahead)
        }
        return stretches
    }

    private mutating func widen(by change: Change, of side: Int, _ ahead: [Int]) {
        let end = max(base.upperBound, change.old.upperBound)
        base = base.lowerBound..<end
        sides = zip(sides, ahead).map { $0.lowerBound..<end + $1 }
        changers.insert(side)
    }
}

extension Change {
    fileprivate func begins(before other: Change) -> Bool {
        (old.lowerBound, old.upperBound) < (other.old.lowerBound, other.old.upperBound)
    }
}

/// Whether two changes share something of the base, or nothing lies between them.
func areNeighbours(_ one: Change, _ other: Change) -> Bool {
    max(one.old.lowerBound, other.old.lowerBound) <= min(one.old.upperBound, other.old.upperBound)
}
