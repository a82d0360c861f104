internal import DiaryModel

/// What a site and a book say of themselves, in the reader's language.
struct SiteWords {
    let language: Language

    func callAsFunction(_ en: String, _ ko: String) -> String { Sentence(en, ko).text(language) }

    var diary: String { self("Diary", "일기") }
    var years: String { self("Years", "해") }
    var tags: String { self("Tags", "태그") }
    var onThisDay: String { self("On this day", "오늘의 그날") }
    var contents: String { self("Contents", "차례") }
    var newest: String { self("Newest entries", "최근 일기") }
    var starred: String { self("Starred", "별") }
    var nothing: String { self("No entries.", "일기가 없습니다.") }
    var notHere: String { self("This entry is not among those written here.", "여기 담긴 일기에는 없는 글입니다.") }
    var noTags: String { self("No tags.", "태그가 없습니다.") }

    func entries(_ count: Int) -> String {
        self("\(count, "entry", "entries")", "\(count)편")
    }

    func year(_ year: Int) -> String { self("\(year)", "\(year)년") }

    func month(_ month: Int) -> String { self(Language.en.monthNames[month - 1], "\(month)월") }

    func month(_ month: Int, of year: Int) -> String {
        self("\(Language.en.monthNames[month - 1]) \(year)", "\(year)년 \(month)월")
    }

    func day(_ day: Int, of month: Int) -> String {
        self("\(Language.en.monthNames[month - 1]) \(day)", "\(month)월 \(day)일")
    }

    /// The day with its day of the week, and the time where one is meant.
    func date(_ date: EntryDate) -> String {
        let civil = date.civil
        let day = DateStyle.textWithWeekday(civil, style: .long, language: language)
        return date.precision == .day ? day : day + " " + DateStyle.timeText(civil, language: language)
    }

    /// The day, short.
    func shortDate(_ date: EntryDate) -> String { DateStyle.text(date.civil, style: .long, language: language) }
}
