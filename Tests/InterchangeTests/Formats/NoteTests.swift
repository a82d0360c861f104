/// Markdown with front matter, plain texts and RedNotebook's months: in, out, and what is refused.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct NoteTests {
    private func read(_ files: [String: String], modifiedAt: Int64? = nil) throws(ReadProblem) -> ReadEntries {
        try readEntries(folder(files.mapValues { bytes($0) }, modifiedAt: modifiedAt), readOptions())
    }

    private func texts(_ entries: ReadEntries) -> [String] {
        entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    @Test func `a vault of daily notes has the day of each name, its tags, and keeps what it does not know`() throws {
        let entries = try read([
            "2026/11/2026-11-01.md":
                "---\ntags:\n  - 산책\n  - \"#b c\"\nmood: 3\naliases: [a, 'b: c']\nnested:\n  x: 1.5\n---\n# 남산\n\n![[a.png]] 걸었다.\n",
            "2026/11/2026-11-02 여행.md": "기차를 탔다.\n", "image.png": "x", "empty.md": "---\ntags: a\n---\n",
        ])
        #expect(entries.format == .markdown)
        #expect(texts(entries) == ["# 남산\n\n![[a.png]] 걸었다.", "여행\n\n기차를 탔다."])
        let first = entries.rows[0].content
        #expect(first.date.rfc3339() == "2026-11-01" && first.tags == [Tag("b c"), Tag("산책")])
        #expect(
            first.extra == [
                ExtraField(key: "mood", value: bytes("3")), ExtraField(key: "aliases", value: bytes(#"["a","b: c"]"#)),
                ExtraField(key: "nested", value: bytes(#"{"x":1.5}"#)),
            ])
        #expect(entries.losses == FormatLosses([.attachments: 1, .files: 2]))
    }

    @Test func `a year among the tags is a tag, and one that says nothing is none`() throws {
        let entries = try read(["2026-11-01.md": "---\ntags: [산책, 2026, null]\n---\n강가\n"])
        #expect(entries.rows.map(\.content.tags) == [[Tag("2026"), Tag("산책")]])
        #expect(throws: ReadProblem.self) { try read(["a.md": "---\ntags: [[산책]]\n---\n강가\n"]) }
    }

    @Test func `Joplin's and zk's front matter, and TOML, say title, time, place and tags`() throws {
        let entries = try read([
            "a.md":
                "---\ntitle: '제목: 하나'\nupdated: 2022-03-10 15:34:18Z\ncreated: 2022-03-09 15:34:18Z\ntags:\n- 산책\n- b\n---\n\n본문\n",
            "b.md": "---\ntitle: Two\ndate: 2020-11-22 16:49:47\ntags: [a, b]\n---\n\nWords\n",
            "c.md":
                "+++\ntitle = \"셋\"\ndate = 2020-11-22T16:49:47+09:00\ntags = [\"a\",\n 'b']\n[more]\nx = 1\n[[list]]\ny = 1\n[[list]]\n[list.z]\nw = 2\n+++\nbody\n",
        ])
        #expect(texts(entries) == ["제목: 하나\n\n본문", "Two\n\nWords", "셋\n\nbody"])
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2022-03-10T00:34:18+09:00", "2020-11-22T16:49:47+09:00", "2020-11-22T16:49:47+09:00",
            ])
        #expect(entries.rows.map(\.content.tags.count) == [2, 2, 2])
        #expect(entries.rows[0].content.extra.map(\.key) == ["updated", "created"])
        #expect(
            entries.rows[2].content.extra == [
                ExtraField(key: "more", value: bytes(#"{"x":1}"#)),
                ExtraField(key: "list", value: bytes(#"[{"y":1},{"z":{"w":2}}]"#)),
            ])
    }

    @Test func `a text's date comes from its name, its first line, or its file, and that is said`() throws {
        let entries = try read(
            ["2020-01-02.txt": "a", "b.txt": "2020-01-03 10:00\nb", "c.txt": "c"], modifiedAt: 1_600_000_000)
        #expect(entries.format == .text)
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2020-01-02", "2020-01-03T10:00:00+09:00", "2020-09-13T21:26:40+09:00",
            ])
        #expect(entries.losses == FormatLosses([.fileTimes: 1]))
        #expect(throws: ReadProblem("folder/c.txt", .row(.missing("date")))) { try read(["c.txt": "c"]) }
    }

    @Test(arguments: [
        ("---\na: [1\n---\nx", 3), ("---\na: *b\n---\nx", 2), ("---\na: 1\na: 2\n---\nx", 3),
        ("+++\na = \n+++\nx", 2), ("+++\na = 1\n[[a]]\n+++\nx", 3), ("---\nb:\n\tc: 1\n---\nx", 3),
    ])
    func `broken front matter is refused with its line`(text: String, line: Int) {
        do throws(ReadProblem) {
            _ = try read(["2020-01-01.md": text])
            Issue.record("it was read")
        } catch {
            #expect(error.file == "folder/2020-01-01.md")
            #expect(error.position == .line(line), "\(error)")
        }
    }

    @Test func `every kind of scalar is read as YAML says`() throws {
        let front = """
            ---
            date: 2020-01-01
            a: |
              one
                two

              three
            b: >-
              one
              two

              three
            c: 'it''s
              long'
            d: "tab\\t \\u00e9 \\
              joined"
            e: plain
              goes on # comment
            f: {x: [1, -2, "3"], y: , 'z': ~}
            g:
            - - 1
              - 2
            - k: v
              l: w
            ---
            text
            """
        let extra = try read(["a.md": front]).rows[0].content.extra
        let values = Dictionary(uniqueKeysWithValues: extra.map { ($0.key, String(decoding: $0.value, as: UTF8.self)) })
        #expect(values["a"] == "one\n  two\n\nthree\n")
        #expect(values["b"] == "one two\nthree")
        #expect(values["c"] == "it's long" && values["d"] == "tab\t é joined" && values["e"] == "plain goes on")
        #expect(values["f"] == #"{"x":[1,-2,"3"],"y":null,"z":null}"#)
        #expect(values["g"] == #"[[1,2],{"k":"v","l":"w"}]"#)
    }

    @Test func `RedNotebook's months have days, tags and categories`() throws {
        let entries = try read([
            "2026-11.txt":
                "1: {text: 'one\n\n    two'}\n3:\n  Tags: {산책: null}\n  Idea: {a b: null}\n  text: |-\n    셋\n",
            "2026-12.txt": "",
        ])
        #expect(entries.format == .redNotebook && texts(entries) == ["one\ntwo", "셋"])
        #expect(entries.rows.map { $0.content.date.rfc3339() } == ["2026-11-01", "2026-11-03"])
        #expect(entries.rows[1].content.tags == [Tag("산책")])
        #expect(entries.rows[1].content.extra == [ExtraField(key: "Idea", value: bytes(#"{"a b":null}"#))])
        #expect(
            throws: ReadProblem("folder/2026-11.txt", at: .row(1), .field("day", .date, found: "31"))
        ) { try read(["2026-11.txt": "31: {text: x}"]) }
    }

    @Test func `Markdown holds all of an entry but its past and its files, byte for byte`() throws {
        var chance = Chance(for: "markdown out and in")
        for _ in 0..<200 {
            var contents = (0..<3).map { _ in
                chance.content(isPlain: false, precision: chance.pick([.day, .minute, .second]))
            }
            for index in contents.indices where chance.isLucky(oneIn: 2) {
                contents[index].extra = [
                    ExtraField(
                        key: "mood", value: bytes(chance.pick(["3", "3.50", "true", "no: yes", "- a", "가 #나", ""]))),
                    ExtraField(key: "a b", value: bytes(#"{"x":[1,null,"y"]}"#)),
                ]
            }
            contents.sort { $0.date.seconds < $1.date.seconds }
            let (source, losses) = try written(contents, as: .markdown)
            #expect(losses == FormatLosses())
            let read = try readEntries(source, format: .markdown, readOptions()).rows.map(\.content)
            #expect(sorted(read) == sorted(contents))
        }
    }

    @Test func `front matter keeps what YAML takes for the end of a line, or refuses, and names of any length`() throws
    {
        let odd = "a\u{7F}b\u{80}c\u{85}d\u{2028}e\u{2029}f\u{FEFF}g\u{FFFE}h\u{FFFF}i\u{1F600}j\u{1}k"
        let day = EntryDate(seconds: 0, offset: 0, zone: "UTC", precision: .day)
        var content = EntryContent(text: bytes("x"), date: day)
        content.extra = [
            ExtraField(key: "b" + odd, value: JSONWriter.bytes(.array([.text(odd)]))),
            ExtraField(
                key: String(repeating: "긴", count: EntryLimits.name / 3),
                value: JSONWriter.bytes(.object([JSONMember(String(repeating: "k", count: 1100), .text(odd))]))),
        ]
        let (source, losses) = try written([content], as: .markdown)
        #expect(losses == FormatLosses())
        let read = try readEntries(source, format: .markdown, readOptions()).rows.map(\.content.extra)
        #expect(read == [content.extra] && content.extra.count == 2)
    }

    @Test("texts and months come back, but for what is counted", arguments: [EntryFormat.text, .redNotebook])
    func roundTrip(format: EntryFormat) throws {
        var chance = Chance(for: "\(format) out and in")
        for _ in 0..<200 {
            let contents = (0..<3).map { _ in chance.content(precision: .day) }.sorted {
                $0.date.seconds < $1.date.seconds
            }
            let (source, losses) = try written(contents, as: format)
            let read = sorted(try readEntries(source, format: format, readOptions()).rows.map(\.content))
            if losses[.sharedDays] > 0 { continue }
            #expect(read.map(\.date.seconds) == contents.map(\.date.seconds))
            if losses[.tagLines] == 0 { #expect(read.map(\.text) == sorted(contents).map(\.text)) }
        }
    }

    /// By their days, as files of one day come in the order of their names, which begin with the titles.
    private func sorted(_ contents: [EntryContent]) -> [EntryContent] {
        contents.sorted { ($0.date.seconds, "\($0.text)") < ($1.date.seconds, "\($1.text)") }
    }
}
