@_spi(_Unicode) import Swift

/// What the slots of a rule took, and where each stood.
struct DateCaptures {
    var count = 1
    var year: Int?
    var shortYear: Int?
    var month: Int?
    var day: Int?
    var weekday: Int?
    var holiday: Int?
    /// The month in which the season begins that was named.
    var season: Int?
    var hour: Int?
    var minute: Int?
    var second: Int?
    var part: DayPart?
    private var ranges: [(slot: DateSlot, range: Range<Int>)] = []

    /// Where the first of these slots stood, in scalars.
    func range(of slots: DateSlot...) -> Range<Int>? { ranges.first { slots.contains($0.slot) }?.range }

    mutating func set(_ value: Int, of slot: DateSlot, at range: Range<Int>) {
        ranges.append((slot, range))
        switch slot {
        case .count, .dayCount: count = value
        case .year: year = value
        case .shortYear: shortYear = value
        case .yearMonthDay: (year, month, day) = (value / 10_000, value / 100 % 100, value % 100)
        case .month, .twoDigitMonth, .monthName: month = value
        case .day, .twoDigitDay: day = value
        case .weekday, .weekdays, .shortWeekday: weekday = value
        case .holiday: holiday = value
        case .season: season = value
        case .hour: hour = value
        case .minute, .twoDigitMinute, .half: minute = value
        case .second, .looseSecond: second = value
        case .halfOfDay, .part, .koreanPart, .night, .tonight, .lastNight, .lastEvening: part = DayPart(rawValue: value)
        case .firstFigure, .secondFigure, .ordinal: break
        }
    }
}

/// A phrase as scalars, and where the rules of the tables fit into it.
struct DateScanner {
    /// A rule that fits, from where a search for it began.
    struct Match {
        let meaning: DateMeaning
        let range: Range<Int>
        let captures: DateCaptures
        /// Whether what stands there may be any heading: "evening", "May".
        let isHeading: Bool
    }

    /// The phrase in composed form, with the letters of ASCII in lower case.
    let scalars: [Unicode.Scalar]
    private let isDayFirst: Bool

    init(_ text: String, isDayFirst: Bool) {
        self.isDayFirst = isDayFirst
        // Hangul has no case.
        scalars = text._nfc.map { scalar in
            if scalar == "’" { return "'" }
            let isUpper = (0x41...0x5A).contains(scalar.value)
            return isUpper ? Unicode.Scalar(UInt8(truncatingIfNeeded: scalar.value) | 0x20) : scalar
        }
    }

    func skippingSpace(_ start: Int) -> Int {
        var index = start
        while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
        return index
    }

    /// Every way in which a rule of this sort fits here, those that take most first.
    func matches(from start: Int, where isWanted: (DateMeaning) -> Bool) -> [Match] {
        var found: [Match] = []
        guard start < scalars.count else { return [] }
        for rule in DateTable.rules[scalars[start]] ?? [] where isWanted(rule.meaning) {
            match(rule.elements[...], at: start, DateCaptures()) { end, captures in
                found.append(
                    Match(
                        meaning: rule.meaning, range: start..<end, captures: captures,
                        isHeading: rule.isHeading))
            }
        }
        return found.sorted { $0.range.upperBound > $1.range.upperBound }
    }

    /// The place behind one of these words, if one stands here.
    func end(ofAny words: [[Unicode.Scalar]], at start: Int) -> Int? {
        words.lazy.compactMap { end(of: $0, at: start) }.first
    }

    private func match(
        _ elements: ArraySlice<DateRule.Element>, at index: Int, _ captures: DateCaptures,
        _ report: (Int, DateCaptures) -> Void
    ) {
        guard let element = elements.first else { return report(index, captures) }
        let rest = elements.dropFirst()
        if element.isOptional { match(rest, at: index, captures, report) }
        let start = element.isJoined ? index : skippingSpace(index)
        switch element.accepts {
        case .words(let words):
            for word in words {
                if let end = end(of: word, at: start) { match(rest, at: end, captures, report) }
            }
        case .slot(let figure):
            let slot = slot(of: figure)
            if let digits = slot.digits, let (value, end) = number(at: start, digits),
                slot != .yearMonthDay || Self.isDay(value)
            {
                var captures = captures
                captures.set(value, of: slot, at: start..<end)
                match(rest, at: end, captures, report)
            }
            // No word begins with a figure.
            guard start < scalars.count, !Self.isFigure(scalars[start]) else { return }
            for (word, value) in DateWords.words[slot, default: []] {
                guard let end = end(of: word, at: start) else { continue }
                var captures = captures
                captures.set(value, of: slot, at: start..<end)
                match(rest, at: end, captures, report)
            }
        }
    }

    private func slot(of figure: DateSlot) -> DateSlot {
        switch figure {
        case .firstFigure: isDayFirst ? .day : .month
        case .secondFigure: isDayFirst ? .month : .day
        default: figure
        }
    }

    /// Whether eight digits are likely to be a day: other numbers have as many.
    private static func isDay(_ number: Int) -> Bool {
        (1900...2100).contains(number / 10_000) && (1...12).contains(number / 100 % 100)
            && (1...31).contains(number % 100)
    }

    /// The end of a word that stands here; a word of letters does not end within a longer one.
    ///
    /// Where a word has a space, the text may have white space, and need not.
    private func end(of word: [Unicode.Scalar], at start: Int) -> Int? {
        guard start < scalars.count, word.first == scalars[start] else { return nil }
        var end = start
        for scalar in word {
            if scalar == " " {
                end = skippingSpace(end)
            } else if end < scalars.count, scalars[end] == scalar {
                end += 1
            } else {
                return nil
            }
        }
        if let last = word.last, Self.isLetter(last), end < scalars.count, Self.isLetter(scalars[end]) { return nil }
        return end
    }

    /// The number of so many digits that stands here, and its end.
    private func number(at start: Int, _ digits: ClosedRange<Int>) -> (value: Int, end: Int)? {
        var end = start
        var value = 0
        while end < scalars.count, Self.isFigure(scalars[end]) {
            guard end - start < 9 else { return nil }
            value = value * 10 + Int(scalars[end].value) - 0x30
            end += 1
        }
        return digits.contains(end - start) ? (value, end) : nil
    }

    /// Whether from here on nothing stands but words, numbers and marks of dates.
    func isVocabulary(from start: Int) -> Bool {
        var index = start
        while index < scalars.count {
            let scalar = scalars[index]
            if let end = end(ofAny: DateTable.vocabulary, at: index) {
                index = end
            } else if scalar.properties.isWhitespace || Self.marks.contains(scalar)
                || Self.isFigure(scalar)
            {
                index += 1
            } else {
                return false
            }
        }
        return true
    }

    private static let marks: Set<Unicode.Scalar> = [".", ",", ":", "-", "/", "+", "(", ")", "t", "z"]

    /// Whether no word and no number goes on at this place; a Korean unit (`3시에`) ends where it stands.
    func endsWord(at end: Int) -> Bool {
        guard end < scalars.count, end > 0 else { return true }
        let (last, next) = (scalars[end - 1], scalars[end])
        let isWord = next.properties.isAlphabetic || Self.isFigure(next)
        return !isWord || !last.properties.isAlphabetic && !(Self.isFigure(last) && next.isASCII)
            || "일시분초반각".unicodeScalars.contains(last)
    }

    private static func isFigure(_ scalar: Unicode.Scalar) -> Bool { (0x30...0x39).contains(scalar.value) }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { (0x61...0x7A).contains(scalar.value) }
}
