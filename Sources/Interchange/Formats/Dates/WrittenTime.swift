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
    /// The zone that is named behind it: `[Asia/Seoul]`, `America/New_York`.
    var zone: String?

    init(civil: CivilTime, precision: EntryDate.Precision) { (self.civil, self.precision) = (civil, precision) }

    /// Nil if it is none. Throws if it is one of two, where `order` does not tell.
    init?(_ written: String, _ options: ReadOptions, in order: DateOrder? = nil) throws(DateOrder.Ambiguity) {
        var written = Self.plain(written.trimmingSpace())
        if let open = written.lastIndex(where: { "[ ".contains($0) }),
            case let name = String(written[open...].dropFirst().prefix { $0 != "]" }),
            name.contains("/") || written.last == "]", ZoneDatabase.exists(name)
        {
            zone = name
            written = written[..<open].trimmingSpace()
        }
        let (text, offset) = Self.split(written)
        if let format = options.timeFormat, let time = format.read(written) ?? format.read(text) {
            (civil, precision) = (time, format.precision)
            if let offset { (self.offset, isUniversal) = offset }
            return
        }
        if let instant = Self.instant(text) {
            (civil, precision, self.offset, isUniversal) = (instant, .second, 0, true)
            return
        }
        let now = options.defaults.now.civil
        var read = order.flatMap { Self.read(text, $0, now: now) }
        if read == nil { read = try Self.read(text, options) }
        guard let read else { return nil }
        (civil, precision) = read
        if let offset { (self.offset, isUniversal) = offset }
    }

    /// Wide letters, spaces that break no line and dashes of books as ASCII has them, and 年, 月 and 日 as Korean says
    /// them; sign by sign.
    static func plain(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.value {
            case 0xFF01...0xFF5E: Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar
            case 0x2010...0x2013, 0x2212: "-"
            case 0xA0, 0x202F: " "
            default: ["年": "년", "月": "월", "日": "일"][scalar] ?? scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }

    typealias Read = (civil: CivilTime, precision: EntryDate.Precision)

    /// What a text says without an offset, in whatever order its figures are; throws if two give other dates.
    private static func read(_ text: String, _ options: ReadOptions) throws(DateOrder.Ambiguity) -> Read? {
        let now = options.defaults.now.civil
        let found = DateOrder.all(for: text, options.timeFormat).compactMap { order in
            read(text, order, now: now).map { (order, $0) }
        }
        guard let (order, first) = found.first else { return nil }
        if let other = found.first(where: { $0.1 != first }) {
            throw DateOrder.Ambiguity(text: text, [order, other.0])
        }
        return first
    }

    /// The same in one order: in figures; or as the program's own reader of dates has it, which reads a time behind
    /// the day, and not before the year, as the command `date` has it.
    static func read(_ text: String, _ order: DateOrder, now: CivilTime) -> Read? {
        if let time = FiguredTime(whole: text, order) { return (time.civil, time.precision) }
        func said(_ text: String) -> Read? {
            NaturalDate.written(text, now: now, isDayFirst: order == .dayFirst).flatMap(Self.read)
        }
        if let colon = text.firstIndex(of: ":"), let space = text[..<colon].lastIndex(of: " "),
            case var rest = text[space...].dropFirst(), let clock = Clock(&rest),
            let day = said(String(text[..<space] + rest)), day.precision == .day
        {
            return (clock.on(day.civil), clock.precision)
        }
        return said(text)
    }

    static func read(_ date: NaturalDate.Parsed) -> Read? {
        switch date {
        case .day(let day): (day, .day)
        case .time(let time, let precision): (time, precision)
        case .exact, .ago: nil
        }
    }

    /// The words of a date, as programs write it: a link to a day is the day, in whatever folder that lies; Notion puts
    /// a sign before it, and of a span its beginning counts.
    static func words(of written: String) -> String {
        var words = (written.split(separator: "→").first ?? "").trimmingSpace()
        if words.first == "[", let open = words.firstRange(of: "](") {
            words = String(words[open.upperBound...].prefix { $0 != ")" }).stem
        } else if words.hasPrefix("[[") || words.contains("|") {
            words = String(words.drop { $0 == "[" }.prefix { !"]|#".contains($0) })
        }
        if ISODate(words.lastStep) != nil { return words.lastStep }
        return words.hasPrefix("@") ? String(words.dropFirst()) : words
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

    /// The instant that figures alone are: seconds since 1970, also with a fraction, or parts of them; or a day and a
    /// time with thousandths, as TiddlyWiki has them.
    private static func instant(_ text: String) -> CivilTime? {
        let whole = text.utf8.count < 21 ? text.prefix { $0 != "." } : text[...]
        let fraction = text.dropFirst(whole.count + 1)
        guard whole.utf8.allSatisfy(isDigit), fraction.utf8.allSatisfy(isDigit) else { return nil }
        switch (whole.utf8.count, Int64(whole)) {
        case (10, let number?), (13, let number?), (16, let number?):
            return CivilTime(seconds: SaidDate.seconds(number))
        case (17, _?): return FiguredTime(whole: String(whole.dropLast(3)), .yearFirst)?.civil
        default: return nil
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Seconds east of Greenwich of a zone that is called by them: `GMT+0900`, `GMT+9`, `UTC-05:30`, `+09:00`.
    static func offset(named zone: some StringProtocol) -> Int32? {
        let isNamed = zone.hasPrefix("GMT") || zone.hasPrefix("UTC")
        let rest = String(zone.dropFirst(isNamed ? 3 : 0).filter { $0 != ":" })
        guard let sign = rest.first else { return isNamed ? 0 : nil }
        let digits = rest.dropFirst()
        guard sign == "+" || sign == "-", (1...4).contains(digits.count), let number = Int32(digits),
            digits.utf8.allSatisfy(isDigit)
        else { return nil }
        let seconds = digits.count <= 2 ? number * 3600 : number / 100 * 3600 + number % 100 * 60
        return seconds <= 64_800 ? (sign == "+" ? seconds : -seconds) : nil
    }

    /// Zones whose letters mean one offset only, among all that people write.
    private static let letters: [Substring: Int32] = [
        "KST": 32_400, "JST": 32_400, "EDT": -14_400, "MDT": -21_600, "PDT": -25_200, "CET": 3_600, "CEST": 7_200,
        "EET": 7_200, "EEST": 10_800, "AEST": 36_000, "AEDT": 39_600, "NZST": 43_200, "NZDT": 46_800,
    ]

    /// A time without the offset behind it: `+0900`, `-05:00`, `UTC`, `GMT+0900`, `KST`. That of ISO's own form stays.
    static func split(_ text: String) -> (String, (seconds: Int32, isUniversal: Bool)?) {
        // A Mac writes names of zones out.
        for (name, letters) in [("Korean", "KST"), ("Japan", "JST")] where text.hasSuffix(" \(name) Standard Time") {
            return split(text.replacing("\(name) Standard Time", with: letters))
        }
        // JavaScript names the zone once more: `22:30:00 GMT+0900 (Korean Standard Time)`.
        if text.hasSuffix(")"), let open = text.lastIndex(of: "("), text[..<open].contains(" GMT") {
            return split(text[..<open].trimmingSpace())
        }
        if text.contains(":"), let space = text.lastIndex(of: " "), case let name = text[space...].dropFirst() {
            if let seconds = letters[name] ?? (name.count > 3 ? offset(named: name) : nil) {
                // Go writes the offset before it as well.
                let rest = text[..<space].trimmingSpace()
                let (inner, offset) = split(rest)
                if let offset { return (inner, offset) }
                return (rest, (seconds, seconds == 0))
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
            return rest.contains(":") || rest.contains("T") ? (rest, (0, true)) : (text, nil)
        }
        guard let sign = text.lastIndex(where: { $0 == "+" || $0 == "-" }),
            text[..<sign].contains(":") || text[..<sign].allSatisfy({ $0.isWholeNumber || $0 == "T" })
        else { return (text, nil) }
        let digits = text[sign...].dropFirst().filter { $0 != ":" }
        guard [2, 4].contains(digits.count), digits.utf8.allSatisfy(isDigit),
            case let number? = Int32(digits + String(repeating: "0", count: 4 - digits.count)), number % 100 < 60,
            number / 100 <= 18
        else { return (text, nil) }
        let size = number / 100 * 3600 + number % 100 * 60
        // `+00:00` is what the clocks of a place show; without a colon programs write so what they have in UTC.
        let isUniversal = size == 0 && !text[sign...].contains(":")
        return (text[..<sign].trimmingSpace(), (text[sign] == "-" ? -size : size, isUniversal))
    }
}

extension EntryDate {
    /// An instant in seconds since 1970 UTC, as a clock of this zone shows it.
    init(instant: Int64, in zone: String) {
        let offset = ZoneDatabase.offset(of: zone, at: instant)
        self.init(seconds: instant + Int64(offset), offset: offset, zone: zone, precision: .second)
    }

    /// A time that a file says, on the clocks of a zone.
    init(_ time: CivilTime, _ precision: Precision, in zone: String) {
        let seconds = precision == .day ? time.startOfDay.seconds : time.seconds
        self.init(
            seconds: seconds, offset: ZoneDatabase.offset(of: zone, local: seconds), zone: zone, precision: precision)
    }
}
