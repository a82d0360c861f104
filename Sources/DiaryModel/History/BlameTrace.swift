/// A splice whose bytes lie somewhere else: an offset in the base text, and two ranges of those bytes.
package struct SpliceRanges: Equatable, Sendable {
    /// The byte offset in the base text's UTF-8.
    package var offset: Int
    /// The bytes that stood there.
    package var removed: Range<Int>
    /// The bytes that stand there afterwards.
    package var inserted: Range<Int>

    package init(offset: Int, removed: Range<Int>, inserted: Range<Int>) {
        self.offset = offset
        self.removed = removed
        self.inserted = inserted
    }
}

/// Which version wrote each line of a text, followed backwards from the newest version along a straight line of them.
///
/// It says what `Blame` says of the same versions. Each step takes one version's splices back and compares only the
/// lines that they touch; when all lines have their authors, the versions before need not be looked at.
///
///     lines of version n     a ─ b ─ c ─ d        which line of the newest text each of them became, or none
///     its splices touch c    a ─ b ─ x ─ d        c is its own; a, b and d are looked for in version n − 1
///
/// A step costs a copy of the text, the lines it touches, and no allocation once its buffers have grown.
package struct BlameTrace: Sendable {
    private let newest: TextLines
    /// For each line of the newest text, the version that wrote it; 0 until that is known.
    private var authors: [UInt64]
    /// How many lines have no author yet.
    package private(set) var unknown: Int
    private var now: TracedText
    /// The text before, once it has been worked out; its arrays are used again.
    private var before: TracedText

    /// Begins with the newest text.
    package init(_ text: [UInt8]) {
        newest = TextLines(text)
        authors = Array(repeating: 0, count: newest.count)
        unknown = newest.count
        now = TracedText(newest)
        before = TracedText(TextLines([]))
    }

    /// The text that the trace has come to.
    package var text: [UInt8] { now.text }

    /// Goes back over a version, whose splices led to the text that the trace stands on. The splices' bytes are in
    /// `bytes`. Returns false, and is of no use any more, if they cannot have led there.
    package mutating func goBack(over splices: [SpliceRanges], in bytes: Span<UInt8>, by author: UInt64) -> Bool {
        guard let first = splices.first else { return true }
        guard let end = before.undo(splices, in: bytes, from: now),
            let stretch = before.findLines(now, from: first.offset, to: end)
        else { return false }
        // What both begin and end with stays; the search for the shortest edit would cut it off as well.
        let shorter = min(now.count, before.count)
        var prefix = stretch.first
        while prefix < shorter, now.line(prefix, equals: prefix, of: before) { prefix += 1 }
        var suffix = min(stretch.behind, shorter - prefix)
        while suffix < shorter - prefix,
            now.line(now.count - 1 - suffix, equals: before.count - 1 - suffix, of: before)
        {
            suffix += 1
        }
        let old = prefix..<before.count - suffix
        let new = prefix..<now.count - suffix
        before.lines.removeAll(keepingCapacity: true)
        before.lines += now.lines[..<prefix]
        if old.isEmpty || new.isEmpty || (old.count == 1 && new.count == 1) {
            attribute(new, to: author)
            for _ in old { before.lines.append(-1) }
        } else if let changes = changes(old, new) {
            var position = new.lowerBound
            for change in changes {
                before.lines += now.lines[position..<new.lowerBound + change.new.lowerBound]
                for _ in change.old { before.lines.append(-1) }
                position = new.lowerBound + change.new.upperBound
                attribute(new.lowerBound + change.new.lowerBound..<position, to: author)
            }
            before.lines += now.lines[position..<new.upperBound]
        } else {
            // Too much work: all lines count as written anew.
            attribute(0..<now.count, to: author)
            before.lines = Array(repeating: -1, count: before.count)
            swap(&now, &before)
            return true
        }
        before.lines += now.lines[new.upperBound...]
        swap(&now, &before)
        return true
    }

    /// The first version wrote all lines that are left.
    package mutating func finish(by author: UInt64) { attribute(0..<now.count, to: author) }

    /// The lines of the newest version, each with its author.
    package var attributed: [(text: String, author: UInt64)] {
        (0..<newest.count).map { (newest.words($0), authors[$0]) }
    }

    private mutating func attribute(_ range: Range<Int>, to author: UInt64) {
        for index in range where now.lines[index] >= 0 {
            let line = Int(now.lines[index])
            if authors[line] == 0 { unknown -= 1 }
            authors[line] = author
        }
    }

    /// What changed between lines of the text before and lines of this one, counted from where they begin; nil if that
    /// is too much work.
    private func changes(_ old: Range<Int>, _ new: Range<Int>) -> [Change]? {
        var numbers: [ArraySlice<UInt8>: Int32] = [:]
        func numbered(_ range: Range<Int>, of text: TracedText) -> [Int32] {
            range.map { line in
                let fresh = Int32(truncatingIfNeeded: numbers.count)
                let key = text.key(line)
                if let known = numbers[key] { return known }
                numbers[key] = fresh
                return fresh
            }
        }
        let (left, right) = (numbered(old, of: before), numbered(new, of: now))
        var steps = lineChangeSteps
        return shortestEdit(from: left, to: right, distinctCount: numbers.count, steps: &steps)
    }
}

