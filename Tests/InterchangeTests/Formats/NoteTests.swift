/// Markdown with front matter, plain texts and RedNotebook's months: in, out, and what is refused.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct NoteTests {
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

    @Test func `a field that is called as a part of an entry comes back from Markdown as that field`() throws {
        let day = EntryDate(seconds: 0, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        var content = EntryContent(text: bytes("x"), date: day)
        content.extra = ["mood", "date", "created", "weather", "id", "fields", "태그", "tags"].map { name in
            ExtraField(key: name, value: bytes("2 일"))
        }
        let id = try #require(EntryID(hexadecimal: String(repeating: "0a", count: 16)))
        let entry = Entry(id: id, content: content, writtenAt: ClockReading(wall: 1_700_000_000_000_000, offset: 0))
        var writer = MarkdownWriter()
        guard case .file(let name, let note)? = writer.take(entry, earlier: []).first else {
            Issue.record("no note was written")
            return
        }
        #expect(writer.losses == FormatLosses())
        let read = try readEntries(folder([name: note]), format: .markdown, readOptions())
        #expect(read.rows.map(\.content) == [content] && read.rows.map(\.id) == [id])
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

    @Test(
        "a text that would be read as another one comes back, with a space before it at most",
        arguments: [
            "---\ntitle: x\n---\nbody", "+++\na = 1\n+++\nb",
            "\u{FEFF}with a mark", "$ANSIBLE_VAULT;1.1", "-----BEGIN PGP MESSAGE-----", "VimCrypt~03!",
        ])
    func taken(text: String) throws {
        let date = EntryDate(seconds: 1_714_521_600, offset: 32_400, zone: "Asia/Seoul", precision: .day)
        let (source, losses) = try written([EntryContent(text: bytes(text), date: date)], as: .text)
        let isMarked = text.hasPrefix("\u{FEFF}")
        #expect(losses[.entryLines] == (isMarked ? 0 : 1))
        let back = try readEntries(source, format: .text, readOptions())
        #expect(back.rows.map(\.content.text) == [bytes((isMarked ? "" : " ") + text)])
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
