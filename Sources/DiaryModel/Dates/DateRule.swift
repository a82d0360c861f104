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
    /// Whether a text may as well have this for its heading: "evening", "May", "2026".
    let isHeading: Bool
    init(_ pattern: String, _ meaning: DateMeaning, isHeading: Bool = false) {
        elements = pattern.unicodeScalars.split(separator: " ").map { Element(piece: $0) }
        self.meaning = meaning
        self.isHeading = isHeading
    }

    /// The words that this line names; slots have words of their own.
    var words: [[Unicode.Scalar]] {
        elements.flatMap { element -> [[Unicode.Scalar]] in
            if case .words(let words) = element.accepts { words } else { [] }
        }
    }
}

extension DateRule.Element {
    fileprivate init(piece: Substring.UnicodeScalarView) {
        var piece = piece
        isJoined = piece.first == "~"
        if isJoined { piece.removeFirst() }
        isOptional = piece.last == "?"
        if isOptional { piece.removeLast() }
        if piece.first == "{", let slot = DateSlot(rawValue: String(piece)) {
            accepts = .slot(slot)
        } else {
            accepts = .words(piece.split(separator: "|").map { Array($0) })
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
    /// Two digits of a year: the one from 79 years before this one to 20 after it.
    case shortYear = "{yy}"
    /// A year of our times, month and day without anything between them: 20240101.
    case yearMonthDay = "{ymd}"
    /// Month and day, or day and month, as the reader's country writes them.
    case firstFigure = "{a}"
    case secondFigure = "{b}"
    /// One digit or two, or just two.
    case month = "{m}"
    case twoDigitMonth = "{mm}"
    case day = "{d}"
    case twoDigitDay = "{dd}"
    case monthName = "{month}"
    case weekday = "{weekday}"
    /// The same, also in the plural.
    case weekdays = "{weekdays}"
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
    /// A day that has a name of its own, by its number in `Holiday.all`.
    case holiday = "{holiday}"
    /// spring, 봄 …, by the month in which it begins.
    case season = "{season}"
    /// st, nd, rd, th.
    case ordinal = "{th}"

    /// How many digits it takes; nil for a slot of words alone.
    var digits: ClosedRange<Int>? {
        switch self {
        case .count: 1...9
        case .year: 4...4
        case .month, .day, .firstFigure, .secondFigure, .hour, .minute, .looseSecond: 1...2
        case .yearMonthDay: 8...8
        case .shortYear, .twoDigitMonth, .twoDigitDay, .twoDigitMinute, .second: 2...2
        default: nil
        }
    }
}

/// What a line of the table means.
enum DateMeaning: Equatable, Sendable {
    enum Unit: Equatable, Sendable { case days, weeks, months, years }

    /// Which of those that come every year, where no year is said.
    enum Which: Equatable, Sendable {
        /// The latest that had begun by today; the latest that was over by then; the one that today is in, or else this
        /// year's; the first after today; that of so many years from this one.
        case latest, before, current, next, year(Int)
    }

    /// More than one day.
    enum Span: Equatable, Sendable {
        /// So many from this one.
        case week(Int), weekend(Int), month(Int), year(Int)
        /// The month or the season that is named.
        case named(Which)
        /// The year that is said.
        case saidYear
        /// So many units, of which today is the last day.
        case latest(Unit)
    }

    /// A day so many days from today.
    case fromToday(Int)
    /// So many units before today, or after it.
    case before(Unit)
    case after(Unit)
    /// The latest such weekday up to today; so many of them before today, times the count; the first after today; that
    /// of a week from this one.
    case latestWeekday, weekdaysBefore(Int), weekdayAfter
    case weekdayOfWeek(Int)
    /// A day of the calendar, or one with a name.
    case calendar(Which), holiday(Which)
    /// A day, or the last day, of a month so many months from this one; nil: the latest up to today.
    case dayOfMonth(Int?)
    case endOfMonth(Int)
    case span(Span)
    /// The time of day that the slots say; a fixed hour; the hour that a part of the day stands for.
    case time, hour(Int), usual
    /// So many seconds of elapsed time before now, for each that is counted.
    case elapsed(Int64)
    /// It is a date for people, but nobody knows which: 엊그제.
    case vague
    /// It is written as we do not read it, lest it be read wrongly: 26. 11. 1.
    case unread

    var isTime: Bool {
        switch self {
        case .time, .hour, .usual: true
        default: false
        }
    }

    var isSpan: Bool { if case .span = self { true } else { false } }

    var isElapsed: Bool { if case .elapsed = self { true } else { false } }
}
