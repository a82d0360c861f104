import DiaryModel
import DiarylogTestSupport
import FoundationEssentials
import Testing

@Suite("Dates written for people", .timed) struct DateStyleTests {
    @Test func `Korean and English dates are as measured from the apps`() throws {
        guard let bytes = try SharedMaterial.bytes("vectors/date-vectors.json") else { return }
        let offsets = ["UTC": 0, "Asia/Seoul": 32_400, "America/New_York": -18_000]
        var checked = 0
        for vector in try JSONDecoder().decode([DateVector].self, from: Data(bytes)) {
            let languages: [String: Language] = ["ko_KR": .ko, "ko": .ko, "en_US": .en, "en": .en]
            guard let language = languages[vector.locale] else { continue }
            let epoch = try #require(Int64(vector.epoch))
            let civil = CivilTime(seconds: epoch + Int64(try #require(offsets[vector.timeZone])))
            #expect(DateStyle.text(civil, style: .long, language: language) == vector.long)
            #expect(DateStyle.text(civil, style: .numeric, language: language) == vector.numeric)
            checked += 1
        }
        #expect(checked == 12)
    }

    @Test func `Numeric dates have two digits, long ones as many as they need`() throws {
        let civil = try #require(CivilTime(year: 987, month: 6, day: 5))
        #expect(DateStyle.text(civil, style: .numeric, language: .ko) == "987. 06. 05.")
        #expect(DateStyle.text(civil, style: .numeric, language: .en) == "06/05/987")
        #expect(DateStyle.text(civil, style: .long, language: .ko) == "987년 6월 5일")
        #expect(DateStyle.text(civil, style: .long, language: .en) == "June 5, 987")
    }

    @Test(
        "The clock has twelve hours in both languages",
        arguments: [
            (0, "오전 12:05", "12:05 AM"), (3, "오전 3:05", "3:05 AM"), (12, "오후 12:05", "12:05 PM"),
            (15, "오후 3:05", "3:05 PM"), (23, "오후 11:05", "11:05 PM"),
        ])
    func times(hour: Int, korean: String, english: String) throws {
        let civil = try #require(CivilTime(year: 2026, month: 11, day: 1, hour: hour, minute: 5))
        #expect(DateStyle.timeText(civil, language: .ko) == korean)
        #expect(DateStyle.timeText(civil, language: .en) == english)
    }

    @Test func `What is written for people can be read back, for every month and hour and both languages`() throws {
        for step in 0..<400 {
            let civil = CivilTime(seconds: 1_700_000_000 / 60 * 60 + Int64(step) * 111_660)
            for language in Language.allCases {
                let text = DateStyle.text(civil, style: .long, language: language)
                let time = DateStyle.timeText(civil, language: language)
                let parsed = try NaturalDate.parse(text: "\(text) \(time)", now: CivilTime(seconds: 0))
                #expect(parsed == .time(civil, .minute))
            }
            let numeric = DateStyle.text(civil, style: .numeric, language: .ko)
            #expect(try NaturalDate.parse(text: numeric, now: civil) == .day(civil.startOfDay))
        }
    }

    @Test(
        "A country's form is CLDR's, whatever locales the system has",
        arguments: [
            ("en_GB.UTF-8", "21 November 2026 15:05", "21/11/2026"), ("de_DE", "21 November 2026 15:05", "21.11.2026"),
            ("de@euro", "21 November 2026 15:05", "21.11.2026"), ("fr_FR", "21 November 2026 15:05", "21/11/2026"),
            ("fr_CA.utf8", "2026 November 21 15:05", "2026-11-21"), ("ja_JP", "2026 November 21 15:05", "2026/11/21"),
            ("nl_NL", "21 November 2026 15:05", "21-11-2026"), ("hu_HU", "2026 November 21 15:05", "2026. 11. 21."),
            ("hr_HR", "21 November 2026 15:05", "21. 11. 2026"), ("en_US", "November 21, 2026 3:05 PM", "11/21/2026"),
            ("en_AU", "21 November 2026 3:05 PM", "21/11/2026"), ("zh_TW", "2026 November 21 3:05 PM", "2026/11/21"),
            ("C.UTF-8", "none", "none"), ("xx_XX", "none", "none"), ("", "none", "none"), ("ko_KR", "none", "none"),
        ])
    func countries(locale: String, long: String, numeric: String) throws {
        let form = DateForm(locale: locale)
        let civil = try #require(CivilTime(year: 2026, month: 11, day: 21, hour: 15, minute: 5))
        func text(_ style: DateStyle) -> String { DateStyle.text(civil, style: style, language: .en, form: form) }
        let time = DateStyle.timeText(civil, language: .en, form: form)
        #expect((form == nil ? "none" : text(.long) + " " + time) == long)
        #expect((form == nil ? "none" : text(.numeric)) == numeric)
    }

    @Test func `what is written in any country's form is read back by who has that form, from 1970 to 2100`() throws {
        let locales = [
            "en_US", "en_GB", "de", "ja", "nl", "hu", "hr", "mn", "fr_CA", "xh", "sq", "zh_TW", "es_CL", "ko",
        ]
        let forms = locales.map { DateForm(locale: $0) }
        for number in stride(from: 0, through: 47_846, by: 149) {
            // Each day in one form: days and forms have no divisor in common, so each form has days of each sort.
            let civil = CivilTime(seconds: Int64(number) * 86_400)
            let form = forms[number % forms.count]
            let language: Language = form == nil ? .ko : .en
            for style in DateStyle.allCases {
                for text in [
                    DateStyle.text(civil, style: style, language: language, form: form),
                    DateStyle.textWithWeekday(civil, style: style, language: language, form: form),
                ] {
                    let read = try? NaturalDate.parse(text: text, now: CivilTime(seconds: 1_000_000_000), form: form)
                    #expect(read == .day(civil), "\(text)")
                }
            }
        }
    }

    @Test func `a day is the same in every way of writing it, from 1970 to 2100`() throws {
        for step in stride(from: 0, to: 47_846, by: 163) {
            let civil = CivilTime(seconds: Int64(step) * 86_400)
            let (y, m, d) = (civil.year, civil.month, civil.day)
            let name = Language.en.monthNames[m - 1]
            var texts = [
                "\(y)-\(m)-\(d)", civil.isoDay.replacing("-", with: ""), "\(d).\(m).\(y)", "\(y) \(name) \(d)",
                "\(y)년 \(m)월 \(d)일", "\(m)/\(d)/\(y)", "\(m)-\(d)-\(y)",
            ]
            // Two digits of a year are read from 79 years before this one to 20 after it.
            if (1947...2046).contains(y) {
                texts += [
                    String(civil.isoDay.dropFirst(2)), "\(String(civil.isoDay.dropFirst(2).prefix(2)))년 \(m)월 \(d)일",
                ]
            }
            let now = try #require(CivilTime(year: 2026, month: 11, day: 18))
            for text in texts { #expect(try NaturalDate.parse(text: text, now: now) == .day(civil), "\(text)") }
            // Without its year it is the latest one.
            guard m != 2 || d != 29 else { continue }
            let year = (m, d) <= (11, 18) ? 2026 : 2025
            let latest = NaturalDate.Parsed.day(try #require(CivilTime(year: year, month: m, day: d)))
            for text in ["\(m)월 \(d)일", "\(name) \(d)", "\(m)/\(d)"] {
                #expect(try NaturalDate.parse(text: text, now: now) == latest, "\(text)")
            }
        }
    }

    @Test func `Days of the week have names in both languages`() {
        #expect(DateStyle.weekdayName(CivilTime(seconds: 0), language: .ko) == "목요일")
        #expect(DateStyle.weekdayName(CivilTime(seconds: 0), language: .en) == "Thursday")
    }
}

private struct DateVector: Decodable {
    let epoch: String
    let locale: String
    let long: String
    let numeric: String
    let timeZone: String

    enum CodingKeys: String, CodingKey {
        case epoch, locale, long, timeZone
        case numeric = "template_yyyy.MM.dd"
    }
}
