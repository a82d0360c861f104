internal import DiaryModel

/// A date that a text begins with, and what is behind it.
struct LeadingTime {
    let time: WrittenTime
    let rest: String
    /// Whether it says the day and a year of four figures, as no `Christmas 2024` does.
    let isFull: Bool

    /// The date at the beginning, with its time, which may have no colons in a name. A part of the day behind it is a
    /// word like others: `2024-05-01 저녁`.
    ///
    /// Nil if there is none. Throws if it is one of two.
    init?(_ written: String, _ options: ReadOptions, ofName: Bool = false) throws(DateOrder.Ambiguity) {
        let text = WrittenTime.plain(written)
        var ways = DateOrder.all(for: text, options.timeFormat).map { order in
            (order, FiguredTime(text[...], order, isPart: true, ofName: ofName))
        }
        if ways.contains(where: { $0.1 != nil }) { ways.removeAll { $0.1 == nil } }
        let found = ways.compactMap { order, figured in
            Self.read(text, order, figured, now: options.defaults.now.civil).map { (order, $0) }
        }
        guard let (order, (read, behind)) = found.first else {
            guard let format = options.timeFormat, let (time, rest) = format.leading(text),
                rest.first.map({ !$0.isLetter && !$0.isNumber }) ?? true
            else { return nil }
            self.time = WrittenTime(civil: time, precision: format.precision)
            (self.rest, isFull) = (Self.behind(written.suffix(rest.count), self.time), true)
            return
        }
        if let other = found.first(where: { $0.1.read != read }) {
            throw DateOrder.Ambiguity(text: String(text.dropLast(behind.count)), [order, other.0])
        }
        var (time, rest) = (WrittenTime(civil: read.civil, precision: read.precision), behind)
        let date = text.dropLast(behind.count)
        time.takeOffset(behind: date, &rest)
        self.time = time
        self.rest = Self.behind(written.suffix(rest.count), time)
        let figures = date.split { !$0.isASCII || !$0.isWholeNumber }
        isFull = figures.contains { $0.count > 3 } && figures.joined().count > 4
    }

    /// A date that is told, and what stands behind it.
    init(_ time: WrittenTime, _ rest: String) { (self.time, self.rest, isFull) = (time, rest, true) }

    private static func read(
        _ text: String, _ order: DateOrder, _ figured: FiguredTime?, now: CivilTime
    ) -> (read: WrittenTime.Read, rest: Substring)? {
        // A weekday in parentheses is a part of all dates but ISO's.
        let signs = ISODate(String(text.prefix(10))) == nil ? ":시(" : ":시"
        if let figured, figured.precision != .day || !figured.rest.prefix(20).contains(where: { signs.contains($0) }) {
            return ((figured.civil, figured.precision), figured.rest)
        }
        let isYearFirst = text.prefix(4).utf8.allSatisfy { (0x30...0x39).contains($0) }
        let words = text.replacing("_", with: isYearFirst ? "-" : " ")
        if let said = NaturalDate.beginning(of: words, now: now, isDayFirst: order == .dayFirst),
            let read = WrittenTime.read(said.date)
        {
            // A parenthesis without a weekday in it is none of the date's.
            let isOpen = words.dropLast(said.rest.count).last == "("
            var rest = words.suffix(said.rest.count + (isOpen ? 1 : 0))
            if read.precision == .day, let clock = FiguredTime.clock(&rest, isJoined: false, ofName: false) {
                return ((clock.on(read.civil), clock.precision), rest)
            }
            return (read, rest)
        }
        return figured.map { (($0.civil, $0.precision), $0.rest) }
    }

    private static func behind(_ text: Substring, _ time: WrittenTime) -> String {
        let rest = String(text.drop { " -–_.,:".contains($0) })
        let word = rest.filter { !" (),.".contains($0) }.lowercased()
        // The weekday of the date says nothing more.
        let names = [Language.en, .ko].map { DateStyle.weekdayName(time.civil, language: $0).lowercased() }
        let short = [String(names[0].prefix(3)), String(names[1].prefix(1))]
        return (names + short).contains(word) ? "" : rest
    }
}

extension WrittenTime {
    /// Takes up the offset that stands right behind a time: `Z`, `+0900`, `UTC`, `(GMT+9)`. Of `10:30-11:30` the
    /// second is a time.
    fileprivate mutating func takeOffset(behind date: Substring, _ rest: inout Substring) {
        let word = rest.drop { $0 == " " }.prefix { $0 != " " }
        let isSpan = precision == .minute && rest.first == "-" && word.contains(":") && !date.contains("T")
        guard precision != .day, !word.isEmpty, !isSpan,
            case let (inner, offset?) = Self.split(String(date) + rest[..<word.endIndex]),
            inner == date.trimmingSpace()
        else { return }
        (self.offset, isUniversal) = offset
        rest = rest[word.endIndex...]
    }
}
