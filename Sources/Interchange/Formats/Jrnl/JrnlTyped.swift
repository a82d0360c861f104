package import DiaryModel

/// An entry's text and star, as jrnl takes them from what was typed.
package struct JrnlTyped: Equatable, Sendable {
    package var text: [UInt8]
    package var isStarred = false
    /// Tags by jrnl's rule that ours does not find in the text.
    package var tags: [Tag]

    /// Takes the star off that begins or ends the first line. Signs of Markdown (`**so**`) are no star.
    package init(_ typed: [UInt8], isStarred: Bool = false) {
        self.isStarred = isStarred
        text = typed
        let lineEnd = text.firstIndex(of: 0x0A) ?? text.count
        if let star = JrnlStar.range(in: text[..<lineEnd]) {
            self.isStarred = true
            text.removeSubrange(star)
        }
        if let first = text.firstIndex(where: { ![0x20, 0x09].contains($0) }), text[first] == UInt8(ascii: "*"),
            Self.isStar(text, at: first)
        {
            self.isStarred = true
            text.removeSubrange(...first)
            text = Array(text.drop { [0x20, 0x09].contains($0) })
        }
        tags = JrnlTags.unsaid(in: text)
    }

    /// A text without the star that ends its first line, and whether there was one.
    package static func withoutStar(_ text: [UInt8]) -> (text: [UInt8], isStarred: Bool) {
        guard let star = JrnlStar.range(in: text[..<(text.firstIndex(of: 0x0A) ?? text.count)]) else {
            return (text, false)
        }
        var bare = text
        bare.removeSubrange(star)
        return (bare, true)
    }

    /// Whether a star at the beginning marks the entry: it is neither doubled, nor half of an emphasis (`*so* it`), nor
    /// the first of a list.
    private static func isStar(_ text: [UInt8], at offset: Int) -> Bool {
        let star = UInt8(ascii: "*")
        let lines = text[(offset + 1)...].split(separator: 0x0A, omittingEmptySubsequences: false)
        return lines.first?.contains(star) == false && lines.dropFirst().allSatisfy { $0.first != star }
    }
}
