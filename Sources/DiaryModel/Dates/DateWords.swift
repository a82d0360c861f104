internal import DiarylogWords

/// The names and numbers that dates are said with, in both languages.
enum DateWords {
    typealias Word = [Unicode.Scalar]

    /// The words that fill a slot, longest first, and what each stands for.
    static func words(of slot: DateSlot) -> [(word: Word, value: Int)] {
        switch slot {
        case .count: counts
        case .dayCount: dayCounts
        case .hour: hours
        case .monthName: months
        case .weekday: weekdays
        case .weekdays: weekdaysOfAnyNumber
        case .holiday: holidays
        case .season: seasons
        case .shortWeekday: shortWeekdays
        case .ordinal: ordinals
        case .half: halves
        default: []
        }
    }

    static func parts(of slot: DateSlot) -> [(word: Word, part: DayPart)] {
        switch slot {
        case .halfOfDay: halvesOfDay
        case .part: parts
        case .koreanPart: koreanParts
        case .night: night
        case .tonight: tonight
        case .lastNight: lastNight
        case .lastEvening: lastEvening
        default: []
        }
    }

    /// Words by which a text is known to be made of nothing but words of dates. Holidays and seasons are none: 어제 봄.
    static let all: [Word] = {
        let slots: [DateSlot] = [.count, .dayCount, .hour, .monthName, .weekdays, .shortWeekday, .ordinal, .half]
        let partSlots: [DateSlot] = [.halfOfDay, .part, .koreanPart, .night, .tonight, .lastNight, .lastEvening]
        return slots.flatMap { words(of: $0).map(\.word) } + partSlots.flatMap { parts(of: $0).map(\.word) }
    }()

    /// What may stand at the beginning of a slot.
    static func beginnings(of slot: DateSlot) -> Set<Unicode.Scalar> {
        let digits: [Unicode.Scalar] = slot.digits == nil ? [] : Array("0123456789".unicodeScalars)
        return Set(digits + words(of: slot).compactMap(\.word.first) + parts(of: slot).compactMap(\.word.first))
    }

    private static func table(_ words: [(String, Int)]) -> [(word: Word, value: Int)] {
        words.map { (Array($0.0.unicodeScalars), $0.1) }.sorted { $0.0.count > $1.0.count }
    }

    private static func partTable(_ words: [(String, DayPart)]) -> [(word: Word, part: DayPart)] {
        words.map { (Array($0.0.unicodeScalars), $0.1) }
    }

    private static let counts = table([
        ("a", 1), ("an", 1), ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6), ("seven", 7),
        ("eight", 8), ("nine", 9), ("ten", 10), ("한", 1), ("두", 2), ("세", 3), ("석", 3), ("네", 4), ("넉", 4),
        ("다섯", 5), ("여섯", 6), ("일곱", 7), ("여덟", 8), ("아홉", 9), ("열", 10), ("일", 1),
    ])

    private static let dayCounts = table([
        ("하루", 1), ("이틀", 2), ("사흘", 3), ("나흘", 4), ("닷새", 5), ("엿새", 6), ("이레", 7), ("여드레", 8), ("아흐레", 9),
        ("열흘", 10), ("보름", 15),
    ])

    private static let hours = table([
        ("한", 1), ("두", 2), ("세", 3), ("네", 4), ("다섯", 5), ("여섯", 6), ("일곱", 7), ("여덟", 8), ("아홉", 9),
        ("열", 10), ("열한", 11), ("열두", 12),
    ])

    private static let months = table(
        Language.en.monthNames.enumerated().flatMap { number, name in
            [(name.lowercased(), number + 1), (String(name.lowercased().prefix(3)), number + 1)]
        } + [("sept", 9)])

    private static let weekdays = table(
        Language.en.weekdayNames.enumerated().flatMap { number, name in
            [(name.lowercased(), number), (String(name.lowercased().prefix(3)), number)]
        } + [("tues", 1), ("thur", 3), ("thurs", 3)]
            + Language.ko.weekdayNames.enumerated().flatMap { number, name in
                [(name, number), (String(name.prefix(1)) + "욜", number)]
            })

    private static let weekdaysOfAnyNumber =
        weekdays + table(Language.en.weekdayNames.enumerated().map { ($1.lowercased() + "s", $0) })

    private static let holidays = table(
        Holiday.all.enumerated().flatMap { number, holiday in
            holiday.names.split(separator: "|").map { (String($0), number) }
        })

    private static let seasons = table([
        ("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9), ("winter", 12), ("봄", 3), ("여름", 6), ("가을", 9),
        ("겨울", 12),
    ])

    private static let shortWeekdays =
        table(
            Language.ko.weekdayNames.enumerated().map { (String($1.prefix(1)), $0) })
        + weekdays

    private static let ordinals = table([("st", 0), ("nd", 0), ("rd", 0), ("th", 0)])

    private static let halves = table([("반", 30)])

    private static let halvesOfDay = partTable([
        ("am", .am), ("a.m.", .am), ("a.m", .am), ("pm", .pm), ("p.m.", .pm), ("p.m", .pm), ("오전", .am), ("오후", .pm),
    ])

    private static let parts = partTable([
        ("morning", .morning), ("afternoon", .afternoon), ("evening", .evening), ("night", .night),
    ])

    private static let koreanParts = partTable([
        ("오전", .am), ("오후", .pm), ("새벽", .dawn), ("아침", .koreanMorning), ("낮", .noonish), ("점심", .lunch),
        ("저녁", .koreanEvening), ("밤", .night),
    ])

    private static let night = partTable([("night", .night)])
    private static let tonight = partTable([("tonight", .night)])
    private static let lastNight = partTable([("어젯밤", .night), ("간밤", .night), ("지난밤", .night)])
    private static let lastEvening = partTable([("엊저녁", .koreanEvening)])
}
