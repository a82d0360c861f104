/// The lines of a text: one after the other, or all of them for a comparison.

/// One line of a text, as byte offsets; its line break lies between `end` and `next`.
struct TextLine {
    let start: Int
    let end: Int
    let next: Int

    /// Reads the line that begins at `start`.
    init(at start: Int, in bytes: Span<UInt8>) {
        var end = start
        var length = 0
        while end < bytes.count {
            length = bytes.lineBreakLength(at: end)
            if length > 0 { break }
            end += 1
        }
        (self.start, self.end, next) = (start, end, end + length)
    }

    /// Whether the line holds nothing but white space.
    func isBlank(in bytes: Span<UInt8>) -> Bool {
        var index = start
        while index < end {
            let space = bytes.whitespaceLength(at: index)
            if space == 0 { return false }
            index += space
        }
        return true
    }
}

/// The offsets at which the lines of a region begin, then the region's end.
func lineBounds(in bytes: Span<UInt8>, _ region: Range<Int>) -> [Int] {
    var bounds = [region.lowerBound]
    var start = region.lowerBound
    while start < region.upperBound {
        start = min(TextLine(at: start, in: bytes).next, region.upperBound)
        bounds.append(start)
    }
    return bounds
}

/// The lines of a text, each with its break; a text that ends in a break has no empty last line.
struct TextLines {
    let text: [UInt8]
    /// The offset at which each line begins, then the text's length.
    let bounds: [Int]
    /// Whether the last line has no break.
    let endsOpen: Bool

    init(_ text: [UInt8]) {
        self.text = text
        bounds = lineBounds(in: text.span, 0..<text.count)
        let last = bounds.dropLast().last.map { TextLine(at: $0, in: text.span) }
        endsOpen = last.map { $0.end == $0.next } ?? false
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
        let line = TextLine(at: bounds[line], in: text.span)
        return String(decoding: text[line.start..<line.end], as: UTF8.self)
    }
}
