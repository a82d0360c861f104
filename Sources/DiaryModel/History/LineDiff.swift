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

/// The changed stretches of lines, as line numbers from 0; beyond the limit of work, one stretch of all lines.
func lineChanges(from old: TextLines, to new: TextLines) -> [Change] {
    var numbers = TokenNumbers()
    let (left, right) = (numbers.of((0..<old.count).map(old.key)), numbers.of((0..<new.count).map(new.key)))
    return lineChanges(from: left, to: right, distinctCount: numbers.count)
}

/// The same of lines by their numbers.
func lineChanges(from old: [Int32], to new: [Int32], distinctCount: Int) -> [Change] {
    var steps = 3_000_000
    return shortestEdit(from: old, to: new, distinctCount: distinctCount, steps: &steps)
        ?? [Change(old: 0..<old.count, new: 0..<new.count)]
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
