/// Journals of iCalendar: as other programs write them, and there and back.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("iCalendar", .timed) struct CalendarTests {
    private func read(_ lines: [String], end: String = "\r\n") throws(ReadProblem) -> ReadEntries {
        try readEntries(source(lines.joined(separator: end) + end), readOptions())
    }

    private func journal(_ lines: [String]) -> [String] {
        ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VJOURNAL"] + lines + ["END:VJOURNAL", "END:VCALENDAR"]
    }

    @Test func `journals come with folded lines, zones, tags and what we have no field for`() throws {
        let lines = [
            "\u{FEFF}BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x", "BEGIN:VTIMEZONE", "TZID:/x/Europe/Berlin",
            "BEGIN:STANDARD", "DTSTART:19700101T000000", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:1",
            "BEGIN:VALARM", "END:VALARM", "END:VEVENT", "BEGIN:VTODO", "END:VTODO", "begin:vjournal",
            "UID:19970901T130000Z-1@example.com", "DTSTAMP:19970901T130000Z", "DTSTART;VALUE=DATE:19970317",
            "SUMMARY:Staff meeting\\, 회의", "DESCRIPTION:1. Staff", "  meeting: Joe\\;\\n2. \\\\x", "CLASS:PRIVATE",
            "CATEGORIES:산책,b\\,c", "CATEGORIES:d", "COMMENT;LANGUAGE=de;ALTREP=\"a;b:c\":eins", "COMMENT:zwei",
            "COMMENT:drei", "END:VJOURNAL", "BEGIN:VJOURNAL", "DTSTART;TZID=/x/Europe/Berlin:20260701T100000",
            "LAST-MODIFIED:20260702T000000Z", "DESCRIPTION:one", "DESCRIPTION:two", "END:VJOURNAL", "BEGIN:VJOURNAL",
            "DTSTART:20260701T100000Z", "SUMMARY:nur Titel", "END:VJOURNAL", "BEGIN:VJOURNAL",
            "DTSTAMP:20260701T100000Z", "DESCRIPTION:", "END:VJOURNAL", "END:VCALENDAR",
        ]
        for end in ["\r\n", "\n"] {
            let entries = try read(lines, end: end)
            #expect(entries.format == .iCalendar)
            #expect(
                entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == [
                    "Staff meeting, 회의\n\n1. Staff meeting: Joe;\n2. \\x", "one\n\ntwo", "nur Titel",
                ])
            #expect(
                entries.rows.map { $0.content.date.rfc3339() } == [
                    "1997-03-17", "2026-07-01T10:00:00+02:00", "2026-07-01T19:00:00+09:00",
                ])
            #expect(entries.rows[1].content.date.zone == "Europe/Berlin")
            #expect(entries.rows[1].writtenAt?.wall == 1_782_950_400_000_000)
            #expect(entries.rows[0].content.tags == [Tag("b,c"), Tag("d"), Tag("산책")])
            #expect(
                entries.rows[0].content.extra == [
                    ExtraField(key: "CLASS", value: bytes("PRIVATE")),
                    ExtraField(key: "COMMENT;LANGUAGE=de;ALTREP=\"a;b:c\"", value: bytes("eins")),
                    ExtraField(key: "COMMENT", value: bytes("zwei\ndrei")),
                    ExtraField(key: "UID", value: bytes("19970901T130000Z-1@example.com")),
                ])
            #expect(entries.unknown == ["VEVENT": 1, "VTODO": 1])
            #expect(entries.losses == FormatLosses([.emptyEntries: 1]))
            let (out, losses) = try written(entries.rows.map(\.content), as: .iCalendar)
            #expect(losses == FormatLosses())
            #expect(try readEntries(out, readOptions()).rows.map(\.content) == entries.rows.map(\.content))
        }
    }

    @Test func `what is written comes back, and no line is longer than 75 bytes or cuts a character`() throws {
        var chance = Chance(for: "iCalendar out and in")
        for _ in 0..<200 {
            var contents = (0..<3).map { _ in
                chance.content(isPlain: false, precision: chance.pick([.day, .minute, .second]))
            }
            for index in contents.indices {
                if chance.isLucky(oneIn: 3) { contents[index].date.zone = "" }
                if chance.isLucky(oneIn: 3) { contents[index].date.offset = chance.pick([0, -12_600, 4321]) }
                if chance.isLucky(oneIn: 2) {
                    contents[index].extra = [
                        ExtraField(key: "mood, 기분", value: bytes("3;\n")),
                        ExtraField(key: "CLASS", value: bytes("PUBLIC")),
                        ExtraField(key: "SUMMARY", value: bytes("x")), ExtraField(key: "X-A;B=\"c", value: bytes("y")),
                    ]
                }
            }
            let (source, losses) = try written(contents, as: .iCalendar)
            guard case .file(let file) = source else { return }
            for line in try file.bytes().split(separator: 0x0A) {
                #expect(line.count <= 76 && line.last == 0x0D)
                #expect(String(validating: line, as: UTF8.self) != nil)
            }
            let read = try readEntries(source, readOptions()).rows.map(\.content)
            if losses[.characters] == 0 {
                #expect(read == contents)
            } else {
                #expect(read.map(\.date) == contents.map(\.date))
                #expect(read.map(\.text.count).allSatisfy { $0 > 0 })
            }
            let again = try written(read, as: .iCalendar)
            #expect(try readEntries(again.source, readOptions()).rows.map(\.content) == read)
        }
    }

    @Test(arguments: [
        (["no colon"], 4), (["DTSTART:soon"], 3), (["LAST-MODIFIED:x", "DTSTART:20260101"], 3), (["END:VEVENT"], 4),
        (["X;A:1"], 4), (["X;A=\"b:1"], 4), (["BEGIN:VCALENDAR"], 4), ([], 3),
    ])
    func `a mistake is told with its line`(lines: [String], line: Int) {
        do throws(ReadProblem) {
            _ = try read(journal(lines + ["DESCRIPTION:x"]))
            Issue.record("it was read")
        } catch {
            #expect(error.position == .line(line), "\(error)")
        }
    }

    @Test func `a calendar that ends early is refused`() {
        for cut in 1...4 {
            #expect(throws: ReadProblem.self, "\(cut)") {
                try read(Array(journal(["DTSTART:20260101", "DESCRIPTION:x"]).dropLast(cut)))
            }
        }
    }
}
