// Merges texts alike on every device: only from splices that were written down, by no difference algorithm.

/// A stretch of whole words in a base text, and what one side made of it.
package struct TextHunk: Hashable, Comparable, Sendable {
    var start: Int
    var end: Int
    var new: [UInt8]

    package static func < (left: TextHunk, right: TextHunk) -> Bool {
        if left.start != right.start { return left.start < right.start }
        if left.end != right.end { return left.end < right.end }
        return left.new.lexicographicallyPrecedes(right.new)
    }
}

/// Whether a byte separates words in a merge: only tab, line feed, carriage return and space do.
private func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

/// A side's pieces as hunks of the base: trimmed, joined where only separators lie between two of them, and widened to
/// whole words.
package func hunks(of base: [UInt8], _ pieces: TextPieces) -> [TextHunk] {
    var groups: [TextHunk] = []
    for raw in rawHunks(pieces) {
        let hunk = trimmed(raw, base)
        if hunk.start == hunk.end, hunk.new.isEmpty { continue }
        guard let last = groups.indices.last, areNeighbours(groups[last].end, hunk.start, base) else {
            groups.append(hunk)
            continue
        }
        let end = groups[last].end
        groups[last].new += base[end..<hunk.start]
        groups[last].new += hunk.new
        groups[last].end = hunk.end
    }
    return groups.compactMap { group in
        let hunk = trimmed(group, base)
        if hunk.start == hunk.end, hunk.new.isEmpty { return nil }
        let words = widened(hunk, base)
        return TextHunk(
            start: words.lowerBound, end: words.upperBound,
            new: base[words.lowerBound..<hunk.start] + hunk.new + base[hunk.end..<words.upperBound])
    }
}

private func rawHunks(_ text: TextPieces) -> [TextHunk] {
    var hunks: [TextHunk] = []
    var position = 0
    var new: [UInt8] = []
    func close(at start: Int) {
        if start > position || !new.isEmpty { hunks.append(TextHunk(start: position, end: start, new: new)) }
        new = []
    }
    for piece in text.pieces {
        switch piece {
        case .put(let bytes): new += bytes
        case .kept(let range):
            close(at: range.lowerBound)
            position = range.upperBound
        }
    }
    close(at: text.baseCount)
    return hunks
}

/// Cuts off what is the same before and after: first at the front, then at the end.
private func trimmed(_ hunk: TextHunk, _ base: [UInt8]) -> TextHunk {
    var (start, end) = (hunk.start, hunk.end)
    var new = hunk.new[...]
    while start < end, let first = new.first, base[start] == first {
        start += 1
        new.removeFirst()
    }
    while start < end, let last = new.last, base[end - 1] == last {
        end -= 1
        new.removeLast()
    }
    return TextHunk(start: start, end: end, new: Array(new))
}

/// Whether the word at the end of one stretch and the word at the start of the next are the same, or have only
/// separators between them.
///
/// Looks only at the bytes between, so that all of a text's hunks cost one pass.
private func areNeighbours(_ end: Int, _ start: Int, _ base: [UInt8]) -> Bool {
    var offset = end
    while offset < start, !isSeparator(base[offset]) { offset += 1 }
    while offset < start, isSeparator(base[offset]) { offset += 1 }
    while offset < start, !isSeparator(base[offset]) { offset += 1 }
    return offset == start
}

private func widened(_ hunk: TextHunk, _ base: [UInt8]) -> Range<Int> {
    var (start, end) = (hunk.start, hunk.end)
    while start > 0, !isSeparator(base[start - 1]) { start -= 1 }
    while end < base.count, !isSeparator(base[end]) { end += 1 }
    return start..<end
}

/// All sides' hunks applied at once, equal ones once; nil if two overlap or touch, or if the result is not a text that
/// an entry may have: not UTF-8, over the limit, or without a visible character.
package func union(of base: [UInt8], _ sides: [[TextHunk]], limit: Int = EntryLimits.text) -> [UInt8]? {
    var result: [UInt8] = []
    var end = -1
    for hunk in Set(sides.joined()).sorted() {
        if hunk.start <= end { return nil }
        result += base[max(end, 0)..<hunk.start]
        result += hunk.new
        end = hunk.end
    }
    result += base[max(end, 0)...]
    guard result.count <= limit, let text = String(validating: result, as: UTF8.self), hasVisibleCharacter(text) else {
        return nil
    }
    return result
}
