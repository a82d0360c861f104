/// Which stretches of one text another text kept, in the order of both: what merges compare, and all they need.
package struct KeptRanges: Equatable, Sendable {
    struct Stretch: Equatable, Sendable {
        /// Where it begins in the old text, and in the new one.
        var old: Int
        var new: Int
        var count: Int
    }

    private(set) var stretches: [Stretch]

    /// Of a text that stayed as it was.
    package init(all count: Int) { stretches = count > 0 ? [Stretch(old: 0, new: 0, count: count)] : [] }

    /// By the hunks of a text; nil where they do not fit the lengths of both.
    ///
    /// `isInverse` reads them from the other side: what the old text kept of the new one.
    package init?(_ hunks: [TextHunk], from old: Int, to new: Int, isInverse: Bool = false) {
        stretches = []
        stretches.reserveCapacity(hunks.count + 1)
        var (oldEnd, newEnd) = (0, 0)
        for hunk in hunks {
            append(Stretch(old: oldEnd, new: newEnd, count: hunk.gap))
            oldEnd += hunk.gap + (isInverse ? hunk.inserted : hunk.removed)
            newEnd += hunk.gap + (isInverse ? hunk.removed : hunk.inserted)
        }
        guard old - oldEnd == new - newEnd, old >= oldEnd else { return nil }
        append(Stretch(old: oldEnd, new: newEnd, count: old - oldEnd))
    }

    private mutating func append(_ stretch: Stretch) {
        if stretch.count > 0 { stretches.append(stretch) }
    }

    /// What is still kept after one more step.
    package func followed(by next: KeptRanges) -> KeptRanges {
        var result = KeptRanges(all: 0)
        var (one, two) = (0, 0)
        while one < stretches.count, two < next.stretches.count {
            let (here, there) = (stretches[one], next.stretches[two])
            let start = max(here.new, there.old)
            let end = min(here.new + here.count, there.old + there.count)
            if start < end {
                result.append(
                    Stretch(old: here.old + start - here.new, new: there.new + start - there.old, count: end - start))
            }
            if here.new + here.count <= there.old + there.count { one += 1 } else { two += 1 }
        }
        return result
    }

    /// Whether what is said to be kept stands in both texts.
    package func isTrue(of old: [UInt8], _ new: [UInt8]) -> Bool {
        stretches.allSatisfy { stretch in
            guard old.count - stretch.old >= stretch.count, new.count - stretch.new >= stretch.count else {
                return false
            }
            return old[stretch.old..<stretch.old + stretch.count]
                .elementsEqual(new[stretch.new..<stretch.new + stretch.count])
        }
    }
}
