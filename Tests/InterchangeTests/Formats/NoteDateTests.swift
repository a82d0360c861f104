/// Where the date of a note stands: in its name, its folders, its front matter and its headings.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct NoteDateTests {
    private func read(_ files: [String: String], modifiedAt: Int64? = nil) throws(ReadProblem) -> ReadRows {
        try readEntries(folder(files.mapValues { bytes($0) }, modifiedAt: modifiedAt), readOptions())
    }

    @Test(
        "a file's name is a date as people write it, with a title behind it",
        arguments: [
            ("2024-05-01_22-30.md", "2024-05-01T22:30:00+09:00", "x"),
            ("20240501_223000.md", "2024-05-01T22:30:00+09:00", "x"),
            ("2024-05-01 22.30.15.md", "2024-05-01T22:30:15+09:00", "x"),
            ("2024-05-01T22-30-00.md", "2024-05-01T22:30:00+09:00", "x"),
            ("2024-05-01 10-30-00 PM 산책.md", "2024-05-01T22:30:00+09:00", "산책\n\nx"),
            ("Note 2024-05-01 at 10.30 PM.md", "2024-05-01T22:30:00+09:00", "Note\n\nx"),
            ("일기 2024년 5월 1일.md", "2024-05-01", "일기\n\nx"), ("IMG_20240501.md", "2024-05-01", "IMG\n\nx"),
            ("2024-05-01-05-03.md", "2024-05-01", "05-03\n\nx"),
            ("2024-05-01 10.50 euros.md", "2024-05-01", "10.50 euros\n\nx"),
            ("20240501 1984.md", "2024-05-01", "1984\n\nx"), ("24-05-01 산책.md", "2024-05-01", "산책\n\nx"),
            ("2024-05-01 (2).md", "2024-05-01", "x"), ("2024.05.01 (2).md", "2024-05-01", "x"),
            ("2024-05-01 (수) 산책.md", "2024-05-01", "(수) 산책\n\nx"),
            ("2024-05-01T22:30Z 산책.md", "2024-05-02T07:30:00+09:00", "산책\n\nx"),
            ("2024-05-01 22:30 -05:00 산책.md", "2024-05-01T22:30:00-05:00", "산책\n\nx"),
            ("2024-05-01 22:30:00 -0500 산책.md", "2024-05-01T22:30:00-05:00", "산책\n\nx"),
            ("2024-05-01 10:30-11:30 회의.md", "2024-05-01T10:30:00+09:00", "11:30 회의\n\nx"),
            ("2023년 12월 31일 24:00 x.md", "2024-01-01T00:00:00+09:00", "x"),
            ("12-31-2023 24:00 x.md", "2024-01-01T00:00:00+09:00", "x"),
            ("2024년/5월/5일 어린이날.md", "2024-05-05", "어린이날\n\nx"), ("2024/5월/4일.md", "2024-05-04", "x"),
            ("2024/05 May/03.md", "2024-05-03", "x"), ("2023/Jan/01.md", "2023-01-01", "x"),
            ("2024/0508.md", "2024-05-08", "x"), ("2024/05.09 비.md", "2024-05-09", "비\n\nx"),
        ])
    func names(name: String, date: String, text: String) throws {
        let entries = try read([name: "x\n"], modifiedAt: 0)
        #expect(entries.rows.map { $0.content.date.rfc3339() } == [date])
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == [text])
        #expect(entries.losses == FormatLosses())
    }

    @Test(
        "front matter's dates are read as Hugo, Jekyll, mail and people write them",
        arguments: [
            ("31/12/99", "1999-12-31"),
            ("20231231T145900Z", "2023-12-31T23:59:00+09:00"), ("2023-12-31 24:00", "2024-01-01T00:00:00+09:00"),
            ("1 May 2024 24:00", "2024-05-02T00:00:00+09:00"), ("PM 11:59 31.12.2023", "2023-12-31T23:59:00+09:00"),
            ("31-Dec-2023", "2023-12-31"), ("1-May-24", "2024-05-01"),
            ("2023-12-31 23:59:00 +0900 KST", "2023-12-31T23:59:00+09:00"),
            ("2023-12-31_23:59", "2023-12-31T23:59:00+09:00"), ("2023-12-31 - 23:59", "2023-12-31T23:59:00+09:00"),
            ("20231231 2359", "2023-12-31T23:59:00+09:00"), ("31.12.2023 23.59", "2023-12-31T23:59:00+09:00"),
            ("2023年12月31日 23:59", "2023-12-31T23:59:00+09:00"), ("２０２３-１２-３１", "2023-12-31"),
            ("2023–12–31", "2023-12-31"),
            ("Sunday, December 31, 2023 at 11:59:00 PM Korean Standard Time", "2023-12-31T23:59:00+09:00"),
        ])
    func frontMatter(written: String, date: String) throws {
        let entries = try read(["a.md": "---\ndate: \"\(written)\"\n---\nx\n"])
        #expect(entries.rows.map { $0.content.date.rfc3339() } == [date])
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

    @Test(
        "the first line may begin with the date of a note, and the one below its title may be it",
        arguments: [
            "Trip\n\n2024-05-01\nbody", "제목\n2024년 5월 1일 수요일", "2024-05-01 수요일 맑음\nx", "2024.5.1 (수) 흐림 ☁",
            "# 2024-05-01 제목\nx", "**2024-05-01**\nx", "- 2024-05-01: did", "[2024-05-01 Wed]\nx", "날짜: 2024-05-01\nx",
            "Title: A\nDate: 2024-05-01\n\nx", "2024年5月1日（水）\nx", "May 1, 2024, a Wednesday",
        ])
    func lines(text: String) throws {
        let entries = try read(["a.txt": text + "\n"], modifiedAt: 0)
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-05-01"])
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == ["a\n\n" + text])
        #expect(entries.losses == FormatLosses())
    }

    @Test(
        "a first line that says no full day is none",
        arguments: ["5월 6일", "Christmas 2024 was", "1984 by night", "12 cats"])
    func noDay(text: String) throws {
        #expect(try read(["a.txt": text + "\n"], modifiedAt: 0).losses == FormatLosses([.fileTimes: 1]))
    }

    @Test(
        "figures that are two dates are asked wherever they are all that says one",
        arguments: [
            "---\ncreated_at: 01-05-2024 10:30 PM\n---\nx", "---\nDate: 01-05-2024\n---\nx", "01/05/2024\nx",
            "01/05/2024 맑음\nx", "Trip\n01/05/2024\n",
        ])
    func askedAnywhere(text: String) {
        #expect { try read(["a.md": text], modifiedAt: 0) } throws: { error in
            guard case .ambiguousDate? = (error as? ReadProblem)?.reason else { return false }
            return true
        }
    }

    @Test("one of two dates costs its note alone, which is named with the ways to read it")
    func askedAlone() throws {
        let entries = try read(["a.md": "---\ndate: 03/04/2024\n---\nx\n", "2024-05-01.md": "y\n"])
        #expect(entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == ["y"])
        let formats = ["%d/%m/%Y", "%m/%d/%Y"]
        #expect(entries.leftOut.problems == [ReadProblem("folder/a.md", .ambiguousDate("03/04/2024", formats))])
    }

    @Test("a time of day in a field of its own is the note's")
    func timeField() throws {
        let entries = try read(["a.md": "---\ndate: 2024-05-01\ntime: 22:30\n---\nx\n"])
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-05-01T22:30:00+09:00"])
        #expect(entries.rows.map(\.content.extra) == [[]])
    }

    @Test("a text of many days is counted, and split where it begins with one")
    func manyDays() throws {
        let text = "2024년 5월 1일 수요일 맑음\n\n산책\n\n2024년 5월 2일 목요일\n===\n집\n"
        let whole = try read(["a.txt": text], modifiedAt: 0)
        #expect(whole.rows.map { $0.content.date.rfc3339() } == ["2024-05-01"])
        #expect(whole.losses[.days] == 1)
        var options = readOptions()
        options.splitsHeadings = true
        let split = try readEntries(folder(["a.txt": bytes(text)]), options)
        #expect(split.rows.map { $0.content.date.rfc3339() } == ["2024-05-01", "2024-05-02"])
        #expect(split.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == ["수요일 맑음\n\n산책", "집"])
        #expect(split.losses[.days] == 0)
    }

    @Test(
        "a page says in its elements and its lines when it was published",
        arguments: [
            "<time datetime=\"2024-05-01T22:30:00+09:00\">May 1</time><p>x</p>",
            "<meta property=\"article:published_time\" content=\"2024-05-01T22:30:00+09:00\"><p>x</p>",
            "<h1>Title</h1><p>Wednesday, May 1, 2024 at 10:30 PM</p><p>b</p>",
            "<h2>제목</h2><p>본문</p><span class=date>2024-05-01 22:30</span><div>#산책</div>",
        ])
    func pages(page: String) throws {
        let entries = try read(["a.html": "<html><body>\(page)</body></html>"], modifiedAt: 0)
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2024-05-01T22:30:00+09:00"])
        #expect(entries.losses[.fileTimes] == 0)
    }
}
