/// One line of a language's table of dates: how something is written, and what it means.
///
/// A pattern is read word by word. White space in it allows white space in the text, and none forbids nothing:
///
///     지난|저번 주 {weekday}     one of several words, then others: 지난주 금요일, 저번주금요일
///     the? day before            a word that may be missing
///     {y} ~- ~{mm} ~- ~{dd}      ~ allows no white space before it
struct DateRule: Sendable {
    /// What one piece of a pattern accepts.
    enum Accepts: Sendable {
        /// One of these words or marks.
        case words([[Unicode.Scalar]])
        case slot(DateSlot)
    }

    struct Element: Sendable {
        let accepts: Accepts
        let isOptional: Bool
        /// Whether no white space may stand before it.
        let isJoined: Bool
    }

    let elements: [Element]
    let meaning: DateMeaning
    /// What the text may begin with where this rule fits.
    let beginnings: Set<Unicode.Scalar>

    init(_ pattern: String, _ meaning: DateMeaning) {
        elements = pattern.split(separator: " ").map { Element(piece: $0) }
        self.meaning = meaning
        var beginnings: Set<Unicode.Scalar> = []
        for element in elements {
            beginnings.formUnion(element.beginnings)
            if !element.isOptional { break }
        }
        self.beginnings = beginnings
    }

    /// The words that this line names; slots have words of their own.
    var words: [[Unicode.Scalar]] {
        elements.flatMap { element -> [[Unicode.Scalar]] in
            if case .words(let words) = element.accepts { words } else { [] }
        }
    }
}

extension DateRule.Element {
    fileprivate var beginnings: [Unicode.Scalar] {
        switch accepts {
        case .words(let words): return words.compactMap(\.first)
        case .slot(let slot):
            let words = DateWords.words(of: slot).map(\.word) + DateWords.parts(of: slot).map(\.word)
            let digits: [Unicode.Scalar] = slot.digits == nil ? [] : Array("0123456789".unicodeScalars)
            return words.compactMap(\.first) + digits
        }
    }

    fileprivate init(piece: Substring) {
        var piece = piece
        isJoined = piece.hasPrefix("~")
        if isJoined { piece.removeFirst() }
        isOptional = piece.hasSuffix("?")
        if isOptional { piece.removeLast() }
        if let slot = DateSlot(rawValue: String(piece)) {
            accepts = .slot(slot)
        } else {
            accepts = .words(piece.split(separator: "|").map { Array(String($0).unicodeScalars) })
        }
    }
}

/// A place in a pattern that takes a number or a name.
enum DateSlot: String, Sendable {
    /// How many: digits, or a number in words.
    case count = "{n}"
    /// A number of days in a word, as 사흘.
    case dayCount = "{days}"
    case year = "{y}"
    /// Two digits of a year.
    case shortYear = "{yy}"
    /// One digit or two, or just two.
    case month = "{m}"
    case twoDigitMonth = "{mm}"
    case day = "{d}"
    case twoDigitDay = "{dd}"
    case monthName = "{month}"
    case weekday = "{weekday}"
    /// A weekday as it is written in parentheses, as 월.
    case shortWeekday = "{wd}"
    case hour = "{h}"
    case minute = "{min}"
    case twoDigitMinute = "{mi}"
    case second = "{s}"
    case looseSecond = "{sec}"
    /// 반: half past.
    case half = "{half}"
    /// am, pm, 오전, 오후.
    case halfOfDay = "{ampm}"
    /// morning, evening …; and 새벽, 저녁, 오전 …
    case part = "{part}"
    case koreanPart = "{때}"
    /// Words that name a part of the day themselves: night; tonight; 어젯밤 and 엊저녁, which name their day as well.
    case night = "{night}"
    case tonight = "{tonight}"
    case lastNight = "{lastnight}"
    case lastEvening = "{lastevening}"
    /// st, nd, rd, th.
    case ordinal = "{th}"

    /// How many digits it takes; nil for a slot of words alone.
    var digits: ClosedRange<Int>? {
        switch self {
        case .count: 1...9
        case .year: 4...4
        case .month, .day, .hour, .minute, .looseSecond: 1...2
        case .shortYear, .twoDigitMonth, .twoDigitDay, .twoDigitMinute, .second: 2...2
        default: nil
        }
    }
}

/// What a line of the table means.
enum DateMeaning: Equatable, Sendable {
    enum Unit: Equatable, Sendable { case days, weeks, months, years }

    /// A day so many days from today.
    case fromToday(Int)
    /// So many units before today, or after it.
    case before(Unit)
    case after(Unit)
    /// The latest such weekday up to today; the latest before today; the first after it; that of a week from this one.
    case latestWeekday, weekdayBefore, weekdayAfter
    case weekdayOfWeek(Int)
    /// A day of the calendar. What it does not name is this year's, or that of so many years or months from now.
    case calendar(years: Int = 0, months: Int = 0)
    /// The last day of a month, so many months from this one.
    case endOfMonth(Int)
    /// The time of day that the slots say; a fixed hour; the hour that a part of the day stands for.
    case time, hour(Int), usual
    /// So many seconds of elapsed time before now, for each that is counted.
    case elapsed(Int64)
    /// It is a date for people, but not one day: last week, 2026년 11월.
    case vague
    /// It is written as we do not read it, lest it be read wrongly: 26. 11. 1.
    case unread

    var isTime: Bool {
        switch self {
        case .time, .hour, .usual: true
        default: false
        }
    }

    var isElapsed: Bool { if case .elapsed = self { true } else { false } }
}
