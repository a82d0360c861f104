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

    @Test func `a name that is one of two dates is a question`() {
        #expect(throws: ReadProblem("folder/3-4-2024 x.md", .ambiguousDate("3-4-2024", ["%d-%m-%Y", "%m-%d-%Y"]))) {
            try read(["3-4-2024 x.md": "x"])
        }
        #expect(throws: Never.self) { try read(["30-4-2024 x.md": "x"]) }
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
            ("2023-12-31 11:59 PM", "2023-12-31T23:59:00+09:00"),
        ])
    func frontMatter(written: String, date: String) throws {
        let entries = try read(["a.md": "---\ndate: \"\(written)\"\n---\nx\n"])
        #expect(entries.rows.map { $0.content.date.rfc3339() } == [date])
    }

    @Test("front matter that names no day is refused", arguments: ["yesterday", "어제", "now", "soon", "3월 1일"])
    func refused(written: String) {
        #expect(throws: ReadProblem("folder/a.md", .field("date", .date, found: written))) {
            try read(["a.md": "---\ndate: \(written)\n---\nx\n"])
        }
    }

    @Test func `a folder in which no note says a date is a question, and one that has some is read`() throws {
        let undated = ["a.md": "x", "b.md": "y"]
        #expect(throws: ReadProblem("folder", .undated(2, "1970-01-01", "1970-01-01"))) {
            try read(undated, modifiedAt: 0)
        }
        func taken(_ missing: DateMissing) throws(ReadProblem) -> ReadEntries {
            var options = readOptions()
            options.defaults.dateMissing = missing
            return try readEntries(folder(undated.mapValues { bytes($0) }, modifiedAt: 0), options)
        }
        let ofFiles = try taken(.mtime)
        #expect(Set(ofFiles.rows.map { $0.content.date.rfc3339() }) == ["1970-01-01T09:00:00+09:00"])
        #expect(ofFiles.losses == FormatLosses([.fileTimes: 2]))
        #expect(try taken(.now).rows.map(\.content.date.seconds) == [1_000_000, 1_000_000])
        #expect(throws: ReadProblem("folder/a.md", .row(.missing("date")))) { try taken(.refuse) }
        #expect(try read(undated.merging(["2020-01-01.md": "z"]) { $1 }, modifiedAt: 0).losses[.fileTimes] == 2)
    }

    @Test func `headings that are dates split a note where that is asked for, and nothing between is lost`() throws {
        let text = """
            ---
            tags: [일기]
            ---
            # 2024

            앞글

            ## 2024-05-01 한강

            걸었다.

            ```
            ## 2024-05-09
            ```
            ### 저녁
            밥
            ## 2024년 5월 2일 오후 3시

            비가 왔다.

            # May 3rd, 2024: Sun
            """
        var options = readOptions()
        #expect(try readEntries(source(text, named: "2024-01-01.md"), options).rows.count == 1)
        options.splitsHeadings = true
        let entries = try readEntries(source(text, named: "2024-01-01.md"), options)
        #expect(
            entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) } == [
                "# 2024\n\n앞글", "한강\n\n걸었다.\n\n```\n## 2024-05-09\n```\n### 저녁\n밥", "비가 왔다.", "Sun",
            ])
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2024-01-01", "2024-05-01", "2024-05-02T15:00:00+09:00", "2024-05-03",
            ])
        #expect(entries.rows.allSatisfy { $0.content.tags == [Tag("일기")] } && entries.losses == FormatLosses())
        let whole = try readEntries(source("# 2024-05-01\n\n## 2024-05-02\na\n", named: "diary.md"), options)
        #expect(whole.rows.count == 1 && whole.losses == FormatLosses([.emptyEntries: 1]))
    }
}
