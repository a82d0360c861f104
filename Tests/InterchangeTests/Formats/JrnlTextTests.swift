/// jrnl's file and folder: what they become, what is refused, and what comes back of what was written.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JrnlTextTests {
    private func read(_ text: String) throws(ReadProblem) -> ReadRows {
        try readEntries(source(text), readOptions())
    }

    @Test(
        "dates are read as people set jrnl to write them",
        arguments: [
            ("2020-07-01 20:05", "2020-07-01T20:05:00+09:00"), ("2020-07-01 08:05 PM", "2020-07-01T20:05:00+09:00"),
            ("2020-07-01 20:05:09", "2020-07-01T20:05:09+09:00"), ("31.12.2020 20:05", "2020-12-31T20:05:00+09:00"),
            ("2020-07-01", "2020-07-01"), ("12/31/2020 08:05 pm", "2020-12-31T20:05:00+09:00"),
            ("31/12/2020 20:05", "2020-12-31T20:05:00+09:00"), ("2020-07-01T20:05:09", "2020-07-01T20:05:09+09:00"),
            ("2020. 7. 1. 오후 8:05", "2020-07-01T20:05:00+09:00"), ("Jul 1, 2020 20:05", "2020-07-01T20:05:00+09:00"),
            ("Wed Jul 1 20:05:09 2020", "2020-07-01T20:05:09+09:00"),
        ])
    func formats(written: String, date: String) throws {
        #expect(try read("[\(written)] a\n").rows.map { $0.content.date.rfc3339() } == [date])
    }

    @Test func `what jrnl has encrypted is refused, and never an entry of cipher`() throws {
        let token = "gAAAAAB" + String(repeating: "lA-_9z0K", count: 15) + "b1c=="
        let refusal = ReadProblem("journal.txt", .encrypted(.jrnl))
        for format in [nil, EntryFormat.jrnl, .text, .markdown] {
            #expect(throws: refusal) {
                try readEntries(source(token + "\n", named: "journal.txt"), format: format, readOptions())
            }
        }
        let beside = folder(["2020-01-01.md": bytes("a"), "journal.txt": bytes(token)])
        let read = try readEntries(beside, readOptions())
        #expect(read.leftOut.problems == [ReadProblem("folder/journal.txt", .encrypted(.jrnl))] && read.count == 1)
        for other in ["JRNLv3" + token, "JRNLv3\n" + token] {
            #expect(throws: refusal) { try readEntries(source(other, named: "journal.txt"), readOptions()) }
        }
        // A program is no cipher.
        let program = [0x7F, 0x45, 0x4C, 0x46] + (0..<4092).map { $0 % 3 == 0 ? UInt8(truncatingIfNeeded: $0 * 7) : 0 }
        #expect(throws: ReadProblem("file", .unrecognised)) {
            try readEntries(.file(SourceFile(path: "file", bytes: program)), readOptions())
        }
        // jrnl 1 wrote the cipher's bytes: whole blocks of sixteen that are no text.
        let blocks = (0..<320).map { UInt8(truncatingIfNeeded: $0 * 167 + 129) }
        let old = Source.file(SourceFile(path: "journal.txt", bytes: blocks))
        let unknown = ReadProblem("journal.txt", .encrypted(.unknown))
        #expect(throws: unknown) { try readEntries(old, readOptions()) }
        #expect(throws: unknown) { try readEntries(old, format: .jrnl, readOptions()) }
        // Vim says that it has encrypted a text, whatever the bytes behind that look like.
        let vim = SourceFile(path: "journal.txt", bytes: bytes("VimCrypt~03!") + blocks.dropLast(7).map { $0 | 1 })
        let words = ReadProblem("journal.txt", .encrypted(.vim))
        #expect(throws: words) { try readEntries(.file(vim), readOptions()) }
        // Other bytes that are no text are not called a text in another encoding.
        let odd = SourceFile(path: "journal.txt", bytes: blocks + [7])
        #expect(throws: unknown) { try readEntries(.file(odd), readOptions()) }
        #expect(throws: Never.self) {
            try readEntries(source("gAAAAA is how it begins", named: "2020-01-01.txt"), readOptions())
        }
    }

    @Test("what is written comes back, but for what is counted as lost", arguments: [EntryFormat.jrnl, .jrnlFolder])
    func roundTrip(format: EntryFormat) throws {
        var chance = Chance(for: "\(format) out and in")
        for _ in 0..<300 {
            let content = chance.content()
            let (source, losses) = try written([content], as: format)
            let back = try readEntries(source, format: format, readOptions())
            #expect(back.rows.count == 1)
            let read = back.rows[0].content
            #expect(read.date == content.date)
            if losses[.stars] == 0 { #expect(read.isStarred == content.isStarred) }
            if losses == FormatLosses() { #expect(read.text == content.text) }
            #expect(Set(read.allTags).isSuperset(of: content.tags))
            // Written again, it is the same file: nothing more is lost.
            var again = read
            again.isStarred = read.isStarred
            let second = try written([again], as: format)
            let third = try readEntries(second.source, format: format, readOptions())
            #expect(third.rows.map(\.content.text) == [read.text])
        }
    }

    @Test func `what jrnl cannot hold is named and counted`() throws {
        var full = EntryContent(
            text: bytes("가*\n[2020-01-01] b\nc \n"),
            date: EntryDate(seconds: 86_400 * 20_000, offset: 0, zone: "UTC", precision: .day))
        full.tags = [Tag("a b"), Tag("산책")]
        full.place = Place(latitude: 1, longitude: 1)
        full.weather = Weather(main: "Rain", icon: "")
        full.extra = [ExtraField(key: "mood", value: bytes("1"))]
        full.attachments = [Attachment(name: "a", mediaType: "b", size: 1, hash: Array(repeating: 0, count: 32))]
        let (source, losses) = try written([full], as: .jrnl)
        #expect(
            losses
                == FormatLosses([
                    .attachments: 1, .precision: 1, .zones: 1, .places: 1, .weather: 1, .tags: 1, .tagLines: 1,
                    .entryLines: 1, .stars: 1, .blankEnds: 1, .extra: 1,
                ]))
        guard case .file(let file) = source else { return }
        #expect(
            String(decoding: try file.bytes(), as: UTF8.self)
                == "[2024-10-04 12:00:00 AM] 가*\n [2020-01-01] b\nc\n#산책\n")
    }

    @Test func `a row's identity is what the file says, so the same file twice is known`() throws {
        let text = "[2020-01-01 10:00] a\n"
        let one = try readEntries(source(text), readOptions()).rows[0].identity
        let other = try readEntries(source("\n" + text + "\n\n"), readOptions(zone: "UTC")).rows[0].identity
        #expect(one == other)
        #expect(try read("[2020-01-01 10:00] a *\n").rows[0].identity != one)
    }
}
