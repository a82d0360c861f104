/// The copy of a text that cmark-gfm is given: as long as the text, so that a place in one is a place in the other.
///
/// Bytes that Markdown would take for what a person's notes do not mean are overwritten in it, each scalar by one of
/// its length. They are seen nevertheless, since what is seen is the text.
///
/// - `2026. 11. 22.` is a date and no list; a number of four digits begins none either.
/// - `>_<` is a face and no quote.
/// - A line of dashes is a line across, and makes no heading of the line above.
/// - `<b>` is the text that it is, and what stands in it may have marks. Only `<https://…>` is an address.
/// - `[name]: address` is seen, and does not disappear for a link elsewhere.
/// - `**"말"**은` is strong, although a letter follows. CommonMark ends nothing there, as it knows words by spaces.
///
/// What would take longer than a pass is bounded: quotes and lists in lists, images in a paragraph, cells of tables.
struct MarkdownCopy {
    private(set) var bytes: [UInt8]
    let source: [UInt8]
    /// Where each line begins, and the end of the text.
    private(set) var lines: [Int] = []
    private var images = 0
    private var cells = 0
    private var wasBlank = true

    /// What stands where a sign was: a letter of nobody's.
    static let nothing: UInt8 = 0x01
    /// The columns of a line within which quotes and lists may begin.
    private static let deepestColumn = 64
    private static let mostImages = 500
    private static let mostCells = 100_000

    init(of text: [UInt8]) {
        bytes = text
        source = text
        var start = 0
        while start < text.count {
            lines.append(start)
            var end = start
            while end < text.count, text[end] != 0x0A, text[end] != 0x0D { end += 1 }
            prepare(start..<end)
            start = end
            if start < text.count, text[start] == 0x0D { start += 1 }
            if start < text.count, text[start] == 0x0A, start == end || text[end] == 0x0D { start += 1 }
        }
        lines.append(text.count)
        boundTables()
    }

    private mutating func prepare(_ line: Range<Int>) {
        let start = prefix(line)
        let isBlank = start >= line.upperBound
        if isBlank { images = 0 }
        wasBlank = isBlank
        guard !isBlank else { return }
        for index in start..<line.upperBound {
            switch bytes[index] {
            case 0x00: bytes[index] = Self.nothing
            case UInt8(ascii: "<"): if !isAddress(index) { bytes[index] = Self.nothing }
            case UInt8(ascii: ":"): if index > 0, source[index - 1] == UInt8(ascii: "]") { bytes[index] = Self.nothing }
            case UInt8(ascii: "!") where index + 1 < line.upperBound && source[index + 1] == UInt8(ascii: "["):
                images += 1
                if images > Self.mostImages { bytes[index] = Self.nothing }
            case UInt8(ascii: "*"), UInt8(ascii: "~"): loosen(index, in: line)
            default: break
            }
        }
    }

    // MARK: the beginning of a line

