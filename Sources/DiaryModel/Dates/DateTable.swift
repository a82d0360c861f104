/// The tables of dates: everything that is read as one, a line for each way of writing it.
///
/// A phrase is a day, or a time, or a day and a time, with "at" between them if one likes; or elapsed time before now.
/// Midnight and 자정 are the beginning of the day. 3시 alone is 03:00, as on a 24-hour clock.
enum DateTable {
    /// Figures, which are written alike in both languages.
    ///
    /// With slashes, and with hyphens where the year comes last, month and day stand as we print them for the reader's
    /// country; with points and the year last the day comes first.
    static let figures: [DateRule] = [
        DateRule("{weekday}? ,? {y} ~- ~{m} ~- ~{d} (? {wd}? )?", .calendar(.latest)),
        DateRule("{weekday}? ,? {y} . {m} . {d} .? (? {wd}? )?", .calendar(.latest)),
        DateRule("{weekday}? ,? {d} . {m} . {y} .?", .calendar(.latest)),
        DateRule("{weekday}? ,? {a} ~/ ~{b} ~/ ~{y} (? {wd}? )?", .calendar(.latest)),
        DateRule("{weekday}? ,? {a} ~- ~{b} ~- ~{y}", .calendar(.latest)),
        DateRule("{weekday}? ,? {y} ~/ ~{m} ~/ ~{d} (? {wd}? )?", .calendar(.latest)),
        DateRule("{a} ~/ ~{b}", .calendar(.latest)),
        DateRule("{yy} ~- ~{mm} ~- ~{dd}", .calendar(.latest)),
        DateRule("{ymd}", .calendar(.latest)),
        DateRule("{yy} ~. {m} ~. {dd} .?", .unread),
        DateRule("{a} ~/ ~{b} ~/ ~{yy}", .unread),
        DateRule("{h} ~: ~{mi}", .time),
        DateRule("{h} ~: ~{mi} ~: ~{s}", .time),
        DateRule("{h} ~: ~{mi} {ampm}", .time),
        DateRule("{h} ~: ~{mi} ~: ~{s} {ampm}", .time),
        DateRule("{ampm} {h} ~: ~{mi}", .time),
    ]

    static let english: [DateRule] = [
        DateRule("today", .fromToday(0)),
        DateRule("yesterday", .fromToday(-1)),
        DateRule("tomorrow", .fromToday(1)),
        DateRule("the? day before yesterday", .fromToday(-2)),
        DateRule("the? day after tomorrow", .fromToday(2)),
        DateRule("last {night}", .fromToday(-1)),
        DateRule("{tonight}", .fromToday(0)),
        DateRule("this {part}", .fromToday(0)),
        // Weekdays and weeks, which begin on Monday.
        DateRule("on? {weekday}", .latestWeekday),
        DateRule("last {weekday}", .weekdaysBefore(1)),
        DateRule("{n} {weekdays} ago", .weekdaysBefore(1)),
        DateRule("the? {weekday} before last", .weekdaysBefore(2)),
        DateRule("next {weekday}", .weekdayAfter),
        DateRule("this {weekday}", .weekdayOfWeek(0)),
        // So long ago, or ahead.
        DateRule("{n} day|days ago", .before(.days)),
        DateRule("{n} week|weeks ago", .before(.weeks)),
        DateRule("{n} month|months ago", .before(.months)),
        DateRule("{n} year|years ago", .before(.years)),
        DateRule("in {n} day|days", .after(.days)),
        DateRule("in {n} week|weeks", .after(.weeks)),
        DateRule("in {n} month|months", .after(.months)),
        DateRule("in {n} year|years", .after(.years)),
        // The calendar.
        DateRule("{weekday}? ,? {month} .? {d} ~{th}?", .calendar(.latest)),
        DateRule("{weekday}? ,? {month} .? {d} ~{th}? ,? {y}", .calendar(.latest)),
        DateRule("{weekday}? ,? the? {d} ~{th}? of? {month} .?", .calendar(.latest)),
        DateRule("{weekday}? ,? the? {d} ~{th}? of? {month} .? ,? {y}", .calendar(.latest)),
        DateRule("{weekday}? ,? {y} {month} .? {d} ~{th}?", .calendar(.latest)),
        DateRule("on? the {d} ~{th}", .dayOfMonth(nil)),
        DateRule("on? {holiday}", .holiday(.latest)),
        DateRule("{holiday} ,? {y}", .holiday(.latest)),
        DateRule("{y} {holiday}", .holiday(.latest)),
        DateRule("last {holiday}", .holiday(.before)),
        DateRule("this {holiday}", .holiday(.year(0))),
        DateRule("next {holiday}", .holiday(.next)),
        DateRule("{holiday} last year", .holiday(.year(-1))),
        // Times of day.
        DateRule("{h} {ampm}", .time),
        DateRule("noon|midday", .hour(12)),
        DateRule("midnight", .hour(0)),
        DateRule("in? the? {part}", .usual, isHeading: true),
        DateRule("{part} at|around|about? {h}", .time),
        DateRule("{part} at|around|about? {h} ~: ~{mi}", .time),
        DateRule("{h} in the {part}", .time),
        DateRule("{h} ~: ~{mi} in the {part}", .time),
        DateRule("{h} at {night}", .time),
        DateRule("{h} ~: ~{mi} at {night}", .time),
        // Elapsed time.
        DateRule("{n} hour|hours ago", .elapsed(3600)),
        DateRule("{n} hour|hours and? {min} minute|minutes ago", .elapsed(3600)),
        DateRule("half an|a? hour ago", .elapsed(1800)),
        DateRule("{n} minute|minutes ago", .elapsed(60)),
        DateRule("now", .elapsed(0)),
    ]

