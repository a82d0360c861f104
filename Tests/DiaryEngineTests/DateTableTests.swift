/// What dates are read as, phrase by phrase: Tests/Fixtures/dates.en.txt and dates.ko.txt.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) struct DateTableTests {
    @Test(
        "every phrase of the table is read as the date it says, or refused at the place it says",
        arguments: ["en", "ko"])
    func table(language: String) throws {
        var count = 0
        var now: Int64 = 0
        var zone = ""
        for line in try Fixture("dates.\(language).txt").text.split(separator: "\n") where !line.hasPrefix("#") {
            if line.hasPrefix("@") {
                let words = line.split(separator: " ")
                zone = String(words[2])
                let civil = try #require(ISODate(String(words[1]))).civil.seconds
                now = (civil - Int64(ZoneDatabase.offset(of: zone, local: civil))) * 1_000_000
                continue
            }
            let mark = try #require(line.firstRange(of: " = "))
            let (phrase, expected) = (String(line[..<mark.lowerBound]), line[mark.upperBound...])
            #expect(read(phrase, now, zone) == expected, "\(phrase)")
            count += 1
        }
        #expect(count >= 150)
    }

    private func read(_ phrase: String, _ now: Int64, _ zone: String) -> String {
        do throws(DateProblem) {
            let date = try EntryDate(typed: phrase, now: now, zone: zone)
            let usual = ZoneDatabase.offset(of: zone, at: now / 1_000_000)
            let offset = date.offset == usual ? "" : " " + date.rfc3339().dropFirst(19)
            return switch date.precision {
            case .day: date.civil.isoDay
            case .minute: date.civil.isoDay + " " + date.civil.isoTime.dropLast(3) + offset
            case .second: date.civil.isoDay + " " + date.civil.isoTime + offset
            }
        } catch {
            let marked = String(decoding: Array(phrase.utf8)[error.range], as: UTF8.self)
            return "! \(error.reason) \"\(marked)\""
        }
    }
}
