/// Tables as text: which columns are an entry's, how their dates are told, and what is refused.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("CSV", .timed) struct TableTests {
    private func read(
        _ text: String, _ columns: [EntryColumn: String] = [:], named name: String = "diary.csv"
    ) throws(ReadProblem) -> ReadEntries {
        var options = readOptions()
        options.columns = columns
        return try readEntries(source(text, named: name), format: columns.isEmpty ? nil : .csv, options)
    }

    private func texts(_ entries: ReadEntries) -> [String] {
        entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    @Test func `rows are entries by the names of their columns, and what is no part of one stays a field`() throws {
        let entries = try read(
            "\u{FEFF}Date,Title,Body,Tags,Mood,Star\r\n2024-05-01 22:30,한강,\"걸었다, \"\"멀리\"\".\r\n비.\",\"산책, b\",4,x\r\n\r\n"
                + "2024년 5월 2일,,둘,,,\r\n2024-05-03,,,,5,\r\n")
        #expect(entries.format == .csv && entries.losses == FormatLosses([.emptyEntries: 1]))
        #expect(texts(entries) == ["한강\n\n걸었다, \"멀리\".\r\n비.", "둘"])
        let first = entries.rows[0].content
        #expect(first.date.rfc3339() == "2024-05-01T22:30:00+09:00" && first.isStarred)
        #expect(first.tags == [Tag("b"), Tag("산책")] && first.extra == [ExtraField(key: "Mood", value: bytes("4"))])
        #expect(entries.rows[1].content.date.rfc3339() == "2024-05-02")
        #expect(entries.origins == [RowOrigin("diary.csv", .line(2)), RowOrigin("diary.csv", .line(5))])
    }

    @Test func `columns are named by who imports, and separated by what the head has most of`() throws {
        let entries = try read(
            "When;At;Was\n13/05/2024;오후 3:00;\"a; b\"\n01/02/2024;10:00;c\n",
            [.date: "when", .time: "At", .text: "Was"], named: "x.txt")
        #expect(texts(entries) == ["a; b", "c"])
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2024-05-13T15:00:00+09:00", "2024-02-01T10:00:00+09:00",
            ])
        #expect(texts(try read("날짜\t내용\n2024-05-01\t하나\n", named: "x.tsv")) == ["하나"])
    }

    @Test func `what cannot be told is asked or refused with its line`() {
        #expect(throws: ReadProblem("diary.csv", .ambiguousDate("01/02/2024", ["%d/%m/%Y", "%m/%d/%Y"]))) {
            try read("date,text\n01/02/2024,a\n")
        }
        #expect(throws: ReadProblem("diary.csv", .noColumn("date", ["When", "text"]))) {
            try read("When,text\n2024-01-01,a\n", [.date: "Day"])
        }
        #expect(throws: ReadProblem("diary.csv", at: .line(3), .row(.missing("date")))) {
            try read("date,text\n2024-01-01,a\n,b\n")
        }
        #expect(throws: ReadProblem("diary.csv", at: .line(2), .field("date", .date, found: "soon"))) {
            try read("date,text\nsoon,a\n")
        }
        #expect(throws: ReadProblem("diary.csv", at: .line(2), .expected(.quotedField, found: "\"a"))) {
            try read("date,text\n2024-01-01,\"a\n")
        }
        #expect(throws: ReadProblem("diary.csv", at: .line(2), .expected(.fields(2), found: "3"))) {
            try read("date,text\n2024-01-01,a,b\n")
        }
    }
}
