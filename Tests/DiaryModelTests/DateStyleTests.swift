import DiaryModel
import DiarylogTestSupport
import FoundationEssentials
import Testing

@Suite("Dates written for people")
struct DateStyleTests {
    @Test("Korean and English dates are as measured from the apps")
    func vectors() throws {
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

    @Test("Numeric dates have two digits, long ones as many as they need")
    func digits() throws {
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

    @Test("What is written for people can be read back, for every month and hour and both languages")
    func readBack() throws {
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

    @Test("Days of the week have names in both languages")
    func weekdays() {
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
