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
    let sides = [ours, theirs]
    var result: [UInt8] = []
    var position = 0
    for stretch in Stretch.all(of: sides.map { changes(from: base, to: $0, finest: .word) }, joining: touch) {
        result += base[position..<stretch.base.lowerBound]
        let made = stretch.changers.map { sides[$0][stretch.sides[$0]] }
        guard let text = made.first, made.allSatisfy({ $0 == text }) else { return .conflict }
        result += text
        position = stretch.base.upperBound
    }
    result += base[position...]
    return .merged(result)
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
