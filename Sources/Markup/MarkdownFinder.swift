/// Where in a text its pieces stand: cmark-gfm says what is seen, and only for blocks reliably where.

/// A place in the text that goes forwards only. What is looked for stands a few signs behind it.
struct MarkdownFinder {
    private let copy: MarkdownCopy
    private var cursor = 0
    /// Where what was told before the block ends.
    private var told = 0
    /// The end of the block's last line.
    private var end = 0
    private var lines = 0..<0
    /// How many bytes may still be compared, so that no text costs more than so many passes.
    private var budget: Int

    /// How far ahead a piece is looked for: longer than the target of a link.
    private static let window = 4096

    init(_ copy: MarkdownCopy) {
        self.copy = copy
        budget = 64 * copy.bytes.count + (1 << 20)
    }

    // MARK: blocks

    /// Goes to where a block begins; lines and columns from 0.
    mutating func goTo(line: Int, column: Int, lastLine: Int) {
        let all = copy.lines.count - 1
        let first = min(max(line, 0), max(all - 1, 0))
        lines = first..<min(max(lastLine, first), max(all - 1, 0)) + 1
        let start = first < all ? min(copy.lines[first] + max(column, 0), copy.lines[first + 1]) : copy.bytes.count
        (told, cursor) = (cursor, max(cursor, start))
        end = max(cursor, lines.upperBound < copy.lines.count ? copy.lines[lines.upperBound] : copy.bytes.count)
    }

    /// The blank lines just above a line.
    func blankLines(above line: Int) -> Int {
        var count = 0
        while line - count > 0, line < copy.lines.count,
            copy.source[copy.lines[line - count - 1]..<copy.lines[line - count]].allSatisfy({
                $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D
            })
        {
            count += 1
        }
        return count
    }

    /// The lines of the block from their first column, without the last line end; nil if some of it was told.
    mutating func wholeLines() -> Range<Int>? {
        let start = copy.lines[lines.lowerBound]
        var end = end
        while end > start, [0x0A, 0x0D, 0x20, 0x09].contains(copy.source[end - 1]) { end -= 1 }
        guard told <= start, cursor <= end, copy.source[start..<cursor].allSatisfy({ $0 == 0x20 || $0 == 0x09 })
        else { return nil }
        cursor = end
        return start..<end
    }

    mutating func passLine() {
        while cursor < end, copy.source[cursor] != 0x0A, copy.source[cursor] != 0x0D { cursor += 1 }
    }

    // MARK: items

    /// The number that stands here; nil if none does.
    var number: Int? {
        let digits = copy.source[cursor...].prefix(9).prefix { (0x30...0x39).contains($0) }
        return Int(String(decoding: digits, as: UTF8.self))
    }

    /// The box behind the marker that stands here.
    func task() -> MarkdownEvent.Task? {
        var index = cursor
        while index < end, copy.source[index] != UInt8(ascii: "["), copy.source[index] != 0x0A { index += 1 }
        guard index + 2 < end, copy.source[index + 2] == UInt8(ascii: "]") else { return nil }
        let sign = copy.source[index + 1]
        guard sign == 0x20 || sign | 0x20 == UInt8(ascii: "x") else { return nil }
        return MarkdownEvent.Task(box: index + 1, isDone: sign != 0x20)
    }

    // MARK: what is seen

    /// The line end that comes next, and with `keepsIndent` the white space that the next line begins with.
    mutating func lineBreak(keepsIndent: Bool) -> [MarkdownEvent] {
        var start = cursor
        while start < end, copy.source[start] != 0x0A, copy.source[start] != 0x0D { start += 1 }
        guard start < end else { return [.replaced([0x0A])] }
        var next = start + 1
        if copy.source[start] == 0x0D, next < end, copy.source[next] == 0x0A { next += 1 }
        if keepsIndent { while next < end, copy.source[next] == 0x20 || copy.source[next] == 0x09 { next += 1 } }
        cursor = next
        return [.text(start..<next)]
    }

