// Merges texts alike on every device: only from hunks that were written down, by no difference algorithm.

/// A stretch of whole words in a base text, and what one side made of it.
package struct WordChange: Hashable, Comparable, Sendable {
    var start: Int
    var end: Int
    var new: [UInt8]

    var isEmpty: Bool { start == end && new.isEmpty }

    package static func < (left: WordChange, right: WordChange) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        return left.new.lexicographicallyPrecedes(right.new)
    }
}

/// Whether a byte separates words in a merge: only tab, line feed, carriage return and space do.
private func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

/// What a text changed in its base, by what it kept: trimmed, joined where only separators lie between two changes, and
/// widened to whole words.
package func wordChanges(of base: [UInt8], in text: [UInt8], keeping kept: KeptRanges) -> [WordChange] {
    var joined: [WordChange] = []
    var (old, new) = (0, 0)
    for stretch in kept.stretches + [KeptRanges.Stretch(old: base.count, new: text.count, count: 0)] {
        let raw = WordChange(start: old, end: stretch.old, new: Array(text[new..<stretch.new]))
        (old, new) = (stretch.old + stretch.count, stretch.new + stretch.count)
        let change = trimmed(raw, base)
        if change.isEmpty { continue }
        guard let last = joined.indices.last, areNeighbours(joined[last].end, change.start, base) else {
            joined.append(change)
            continue
        }
        joined[last].new += base[joined[last].end..<change.start]
        joined[last].new += change.new
        joined[last].end = change.end
    }
    return joined.compactMap { change in
        let change = trimmed(change, base)
        if change.isEmpty { return nil }
        let words = widened(change, base)
        return WordChange(
            start: words.lowerBound, end: words.upperBound,
            new: base[words.lowerBound..<change.start] + change.new + base[change.end..<words.upperBound])
    }
}

/// Cuts off what is the same before and after: first at the front, then at the end.
private func trimmed(_ change: WordChange, _ base: [UInt8]) -> WordChange {
    var (start, end) = (change.start, change.end)
    var new = change.new[...]
    while start < end, let first = new.first, base[start] == first {
        start += 1
        new.removeFirst()
    }
    while start < end, let last = new.last, base[end - 1] == last {
        end -= 1
        new.removeLast()
    }
    return WordChange(start: start, end: end, new: Array(new))
}

/// Whether the word at the end of one stretch and the word at the start of the next are the same, or have only
/// separators between them.
///
/// Looks only at the bytes between, so that all changes of a text cost one pass.
private func areNeighbours(_ end: Int, _ start: Int, _ base: [UInt8]) -> Bool {
    var offset = end
    while offset < start, !isSeparator(base[offset]) { offset += 1 }
    while offset < start, isSeparator(base[offset]) { offset += 1 }
    while offset < start, !isSeparator(base[offset]) { offset += 1 }
    return offset == start
}

private func widened(_ change: WordChange, _ base: [UInt8]) -> Range<Int> {
    var (start, end) = (change.start, change.end)
    while start > 0, !isSeparator(base[start - 1]) { start -= 1 }
    while end < base.count, !isSeparator(base[end]) { end += 1 }
    return start..<end
}

/// The changes of all sides applied at once, equal ones once; nil if two overlap or touch, or if the result is not a
/// text that an entry may have: over the limit, or without a visible character.
package func union(of base: [UInt8], _ sides: [[WordChange]], limit: Int = EntryLimits.text) -> [UInt8]? {
    var result: [UInt8] = []
    var end = -1
    for change in Set(sides.joined()).sorted() {
        if change.start <= end { return nil }
        result += base[max(end, 0)..<change.start]
        result += change.new
        end = change.end
    }
    result += base[max(end, 0)...]
    guard result.count <= limit, let text = String(validating: result, as: UTF8.self), hasVisibleCharacter(text) else {
        return nil
    }
    return result
}
