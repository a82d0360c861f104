/// Files of entries: what their rows become, and which are refused.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct RowTests {
    private static let now = EntryDate(seconds: 1_000_000, offset: 0, zone: "UTC", precision: .second)

    private func read(
        _ text: String, zone: String = "UTC", dateMissing: DateMissing? = .now
    ) throws -> RowsOfFile {
        try readRows(
            Array(text.utf8), defaults: RowDefaults(now: Self.now, zone: zone, dateMissing: dateMissing))
    }

    @Test("a whole day without an offset takes that of the zone on that day")
    func london() throws {
        let date = try read(#"{"text":"a","date":"1660-01-01"}"#, zone: "Europe/London").rows[0].content.date
        #expect(date.offset == -75)
        #expect(date.precision == .day)
        #expect(date.zone == "Europe/London")
        #expect(date.civil == CivilTime(year: 1660, month: 1, day: 1))
    }

    @Test("a written offset counts more than the zone, and seconds of it more than its minutes")
    func offsets() throws {
        let written = try read(#"{"text":"a","date":"2026-11-01T10:00:00+09:00"}"#).rows[0].content.date
        #expect((written.offset, written.zone, written.precision) == (32_400, "", .second))
        let exact = try read(
            #"{"text":"a","date":"1660-01-01T10:00:00-00:01","dateOffsetSeconds":-75,"zone":"Europe/London"}"#)
        #expect(exact.rows[0].content.date.offset == -75)
        #expect(exact.rows[0].content.date.zone == "Europe/London")
    }

    @Test("an array and lines are the same rows, and white space between does not count")
    func shapes() throws {
        let lines = try read("{\"text\":\"a\"}\n\n  {\"text\":\"b\"}\r\n").rows
        let array = try read(" [ {\"text\":\"a\"} , {\"text\":\"b\"} ] ").rows
        #expect(lines.map(\.content) == array.map(\.content))
        #expect(lines.map(\.identity) == array.map(\.identity))
        #expect(try read("{\"text\":\"a\"}\n{\"at\":4,\"next\":null}\n").rows.count == 1)
    }

    @Test("what the day or the reader fills in is no part of a row's identity, what the file says is")
    func identity() throws {
        func identity(_ text: String, _ zone: String = "UTC") throws -> [UInt8] {
            try read(text, zone: zone).rows[0].identity
        }
        let row = #"{"text":"a","date":"2026-11-01"}"#
        #expect(try identity(row) == identity(row, "Asia/Seoul"))
        #expect(try identity(#"{"date":"2026-11-01","text":"a","tags":null}"#) == identity(row))
        #expect(try identity(#"{"text":"a"}"#) != identity(row))
        #expect(try identity(#"{"text":"a","date":"2026-11-01","starred":true}"#) != identity(row))
        #expect(
            try identity(#"{"title":"a","created_at":1}"#) != identity(#"{"title":"a","last_modified":1}"#))
    }

    @Test("a sample's text is title, two line ends and body, in the reader's zone")
    func sample() throws {
        let file = try read(
            #"[{"title":"t","body":"b","created_at":1608651333},{"title":"alone"}]"#, zone: "Asia/Seoul")
        #expect(file.format == .sample)
        #expect(file.rows[0].content.text == Array("t\n\nb".utf8))
        #expect(file.rows[0].content.date.rfc3339() == "2020-12-23T00:35:33+09:00")
        #expect(file.rows[1].content.text == Array("alone".utf8))
        #expect(file.rows[1].content.date == Self.now)
    }

    @Test("a sample's time may have a fraction, and must be there unless the reader says what to take")
    func times() throws {
        let dates = try read(
            #"[{"title":"a","created_at":1608651333.0},{"title":"a","created_at":1.5},{"title":"a","created_at":-0.5}]"#
        ).rows
        #expect(dates.map(\.content.date.seconds) == [1_608_651_333, 1, -1])
        let whole = try read(#"{"title":"a","created_at":1608651333}"#).rows[0]
        #expect(whole.identity == dates[0].identity)
        #expect(try read(#"{"title":"a","created_at":1}"#).rows[0].identity != dates[1].identity)
        for row in [#"{"title":"a"}"#, #"{"title":"a","created_at":null}"#] {
            #expect(throws: problem(row: 1, .missing("created_at"))) { try read(row, dateMissing: nil) }
            #expect(try read(row).rows[0].content.date == Self.now)
        }
        #expect(throws: problem(row: 1, .wrongKind("created_at"))) {
            try read(#"{"title":"a","created_at":"2020"}"#)
        }
        #expect(throws: problem(row: 1, .badDate("1e+300"))) { try read(#"{"title":"a","created_at":1e300}"#) }
    }

    @Test(
        "a bad row is told by its number",
        arguments: [
            (#"{"text":1}"#, RowReason.wrongKind("text")), ("[]", .notAnObject),
            (#"{"text":"b","date":"01/02/2026"}"#, .badDate("01/02/2026")),
            (#"{"date":"2026-01-01"}"#, .missing("text")),
            (#"{"text":"b","zone":"Mars/Base","date":"2026-01-01"}"#, .unknownZone("Mars/Base")),
            (#"{"text":"b","dateOffsetSeconds":-9223372036854775808}"#, .wrongKind("dateOffsetSeconds")),
            (#"{"text":"b","tags":[1]}"#, .wrongKind("tags")), ("{\"text\":\"b\"", .json(.endsEarly)),
        ])
    func refused(row: String, reason: RowReason) {
        #expect(throws: problem(row: 2, reason)) { try read("{\"text\":\"a\"}\n" + row) }
    }

    @Test("the least time there is in a sample is refused, too")
    func leastTime() {
        let least = "-9223372036854775808"
        #expect(throws: problem(row: 1, .badDate(least))) {
            try read(#"[{"title":"t","created_at":\#(least)}]"#)
        }
    }

    @Test("a row without a date is refused, unless the reader says what to take")
    func undated() throws {
        #expect(throws: problem(row: 1, .missing("date"))) { try read(#"{"text":"a"}"#, dateMissing: nil) }
    }

    @Test("a file that is neither format is refused, and other members stay with the entry, a title in its text")
    func unknown() throws {
        #expect(throws: problem(row: 1, .unknownFormat)) { try read(#"{"body":"b"}"#) }
        let rows = try read(#"[{"text":"a","mood":1,"id":"x","title":"T"},{"text":"b","title":"b","mood":{}}]"#).rows
        #expect(rows.map { String(decoding: $0.content.text, as: UTF8.self) } == ["T\n\na", "b"])
        #expect(rows.allSatisfy { $0.content.extra.map(\.key) == ["mood"] })
    }
}
