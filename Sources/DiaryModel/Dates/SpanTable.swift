/// The tables of days: everything that is read as more than one of them, a line for each way of saying it.
///
/// Weeks begin on Monday. Spring begins in March, summer in June, autumn in September, winter in December. The last so
/// many days, weeks or months end with today.
extension DateTable {
    static let spans: [DateRule] = named + englishUnits + koreanYearUnits

    private static let named: [DateRule] = [
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
        DateRule("지지난|저저번 주", .span(.week(-2))),
        DateRule("지난|저번 주", .span(.week(-1))),
        DateRule("이번 주", .span(.week(0))),
        DateRule("금주", .span(.week(0))),
        DateRule("다음 주", .span(.week(1))),
        DateRule("내주", .span(.week(1))),
        DateRule("지난|저번 주? 주말", .span(.weekend(-1))),
        DateRule("이번 주? 주말", .span(.weekend(0))),
        DateRule("다음 주? 주말", .span(.weekend(1))),
        DateRule("지지난|저저번 달", .span(.month(-2))),
        DateRule("지난|저번 달", .span(.month(-1))),
        DateRule("이번 달", .span(.month(0))),
        DateRule("이달", .span(.month(0))),
        DateRule("다음 달", .span(.month(1))),
        DateRule("지지난 해", .span(.year(-2))),
        DateRule("이번 해", .span(.year(0))),
        DateRule("다음 해", .span(.year(1))),
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
        DateRule("지난|저번 {m} 월", .span(.named(.before))),
        DateRule("지난|저번 {season}", .span(.named(.before))),
        DateRule("이번 {season}", .span(.named(.current))),
        DateRule("다음 {season}", .span(.named(.next))),
    ]

    /// last, this and next, of what English says so.
    private static let englishUnits =
        units("last", -1, .before) + units("this", 0, .current) + units("next", 1, .next)

    private static func units(_ word: String, _ distance: Int, _ which: DateMeaning.Which) -> [DateRule] {
        [
            DateRule(word + " week", .span(.week(distance))), DateRule(word + " weekend", .span(.weekend(distance))),
            DateRule(word + " month", .span(.month(distance))), DateRule(word + " year", .span(.year(distance))),
            DateRule(word + " {month}", .span(.named(which))), DateRule(word + " {season}", .span(.named(which))),
            DateRule("{month} .? " + word + " year", .span(.named(.year(distance)))),
            DateRule("{season} " + word + " year", .span(.named(.year(distance)))),
        ]
    }

    /// The words for a year, seen from this one, alone and before a month or a season.
    private static let koreanYearUnits = koreanYears.flatMap { year -> [DateRule] in
        [
            DateRule(year.words, .span(.year(year.distance))),
            DateRule(year.words + " {m} 월", .span(.named(.year(year.distance)))),
            DateRule(year.words + " {season}", .span(.named(.year(year.distance)))),
        ]
    }
}
