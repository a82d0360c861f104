import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("An entry's date", .timed) struct EntryDateTests {
    private func date(_ iso: String, offset: Int32, _ precision: EntryDate.Precision) throws -> EntryDate {
        let civil = try #require(ISODate(iso)).civil
        return EntryDate(seconds: civil.seconds, offset: offset, zone: "", precision: precision)
    }

    @Test func `A day is written as a day, a moment with its offset in minutes`() throws {
        #expect(try date("1660-01-01", offset: -75, .day).rfc3339() == "1660-01-01")
        #expect(try date("1660-01-01", offset: -75, .minute).rfc3339() == "1660-01-01T00:00:00-00:01")
        #expect(try date("2026-11-01T10:00", offset: 32_400, .minute).rfc3339() == "2026-11-01T10:00:00+09:00")
        #expect(try date("2026-11-01T10:00:59", offset: 0, .second).rfc3339() == "2026-11-01T10:00:59Z")
        #expect(try date("2026-11-01T10:00", offset: -12_600, .minute).rfc3339() == "2026-11-01T10:00:00-03:30")
    }

    @Test(
        "Offsets round to the nearest minute, half away from zero",
        arguments: [
            (29, "Z"), (30, "+00:01"), (-29, "Z"), (-30, "-00:01"), (-75, "-00:01"), (-90, "-00:02"), (89, "+00:01"),
            (30_472, "+08:28"), (.max, "+23:59"), (.min, "-23:59"),
        ] as [(Int32, String)])
    func rounding(offset: Int32, text: String) throws {
        #expect(try date("2000-01-01", offset: offset, .second).rfc3339() == "2000-01-01T00:00:00" + text)
    }

    @Test func `The instant is the wall clock less its offset, and never traps`() throws {
        #expect(try date("1970-01-01T09:00", offset: 32_400, .minute).instantSeconds == 0)
        #expect(EntryDate(seconds: .min, offset: 1, zone: "", precision: .second).instantSeconds == .min)
        #expect(EntryDate(seconds: .max, offset: .min, zone: "", precision: .second).instantSeconds == .max)
    }

    @Test func `An instant is written as its clock shows it, and the text names that same instant`() throws {
        #expect(Instant.rfc3339(microseconds: 0, offset: 0) == "1970-01-01T00:00:00Z")
        #expect(Instant.rfc3339(microseconds: 1, offset: 32_400) == "1970-01-01T09:00:00.000001+09:00")
        #expect(Instant.rfc3339(microseconds: -1, offset: 0) == "1969-12-31T23:59:59.999999Z")
        #expect(Instant.rfc3339(microseconds: 0, offset: -75) == "1969-12-31T23:59:00-00:01")
        _ = Instant.rfc3339(microseconds: .min, offset: .min) + Instant.rfc3339(microseconds: .max, offset: .max)
        var chance = Chance(for: "instants")
        for _ in 0..<500 {
            let microseconds = Int64.random(in: -1_000_000_000_000_000...4_000_000_000_000_000, using: &chance)
            let offset = Int32.random(in: -50_000...50_000, using: &chance)
            let read = try #require(ISODate(Instant.rfc3339(microseconds: microseconds, offset: offset)))
            let again = (read.civil.seconds - Int64(read.offset ?? 0)) * 1_000_000 + Int64(read.microsecond)
            #expect(again == microseconds)
        }
    }
}

@Suite("ISO dates", .timed) struct ISODateTests {
    @Test(
        "Each form is read, to the precision it is written in",
        arguments: [
            ("2026-11-01", "2026-11-01 00:00:00", 0, .day, nil),
            ("2026-11-01T10:05", "2026-11-01 10:05:00", 0, .minute, nil),
            ("2026-11-01 10:05", "2026-11-01 10:05:00", 0, .minute, nil),
            ("2026-11-01T10:05:59", "2026-11-01 10:05:59", 0, .second, nil),
            ("2026-11-01T10:05:59.5", "2026-11-01 10:05:59", 500_000, .second, nil),
            ("2026-11-01T10:05:59.1234567Z", "2026-11-01 10:05:59", 123_456, .second, 0),
            ("2026-11-01T10:05+09:00", "2026-11-01 10:05:00", 0, .minute, 32_400),
            ("2024-02-29T23:59:59-00:01", "2024-02-29 23:59:59", 0, .second, -60),
        ] as [(String, String, Int, EntryDate.Precision, Int32?)])
    func reads(text: String, civil: String, microsecond: Int, precision: EntryDate.Precision, offset: Int32?) throws {
        let date = try #require(ISODate(text))
        #expect(date.civil.isoDay + " " + date.civil.isoTime == civil)
        #expect(date.microsecond == microsecond)
        #expect(date.precision == precision)
        #expect(date.offset == offset)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", "2023-02-29", "2026-13-01", "0000-01-01", "2026-11-01T24:00", "2026-11-01T10:60", "2026-11-01T10:00:60",
            "2026-1-1", "20261101", "2026-11-01T", "2026-11-01T10", "2026-11-01T10:00:", "2026-11-01T10:00:00.",
            "2026-11-01Z", "2026-11-01T10:00+9", "2026-11-01T10:00+24:00", "2026-11-01T10:00+09:60", " 2026-11-01",
            "2026-11-01 ", "2026-11-01T10:00ZZ", "2026-11-01T10:00.5", "２０２６-11-01", "-2026-11-01",
            "2026-11-01T10:00,5",
            "2026-11-01T10:00+0900", "2026-11-01\u{0}",
        ])
    func refuses(text: String) {
        #expect(ISODate(text) == nil)
    }
}
