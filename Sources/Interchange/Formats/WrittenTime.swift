internal import DiaryModel
internal import DiarylogHost

/// A date, or a date and time, as programs and people write it: the one reader for front matter, names and columns.
///
///     2023-12-31T23:59:00Z    2023-12-31 23:59:00 +0900    Sun, 31 Dec 2023 23:59:00 +0900
///     31.12.2023 23:59        2023년 12월 31일 오후 11:59    December 31st, 2023
///
/// What names its day only as seen from today, as "yesterday" and "3월 1일" do, is none.
struct WrittenTime: Equatable {
    var civil: CivilTime
    var precision: EntryDate.Precision
    /// Seconds east of Greenwich; nil if the text does not say.
    var offset: Int32?
    /// Whether it is said to be UTC, as programs write wherever they are; an offset of nothing is a place.
    var isUniversal = false
    /// The zone that is named behind it: `[Asia/Seoul]`.
    var zone: String?

    init(civil: CivilTime, precision: EntryDate.Precision) { (self.civil, self.precision) = (civil, precision) }

    /// Nil if it is none. Throws if it is one of two. `isPart`: other words may follow, and as much is tried as can be.
    init?(_ written: String, _ options: ReadOptions, isPart: Bool = false) throws(JrnlDates.Ambiguity) {
        var written = written.trimmingSpace()
        var zone: String?
        if written.last == "]", let open = written.lastIndex(of: "["),
            case let name = String(written[open...].dropFirst().dropLast()), ZoneDatabase.exists(name)
        {
            zone = name
            written = written[..<open].trimmingSpace()
        }
        let (spoken, offset) = Self.split(Self.withoutWeekday(written))
        let (text, isNextDay) = Self.withinTheDay(spoken)
        guard var time = try Self(bare: text, options, isPart) else { return nil }
        if let offset, time.offset == nil { (time.offset, time.isUniversal) = offset }
        if isNextDay { time.civil = time.civil.adding(days: 1) }
        time.zone = zone
        self = time
    }

    /// The words of a date, as programs write it: Obsidian's link to a day is the day; Notion puts a sign before it,
    /// and of a span its beginning counts.
    static func words(of written: String) -> String {
        let words = (written.split(separator: "→").first ?? "").trimmingSpace()
        if words.hasPrefix("[[") { return String(words.dropFirst(2).prefix { !"]|#".contains($0) }) }
        return words.hasPrefix("@") ? String(words.dropFirst()) : words
    }

    /// A time without what stands behind it.
    private init?(bare text: String, _ options: ReadOptions, _ isPart: Bool) throws(JrnlDates.Ambiguity) {
        // As iCalendar and Evernote write them: `20240501T133000Z`.
        if text.contains("T"), !text.contains("-"), let date = CalendarDate(Array(text.utf8)) {
            (civil, precision) = (date.civil, date.isDay ? .day : .second)
            if date.isUTC { (offset, isUniversal) = (0, true) }
            return
        }
        if let (time, isInstant) = Self.digits(text, isPart) {
            (civil, precision) = (time, text.utf8.count == 12 ? .minute : .second)
            if isInstant { (self.offset, isUniversal) = (0, true) }
            return
        }
        if let iso = ISODate(text) {
            (civil, precision) = (iso.civil, iso.precision)
            return
        }
        var read = Self.chosen(text, options)
        if read == nil, !isPart, options.timeFormat == nil { read = try JrnlDates.read(alone: text) }
        if read == nil { read = try Self.said(text, options) }
        guard let read else { return nil }
        (civil, precision) = read
    }

    /// As ISO writes it, without its offset.
    var text: String { civil.isoDay + (precision == .day ? "" : "T" + civil.isoTime) }

    /// The date on the clocks of a zone, unless it has its own offset. `named` is a zone that is said beside it.
    func date(in zone: String, named: String? = nil) -> EntryDate {
        let named = named ?? self.zone
        if let offset, !isUniversal || named != nil {
            return EntryDate(seconds: civil.seconds, offset: offset, zone: named ?? "", precision: precision)
        }
        if offset != nil { return EntryDate(instant: civil.seconds, in: zone) }
        return EntryDate(civil, precision, in: named.flatMap { $0.isEmpty ? nil : $0 } ?? zone)
    }

