/// The tables of days: everything that is read as more than one of them, a line for each way of saying it.
///
/// Weeks begin on Monday. Spring begins in March, summer in June, autumn in September, winter in December. The last so
/// many days, weeks or months end with today.
extension DateTable {
    static let spans: [DateRule] = [
        DateRule("{y}", .span(.saidYear), isHeading: true),
        DateRule("{y} ~- ~{m}", .span(.named(.latest))),
        DateRule("{y} ~. ~{m}", .span(.named(.latest))),
        DateRule("{y} ~/ ~{m}", .span(.named(.latest))),
        DateRule("{season}", .span(.named(.latest)), isHeading: true),
        // English.
        DateRule("the? week before last", .span(.week(-2))),
        DateRule("the? month before last", .span(.month(-2))),
        DateRule("the? year before last", .span(.year(-2))),
        DateRule("the? last|past {n} day|days", .span(.latest(.days))),
        DateRule("the? last|past {n} week|weeks", .span(.latest(.weeks))),
        DateRule("the? last|past {n} month|months", .span(.latest(.months))),
        DateRule("the? last|past {n} year|years", .span(.latest(.years))),
        DateRule("the? past week", .span(.latest(.weeks))),
        DateRule("the? past month", .span(.latest(.months))),
        DateRule("the? past year", .span(.latest(.years))),
        DateRule("{month} .?", .span(.named(.latest)), isHeading: true),
        DateRule("{month} .? of|,? {y}", .span(.named(.latest))),
        DateRule("{season} of|,? {y}", .span(.named(.latest))),
        DateRule("{y} {month}", .span(.named(.latest))),
        DateRule("{y} {season}", .span(.named(.latest))),
        // Korean.
        DateRule("지난|최근 {n} 일", .span(.latest(.days))),
        DateRule("지난|최근 {days}", .span(.latest(.days))),
        DateRule("지난|최근 {n} 주|주일", .span(.latest(.weeks))),
        DateRule("지난|최근 {n} 달|개월", .span(.latest(.months))),
        DateRule("지난|최근 {n} 년|해", .span(.latest(.years))),
        DateRule("{y} 년", .span(.saidYear), isHeading: true),
        DateRule("{yy} 년", .span(.saidYear), isHeading: true),
        DateRule("{m} 월", .span(.named(.latest)), isHeading: true),
        DateRule("{y} 년 {m} 월", .span(.named(.latest))),
        DateRule("{yy} 년 {m} 월", .span(.named(.latest))),
        DateRule("{y} 년 {season}", .span(.named(.latest))),
        DateRule("{yy} 년 {season}", .span(.named(.latest))),
    ]
}

/// Weeks, months and years seen from this one: what is said of each of them, and of its days, with every such word.
extension DateTable {
    static let distances = [
        englishDistances, koreanWeeks, koreanWeekends, koreanMonths, koreanYears, englishNamed, koreanNamed,
    ].flatMap(\.self)

    private static let englishDistances = rules(
        [("last", -1), ("this", 0), ("next", 1)],
        [
            ("* week", { .span(.week($0)) }), ("* weekend", { .span(.weekend($0)) }),
            ("* month", { .span(.month($0)) }), ("* year", { .span(.year($0)) }),
            ("* week {weekday}", { .weekdayOfWeek($0) }), ("{weekday} * week", { .weekdayOfWeek($0) }),
            ("the? {d} ~{th} of? * month", { .dayOfMonth($0) }),
            ("{month} .? {d} ~{th}? * year", { .calendar(.year($0)) }),
            ("{month} .? * year", { .span(.named(.year($0))) }), ("{season} * year", { .span(.named(.year($0))) }),
        ])

    private static let koreanWeeks = rules(
        [("지지난|저저번 주", -2), ("지난|저번 주", -1), ("이번 주", 0), ("금주", 0), ("다음 주", 1), ("내주", 1)],
        [("*", { .span(.week($0)) }), ("* {weekday}", { .weekdayOfWeek($0) })])

    private static let koreanWeekends = rules(
        [("지지난|저저번", -2), ("지난|저번", -1), ("이번", 0), ("다음", 1)], [("* 주? 주말", { .span(.weekend($0)) })])

    private static let koreanMonths = rules(
        [("지지난|저저번 달", -2), ("지난|저번 달", -1), ("이번 달", 0), ("이달", 0), ("다음 달", 1)],
        [("*", { .span(.month($0)) }), ("* {d} 일", { .dayOfMonth($0) }), ("* 말일", { .endOfMonth($0) })])

    private static let koreanYears = rules(
        [
            ("재작년", -2), ("지지난 해", -2), ("작년", -1), ("지난 해", -1), ("올해|금년", 0), ("이번 해", 0), ("내년", 1),
            ("다음 해", 1),
        ],
        [
            ("*", { .span(.year($0)) }), ("* {m} 월", { .span(.named(.year($0))) }),
            ("* {season}", { .span(.named(.year($0))) }), ("* {m} 월 {d} 일", { .calendar(.year($0)) }),
            ("* {holiday}", { .holiday(.year($0)) }),
        ])

    private static let englishNamed = rules(
        [("last", DateMeaning.Which.before), ("this", .current), ("next", .next)],
        [("* {month}", { .span(.named($0)) }), ("* {season}", { .span(.named($0)) })])

    private static let koreanNamed = rules(
        [("지난|저번", DateMeaning.Which.before), ("이번", .current), ("다음", .next)],
        [("* {m} 월", { .span(.named($0)) }), ("* {season}", { .span(.named($0)) })])

    /// Each line with each of the words in the place of its star.
    private static func rules<Place>(
        _ words: [(String, Place)], _ lines: [(pattern: String, meaning: (Place) -> DateMeaning)]
    ) -> [DateRule] {
        lines.flatMap { line in
            words.map { word, place in
                let pieces = line.pattern.split(separator: " ").map { $0 == "*" ? word : String($0) }
                return DateRule(pieces.joined(separator: " "), line.meaning(place))
            }
        }
    }
}
