/// The outcome of merging two texts that grew from one.
package enum Reconciliation: Equatable, Sendable {
    /// The base with both sides' changes, equal ones once.
    case merged([UInt8])
    /// Both changed the same words, or put different words at the same position: a person must decide.
    case conflict
}

/// Merges two descendants of `base`, by lines and inside a line by words, for a person who decides or undoes.
///
/// What several devices wrote is merged by `union(of:_:)` instead, which every device computes alike.
///
/// Changes that do not touch both apply; what both sides changed alike applies once; anything else is a conflict. The
/// sides are equal: exchanging them never changes the result. Costs two comparisons.
package func reconcile(base: [UInt8], ours: [UInt8], theirs: [UInt8]) -> Reconciliation {
    if ours == theirs || theirs == base { return .merged(ours) }
    if ours == base { return .merged(theirs) }
    let left = changes(from: base, to: ours, finest: .word)
    let right = changes(from: base, to: theirs, finest: .word)

    var result: [UInt8] = []
    var (position, leftNext, rightNext) = (0, 0, 0)
    while leftNext < left.count || rightNext < right.count {
        let cluster = Cluster(left, leftNext, right, rightNext)
        result += base[position..<cluster.range.lowerBound]
        let ourText = text(ours, left[leftNext..<cluster.leftEnd], base, cluster.range)
        let theirText = text(theirs, right[rightNext..<cluster.rightEnd], base, cluster.range)
        switch (cluster.leftEnd > leftNext, cluster.rightEnd > rightNext) {
        case (true, true):
            guard ourText == theirText else { return .conflict }
            result += ourText
        case (true, false): result += ourText
        default: result += theirText
        }
        position = cluster.range.upperBound
        (leftNext, rightNext) = (cluster.leftEnd, cluster.rightEnd)
    }
    result += base[position...]
    return .merged(result)
}

/// What one side made of a range of the base.
private func text(_ side: [UInt8], _ changes: ArraySlice<Change>, _ base: [UInt8], _ range: Range<Int>) -> [UInt8] {
    var result: [UInt8] = []
    var position = range.lowerBound
    for change in changes {
        result += base[position..<change.old.lowerBound]
        result += side[change.new]
        position = change.old.upperBound
    }
    return result + base[position..<range.upperBound]
}

/// The next changes of both sides that touch, directly or through one another, from the first one not yet merged.
private struct Cluster {
    let left: [Change]
    let right: [Change]
    private(set) var leftEnd: Int
    private(set) var rightEnd: Int
    /// The range of the base that they cover.
    private(set) var range: Range<Int>

    init(_ left: [Change], _ leftNext: Int, _ right: [Change], _ rightNext: Int) {
        self.left = left
        self.right = right
        leftEnd = leftNext
        rightEnd = rightNext
        range = 0..<0
        let isRightFirst =
            leftNext == left.count
            || (rightNext < right.count && isBefore(right[rightNext].old, left[leftNext].old))
        range = isRightFirst ? right[rightNext].old : left[leftNext].old
        if isRightFirst { rightEnd += 1 } else { leftEnd += 1 }
        while true {
            if leftEnd < left.count, rightEnd > rightNext, touch(left[leftEnd], right[rightEnd - 1]) {
                include(left[leftEnd])
                leftEnd += 1
            } else if rightEnd < right.count, leftEnd > leftNext, touch(right[rightEnd], left[leftEnd - 1]) {
                include(right[rightEnd])
                rightEnd += 1
            } else {
                return
            }
        }
    }

    private mutating func include(_ change: Change) {
        range = min(range.lowerBound, change.old.lowerBound)..<max(range.upperBound, change.old.upperBound)
    }
}

private func isBefore(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    (one.lowerBound, one.upperBound) < (other.lowerBound, other.upperBound)
}

/// Whether two changes cannot both apply without a person's decision.
///
/// They share bytes, one inserts inside what the other replaces, or both put words at the same position and nothing
/// says which come first. Changes of two adjacent words, one by each side, do not touch.
private func touch(_ one: Change, _ other: Change) -> Bool {
    let lower = max(one.old.lowerBound, other.old.lowerBound)
    let upper = min(one.old.upperBound, other.old.upperBound)
    if lower < upper { return true }
    guard lower == upper, one.old.isEmpty || other.old.isEmpty else { return false }
    let isInside = one.old.isEmpty ? isInterior(lower, other.old) : isInterior(lower, one.old)
    return isInside || (!one.new.isEmpty && !other.new.isEmpty)
}

private func isInterior(_ point: Int, _ range: Range<Int>) -> Bool {
    range.lowerBound < point && point < range.upperBound
}
