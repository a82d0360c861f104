/// Where the date of a note stands: in its name, its folders, its front matter and its headings.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct NoteDateTests {
    private func read(_ files: [String: String], modifiedAt: Int64? = nil) throws(ReadProblem) -> ReadEntries {
        try readEntries(folder(files.mapValues { bytes($0) }, modifiedAt: modifiedAt), readOptions())
    }

    @Test(
        "a file's name is a date as people write it, with a title behind it",
        arguments: [
            ("2024_05_01.md", "2024-05-01", "x"), ("20240501.md", "2024-05-01", "x"),
            ("2024.05.01.md", "2024-05-01", "x"), ("2024년 5월 1일.md", "2024-05-01", "x"),
            ("May 1st, 2024.md", "2024-05-01", "x"), ("2024/05/01.md", "2024-05-01", "x"),
            ("2024/5/1 남산.md", "2024-05-01", "남산\n\nx"), ("2024_05_01 남산.md", "2024-05-01", "남산\n\nx"),
            ("20240501-trip.md", "2024-05-01", "trip\n\nx"), ("2024. 5. 1. 남산.md", "2024-05-01", "남산\n\nx"),
            ("2024년 5월 1일 남산.md", "2024-05-01", "남산\n\nx"), ("a/1 May 2024 - Trip.md", "2024-05-01", "Trip\n\nx"),
            ("2024-05-01 저녁.md", "2024-05-01", "저녁\n\nx"), ("2024-05-01남산.md", "2024-05-01", "남산\n\nx"),
            ("2024년 5월 1일 오후 3시 산책.md", "2024-05-01T15:00:00+09:00", "산책\n\nx"),
            ("Christmas 2024.md", "2024-12-25", "x"), ("2024-05-01 2.md", "2024-05-01", "2\n\nx"),
            ("202405012230 남산.md", "2024-05-01T22:30:00+09:00", "남산\n\nx"),
            ("2024-05-01 일 했다.md", "2024-05-01", "일 했다\n\nx"),
        ])
    func names(name: String, date: String, text: String) throws {
        let entries = try read([name: "x\n"], modifiedAt: 0)
        #expect(entries.rows.map { $0.content.date.rfc3339() } == [date])
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == [text])
        #expect(entries.losses == FormatLosses())
    }

    @Test(
        "what is no day of the calendar by itself is a title",
        arguments: ["yesterday", "어제", "5월 1일", "May 2024", "Monday", "now", "2024", "12", "20249999", "저녁"])
    func titles(name: String) throws {
        let entries = try read([name + ".md": "x\n"], modifiedAt: 0)
        #expect(entries.losses == FormatLosses([.fileTimes: 1]))
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == [name + "\n\nx"])
    }

    @Test(
        "front matter's dates are read as Hugo, Jekyll, mail and people write them",
        arguments: [
            ("2023-12-31 23:59:00 +0900", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31 23:59:00 -05:00", "2023-12-31T23:59:00-05:00"),
            ("2023-12-31T23:59:00+0900", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31 14:59:00 UTC", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31 14:59 GMT", "2023-12-31T23:59:00+09:00"),
            ("Sun, 31 Dec 2023 23:59:00 +0900", "2023-12-31T23:59:00+09:00"),
            ("31 Dec 2023 23:59 +0100", "2023-12-31T23:59:00+01:00"),
            ("Sun, 31 Dec 2023 14:59:00 GMT", "2023-12-31T23:59:00+09:00"),
            ("2023년 12월 31일 오후 11시 59분", "2023-12-31T23:59:00+09:00"), ("2023년 12월 31일", "2023-12-31"),
            ("2023. 12. 31. 오후 11:59", "2023-12-31T23:59:00+09:00"), ("December 31st, 2023", "2023-12-31"),
            ("2023-12-31 11:59 PM", "2023-12-31T23:59:00+09:00"), ("2023-12-31 (일)", "2023-12-31"),
            ("2023-12-31(일) 23:59", "2023-12-31T23:59:00+09:00"), ("2023/12/31(일)", "2023-12-31"),
            ("2023.12.31.(일요일) 23:59", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31 일 23:59", "2023-12-31T23:59:00+09:00"), ("202312312359", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31T23:59+09", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31 23:59:00.5-05", "2023-12-31T23:59:00-05:00"),
            ("Sun Dec 31 23:59:00 KST 2023", "2023-12-31T23:59:00+09:00"),
            ("Sun Dec  3 14:59:00 UTC 2023", "2023-12-03T23:59:00+09:00"),
            ("1704034740.123", "2023-12-31T23:59:00+09:00"), ("31/12/99", "1999-12-31"),
            ("20231231T145900Z", "2023-12-31T23:59:00+09:00"), ("2023-12-31 24:00", "2024-01-01T00:00:00+09:00"),
            ("1 May 2024 24:00", "2024-05-02T00:00:00+09:00"), ("PM 11:59 31.12.2023", "2023-12-31T23:59:00+09:00"),
        ])
    func frontMatter(written: String, date: String) throws {
        let entries = try read(["a.md": "---\ndate: \"\(written)\"\n---\nx\n"])
        #expect(entries.rows.map { $0.content.date.rfc3339() } == [date])
    }

    @Test(
        "a date is called in front matter as in tables, and the first of several counts",
        arguments: [
            "created: \"[[2024-05-01]]\"", "작성일시: 2024-05-01", "작성 일자: 2024-05-01", "생성일시: 2024-05-01",
            "등록일: 2024-05-01", "datetime: 2024-05-01", "timestamp: 2024-05-01", "published: 2024-05-01",
            "date: [2024-05-01, 2024-05-02]",
        ])
    func otherNames(line: String) throws {
        let entries = try read(["a.md": "---\n\(line)\n---\nx\n"], modifiedAt: 0)
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-05-01"])
        #expect(entries.losses == FormatLosses())
        #expect(entries.rows.map(\.content.extra.count) == [1])
    }

    @Test(
        "figures that are two dates are asked",
        arguments: [
            ("03/04/2024", ["%d/%m/%Y", "%m/%d/%Y"]), ("24-05-01", ["%d-%m-%y", "%y-%m-%d"]),
            ("03.04.05 10:00", ["%d.%m.%y %R", "%y.%m.%d %R"]),
        ])
    func asked(written: String, formats: [String]) {
        #expect(throws: ReadProblem("folder/a.md", .ambiguousDate(written, formats))) {
            try read(["a.md": "---\ndate: \"\(written)\"\n---\nx\n"])
        }
    }

    @Test("figures that another date of the table tells are read, with years of two figures")
    func told() throws {
        let entries = try readEntries(
            source("date,text\n05/01/24,a\n31/12/99,b\n", named: "a.csv"), readOptions())
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-01-05", "1999-12-31"])
    }

    @Test("the date of a note may stand below its title")
    func below() throws {
        let entries = try read(["a.txt": "Trip\n\n2024-05-01\nbody\n"], modifiedAt: 0)
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-05-01"])
        #expect(entries.losses == FormatLosses())
    }

    @Test("front matter that names no day is refused", arguments: ["yesterday", "어제", "now", "soon", "3월 1일"])
    func refused(written: String) {
        #expect(throws: ReadProblem("folder/a.md", .field("date", .date, found: written))) {
            try read(["a.md": "---\ndate: \(written)\n---\nx\n"])
        }
    }
}
