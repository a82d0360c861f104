import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Org mode", .timed) struct OrgTests {
    private func texts(_ entries: ReadEntries) -> [String] {
        entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    @Test func `headings that are dates are entries, with their tags and what stands below`() throws {
        let text = """
            #+FILETAGS: :diary:

            * <2024-05-01 Wed 22:30> 한강 :산책:b:
            걸었다.
            ** 저녁
            #+begin_src
            * <2024-01-01>
            #+end_src
            * [2024-05-02 목 10:00-11:00 +1w] 둘
            * 2024
            ** 2024-05 May
            *** 2024-05-03 Friday
            **** 10:30 셋
            *** 2024-05-04 Saturday
            """
        let entries = try readEntries(source(text, named: "diary.org"), readOptions())
        #expect(entries.format == .org)
        #expect(
            texts(entries) == ["한강\n걸었다.\n** 저녁\n#+begin_src\n* <2024-01-01>\n#+end_src", "둘", "**** 10:30 셋"])
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2024-05-01T22:30:00+09:00", "2024-05-02T10:00:00+09:00", "2024-05-03",
            ])
        #expect(entries.rows.map(\.content.tags.count) == [3, 1, 1])
        #expect(entries.losses == FormatLosses([.emptyEntries: 1, .extra: 1]))
    }

    @Test func `a file without such headings is one entry by its name, and text without a date is refused`() throws {
        let daily = try readEntries(folder(["2024-05-01.org": bytes("* 하나\n둘\n"), "a.png": []]), readOptions())
        #expect(texts(daily) == ["* 하나\n둘"] && daily.losses == FormatLosses([.files: 1]))
        #expect(throws: ReadProblem("x.org", at: .line(3), .row(.missing("date")))) {
            try readEntries(source("* 2024-05-01 a\nb\n* Ideas\nc\n", named: "x.org"), readOptions())
        }
        var options = readOptions()
        options.defaults.dateMissing = .now
        let taken = try readEntries(source("* 2024-05-01 a\nb\n* Ideas\nc\n", named: "x.org"), options)
        #expect(texts(taken) == ["a\nb", "* Ideas\nc"])
    }
}