    /// The same as a format says it.
    func said(in zone: String, named: String? = nil) -> SaidDate {
        .settled(date(in: zone, named: named), onClock: offset == nil)
    }

    /// A day in digits without the Korean weekday behind it: `2024-05-01 (수) 22:30`.
    private static func withoutWeekday(_ text: String) -> String {
        var day = text.prefix { $0.isASCII && ($0.isWholeNumber || "-/.".contains($0)) }
        var rest = text[day.endIndex...].drop { $0 == " " }
        let isInside = rest.first == "("
        if isInside { rest.removeFirst() }
        guard day.count >= 6, isInside || rest.startIndex > day.endIndex, let name = rest.popFirst(),
            "월화수목금토일".contains(name)
        else { return text }
        if rest.hasPrefix("요일") { rest = rest.dropFirst(2) }
        if isInside, rest.popFirst() != ")" { return text }
        if day.last == "." { day.removeLast() }
        return isInside || rest.first ?? " " == " " ? "\(day) \(rest)".trimmingSpace() : text
    }

    /// Digits alone: a day and a time (`20240501223000`, or to the minute), with thousandths in UTC, as TiddlyWiki has
    /// them; or seconds since 1970, also with a fraction, or parts of them, which is an instant.
    private static func digits(_ text: String, _ isPart: Bool) -> (CivilTime, isInstant: Bool)? {
        if !isPart, let point = text.firstIndex(of: "."), text[..<point].utf8.count == 10, text.utf8.count < 21 {
            return text[point...].dropFirst().utf8.allSatisfy(isDigit) ? digits(String(text[..<point]), false) : nil
        }
        guard text.utf8.allSatisfy(isDigit), let number = Int64(text) else { return nil }
        switch text.utf8.count {
        case 12, 14,
            17 where !isPart:
            let isInstant = text.utf8.count == 17
            let digits = isInstant ? number / 1000 : text.utf8.count == 12 ? number * 100 : number
            let (day, time) = (Int(digits / 1_000_000), Int(digits % 1_000_000))
            let civil = CivilTime(
                year: day / 10_000, month: day / 100 % 100, day: day % 100, hour: time / 10_000,
                minute: time / 100 % 100, second: time % 100)
            return civil.map { ($0, isInstant) }
        case 10 where !isPart, 13 where !isPart, 16 where !isPart:
            return (CivilTime(seconds: SaidDate.seconds(number)), true)
        default: return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Seconds east of Greenwich of a zone that is called by them: `GMT+0900`, `GMT+9`, `UTC-05:30`.
    static func offset(named zone: some StringProtocol) -> Int32? {
        guard zone.hasPrefix("GMT") || zone.hasPrefix("UTC") else { return nil }
        let rest = String(zone.dropFirst(3).filter { $0 != ":" })
        guard let sign = rest.first else { return 0 }
        let digits = rest.dropFirst()
        guard sign == "+" || sign == "-", (1...4).contains(digits.count), let number = Int32(digits),
            digits.utf8.allSatisfy(isDigit)
        else { return nil }
        let seconds = digits.count <= 2 ? number * 3600 : number / 100 * 3600 + number % 100 * 60
        return seconds <= 64_800 ? (sign == "+" ? seconds : -seconds) : nil
    }

    /// A time with 24 o'clock, which is the next day's beginning, or with a leap second, as a clock shows it.
    private static func withinTheDay(_ text: String) -> (String, isNextDay: Bool) {
        for sign in ["T", " "] {
            if let midnight = text.firstRange(of: sign + "24:00"),
                text[midnight.upperBound...].prefix(3).allSatisfy({ ":0".contains($0) })
            {
                return (text.replacing(sign + "24:00", with: sign + "00:00", maxReplacements: 1), true)
            }
        }
        guard let leap = text.firstRange(of: ":60"), text[..<leap.lowerBound].suffix(3).first == ":" else {
            return (text, false)
        }
        return (text.replacing(":60", with: ":59", maxReplacements: 1), false)
    }

    /// Zones whose letters mean one offset only, among all that people write.
    private static let letters: [Substring: Int32] = ["KST": 32_400, "JST": 32_400]

    /// A time without the offset behind it: `+0900`, `-05:00`, `UTC`, `GMT+0900`, `KST`. That of ISO's own form stays.
    private static func split(_ text: String) -> (String, (seconds: Int32, isUniversal: Bool)?) {
        // JavaScript names the zone once more: `22:30:00 GMT+0900 (Korean Standard Time)`.
        if text.hasSuffix(")"), let open = text.lastIndex(of: "("), text[..<open].contains(" GMT") {
            return split(text[..<open].trimmingSpace())
        }
        if text.contains(":"), let space = text.lastIndex(of: " "), case let name = text[space...].dropFirst() {
            if let seconds = letters[name] ?? (name.count > 3 ? offset(named: name) : nil) {
                return (text[..<space].trimmingSpace(), (seconds, seconds == 0))
            }
            // The command `date` has the zone before the year: `Wed May  1 22:30:00 KST 2024`.
            let before = text[..<space]
            if name.count == 4, name.utf8.allSatisfy(isDigit), let zone = before.lastIndex(of: " "),
                case let called = before[zone...].dropFirst(), let seconds = letters[called] ?? offset(named: called)
            {
                return (String(before[..<zone]) + text[space...], (seconds, seconds == 0))
            }
        }
        // Notion's `10:30 PM (GMT+9)`; the letters of a zone (`(KST)`) mean several.
        if text.hasSuffix(")"), let open = text.lastIndex(of: "("), text[..<open].contains(":") {
            let name = text[text.index(after: open)...].dropLast()
            if name.allSatisfy({ $0.isASCII && !$0.isWhitespace && !$0.isLowercase }) {
                return (text[..<open].trimmingSpace(), offset(named: name).map { ($0, $0 == 0) })
            }
        }
        for name in ["UTC", "GMT", "Z"] where text.hasSuffix(name) {
            let rest = text.dropLast(name.count).trimmingSpace()
            return rest.contains(":") ? (rest, (0, true)) : (text, nil)
        }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }), text[..<sign].contains(":") else {
            return (text, nil)
        }
        let digits = text[sign...].dropFirst().filter { $0 != ":" }
        guard [2, 4].contains(digits.count), digits.utf8.allSatisfy(isDigit),
            case let number? = Int32(digits + String(repeating: "0", count: 4 - digits.count)), number % 100 < 60,
            number / 100 <= 18
        else { return (text, nil) }
        let size = number / 100 * 3600 + number % 100 * 60
        return (text[..<sign].trimmingSpace(), (text[sign] == "-" ? -size : size, false))
    }

