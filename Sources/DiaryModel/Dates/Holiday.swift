/// Days that people call by a name: of the calendar, by a rule, and of Korea's lunar calendar.
struct Holiday: Sendable {
    /// When it is, in each year.
    enum Rule: Sendable {
        /// Month and day.
        case fixed(Int, Int)
        /// Month and day of Korea's lunar calendar.
        case lunar(Int, Int)
        /// So many days after Easter.
        case easter(Int)
        /// The first, second … such weekday, from 0 for Monday, of a month.
        case weekday(Int, Int, ofMonth: Int)
    }

    /// Its names, with bars between; where a space stands, none may stand in a text.
    let names: String
    private let rule: Rule

    private init(_ names: String, _ rule: Rule) {
        (self.names, self.rule) = (names, rule)
    }

    static let all = [
        Holiday("new year's day|new years day|새해 첫날|신정", .fixed(1, 1)),
        Holiday("new year's eve|new years eve", .fixed(12, 31)),
        Holiday("valentine's day|valentines day|밸런타인 데이|발렌타인 데이", .fixed(2, 14)),
        Holiday("halloween|핼러윈|할로윈", .fixed(10, 31)),
        Holiday("christmas eve|크리스마스 이브|성탄 전야", .fixed(12, 24)),
        Holiday("christmas|christmas day|xmas|크리스마스|성탄절", .fixed(12, 25)),
        Holiday("boxing day", .fixed(12, 26)),
        Holiday("삼일절", .fixed(3, 1)),
        Holiday("식목일", .fixed(4, 5)),
        Holiday("어린이날", .fixed(5, 5)),
        Holiday("어버이날", .fixed(5, 8)),
        Holiday("스승의 날", .fixed(5, 15)),
        Holiday("현충일", .fixed(6, 6)),
        Holiday("제헌절", .fixed(7, 17)),
        Holiday("광복절", .fixed(8, 15)),
        Holiday("개천절", .fixed(10, 3)),
        Holiday("한글날", .fixed(10, 9)),
        Holiday("seollal|lunar new year|설날|설|구정", .lunar(1, 1)),
        Holiday("대보름|대보름날|정월 대보름", .lunar(1, 15)),
        Holiday("buddha's birthday|부처님 오신 날|석가 탄신일|초파일", .lunar(4, 8)),
        Holiday("dano|단오|단옷날", .lunar(5, 5)),
        Holiday("칠석", .lunar(7, 7)),
        Holiday("chuseok|추석|한가위", .lunar(8, 15)),
        Holiday("ash wednesday|재의 수요일", .easter(-46)),
        Holiday("palm sunday|종려 주일", .easter(-7)),
        Holiday("good friday|성금요일", .easter(-2)),
        Holiday("easter|easter sunday|부활절", .easter(0)),
        Holiday("easter monday", .easter(1)),
        Holiday("ascension day", .easter(39)),
        Holiday("pentecost|whit sunday|성령 강림절", .easter(49)),
        Holiday("mother's day|mothers day", .weekday(2, 6, ofMonth: 5)),
        Holiday("father's day|fathers day", .weekday(3, 6, ofMonth: 6)),
        Holiday("labor day", .weekday(1, 0, ofMonth: 9)),
        Holiday("thanksgiving|thanksgiving day|추수감사절", .weekday(4, 3, ofMonth: 11)),
    ]

    /// Whether it goes by Korea's lunar calendar, of which we have the years 1900 to 2100.
    var isLunar: Bool { if case .lunar = rule { true } else { false } }

    /// Its day in a year; nil where nobody has reckoned it.
    func day(in year: Int) -> CivilTime? {
        switch rule {
        case .fixed(let month, let day): return CivilTime(year: year, month: month, day: day)
        case .lunar(let month, let day): return LunarCalendar.day(year: year, month: month, day: day)
        case .easter(let days): return Self.easter(of: year)?.adding(days: days)
        case .weekday(let count, let weekday, let month):
            guard let first = CivilTime(year: year, month: month, day: 1) else { return nil }
            return first.adding(days: (weekday - first.weekday + 7) % 7 + (count - 1) * 7)
        }
    }

    /// Easter of the Gregorian calendar: the Sunday after the full moon, as the Church counts it, of 21 March or later.
    private static func easter(of year: Int) -> CivilTime? {
        let century = year / 100
        // How many days after 21 March that moon is: by the place in the cycle of 19 years, the leap days that the
        // centuries left out, and what the moon gains in 2,500 years.
        let cycle = year % 19
        let raw = (19 * cycle + century - century / 4 - (8 * century + 13) / 25 + 15) % 30
        let moon = raw - (raw == 29 || raw == 28 && cycle > 10 ? 1 : 0)
        guard let full = CivilTime(year: year, month: 3, day: 21)?.adding(days: moon) else { return nil }
        return full.adding(days: 7 - (full.weekday + 1) % 7)
    }
}
