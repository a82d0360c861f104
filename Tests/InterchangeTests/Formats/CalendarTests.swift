/// Journals of iCalendar: as other programs write them, and there and back.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("iCalendar", .timed) struct CalendarTests {
    private func read(_ lines: [String]) throws(ReadProblem) -> ReadRows {
        try readEntries(source(lines.joined(separator: "\r\n") + "\r\n"), readOptions())
    }

    private func journal(_ lines: [String]) -> [String] {
        ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VJOURNAL"] + lines + ["END:VJOURNAL", "END:VCALENDAR"]
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

    @Test func `a date at an end of the calendar comes back though it lies beyond it in UTC`() throws {
        var chance = Chance(for: "iCalendar at the ends")
        let contents = [(CivilTime(seconds: .min), Int32(50_400)), (CivilTime(seconds: .max), -43_200)].map {
            time, offset in
            var content = chance.content(isPlain: true, precision: .second)
            content.date = EntryDate(seconds: time.seconds, offset: offset, zone: "", precision: .second)
            return content
        }
        let (source, _) = try written(contents, as: .iCalendar)
        #expect(try readEntries(source, readOptions()).rows.map(\.content.date) == contents.map(\.date))
    }

    @Test(arguments: [
        (["no colon"], 4), (["DTSTART:soon"], 3), (["END:VEVENT"], 4),
        (["X;A:1"], 4), (["X;A=\"b:1"], 4), (["BEGIN:VCALENDAR"], 4), ([], 3),
    ])
    func `a mistake is told with its line`(lines: [String], line: Int) {
        do throws(ReadProblem) {
            let entries = try read(journal(lines + ["DESCRIPTION:x"]))
            #expect(entries.leftOut.problems.first?.position == .line(line))
        } catch {
            #expect(error.position == .line(line), "\(error)")
        }
    }

    @Test func `of a calendar that ends early comes what is whole, and the end is named`() throws {
        for cut in 1...4 {
            let lines = Array(journal(["DTSTART:20260101", "DESCRIPTION:x"]).dropLast(cut))
            let entries = try? read(lines)
            #expect(entries?.leftOut.count ?? 1 == 1, "\(cut)")
            #expect(entries?.count ?? 0 == (cut < 3 ? 1 : 0), "\(cut)")
        }
    }
}
