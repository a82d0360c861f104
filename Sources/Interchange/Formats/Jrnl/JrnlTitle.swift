/// Title and body of a text, as jrnl tells them apart when it shows an entry: at the first line end, or else behind the
/// first sentence.
package struct JrnlTitle: Equatable, Sendable {
    package var title: String
    package var body: String

    package init(of text: String) {
        let whole = text.trimmed
        let lineEnd = whole.firstIndex(where: \.isNewline)
        let end = lineEnd ?? Self.sentenceEnd(in: whole) ?? whole.endIndex
        title = String(whole[..<end]).trimmed
        body = String(whole[end...]).trimmed
    }

    private static let full: Set<Character> = ["！", "．", "？", "｡", "。"]
    private static let ends: Set<Character> = [".", "!", "?", "…", "‼", "‽", "⁇", "⁈", "⁉", "⋯", "﹒", "﹖", "﹗"]
    private static let quotes: Set<Character> = ["'", "’", "\"", "”"]

    /// Where the first sentence ends: behind its sign and the space that follows, or right behind a full-width sign.
    private static func sentenceEnd(in text: String) -> String.Index? {
        var index = text.startIndex
        while index < text.endIndex {
            let sign = text[index]
            var next = text.index(after: index)
            if full.contains(sign) { return next }
            if ends.contains(sign) {
                if next < text.endIndex, quotes.contains(text[next]) { next = text.index(after: next) }
                while next < text.endIndex, [")", "]"].contains(text[next]) { next = text.index(after: next) }
                if next < text.endIndex, text[next].isWhitespace { return next }
            }
            index = text.index(after: index)
        }
        return nil
    }
}

extension String {
    /// Without white space at its ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while let last = rest.last, last.isWhitespace { rest.removeLast() }
        return String(rest.drop(while: \.isWhitespace))
    }
}
