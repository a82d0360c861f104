/// Which version wrote each line of a text, followed version by version.
package struct Blame: Sendable {
    private var lines = TextLines([])
    /// For each line, the number that was given for the version that wrote it.
    private var authors: [UInt64] = []

    package init() {}

    /// Applies one more version. Lines that are new in it are its own, unless one of `others`, the versions that it
    /// merges with this one, already has them: such a line keeps its author.
    package mutating func apply(_ text: [UInt8], by author: UInt64, beside others: [Blame] = []) {
        guard text != lines.text else { return }
        let next = TextLines(text)
        var result = authors(of: next, by: author)
        for other in others {
            for (line, known) in other.authors(of: next, by: author).enumerated() where result[line] == author {
                result[line] = known
            }
        }
        authors = result
        lines = next
    }

    private func authors(of next: TextLines, by author: UInt64) -> [UInt64] {
        var result: [UInt64] = []
        result.reserveCapacity(next.count)
        var position = 0
        for change in lineChanges(from: lines, to: next) {
            result += authors[position..<change.old.lowerBound]
            result += repeatElement(author, count: change.new.count)
            position = change.old.upperBound
        }
        return result + authors[position...]
    }

    /// The lines of the newest version, each with its author.
    package var attributed: [(text: String, author: UInt64)] {
        (0..<lines.count).map { (lines.words($0), authors[$0]) }
    }
}