    /// Goes behind the target of a link, which the words of the link have just ended before. An address between angles
    /// is its own target: it ends where they close.
    mutating func passTarget() {
        if cursor < end, copy.bytes[cursor] == UInt8(ascii: ">") {
            cursor += 1
            return
        }
        guard let close = copy.bytes[cursor..<min(end, cursor + Self.window)].firstIndex(of: UInt8(ascii: "]")),
            close + 1 < end, copy.bytes[close + 1] == UInt8(ascii: "(")
        else { return }
        var (index, depth, quote) = (close + 2, 1, UInt8(0))
        while index < min(end, close + Self.window) {
            let byte = copy.bytes[index]
            switch byte {
            case UInt8(ascii: "\\"): index += 1
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                if quote == byte { quote = 0 } else if quote == 0, copy.bytes[index - 1] <= 0x20 { quote = byte }
            case UInt8(ascii: "(") where quote == 0: depth += 1
            case UInt8(ascii: ")") where quote == 0:
                depth -= 1
                if depth == 0 {
                    cursor = index + 1
                    return
                }
            default: break
            }
            index += 1
        }
    }

    /// Where a text stands that is seen byte for byte.
    mutating func findWhole(_ literal: [UInt8]) -> MarkdownEvent? {
        guard let first = literal.first else { return nil }
        for start in cursor..<max(cursor, min(end, cursor + Self.window)) where copy.bytes[start] == first {
            budget -= literal.count
            guard budget > 0 else { return nil }
            if copy.bytes[start..<end].starts(with: literal) {
                cursor = start + literal.count
                return .text(start..<cursor)
            }
        }
        return nil
    }

    /// Where a text stands in which signs were escaped; what is nowhere is told in its own bytes.
    mutating func find(_ literal: [UInt8]) -> [MarkdownEvent] {
        for start in cursor..<max(cursor, min(end, cursor + Self.window)) {
            guard budget > 0 else { break }
            budget -= 1
            guard isBeginning(of: literal, at: start), let found = match(literal, at: start) else { continue }
            cursor = found.end
            return found.events
        }
        return [.replaced(Self.visible(literal))]
    }

    private func isBeginning(of literal: [UInt8], at start: Int) -> Bool {
        let byte = copy.bytes[start]
        return byte == literal[0] || byte == UInt8(ascii: "&")
            || byte == UInt8(ascii: "\\") && start + 1 < end && copy.bytes[start + 1] == literal[0]
    }

    private mutating func match(_ literal: [UInt8], at start: Int) -> (events: [MarkdownEvent], end: Int)? {
        var (events, piece, place, index) = ([MarkdownEvent](), start, start, 0)
        func told() -> [MarkdownEvent] { piece < place ? [.text(piece..<place)] : [] }
        while index < literal.count {
            guard place < end else { return nil }
            budget -= 1
            let byte = copy.bytes[place]
            if byte == UInt8(ascii: "&"), let escape = escape(at: place),
                !literal[index...].starts(with: copy.bytes[escape])
            {
                // A name stands for one scalar, rarely for two.
                var next = Self.scalarEnd(literal, index)
                let after = escape.upperBound < end ? copy.bytes[escape.upperBound] : 0
                if next < literal.count, literal[next] >= 0xC0, after < 0x80, after != 0x26, after != 0x5C {
                    next = Self.scalarEnd(literal, next)
                }
                events += told() + [.replaced(Array(literal[index..<next]))]
                (place, piece, index) = (escape.upperBound, escape.upperBound, next)
            } else if byte == UInt8(ascii: "\\"), place + 1 < end, copy.bytes[place + 1] == literal[index],
                Self.isPunctuation(literal[index])
            {
                events += told()
                (piece, place, index) = (place + 1, place + 2, index + 1)
            } else if byte == literal[index] {
                (place, index) = (place + 1, index + 1)
            } else {
                return nil
            }
        }
        return (events + told(), place)
    }

    /// `&name;`, `&#38;` or `&#x26;`.
    private func escape(at start: Int) -> Range<Int>? {
        var index = start + 1
        while index < end, index - start < 34 {
            switch copy.bytes[index] {
            case UInt8(ascii: ";"): return index > start + 1 ? start..<index + 1 : nil
            case UInt8(ascii: "#"), 0x30...0x39, 0x41...0x5A, 0x61...0x7A: index += 1
            default: return nil
            }
        }
        return nil
    }

    private static func scalarEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start + 1
        while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
        return end
    }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// What was overwritten cannot be told any more; it is seen as U+FFFD.
    private static func visible(_ bytes: [UInt8]) -> [UInt8] {
        bytes.flatMap { $0 == MarkdownCopy.nothing ? [0xEF, 0xBF, 0xBD] : [$0] }
    }
}