    static let korean: [DateRule] = [
        DateRule("오늘", .fromToday(0)),
        DateRule("어제|어저께", .fromToday(-1)),
        DateRule("그제|그저께", .fromToday(-2)),
        DateRule("그끄제|그끄저께", .fromToday(-3)),
        DateRule("내일", .fromToday(1)),
        DateRule("모레|내일모레", .fromToday(2)),
        DateRule("글피", .fromToday(3)),
        DateRule("{lastnight}", .fromToday(-1)),
        DateRule("{lastevening}", .fromToday(-1)),
        // 엊그제 is two or three days ago: nobody knows which.
        DateRule("엊그제|엊그저께", .vague),
        DateRule("며칠 전", .vague),
        // Weekdays and weeks, which begin on Monday.
        DateRule("{weekday}", .latestWeekday),
        DateRule("지난|저번 {weekday}", .weekdaysBefore(1)),
        DateRule("지지난|저저번 {weekday}", .weekdaysBefore(2)),
        DateRule("다음 {weekday}", .weekdayAfter),
        DateRule("이번 {weekday}", .weekdayOfWeek(0)),
        // So long ago, or ahead.
        DateRule("{n} 일 전", .before(.days)),
        DateRule("{days} 전", .before(.days)),
        DateRule("{n} 주|주일 전", .before(.weeks)),
        DateRule("{n} 달|개월 전", .before(.months)),
        DateRule("{n} 년|해 전", .before(.years)),
        DateRule("{n} 일 뒤|후", .after(.days)),
        DateRule("{days} 뒤|후", .after(.days)),
        DateRule("{n} 주|주일 뒤|후", .after(.weeks)),
        DateRule("{n} 달|개월 뒤|후", .after(.months)),
        DateRule("{n} 년 뒤|후", .after(.years)),
        // The calendar.
        DateRule("{y} 년 {m} 월 {d} 일 (? {wd}? )?", .calendar(.latest)),
        DateRule("{m} 월 {d} 일 (? {wd}? )?", .calendar(.latest)),
        DateRule("{yy} 년 {m} 월 {d} 일 (? {wd}? )?", .calendar(.latest)),
        DateRule("{y} 년 {holiday}", .holiday(.latest)),
        DateRule("{yy} 년 {holiday}", .holiday(.latest)),
        DateRule("지난|저번 {holiday}", .holiday(.before)),
        DateRule("다음 {holiday}", .holiday(.next)),
        // Times of day.
        DateRule("{때}? {h} 시 정각?", .time),
        DateRule("{때}? {h} 시 {half}", .time),
        DateRule("{때}? {h} 시 {min} 분", .time),
        DateRule("{때}? {h} 시 {min} 분 {sec} 초", .time),
        DateRule("{때} {h} ~: ~{mi}", .time),
        DateRule("{때} {h} ~: ~{mi} ~: ~{s}", .time),
        DateRule("{때}", .usual, isHeading: true),
        DateRule("정오", .hour(12)),
        DateRule("자정", .hour(0)),
        // Elapsed time.
        DateRule("{n} 시간 전", .elapsed(3600)),
        DateRule("{n} 시간 {half} 전", .elapsed(3600)),
        DateRule("{n} 시간 {min} 분 전", .elapsed(3600)),
        DateRule("반 시간 전", .elapsed(1800)),
        DateRule("{n} 분 전", .elapsed(60)),
        DateRule("지금", .elapsed(0)),
    ]

    private static let all = figures + english + korean + distances + spans

    /// The rules that fit where a text begins with a scalar.
    static let rules: [Unicode.Scalar: [DateRule]] = {
        var rules: [Unicode.Scalar: [DateRule]] = [:]
        var ofSlots: [DateSlot: Set<Unicode.Scalar>] = [:]
        for rule in all {
            var beginnings: Set<Unicode.Scalar> = []
            for element in rule.elements {
                switch element.accepts {
                case .words(let words): beginnings.formUnion(words.lazy.compactMap(\.first))
                case .slot(let slot):
                    let ofSlot = ofSlots[slot] ?? DateWords.beginnings(of: slot)
                    ofSlots[slot] = ofSlot
                    beginnings.formUnion(ofSlot)
                }
                if !element.isOptional { break }
            }
            for scalar in beginnings { rules[scalar, default: []].append(rule) }
        }
        return rules
    }()

    /// What may stand before a time, and before a day that follows its time.
    static let joiners = words("at on around about")
    /// What may stand at the end, one after the other: 3시쯤, 어제 저녁에.
    static let endings = words("쯤 경 무렵 에")

    /// Every word of the tables, the longest first.
    static let vocabulary: [[Unicode.Scalar]] =
        Set(DateWords.all + all.flatMap(\.words) + joiners + endings).sorted { $0.count > $1.count }

    private static func words(_ text: String) -> [[Unicode.Scalar]] {
        text.split(separator: " ").map { Array($0.unicodeScalars) }
    }
}