    private typealias Read = (time: CivilTime, precision: EntryDate.Precision)

    private static func chosen(_ text: String, _ options: ReadOptions) -> Read? {
        guard let format = options.timeFormat, let time = format.read(text) else { return nil }
        return (time, format.precision)
    }

    /// What the program's own reader of dates says of a phrase that means the same on any day.
    private static func said(_ text: String, _ options: ReadOptions) throws(JrnlDates.Ambiguity) -> Read? {
        func read(_ now: CivilTime, _ form: DateForm?) -> Read? {
            switch try? NaturalDate.parse(text: text, now: now, form: form) {
            case .day(let day): (day, .day)
            case .time(let time, let precision): (time, precision)
            case .exact, .ago, nil: nil
            }
        }
        let now = options.defaults.now.civil
        func always(_ form: DateForm?) -> Read? {
            guard let first = read(now, form), let other = read(now.adding(days: -400), form), first == other else {
                return nil
            }
            return first
        }
        let one = always(nil)
        guard let sign = ["/", "-"].first(where: { text.contains($0) }) else { return one }
        let other = always(DateForm(locale: "en_GB"))
        if let one, let other, one != other {
            throw JrnlDates.Ambiguity(text: text, formats: ["%d\(sign)%m\(sign)%Y", "%m\(sign)%d\(sign)%Y"])
        }
        return one ?? other
    }
}

