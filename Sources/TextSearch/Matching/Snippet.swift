/// A piece of a text around what was found.
package struct Snippet: Equatable, Sendable {
    /// The piece; line breaks are shown as spaces.
    package var text: String
    /// What was found, in bytes of the piece's UTF-8.
    package var matches: [Range<Int>]
    /// Where the piece stands in the text, in bytes.
    package var range: Range<Int>

    /// Characters before the first match, and in all.
    private static let (lead, width) = (24, 80)
    /// Bytes looked at around the match: enough for that many characters.
    private static let (bytesBefore, bytesAfter) = (240, 960)

    /// The piece of a text around the first match of some patterns; around its beginning where none stands in it.
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
        // A word is not cut in two where that can be helped.
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

    /// The beginning of the scalar that a byte belongs to.
    private static func scalarStart(_ text: [UInt8], _ index: Int) -> Int {
        var index = index
        while index > 0, index < text.count, text[index] & 0xC0 == 0x80 { index -= 1 }
        return index
    }
}

extension Pattern {
    /// Where it stands in a text, in bytes; the places do not overlap.
    package func ranges(in text: borrowing TextUnits, limit: Int = .max) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while ranges.count < limit, let index = firstMatch(in: text, from: start) {
            let last = text.units[index + places.count - 1]
            ranges.append(Int(text.units[index].start)..<Int(last.end))
            start = index + places.count
        }
        return ranges
    }
}
