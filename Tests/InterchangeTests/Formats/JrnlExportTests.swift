/// What jrnl's exporters write, in and out: JSON, XML, YAML and Markdown.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JrnlExportTests {
    private func texts(_ entries: ReadEntries) -> [String] {
        entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    @Test func `JSON has title, body, date, time, tags and star, and what else it says is kept and written back`()
        throws
    {
        let text = """
            {"tags": {"@민수": 1, "#산책": 1},
             "entries": [
              {"title": "남산", "body": "@민수 와 걸었다.", "date": "2020-07-01", "time": "20:00",
               "tags": ["@민수", "#산책"], "starred": true, "uuid": "AB12", "creator": {"host_name": "h"}},
              {"title": "No body", "body": "", "date": "2020-07-02", "time": "08:30", "tags": [], "starred": false}]}
            """
        let entries = try readEntries(source(text), readOptions())
        #expect(entries.format == .jrnlJSON && texts(entries) == ["남산\n@민수 와 걸었다.", "No body"])
        let first = entries.rows[0].content
        #expect(first.date.rfc3339() == "2020-07-01T20:00:00+09:00" && first.date.precision == .minute)
        #expect(first.isStarred && first.tags == [Tag("산책")] && first.textTags == [Tag("@민수")])
        #expect(first.extra.map(\.key) == ["uuid", "creator"] && first.extra[0].value == bytes("AB12"))
        let (out, losses) = try written(entries.rows.map(\.content), as: .jrnlJSON)
        #expect(losses == FormatLosses())
        #expect(try readEntries(out, readOptions()).rows.map(\.content) == entries.rows.map(\.content))
    }

    @Test(arguments: [
        (#"{"entries":[{"title":"a","date":"2020-02-30","body":""}]}"#, ReadProblem.Reason.row(.badDate("2020-02-30"))),
        (#"{"entries":[{"title":"a","date":"2020-02-28","starred":1}]}"#, .row(.wrongKind("starred"))),
        (#"{"entries":[{"title":"a","date":"2020-02-28","tags":[1]}]}"#, .row(.wrongKind("tags"))),
        (#"{"entries":[{"title":"a"}]}"#, .row(.missing("date"))), (#"{"entries":[7]}"#, .row(.notAnObject)),
    ])
    func `a mistake in JSON names row and member`(text: String, reason: ReadProblem.Reason) {
        #expect(throws: ReadProblem("file", at: .row(1), reason)) {
            try readEntries(source(text), format: .jrnlJSON, readOptions())
        }
    }

    @Test func `XML as jrnl prints it has its entries, and mistakes name the line`() throws {
        let text = """
            <?xml version="1.0" ?>
            <journal>
            \t<entries>
            \t\t<entry date="2020-06-28T18:22:00" starred="">
            \t\t\t<tag name="@민수"/>
            \t\t\t남산 &amp; &lt;강&gt; @민수
            \t\t</entry>
            \t\t<entry date="2020-06-29T18:22:01" starred="True">둘째. <![CDATA[a < b]]> &#9733;</entry>
            \t</entries>
            \t<tags><tag name="@민수">1</tag></tags>
            </journal>
            """
        let entries = try readEntries(source(text), readOptions())
        #expect(entries.format == .jrnlXML && texts(entries) == ["남산 & <강> @민수", "둘째. a < b ★"])
        #expect(entries.rows.map(\.content.isStarred) == [false, true])
        #expect(entries.origins.map(\.position) == [.line(4), .line(8)])
        for (bad, line) in [("<journal>\n<entries>", 2), ("<journal>\n</entries>", 2), ("<a>\n&x;</a>", 2)] {
            do throws(ReadProblem) {
                _ = try readEntries(source(bad), format: .jrnlXML, readOptions())
                Issue.record("\(bad) was read")
            } catch {
                #expect(error.position == .line(line), "\(bad): \(error)")
            }
        }
        #expect(
            throws: ReadProblem("file", at: .line(2), .field("date", .date, found: "soon"))
        ) {
            try readEntries(
                source("<journal><entries>\n<entry date=\"soon\">a</entry></entries></journal>"), readOptions())
        }
        #expect(throws: ReadProblem.self) {
            try readEntries(
                source("<!DOCTYPE a [<!ENTITY b \"c\">]><journal>&b;</journal>"), format: .jrnlXML, readOptions())
        }
    }

    @Test func `jrnl's folder of YAML has heads of lines and bodies behind tabs`() throws {
        let head = "---\ntitle: 제목: 하나\ndate: 2020-07-01 20:00\nstarred: True\ntags: 산책, b\nuuid: X\n"
        let file = head + "body: |\t\t\n\t첫 줄\n\t\t둘째 #b\n...\n"
        let entries = try readEntries(folder(["2020-07-01_제목.md": bytes(file), "b.txt": []]), readOptions())
        #expect(entries.format == .jrnlYAML && texts(entries) == ["제목: 하나\n첫 줄\n\t둘째 #b"])
        #expect(entries.rows[0].content.tags == [Tag("산책")] && entries.rows[0].content.isStarred)
        #expect(entries.rows[0].content.extra == [ExtraField(key: "uuid", value: bytes("X"))])
        #expect(entries.losses[.files] == 1)
        #expect(
            throws: ReadProblem("folder/2020-07-01_a.md", at: .line(3), .field("date", .date, found: "soon"))
        ) {
            try readEntries(
                folder(["2020-07-01_a.md": bytes("---\ntitle: a\ndate: soon\nbody: |\n...\n")]), readOptions())
        }
    }

    @Test func `jrnl's Markdown has headings of years, months and entries`() throws {
        let text = """
            # 2019

            ## July

            ### 2019-07-01 14:23 하나.

            본문 @민수

            #### 소제목
             

            ## August

            ### 2019-08-05 09:00 Two
             
            """
        let entries = try readEntries(source(text), readOptions())
        #expect(entries.format == .jrnlMarkdown && texts(entries) == ["하나.\n본문 @민수\n\n# 소제목", "Two"])
        #expect(entries.rows.map { $0.content.date.rfc3339() }.last == "2019-08-05T09:00:00+09:00")
        #expect(
            throws: ReadProblem("file", at: .line(5), .expected(.dateAndTitle, found: "### soon"))
        ) { try readEntries(source("# 2019\n\n## July\n\n### soon\n"), readOptions()) }
    }

    @Test(
        "what is written comes back, but for what is counted as lost",
        arguments: [EntryFormat.jrnlJSON, .jrnlXML, .jrnlYAML, .jrnlMarkdown])
    func roundTrip(format: EntryFormat) throws {
        var chance = Chance(for: "\(format) out and in")
        for _ in 0..<200 {
            let contents = (0..<3).map { _ in
                chance.content(precision: format == .jrnlJSON ? .minute : .second)
            }.sorted { $0.date.seconds < $1.date.seconds }
            let (source, losses) = try written(contents, as: format)
            let back = try readEntries(source, format: format, readOptions())
            // Files of a folder come in the order of their names: those of a day may change places.
            let read = back.rows.map(\.content).sorted { $0.date.seconds < $1.date.seconds }
            #expect(read.map(\.date) == contents.map(\.date))
            #expect(zip(read, contents).allSatisfy { Set($0.allTags).isSuperset(of: $1.tags) })
            if losses[.starsLost] == 0 { #expect(read.map(\.isStarred) == contents.map(\.isStarred)) }
            if losses[.tagLines] == 0, losses[.blankEnds] == 0, losses[.characters] == 0 {
                #expect(read.map(\.text) == contents.map(\.text))
            }
            let again = try written(read, as: format)
            let third = try readEntries(again.source, format: format, readOptions()).rows.map(\.content)
            #expect(third.sorted { $0.date.seconds < $1.date.seconds }.map(\.text) == read.map(\.text))
        }
    }
}
