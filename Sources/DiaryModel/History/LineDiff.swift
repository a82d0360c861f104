/// Two texts compared by lines: what `diff` shows, and what `blame` follows.

/// A stretch of lines that changed, with the lines around it.
public struct DiffHunk: Equatable, Sendable {
    /// Whether a line stayed, was removed or was added.
    public enum Kind: Sendable {
        case same, removed, added
    }

    /// A line of either text.
    public struct Line: Equatable, Sendable {
        /// Whether it stayed, was removed or was added.
        public var kind: Kind
        /// Without its line break.
        public var text: String
        /// Whether its text ends here, without a line break, while the other text ends in one; of a line that stayed,
        /// the new text. False if neither text ends in a break: they do not differ in that.
        public var isOpen = false
    }

    /// The first line in the old text, from 1; if the hunk has no line of it, the number of the line before.
    public var oldStart: Int
    /// How many lines of the old text it has.
    public var oldCount: Int
    /// The first line in the new text, from 1; if the hunk has no line of it, the number of the line before.
    public var newStart: Int
    /// How many lines of the new text it has.
    public var newCount: Int
    /// The lines, in order.
    public var lines: [Line]
}

/// The lines of a text, each with its break; a text that ends in a break has no empty last line.
struct TextLines {
    let text: [UInt8]
    /// The offset at which each line begins, then the text's length.
    private(set) var bounds: [Int]
    /// Whether the last line has no break.
    let endsOpen: Bool

    init(_ text: [UInt8]) {
        self.text = text
        bounds = [0]
        let span = text.span
        var index = 0
        while index < text.count {
            let length = span.lineBreakLength(at: index)
            index += max(length, 1)
            if length > 0 { bounds.append(index) }
        }
        endsOpen = bounds.last != text.count
        if endsOpen { bounds.append(text.count) }
    }

    var count: Int { bounds.count - 1 }

    /// Whether a line is the text's last and has no break.
    func isOpen(_ line: Int) -> Bool { endsOpen && line == count - 1 }

    /// By what a line is compared: its bytes, and a line feed where the text ends without a break, so that a line
    /// stays the same when another comes behind it.
    func key(_ line: Int) -> ArraySlice<UInt8> {
        let bytes = text[bounds[line]..<bounds[line + 1]]
        return isOpen(line) ? bytes + [0x0A] : bytes
    }

    /// The text of a line, without its break.
    func words(_ line: Int) -> String {
        var end = bounds[line + 1]
        let span = text.span
        var start = end
        // A break has one to three bytes: find the longest one that ends the line.
        for length in 1...3 where bounds[line + 1] - length >= bounds[line] {
            let candidate = bounds[line + 1] - length
            if span.lineBreakLength(at: candidate) == length { start = candidate }
        }
        end = min(end, start)
        return String(decoding: text[bounds[line]..<end], as: UTF8.self)
    }
}

/// How much work two texts may cost to be compared by lines.
let lineChangeSteps = 3_000_000

/// The changed stretches of lines, as line numbers from 0; beyond the limit of work, one stretch of all lines.
func lineChanges(from old: TextLines, to new: TextLines) -> [Change] {
    var numbers: [ArraySlice<UInt8>: Int32] = [:]
    func numbered(_ lines: TextLines) -> [Int32] {
        (0..<lines.count).map { line in
            let bytes = lines.key(line)
            if let known = numbers[bytes] { return known }
            let fresh = Int32(numbers.count)
            numbers[bytes] = fresh
            return fresh
        }
    }
    let (left, right) = (numbered(old), numbered(new))
    var steps = lineChangeSteps
    return shortestEdit(from: left, to: right, distinctCount: numbers.count, steps: &steps)
        ?? [Change(old: 0..<left.count, new: 0..<right.count)]
}

/// The hunks that lead from one text to another, each with up to `context` equal lines around it.
///
/// A line feed that came behind the last line, or went, is no change of that line, unless nothing else differs.
public func hunks(from old: [UInt8], to new: [UInt8], context: Int = 3) -> [DiffHunk] {
    let (left, right) = (TextLines(old), TextLines(new))
    var hunks: [DiffHunk] = []
    var group: [Change] = []
    func close() {
        guard let first = group.first, let last = group.last else { return }
        hunks.append(hunk(group, first, last, left, right, context))
        group = []
    }
    var changes = lineChanges(from: left, to: right)
    if changes.isEmpty, old != new {
        let (last, newLast) = (left.count - 1, right.count - 1)
        changes = [Change(old: last..<last + 1, new: newLast..<newLast + 1)]
    }
    for change in changes {
        if let last = group.last, change.old.lowerBound - last.old.upperBound > context * 2 { close() }
        group.append(change)
    }
    close()
    return hunks
}

private func hunk(
    _ group: [Change], _ first: Change, _ last: Change, _ left: TextLines, _ right: TextLines, _ context: Int
) -> DiffHunk {
    let before = min(context, first.old.lowerBound)
    let after = min(context, left.count - last.old.upperBound)
    let start = first.old.lowerBound - before
    // An entry that begins or ends here as a whole differs from nothing.
    let marks = left.endsOpen != right.endsOpen && left.count > 0 && right.count > 0
    var lines: [DiffHunk.Line] = []
    var position = start
    // How far the new text's lines are ahead of the old one's.
    var ahead = first.new.lowerBound - first.old.lowerBound
    func line(_ number: Int, _ kind: DiffHunk.Kind, of text: TextLines, isOpen: Bool) -> DiffHunk.Line {
        DiffHunk.Line(kind: kind, text: text.words(number), isOpen: marks && isOpen)
    }
    func same(_ range: Range<Int>) -> [DiffHunk.Line] {
        range.map { line($0, .same, of: left, isOpen: right.isOpen($0 + ahead)) }
    }
    for change in group {
        lines += same(position..<change.old.lowerBound)
        lines += change.old.map { line($0, .removed, of: left, isOpen: left.isOpen($0)) }
        lines += change.new.map { line($0, .added, of: right, isOpen: right.isOpen($0)) }
        position = change.old.upperBound
        ahead = change.new.upperBound - change.old.upperBound
    }
    lines += same(position..<position + after)
    let oldCount = position + after - start
    let newStart = first.new.lowerBound - before
    let newCount = last.new.upperBound + after - newStart
    return DiffHunk(
        oldStart: oldCount == 0 ? start : start + 1, oldCount: oldCount,
        newStart: newCount == 0 ? newStart : newStart + 1, newCount: newCount, lines: lines)
}