/// A date that a text begins with, and what is behind it.
struct LeadingTime {
    let time: WrittenTime
    let rest: String

    /// No date is longer.
    private static let longest = 40

    /// The longest date at the beginning. A part of the day behind it is a word like others: `2024-05-01 저녁`.
    ///
    /// Nil if there is none. Throws if it is one of two.
    init?(_ text: String, _ options: ReadOptions) throws(JrnlDates.Ambiguity) {
        let isYearFirst = text.prefix(4).utf8.allSatisfy { (0x30...0x39).contains($0) }
        let signs = Array(text.prefix(Self.longest)).map { $0 != "_" ? $0 : isYearFirst ? "-" : " " }
        if !signs.contains(where: { $0 == ":" || $0 == "시" }), signs.count >= 10,
            let day = ISODate(String(signs[..<10])), day.precision == .day
        {
            time = WrittenTime(civil: day.civil, precision: .day)
            rest = Self.behind(text, 10, time)
            return
        }
        var digits = 0
        var ends: [Int] = []
        for (index, sign) in signs.enumerated() {
            if sign.isASCII, sign.isWholeNumber { digits += 1 }
            let next = index + 1 < signs.count ? signs[index + 1] : " "
            // Dates that mean the same on any day have so many, and no word ends within another.
            let isEnd = !sign.isLetter || !next.isLetter && !next.isNumber || "일시분초반각".contains(sign)
            if digits >= 4, isEnd, !(Self.isPart(sign) && Self.isPart(next)), !Self.endings.contains(sign) {
                ends.append(index + 1)
            }
        }
        func read(to end: Int) throws(JrnlDates.Ambiguity) -> WrittenTime? {
            let words = String(signs[..<end])
            let time = try WrittenTime(words, options, isPart: true)
            return time?.precision != .minute && !words.contains(" ") || time?.precision == .day
                || words.contains(":") || words.contains("시") || end == 12 && Int64(words) != nil
                ? time : nil
        }
        var found: (time: WrittenTime, end: Int)?
        for end in ends where found == nil { found = try read(to: end).map { ($0, end) } }
        guard let day = found else { return nil }
        // A time, or a weekday in parentheses, may stand behind the day.
        if signs[day.end...].prefix(20).contains(where: { $0 == ":" || $0 == "시" || $0 == "(" }) {
            for end in ends.reversed() where end > day.end && found?.end == day.end {
                if let time = try read(to: end) { found = (time, end) }
            }
        }
        time = found?.time ?? day.time
        rest = Self.behind(text, found?.end ?? day.end, time)
    }

    /// What the reader of dates takes behind one, and what is the title's here: `2024-05-01에 쓴 글`.
    private static let endings: Set<Character> = ["쯤", "경", "렵", "에"]

    private static func behind(_ text: String, _ end: Int, _ time: WrittenTime) -> String {
        let rest = String(text.dropFirst(end).drop { " -–_.,:".contains($0) })
        let word = rest.filter { !" (),.".contains($0) }.lowercased()
        // The weekday of the date says nothing more.
        let names = [Language.en, .ko].map { DateStyle.weekdayName(time.civil, language: $0).lowercased() }
        let short = [String(names[0].prefix(3)), String(names[1].prefix(1))]
        return (names + short).contains(word) ? "" : rest
    }

    private static func isPart(_ sign: Character) -> Bool { sign.isASCII && (sign.isLetter || sign.isWholeNumber) }
}

extension EntryDate {
    /// An instant in seconds since 1970 UTC, as a clock of this zone shows it.
    init(instant: Int64, in zone: String) {
        let offset = ZoneDatabase.offset(of: zone, at: instant)
        self.init(seconds: instant + Int64(offset), offset: offset, zone: zone, precision: .second)
    }
}
