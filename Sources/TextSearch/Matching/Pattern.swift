/// What is looked for in a text: a sequence of units.
///
///     날씨        날 씨        joined: nothing may stand between them
///     "좋은 날"    좋 은 · 날    where the query has a separator the text may have one or none, as spacing varies
///     diar*       a word that begins with "diar"
///     날ㅆ        날, then any syllable that begins with ㅆ
package struct Pattern: Equatable, Sendable {
    /// What may stand at one position of a pattern.
    enum Element: Equatable, Sendable {
        /// This word, folded.
        case word([UInt8])
        /// A word that begins with this.
        case wordPrefix([UInt8])
        /// A character within one of the ranges.
        case character([ClosedRange<UInt32>])
        /// This symbol.
        case symbol([UInt8])
    }

    struct Slot: Equatable, Sendable {
        var element: Element
        /// Whether no separator may stand between it and the element before.
        var isJoined: Bool
        /// Whether one must.
        var isApart = false
    }

    var slots: [Slot]

    init(slots: [Slot]) { self.slots = slots }

    /// The units of what was typed; nil if there is none to look for.
    package init?(_ text: [UInt8], isPrefix: Bool = false) {
        let units = TextUnits(text)
        slots = units.units.map { unit in
            let element: Element
            switch unit.kind {
            case .word: element = .word([UInt8](copied: units.word(unit)))
            case .symbol: element = .symbol([UInt8](copied: units.word(unit)))
            default: element = .character([unit.value...unit.value])
            }
            return Slot(element: element, isJoined: unit.isJoined)
        }
        guard let last = slots.last else { return nil }
        slots[0].isJoined = false
        if isPrefix, case .word(let word) = last.element {
            slots[slots.count - 1].element = .wordPrefix(word)
        }
    }
}

extension Array where Element == UInt8 {
    init(copied span: Span<UInt8>) {
        self = []
        reserveCapacity(span.count)
        for index in span.indices { append(span[index]) }
    }
}

extension Pattern.Element {
    /// The character it stands for, if it is exactly one.
    var scalar: UInt32? {
        guard case .character(let ranges) = self, ranges.count == 1, ranges[0].count == 1 else { return nil }
        return ranges[0].lowerBound
    }

    /// Whether a unit of a text may stand at this position.
    func accepts(_ unit: TextUnits.Unit, of text: borrowing TextUnits) -> Bool {
        switch self {
        case .word(let word):
            return unit.kind == .word && unit.length == word.count && Self.begins(text, unit, with: word)
        case .wordPrefix(let word):
            return unit.kind == .word && unit.length >= word.count && Self.begins(text, unit, with: word)
        case .character(let ranges):
            guard unit.kind == .character else { return false }
            for range in ranges where range.contains(unit.value) { return true }
            return false
        case .symbol(let symbol):
            return unit.kind == .symbol && unit.length == symbol.count && Self.begins(text, unit, with: symbol)
        }
    }

    private static func begins(_ text: borrowing TextUnits, _ unit: TextUnits.Unit, with word: [UInt8]) -> Bool {
        let found = text.word(unit)
        for index in word.indices where found[index] != word[index] { return false }
        return true
    }
}

extension Pattern {
    /// The index of the first unit, from `start` on, at which the text matches; nil if there is none.
    ///
    /// Costs a look at each unit, and at one more for each further unit that matches.
    func firstMatch(in text: borrowing TextUnits, from start: Int = 0) -> Int? {
        var index = start
        let end = text.units.count - slots.count
        // Compare the first character before all else: most units are a different one.
        if case .character(let ranges) = slots[0].element, ranges.count == 1 {
            let (low, high) = (ranges[0].lowerBound, ranges[0].upperBound)
            while index <= end {
                let value = text.units[index].value
                if value >= low, value <= high, matches(text, at: index) { return index }
                index += 1
            }
            return nil
        }
        if case .word(let word) = slots[0].element {
            let (length, first) = (UInt32(word.count), word[0])
            while index <= end {
                let unit = text.units[index]
                if unit.length == length, unit.kind == .word, text.words[Int(unit.value)] == first,
                    matches(text, at: index)
                {
                    return index
                }
                index += 1
            }
            return nil
        }
        while index <= end {
            if matches(text, at: index) { return index }
            index += 1
        }
        return nil
    }

    /// Whether a text holds it.
    package func matches(_ text: borrowing TextUnits) -> Bool { firstMatch(in: text) != nil }

    /// Whether a text holds it within a range of its bytes.
    package func matches(_ text: borrowing TextUnits, within range: Range<Int>) -> Bool {
        var start = 0
        while let index = firstMatch(in: text, from: start) {
            let last = text.units[index + slots.count - 1]
            if Int(last.end) > range.upperBound { return false }
            if Int(text.units[index].start) >= range.lowerBound { return true }
            start = index + 1
        }
        return false
    }

    private func matches(_ text: borrowing TextUnits, at index: Int) -> Bool {
        for offset in slots.indices {
            let unit = text.units[index + offset]
            guard slots[offset].element.accepts(unit, of: text) else { return false }
            if offset > 0, unit.isJoined ? slots[offset].isApart : slots[offset].isJoined { return false }
        }
        return true
    }
}
