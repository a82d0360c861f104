internal import DiarylogWords

/// The names and numbers that dates are said with, in both languages.
enum DateWords {
    typealias Word = [Unicode.Scalar]

    /// The words that fill a slot, longest first, and what each stands for: a part of the day by its raw value.
    static let words: [DateSlot: [(word: Word, value: Int)]] = {
        var words: [DateSlot: [(word: Word, value: Int)]] = [:]
        words[.count] = table([
            ("a", 1), ("an", 1), ("one", 1), ("two", 2), ("three", 3), ("four", 4), ("five", 5), ("six", 6),
            ("seven", 7), ("eight", 8), ("nine", 9), ("ten", 10), ("한", 1), ("두", 2), ("세", 3), ("석", 3), ("네", 4),
            ("넉", 4), ("다섯", 5), ("여섯", 6), ("일곱", 7), ("여덟", 8), ("아홉", 9), ("열", 10), ("일", 1),
        ])
        words[.dayCount] = table([
            ("하루", 1), ("이틀", 2), ("사흘", 3), ("나흘", 4), ("닷새", 5), ("엿새", 6), ("이레", 7), ("여드레", 8),
            ("아흐레", 9), ("열흘", 10), ("보름", 15),
        ])
        words[.hour] = table([
            ("한", 1), ("두", 2), ("세", 3), ("네", 4), ("다섯", 5), ("여섯", 6), ("일곱", 7), ("여덟", 8), ("아홉", 9),
            ("열", 10), ("열한", 11), ("열두", 12),
        ])
        words[.monthName] = table(
            Language.en.monthNames.enumerated().flatMap { number, name in
                [(name.lowercased(), number + 1), (String(name.lowercased().prefix(3)), number + 1)]
            } + [("sept", 9)])
        let weekdays: [(String, Int)] =
            Language.en.weekdayNames.enumerated().flatMap { number, name in
                [(name.lowercased(), number), (String(name.lowercased().prefix(3)), number)]
            } + [("tues", 1), ("thur", 3), ("thurs", 3)]
            + Language.ko.weekdayNames.enumerated().flatMap { number, name in
                [(name, number), (String(name.prefix(1)) + "욜", number)]
            }
        words[.weekday] = table(weekdays)
        words[.weekdays] = table(weekdays + Language.en.weekdayNames.enumerated().map { ($1.lowercased() + "s", $0) })
        words[.shortWeekday] = table(
            weekdays + Language.ko.weekdayNames.enumerated().map { (String($1.prefix(1)), $0) })
        words[.holiday] = table(
            Holiday.all.enumerated().flatMap { number, holiday in
                holiday.names.split(separator: "|").map { (String($0), number) }
            })
        words[.season] = table([
            ("spring", 3), ("summer", 6), ("autumn", 9), ("fall", 9), ("winter", 12), ("봄", 3), ("여름", 6), ("가을", 9),
            ("겨울", 12),
        ])
        words[.ordinal] = table([("st", 0), ("nd", 0), ("rd", 0), ("th", 0)])
        words[.half] = table([("반", 30)])
        words[.halfOfDay] = parts([
            ("am", .am), ("a.m.", .am), ("a.m", .am), ("pm", .pm), ("p.m.", .pm), ("p.m", .pm), ("오전", .am),
            ("오후", .pm),
        ])
        words[.part] = parts([
            ("morning", .morning), ("afternoon", .afternoon), ("evening", .evening), ("night", .night),
        ])
        words[.koreanPart] = parts([
            ("오전", .am), ("오후", .pm), ("새벽", .dawn), ("아침", .koreanMorning), ("낮", .noonish), ("점심", .lunch),
            ("저녁", .koreanEvening), ("밤", .night),
        ])
        words[.night] = parts([("night", .night)])
        words[.tonight] = parts([("tonight", .night)])
        words[.lastNight] = parts([("어젯밤", .night), ("간밤", .night), ("지난밤", .night)])
        words[.lastEvening] = parts([("엊저녁", .koreanEvening)])
        return words
    }()

    /// Words by which a text is known to be made of nothing but words of dates. Holidays and seasons are none: 어제 봄.
    static let all: [Word] = words.filter { $0.key != .holiday && $0.key != .season }.values.joined().map(\.word)

    /// What may stand at the beginning of a slot.
    static func beginnings(of slot: DateSlot) -> Set<Unicode.Scalar> {
        let digits: [Unicode.Scalar] = slot.digits == nil ? [] : Array("0123456789".unicodeScalars)
        return Set(digits + words[slot, default: []].compactMap(\.word.first))
    }

    private static func table(_ words: [(String, Int)]) -> [(word: Word, value: Int)] {
        words.map { (Array($0.0.unicodeScalars), $0.1) }.sorted { $0.0.count > $1.0.count }
    }

    private static func parts(_ words: [(String, DayPart)]) -> [(word: Word, value: Int)] {
        table(words.map { ($0.0, $0.1.rawValue) })
    }
}
