/// jrnl's file and folder: what they become, what is refused, and what comes back of what was written.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) struct JrnlTextTests {
    private func read(_ text: String, timeFormat: String? = nil) throws(ReadProblem) -> ReadEntries {
        try readEntries(source(text), readOptions(timeFormat: timeFormat))
    }

    private func texts(_ entries: ReadEntries) -> [String] {
        entries.rows.map { String(decoding: $0.content.text, as: UTF8.self) }
    }

    @Test func `a journal is told by its first date, and has title, body, star, tags and the reader's zone`() throws {
        let entries = try read(
            """
            [2025-12-24 03:41:00 PM] 눈이 왔다. *
            @민수 와 남산에 올랐다. #산책 #2025 ##

            두 번째 문단 [1] 과 [링크](a) 가 있다.

            [2025-12-25 09:00:00 AM] Christmas

            """)
        #expect(entries.format == .jrnl)
        #expect(
            texts(entries) == [
                "눈이 왔다.\n@민수 와 남산에 올랐다. #산책 #2025 ##\n\n두 번째 문단 [1] 과 [링크](a) 가 있다.", "Christmas",
            ])
        let first = entries.rows[0].content
        #expect(first.isStarred && !entries.rows[1].content.isStarred)
        #expect(first.date.rfc3339() == "2025-12-24T15:41:00+09:00" && first.date.zone == "Asia/Seoul")
        #expect(first.tags == [Tag("2025")] && first.textTags == [Tag("@민수"), Tag("산책")])
        #expect(entries.origins == [RowOrigin("file", .line(1)), RowOrigin("file", .line(6))])
        #expect(entries.losses == FormatLosses())
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

    @Test func `the dates of jrnl 1 stand without brackets`() throws {
        let text = "2013-06-09 15:39 제목.\n본문 @민수\n2013-06-09\n\n2013-06-10 09:00 둘 *\n2013-06-11 10:00\n셋\n"
        let entries = try readEntries(source(text, named: "journal.txt"), readOptions())
        #expect(entries.format == .jrnl && entries.losses == FormatLosses())
        #expect(texts(entries) == ["제목.\n본문 @민수\n2013-06-09", "둘\n2013-06-11 10:00\n셋"])
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2013-06-09T15:39:00+09:00", "2013-06-10T09:00:00+09:00",
            ])
        #expect(entries.rows.map(\.content.isStarred) == [false, true])
        let own = try readEntries(
            source("09.06.2013 15:39 a\n2013-06-10 09:00 b\n"), format: .jrnl, readOptions(timeFormat: "%d.%m.%Y %H:%M")
        )
        #expect(texts(own) == ["a\n2013-06-10 09:00 b"])
        // A text that says its time in its first line is still a text.
        #expect(try readEntries(source("2020-01-03 10:00\nb", named: "b.txt"), readOptions()).format == .text)
    }

    @Test func `what jrnl has encrypted is refused, and never an entry of cipher`() {
        let token = "gAAAAAB" + String(repeating: "lA-_9z0K", count: 15) + "b1c=="
        let refusal = ReadProblem("journal.txt", .encrypted)
        for format in [nil, EntryFormat.jrnl, .text, .markdown] {
            #expect(throws: refusal) {
                try readEntries(source(token + "\n", named: "journal.txt"), format: format, readOptions())
            }
        }
        #expect(throws: ReadProblem("folder/journal.txt", .encrypted)) {
            try readEntries(folder(["2020-01-01.md": bytes("a"), "journal.txt": bytes(token)]), readOptions())
        }
        // jrnl 1 wrote the cipher's bytes: whole blocks of sixteen that are no text.
        let blocks = (0..<320).map { UInt8(truncatingIfNeeded: $0 * 167 + 129) }
        let old = Source.file(SourceFile(path: "journal.txt", bytes: blocks))
        #expect(throws: refusal) { try readEntries(old, readOptions()) }
        #expect(throws: refusal) { try readEntries(old, format: .jrnl, readOptions()) }
        #expect(throws: Never.self) {
            try readEntries(source("gAAAAA is how it begins", named: "2020-01-01.txt"), readOptions())
        }
    }

    @Test func `a date that is one of two is a question, unless another date in the file answers it`() throws {
        #expect(
            throws: ReadProblem("file", .ambiguousDate("03/04/2020 10:00", ["%d/%m/%Y %R", "%m/%d/%Y %R"]))
        ) { try read("[03/04/2020 10:00] a\n") }
        let reported = try read("[03/04/2020 10:00] a\n\n[03/31/2020 10:00] b\n")
        #expect(reported.rows.map { $0.content.date.civil.month } == [3, 3])
        let chosen = try read("[03/04/2020 10:00] a\n", timeFormat: "%d/%m/%Y %H:%M")
        #expect(chosen.rows[0].content.date.civil.month == 4)
    }

    @Test func `text before the first date is refused with its line, and nothing of it is dropped`() {
        #expect(
            throws: ReadProblem("file", at: .line(3), .expected(.jrnlHead, found: "words"))
        ) {
            try readEntries(source("\n\nwords\n[2020-01-01 10:00] a"), format: .jrnl, readOptions())
        }
        #expect(
            throws: ReadProblem(
                "file", at: .line(1), .expected(.dateWritten("%d.%m.%Y"), found: "[2020-01-01 10:00] a"))
        ) { try read("[2020-01-01 10:00] a", timeFormat: "%d.%m.%Y") }
    }

    @Test func `bracketed words and footnotes are text, lines of CRLF and bold ends stay`() throws {
        let text = "[2020-01-01 10:00] **a**\r\n[note] b\r\n[1] c\r\n"
        let entry = try read(text).rows[0].content
        #expect(entry.text == bytes("**a**\r\n[note] b\r\n[1] c") && !entry.isStarred)
        let starred = try read("[2020-01-01 10:00] a*\r\nb").rows[0].content
        #expect(starred.text == bytes("a\r\nb") && starred.isStarred)
    }

    @Test func `a folder's path says the day, and what is no day is counted`() throws {
        let entries = try readEntries(
            folder([
                "2020/02/29.txt": bytes("[10:00] a\n\n[11:30] b *\n"), "2020/03/01.txt": bytes("no date at all\nb"),
                "2020/03/02.txt": bytes("[2020-03-09 10:00] c"), "2020/02/30.txt": bytes("x"),
                "notes.md": bytes("x"),
            ]), readOptions())
        #expect(entries.format == .jrnlFolder)
        #expect(
            entries.rows.map { $0.content.date.rfc3339() } == [
                "2020-02-29T10:00:00+09:00", "2020-02-29T11:30:00+09:00", "2020-03-01", "2020-03-02T10:00:00+09:00",
            ])
        #expect(texts(entries) == ["a", "b", "no date at all\nb", "c"])
        #expect(entries.losses == FormatLosses([.files: 2, .dates: 1]))
        #expect(entries.origins[1] == RowOrigin("folder/2020/02/29.txt", .line(3)))
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