    /// Goes over the quotes and lists that a line begins with; says where its words begin.
    private mutating func prefix(_ line: Range<Int>) -> Int {
        var (index, column, hasList) = (line.lowerBound, 0, false)
        while index < line.upperBound {
            let byte = bytes[index]
            switch byte {
            case 0x20: column += 1
            case 0x09: column += 4 - column % 4
            case UInt8(ascii: ">"):
                if column >= Self.deepestColumn || isFace(index, line) { return spoil(index) }
                column += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "_"):
                if isAcross(index, line, isAlone: !hasList) { return line.upperBound }
                let isMarker = index + 1 == line.upperBound || bytes[index + 1] == 0x20 || bytes[index + 1] == 0x09
                guard isMarker, byte != UInt8(ascii: "_") else { return index }
                if column >= Self.deepestColumn { return spoil(index) }
                (column, hasList) = (column + 1, true)
            case 0x30...0x39:
                guard let end = number(index, line) else { return index }
                let isDate = end - index > 3 || isFollowedByNumber(end + 1, line)
                if isDate || column >= Self.deepestColumn { return spoil(end) }
                (column, hasList) = (column + end + 1 - index, true)
                index = end
            default: return index
            }
            index += 1
        }
        return index
    }

    private mutating func spoil(_ index: Int) -> Int {
        bytes[index] = Self.nothing
        return index
    }

    /// A line of nothing but dashes, asterisks or underscores: three of them are a line across, by asterisks, which
    /// make no heading of what stands above. Fewer dashes below words are words.
    private mutating func isAcross(_ start: Int, _ line: Range<Int>, isAlone: Bool) -> Bool {
        let sign = source[start]
        guard sign != UInt8(ascii: "+") else { return false }
        var count = 0
        for index in start..<line.upperBound {
            if source[index] == sign {
                count += 1
            } else if source[index] != 0x20, source[index] != 0x09 {
                return false
            }
        }
        guard sign == UInt8(ascii: "-") else { return count >= 3 }
        if count < 3 && (wasBlank || !isAlone) { return false }
        for index in start..<line.upperBound where source[index] == sign {
            bytes[index] = count < 3 ? Self.nothing : UInt8(ascii: "*")
        }
        return true
    }

    /// `>_<`, `>ㅁ<`: what an angle closes within three characters.
    private func isFace(_ index: Int, _ line: Range<Int>) -> Bool {
        var (next, characters) = (index + 1, 0)
        while next < line.upperBound, characters < 4 {
            switch source[next] {
            case UInt8(ascii: "<"): return characters > 0
            case 0x20, 0x09, UInt8(ascii: ">"): return false
            case 0x80..<0xC0: break
            default: characters += 1
            }
            next += 1
        }
        return false
    }

    /// Where the sign behind a number stands that begins an item.
    private func number(_ start: Int, _ line: Range<Int>) -> Int? {
        var index = start
        while index < line.upperBound, (0x30...0x39).contains(source[index]), index - start < 10 { index += 1 }
        guard index < line.upperBound, source[index] == UInt8(ascii: ".") || source[index] == UInt8(ascii: ")"),
            index + 1 == line.upperBound || source[index + 1] == 0x20 || source[index + 1] == 0x09
        else { return nil }
        return index
    }

    private func isFollowedByNumber(_ start: Int, _ line: Range<Int>) -> Bool {
        var index = start
        while index < line.upperBound, source[index] == 0x20 { index += 1 }
        let first = index
        while index < line.upperBound, (0x30...0x39).contains(source[index]) { index += 1 }
        return index > first && index < line.upperBound && source[index] == UInt8(ascii: ".")
    }

    // MARK: within a line

    /// Whether an angle begins an address, or the target of a link.
    private func isAddress(_ index: Int) -> Bool {
        if index > 1, source[index - 1] == UInt8(ascii: "("), source[index - 2] == UInt8(ascii: "]") { return true }
        let rest = source[(index + 1)...]
        return rest.starts(with: "https://".utf8) || rest.starts(with: "http://".utf8)
            || rest.starts(with: "mailto:".utf8)
    }

    /// Lets a run of asterisks or tildes end between a closing sign and a letter of Korean, Chinese or Japanese, and
    /// begin between such a letter and an opening sign: the letter counts as a sign.
    private mutating func loosen(_ start: Int, in line: Range<Int>) {
        let sign = source[start]
        guard start == line.lowerBound || source[start - 1] != sign else { return }
        var end = start
        while end < line.upperBound, source[end] == sign { end += 1 }
        if isLetter(end, line), start > line.lowerBound, isSign(start - 1, "\"')]>.,!?%`*_~", "”’」』》〉】）…。！？") {
            bytes.replaceSubrange(end..<end + 3, with: "、".utf8)
        }
        let before = start - 3
        if isLetter(before, line), end < line.upperBound, isSign(end, "\"'([`!*_~", "“‘「『《〈【（") {
            bytes.replaceSubrange(before..<start, with: "、".utf8)
        }
    }

    /// Whether a scalar of three bytes here is a letter of Korean, Chinese or Japanese.
    private func isLetter(_ index: Int, _ line: Range<Int>) -> Bool {
        guard index >= line.lowerBound, index + 3 <= line.upperBound, source[index] & 0xF0 == 0xE0 else { return false }
        let value =
            UInt32(source[index] & 15) << 12 | UInt32(source[index + 1] & 63) << 6 | UInt32(source[index + 2] & 63)
        switch value {
        case 0x1100...0x11FF, 0x3041...0x30FF, 0x3131...0x318E, 0x3400...0x9FFF, 0xAC00...0xD7A3: return true
        default: return false
        }
    }

    /// Whether the byte here is one of the signs, or belongs to one of the wide ones.
    private func isSign(_ index: Int, _ signs: StaticString, _ wide: String) -> Bool {
        let byte = source[index]
        if byte < 0x80 { return signs.description.utf8.contains(byte) }
        var start = index
        while start > 0, source[start] & 0xC0 == 0x80 { start -= 1 }
        guard start + 3 <= source.count else { return false }
        let scalar = String(decoding: source[start..<start + 3], as: UTF8.self)
        return wide.contains(scalar)
    }

    // MARK: tables

    /// Spoils the line below the head of a table whose cells would be too many: each line of it gets as many as the
    /// head has, whatever stands in it.
    private mutating func boundTables() {
        // The lines down to the next blank one.
        var below = 0
        for index in lines.indices.dropLast().reversed() {
            let line = lines[index]..<lines[index + 1]
            below += 1
            var (columns, isBlank, isHead) = (1, true, true)
            var dash: Int?
            for place in line {
                switch bytes[place] {
                case 0x20, 0x09, 0x0A, 0x0D: continue
                case UInt8(ascii: "|"): columns += 1
                case UInt8(ascii: "-"): dash = dash ?? place
                case UInt8(ascii: ":"), UInt8(ascii: ">"): break
                default: isHead = false
                }
                isBlank = false
                if !isHead { break }
            }
            if isBlank { below = 0 }
            guard isHead, let dash else { continue }
            cells += columns * below
            if cells > Self.mostCells { bytes[dash] = Self.nothing }
        }
    }
}
