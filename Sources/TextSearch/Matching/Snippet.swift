/// A piece of a text around a match.
package struct Snippet: Equatable, Sendable {
    /// The piece, with line breaks and tabs as spaces.
    package var text: String
    /// The matches, in bytes of the piece's UTF-8.
    package var matches: [Range<Int>]
    /// The range of the piece in the text, in bytes.
    package var range: Range<Int>

    /// The most characters before the first match, and in the whole piece.
    private static let (lead, width) = (24, 80)
    /// How many bytes are read around the match: enough for that many characters.
    private static let (bytesBefore, bytesAfter) = (240, 960)

    /// The piece of a text around the first match of some patterns; the beginning of the text if there is none.
    package init(of text: [UInt8], units: borrowing TextUnits, patterns: [Pattern], exact: [ExactText] = []) {
        var found = exact.flatMap { $0.ranges(in: text, limit: 64) }
        for pattern in patterns { found += pattern.ranges(in: units, limit: 64) }
        found.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
        self.init(of: text, around: found)
    }

    private init(of text: [UInt8], around found: [Range<Int>]) {
        let match = found.first ?? 0..<0
        let low = Self.scalarStart(text, max(0, match.lowerBound - Self.bytesBefore))
        let high = Self.scalarStart(text, min(text.count, match.lowerBound + Self.bytesAfter))
        let before = String(decoding: text[low..<match.lowerBound], as: UTF8.self).suffix(Self.lead)
        var start = match.lowerBound - before.utf8.count
        // Begin at a word, if that leaves more than seven characters before the match.
        if start > 0, let space = before.firstIndex(where: \.isWhitespace),
            before.distance(from: space, to: before.endIndex) > 8
        {
            start += before[...space].utf8.count
        }
        while start < match.lowerBound, text[start] <= 0x20 { start += 1 }
        let rest = String(decoding: text[start..<max(start, high)], as: UTF8.self).prefix(Self.width)
        let end = start + rest.utf8.count
        range = start..<end
        self.text = String(
            decoding: rest.utf8.map { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 ? 0x20 : $0 }, as: UTF8.self)
        matches = []
        for range in found where range.lowerBound >= (matches.last?.upperBound ?? 0) + start && range.upperBound <= end
        {
            matches.append(range.lowerBound - start..<range.upperBound - start)
        }
    }

    /// Where the scalar begins that a byte belongs to.
    private static func scalarStart(_ text: [UInt8], _ index: Int) -> Int {
        var index = index
        while index > 0, index < text.count, text[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }
}

extension Pattern {
    /// The ranges of a text that match, in bytes; they do not overlap.
    package func ranges(in text: borrowing TextUnits, limit: Int = .max) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while ranges.count < limit, let index = firstMatch(in: text, from: start) {
            let last = text.units[index + slots.count - 1]
            ranges.append(Int(text.units[index].start)..<Int(last.end))
            start = index + slots.count
        }
        return ranges
    }
}
