/// How an entry's text is shown: its title, its body and a preview of one line.
///
/// The text itself is stored byte for byte; these three are derived from it and never written back.
///
///     ⏎                      blank lines before the title are skipped
///     ␠␠여행 첫날␠⏎          title: the first line that holds something, trimmed
///     ␠⏎                     blank lines before the body are dropped for show
///     바다를 보았다.⏎        body: from here to the very end, end untouched
///
/// Costs one pass over the text.
public struct Headline: Equatable, Sendable {
    /// The first line that holds a character other than white space, trimmed; nil if the text has none.
    public let title: Substring?
    /// The text after the title's line, without leading blank lines.
    public let body: Substring
    /// The body's lines that are not blank, trimmed and joined by one space: at most `previewLength` characters,
    /// including the "…" that marks a cut.
    public let preview: String

    /// The headline of a text; `previewLength` is in characters.
    public init(of text: String, previewLength: Int = 80) {
        let bytes = text.utf8.span
        var title: Substring?
        var start = 0
        while start < bytes.count {
            let line = TextLine(at: start, in: bytes)
            if !line.isBlank(in: bytes) {
                if title != nil { break }
                title = text.line(from: line.start, to: line.end).trimmed()
            }
            start = line.next
        }
        self.title = title
        self.body = text.line(from: start, to: bytes.count)
        self.preview = text.preview(from: start, limit: Swift.min(Swift.max(previewLength, 0), .max - 1))
    }
}

/// The bytes of the title's line in a text, without its break; nil if every line is blank.
package func titleLine(of text: Span<UInt8>) -> Range<Int>? {
    var start = 0
    while start < text.count {
        let line = TextLine(at: start, in: text)
        if !line.isBlank(in: text) { return line.start..<line.end }
        start = line.next
    }
    return nil
}

extension String {
    /// The text between two byte offsets at line breaks, which are always edges of a `Character`: none is cut.
    fileprivate func line(from start: Int, to end: Int) -> Substring {
        let lower = utf8.index(startIndex, offsetBy: start)
        return self[lower..<utf8.index(lower, offsetBy: end - start)]
    }

    /// A preview of at most `limit` characters. Lines are joined until the limit is passed; the rest costs nothing.
    fileprivate func preview(from start: Int, limit: Int) -> String {
        let bytes = utf8.span
        var joined = ""
        var start = start
        // Never too low: joining can only fuse characters (a line may begin with a combining mark). Counting exactly
        // only when this count passes the limit keeps the whole linear.
        var countAtMost = 0
        while start < bytes.count, countAtMost <= limit {
            let line = TextLine(at: start, in: bytes)
            start = line.next
            guard !line.isBlank(in: bytes) else { continue }
            // One character more than fits, to see whether there is more.
            let words = self.line(from: line.start, to: line.end).trimmed().prefix(limit + 1)
            if !joined.isEmpty { joined += " " }
            joined += words
            countAtMost += words.count + 1
            if countAtMost > limit { countAtMost = joined.count }
        }
        guard joined.count > limit else { return joined }
        guard limit > 0 else { return "" }
        return String(joined.prefix(limit - 1).trimmed()) + "…"
    }
}

extension StringProtocol {
    /// The text without white space at both ends. A space that carries a combining mark is a visible character and
    /// stays.
    package func trimmingSpace() -> String { String(Substring(self).trimmed()) }
}

extension Substring {
    fileprivate func trimmed() -> Substring {
        var rest = self
        while let first = rest.first, first.isBlank { rest.removeFirst() }
        while let last = rest.last, last.isBlank { rest.removeLast() }
        return rest
    }
}

extension Character {
    /// Whether all of its scalars are white space.
    var isBlank: Bool { unicodeScalars.allSatisfy { $0.properties.isWhitespace } }
}
