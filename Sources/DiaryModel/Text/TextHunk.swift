/// A stretch of a text that was replaced, in bytes: so many are kept, then so many of the old text are replaced by so
/// many of the new one. All that follows the last hunk of a text is kept.
///
///     나는 어제 바다에 갔다.     gap 7, removed 6, inserted 6
///     나는 오늘 바다에 갔다.
package struct TextHunk: Hashable, Sendable {
    package var gap: Int
    package var removed: Int
    package var inserted: Int

    package init(gap: Int, removed: Int, inserted: Int) {
        (self.gap, self.removed, self.inserted) = (gap, removed, inserted)
    }
}

/// What changed between two texts, as hunks small enough to merge by; none if they are equal.
///
/// Costs what `changes` costs: see there.
package func textHunks(from old: [UInt8], to new: [UInt8]) -> [TextHunk] {
    var end = 0
    return changes(from: old, to: new, finest: .scalar).map { change in
        defer { end = change.old.upperBound }
        return TextHunk(gap: change.old.lowerBound - end, removed: change.old.count, inserted: change.new.count)
    }
}
