/// A text as a search sees it: its units in order, each with its position in the text.
///
///     "3월의 Café ㅋㅋ 🌧"    3 │ 월 의 · café → cafe · ㅋ ㅋ · 🌧       │ joined without a separator, · with one
///
/// A unit is a word of a script with spaces, folded; a character of a script without spaces, Hangul and Kana composed;
/// or a symbol, of which a flag and an emoji of several joined ones are one. The units of a text are the same in NFC
/// and NFD, and whatever signs that nobody sees stand within words. One value can read many texts, one after the other,
/// and reuses its memory. Costs one pass, some 5 ns a unit for ASCII and Hangul, more for other letters.
package struct TextUnits {
    /// A word, a character or a symbol.
    package struct Unit {
        /// Which of these it is.
        package var kind: ScalarClass
        /// Whether nothing separates it from the unit before.
        package var isJoined: Bool
        /// Its range in the text, in bytes.
        var start: Int32
        var end: Int32
        /// The scalar of a character; for a word or symbol, where its bytes begin in `words`.
        package var value: UInt32
        /// How many bytes a word or symbol has; 1 for a conjoining leading consonant that waits for its vowel.
        package var length: UInt32
    }

    /// The units, in the order of the text.
    package private(set) var units: [Unit] = []
    /// The folded bytes of all words and symbols, one after the other.
    package private(set) var words: [UInt8] = []

    private var isJoined = false
    private var isInWord = false
    /// Whether the symbol before waits for another: one that a joiner binds to it, or the second letter of a flag.
    private var waits = Waiting.no
    private var memo: [UInt32: FoldedScalar] = [:]

    /// The units of an empty text.
    package init() {}

    /// The units of a text.
    package init(_ text: [UInt8]) {
        self.init()
        read(text.span)
    }

    /// How many units there are: the length that relevance is computed with.
    package var count: Int { units.count }

    /// Replaces the units by those of another text, which must be valid UTF-8 of at most 2 GiB.
    package mutating func read(_ text: Span<UInt8>) {
        units.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        isJoined = false
        isInWord = false
        var index = 0
        let end = text.count
        while index < end {
            let byte = text[index]
            if byte < 0x80 {
                let letter = Self.folded(byte)
                if letter == 0 {
                    separate()
                    index += 1
                } else {
                    index = takeWord(text, from: index)
                }
            } else if byte >= 0xE0, byte < 0xF0, index + 2 < end {
                let scalar =
                    UInt32(byte & 0x0F) << 12 | UInt32(text[index + 1] & 0x3F) << 6 | UInt32(text[index + 2] & 0x3F)
                if Hangul.isSyllable(scalar) || (0x4E00...0x9FFF).contains(scalar) {
                    append(.character, scalar, index, index + 3)
                } else {
                    take(scalar, index, index + 3)
                }
                index += 3
            } else if byte < 0xE0, index + 1 < end {
                take(UInt32(byte & 0x1F) << 6 | UInt32(text[index + 1] & 0x3F), index, index + 2)
                index += 2
            } else if index + 3 < end {
                let high = UInt32(byte & 0x07) << 18 | UInt32(text[index + 1] & 0x3F) << 12
                take(high | UInt32(text[index + 2] & 0x3F) << 6 | UInt32(text[index + 3] & 0x3F), index, index + 4)
                index += 4
            } else {
                separate()
                index = end
            }
        }
    }

    private enum Waiting { case no, joined, flag }

    /// The folded bytes of a word, or those of a symbol.
    @inlinable
    @_lifetime(borrow self)
    package func word(_ unit: Unit) -> Span<UInt8> {
        words.span.extracting(Int(unit.value)..<Int(unit.value) + Int(unit.length))
    }

    private mutating func separate() {
        isJoined = false
        isInWord = false
    }

    @inline(__always)
    private mutating func append(_ kind: ScalarClass, _ value: UInt32, _ start: Int, _ end: Int) {
        units.append(
            Unit(
                kind: kind, isJoined: isJoined, start: Int32(truncatingIfNeeded: start),
                end: Int32(truncatingIfNeeded: end), value: value, length: 0))
        isJoined = true
        isInWord = false
        waits = .no
    }

    /// An ASCII letter or digit in lower case; 0 for all else.
    @inline(__always)
    private static func folded(_ byte: UInt8) -> UInt8 {
        if byte >= 0x61 { return byte <= 0x7A ? byte : 0 }
        if byte >= 0x41 { return byte <= 0x5A ? byte | 0x20 : 0 }
        return byte >= 0x30 && byte <= 0x39 ? byte : 0
    }

    /// Adds a run of ASCII letters and digits to the current or a new word, and returns where the run ends.
    private mutating func takeWord(_ text: Span<UInt8>, from start: Int) -> Int {
        if !isInWord { beginWord(start) }
        var end = start
        while end < text.count, Self.folded(text[end]) != 0 { end += 1 }
        words.append(addingCapacity: end - start) { letters in
            for index in start..<end { letters.append(Self.folded(text[index])) }
        }
        let last = units.count - 1
        units[last].end = Int32(truncatingIfNeeded: end)
        units[last].length += UInt32(truncatingIfNeeded: end - start)
        return end
    }

    private mutating func takeASCII(_ byte: UInt8, _ start: Int, _ end: Int) {
        let letter = Self.folded(byte)
        if letter == 0 { separate() } else { appendToWord(letter, start, end) }
    }

    @inline(__always)
    private mutating func appendToWord(_ byte: UInt8, _ start: Int, _ end: Int) {
        if !isInWord { beginWord(start) }
        words.append(byte)
        let last = units.count - 1
        units[last].end = Int32(truncatingIfNeeded: end)
        units[last].length += 1
    }

    private mutating func beginWord(_ start: Int) {
        append(.word, UInt32(truncatingIfNeeded: words.count), start, start)
        isInWord = true
    }

    /// Extends the range of the unit before to the end of a mark that follows it.
    private mutating func extend(to end: Int) {
        guard isJoined, !units.isEmpty else { return }
        units[units.count - 1].end = Int32(truncatingIfNeeded: end)
    }

    private mutating func take(_ scalar: UInt32, _ start: Int, _ end: Int) {
        switch scalar {
        case Hangul.fillers: extend(to: end)
        case 0x1100...0x11FF: takeConjoining(scalar, start, end)
        case Hangul.blank: separate()
        case Hangul.letters: append(.character, scalar, start, end)
        case 0x3041...0x3096, 0x309D...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF: append(.character, scalar, start, end)
        case Kana.voiced, Kana.semiVoiced: takeVoicing(scalar, start, end)
        case 0xFF01...0xFF5E: takeASCII(UInt8(scalar - 0xFF01 + 0x21), start, end)
        case 0xFF66...0xFF9F: takeHalfWidthKana(scalar, start, end)
        case 0xFFA1...0xFFDC:
            if let letter = Hangul.letter(ofHalfWidth: scalar) { append(.character, letter, start, end) }
        case 0x200D: takeJoiner(end)
        case 0x300...0x36F, 0xFE00...0xFE0F, 0x200B...0x200F: extend(to: end)
        case 0x2000...0x2027, 0x3000...0x3003, 0x3008...0x3011: separate()
        default: takeOther(scalar, start, end)
        }
    }

    /// Adds a conjoining letter, as NFD has them, to the syllable before it if that can take it, or else as a unit.
    private mutating func takeConjoining(_ scalar: UInt32, _ start: Int, _ end: Int) {
        if isJoined, let last = units.last, last.kind == .character, last.end == start {
            if Hangul.vowels.contains(scalar), last.length == 1, let leading = Hangul.leading(ofLetter: last.value) {
                units[units.count - 1].value = Hangul.syllable(leading: leading, vowel: scalar - 0x1161)
                units[units.count - 1].length = 0
                return extend(to: end)
            }
            if Hangul.trailings.contains(scalar), Hangul.isSyllable(last.value), Hangul.trailing(of: last.value) == 0 {
                units[units.count - 1].value = last.value + (scalar - 0x11A7)
                return extend(to: end)
            }
        }
        append(.character, Hangul.letter(ofConjoining: scalar) ?? scalar, start, end)
        // A leading consonant of the conjoining block waits for its vowel; one of the compatibility block does not.
        if Hangul.leadings.contains(scalar) { units[units.count - 1].length = 1 }
    }

    private mutating func takeHalfWidthKana(_ scalar: UInt32, _ start: Int, _ end: Int) {
        guard let kana = Kana.fullWidth(scalar) else { return separate() }
        if kana == Kana.voiced || kana == Kana.semiVoiced {
            takeVoicing(kana, start, end)
        } else {
            append(.character, kana, start, end)
        }
    }

    private mutating func takeVoicing(_ mark: UInt32, _ start: Int, _ end: Int) {
        if isJoined, let last = units.last, last.kind == .character, let whole = Kana.composed(last.value, mark) {
            units[units.count - 1].value = whole
        }
        extend(to: end)
    }

    private mutating func takeOther(_ scalar: UInt32, _ start: Int, _ end: Int) {
        let folded = folded(scalar)
        switch folded.kind {
        case .separator: separate()
        case .nothing: takeUnseen(scalar, end)
        case .character: for folded in folded.scalars { append(.character, folded, start, end) }
        case .symbol: takeSymbol(folded.scalars[0], start, end)
        case .word:
            for folded in folded.scalars {
                guard let scalar = Unicode.Scalar(folded) else { continue }
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { appendToWord(byte, start, end) }
            }
        }
    }

    /// A joiner between two symbols makes one of them, as in 👩‍🚀; elsewhere nobody sees it.
    private mutating func takeJoiner(_ end: Int) {
        if isJoined, units.last?.kind == .symbol { waits = .joined }
        extend(to: end)
    }

    /// A mark or sign that is passed over, but for the letters behind a black flag, which say of whom it is.
    private mutating func takeUnseen(_ scalar: UInt32, _ end: Int) {
        if isJoined, units.last?.kind == .symbol, (0xE0020...0xE007F).contains(scalar) { appendToSymbol(scalar) }
        extend(to: end)
    }

    private mutating func takeSymbol(_ scalar: UInt32, _ start: Int, _ end: Int) {
        let isFlag = (0x1F1E6...0x1F1FF).contains(scalar)
        let goesOn = isJoined && waits != .no && (waits == .flag) == isFlag
        if !goesOn { append(.symbol, UInt32(truncatingIfNeeded: words.count), start, end) }
        appendToSymbol(scalar)
        extend(to: end)
        waits = isFlag && !goesOn ? .flag : .no
    }

    private mutating func appendToSymbol(_ scalar: UInt32) {
        let before = words.count
        Term.appendScalar(scalar, to: &words)
        units[units.count - 1].length += UInt32(truncatingIfNeeded: words.count - before)
    }

    private mutating func folded(_ scalar: UInt32) -> FoldedScalar {
        if let known = memo[scalar] { return known }
        let folded = ScalarFolding.fold(scalar)
        if memo.count < 4096 { memo[scalar] = folded }
        return folded
    }
}