/// A text on the way back, where its lines begin, and which lines of the newest text they became.
private struct TracedText: Sendable {
    var text: [UInt8]
    /// The offset at which each line begins, then the text's length; as `TextLines` has it.
    var bounds: [Int]
    var endsOpen: Bool
    /// For each line, the line of the newest text that it became; −1 for none.
    var lines: [Int32]

    init(_ whole: TextLines) {
        text = whole.text
        bounds = whole.bounds
        endsOpen = whole.endsOpen
        lines = (0..<whole.count).map { Int32(truncatingIfNeeded: $0) }
    }

    var count: Int { bounds.count - 1 }

    /// By what a line is compared, as `TextLines.key` says.
    func key(_ line: Int) -> ArraySlice<UInt8> {
        let bytes = text[bounds[line]..<bounds[line + 1]]
        return isOpen(line) ? bytes + [0x0A] : bytes
    }

    private func isOpen(_ line: Int) -> Bool { endsOpen && line == count - 1 }

    /// Whether the keys of two lines are equal.
    func line(_ line: Int, equals otherLine: Int, of other: TracedText) -> Bool {
        if isOpen(line) != other.isOpen(otherLine) { return key(line) == other.key(otherLine) }
        let (start, otherStart) = (bounds[line], other.bounds[otherLine])
        let length = bounds[line + 1] - start
        guard other.bounds[otherLine + 1] - otherStart == length else { return false }
        let (bytes, others) = (text.span, other.text.span)
        for index in 0..<length where bytes[start + index] != others[otherStart + index] { return false }
        return true
    }

    /// Becomes the base of splices that led to `result`; returns where, in that, the last of them ends. Nil if they did
    /// not lead there, or a splice begins inside a character.
    mutating func undo(_ splices: [SpliceRanges], in bytes: Span<UInt8>, from result: TracedText) -> Int? {
        text.removeAll(keepingCapacity: true)
        var (position, baseEnd) = (0, 0)
        let found = result.text.span
        for splice in splices {
            let start = position + splice.offset - baseEnd
            guard splice.offset >= baseEnd, start <= found.count, splice.inserted.count <= found.count - start else {
                return nil
            }
            for index in 0..<splice.inserted.count
            where found[start + index] != bytes[splice.inserted.lowerBound + index] { return nil }
            text += result.text[position..<start]
            for index in splice.removed { text.append(bytes[index]) }
            position = start + splice.inserted.count
            baseEnd = splice.offset + splice.removed.count
        }
        text += result.text[position...]
        for splice in splices where splice.offset < text.count && text[splice.offset] & 0xC0 == 0x80 { return nil }
        return position
    }

    /// Finds the lines of this text, which differs from `result` between `start`, in both, and `end`, there.
    ///
    /// A line is looked at again if it holds the byte before the stretch or the one behind it: a break of two bytes may
    /// have been put together or taken apart. Returns the first such line, and how many lines follow the last one.
    mutating func findLines(_ result: TracedText, from start: Int, to end: Int) -> (first: Int, behind: Int)? {
        let first = start == 0 ? 0 : result.line(at: start - 1)
        let next = end >= result.text.count ? result.count : result.line(at: end) + 1
        let growth = text.count - result.text.count
        let isRest = next == result.count
        let stop = isRest ? text.count : result.bounds[next] + growth
        bounds.removeAll(keepingCapacity: true)
        bounds += result.bounds[...first]
        Self.findBounds(in: text, from: result.bounds[first], to: stop, &bounds)
        if isRest {
            endsOpen = bounds.last != text.count
            if endsOpen { bounds.append(text.count) }
            return (first, 0)
        }
        guard bounds.last == stop else { return nil }
        endsOpen = result.endsOpen
        for line in next + 1..<result.bounds.count { bounds.append(result.bounds[line] + growth) }
        return (first, result.count - next)
    }

    /// Appends the offsets behind the breaks that begin in a range.
    private static func findBounds(in text: [UInt8], from start: Int, to stop: Int, _ bounds: inout [Int]) {
        let bytes = text.span
        var index = start
        while index < stop {
            let length = bytes.lineBreakLength(at: index)
            index += max(length, 1)
            if length > 0 { bounds.append(index) }
        }
    }

    /// The line that holds a byte.
    private func line(at offset: Int) -> Int {
        var (low, high) = (0, count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if bounds[middle] <= offset { low = middle } else { high = middle }
        }
        return low
    }
}
