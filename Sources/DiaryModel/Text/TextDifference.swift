/// What changed between two texts: the changed stretches in ascending order, as byte ranges, at least
/// `TextComparison.gapLeast` bytes apart.
///
/// Equal ends are cut off; the rest is compared by lines, changed lines by words, and short stretches of changed words
/// by scalars. (A Korean paragraph is often one line, so words matter more than lines.)
///
/// The work is limited: a text that was rewritten costs about as much as reading it a few times, and what could not be
/// compared within the limit becomes one change. So the result is always right, and small for what people do to texts.
///
/// With `finest: .word` every stretch consists of whole words, as a merge needs them.
func changes(from old: [UInt8], to new: [UInt8], finest: TextGrain) -> [Change] {
    var comparison = TextComparison(old: old, new: new, finest: finest)
    comparison.compare(Change(old: 0..<old.count, new: 0..<new.count), by: .line)
    return comparison.changes
}

private struct TextComparison {
    /// Two changes closer than this, in bytes, are joined: a hunk costs about as much as it would tell.
    static let gapLeast = 8
    /// Stretches of more bytes are not compared by scalars: two different sentences share letters only by chance.
    static let scalarsMost = 1024

    let old: [UInt8]
    let new: [UInt8]
    let finest: TextGrain
    private(set) var changes: [Change] = []
    private var steps: Int

    init(old: [UInt8], new: [UInt8], finest: TextGrain) {
        self.old = old
        self.new = new
        self.finest = finest
        // About one millisecond for a long entry (20 kB), ten for a megabyte.
        steps = min(max((old.count + new.count) * 5, 100_000), 3_000_000)
    }

    mutating func compare(_ whole: Change, by grain: TextGrain) {
        let change = finest == .scalar ? trimmed(whole) : whole
        if change.old.isEmpty, change.new.isEmpty { return }
        let isTooLong = grain == .scalar && max(change.old.count, change.new.count) > Self.scalarsMost
        guard !change.old.isEmpty, !change.new.isEmpty, !isTooLong, steps > 0 else { return record(change) }
        let tokens = TextTokens(old: old, change.old, new: new, change.new, by: grain)
        let edit = shortestEdit(
            from: tokens.oldNumbers, to: tokens.newNumbers, distinctCount: tokens.distinctCount, steps: &steps)
        guard let edit else { return record(change) }
        for part in edit {
            let bytes = Change(
                old: tokens.oldBounds[part.old.lowerBound]..<tokens.oldBounds[part.old.upperBound],
                new: tokens.newBounds[part.new.lowerBound]..<tokens.newBounds[part.new.upperBound])
            switch grain {
            case .line: compare(bytes, by: .word)
            case .word where finest == .scalar: compare(bytes, by: .scalar)
            case .word, .scalar: record(bytes)
            }
        }
    }

    private mutating func record(_ change: Change) {
        guard let last = changes.last, change.old.lowerBound - last.old.upperBound < Self.gapLeast else {
            changes.append(change)
            return
        }
        changes[changes.count - 1] = Change(
            old: last.old.lowerBound..<change.old.upperBound, new: last.new.lowerBound..<change.new.upperBound)
    }

    /// Cuts off equal ends, at the edges of scalars.
    private func trimmed(_ change: Change) -> Change {
        var (oldStart, newStart) = (change.old.lowerBound, change.new.lowerBound)
        var (oldEnd, newEnd) = (change.old.upperBound, change.new.upperBound)
        while oldStart < oldEnd, newStart < newEnd, old[oldStart] == new[newStart] {
            oldStart += 1
            newStart += 1
        }
        while oldStart > change.old.lowerBound,
            isInsideScalar(old, oldStart, oldEnd) || isInsideScalar(new, newStart, newEnd)
        {
            oldStart -= 1
            newStart -= 1
        }
        while oldEnd > oldStart, newEnd > newStart, old[oldEnd - 1] == new[newEnd - 1] {
            oldEnd -= 1
            newEnd -= 1
        }
        while oldEnd < change.old.upperBound,
            isInsideScalar(old, oldEnd, change.old.upperBound) || isInsideScalar(new, newEnd, change.new.upperBound)
        {
            oldEnd += 1
            newEnd += 1
        }
        return Change(old: oldStart..<oldEnd, new: newStart..<newEnd)
    }

    private func isInsideScalar(_ bytes: [UInt8], _ index: Int, _ end: Int) -> Bool {
        index < end && bytes[index] & 0xC0 == 0x80
    }
}
