/// jrnl writes, we read, we write, jrnl reads: the same entries.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("jrnl itself", .timed) struct JrnlRoundTripTests {
    /// What is written through jrnl's own command line.
    private static let entries = [
        "1999-12-31 23:59: 마지막 날. 불꽃을 보았다 #밤하늘 @민수",
        "2020-02-29 00:00: Leap day *\nA body of @anna and #work.\n\nSecond paragraph.",
        "2020-07-01 12:00: Noon? Yes",
        "2020-07-01 12:01: Noon again! And more #Tag-1 #a/b @x+y",
        "2020-07-02 08:05: No end of a sentence\n  an indented line\n\ta tab",
        "2020-07-03 10:00: Title with [brackets] and \"quotes\" <b> & amp\nbody with --- dashes\n[x] task\n- item",
        "2020-07-04 10:00: 今日は雨。本を読んだ",
        "2020-07-05 10:00: A very long title that goes on and on and on until it has more than eighty characters\nbody",
        "2020-07-06 10:00: emoji 👨‍👩‍👧 and e\u{301} NFD \u{1100}\u{1161}",
        "2020-07-07 10:00: Mid…? (yes.) \"quoted.\" Rest here",
        "2020-07-08 00:30: Half past midnight *",
        "2020-07-09 10:00: Colon: in title\nKey: value",
    ]

    /// A place where jrnl has written the entries; nil where jrnl cannot be had.
    private func written(timeFormat: String, journal: String = "journal.txt") throws -> (Sandbox, jrnl: String)? {
        guard let program = RealJrnl.program else { return nil }
        let sandbox = try Sandbox()
        try sandbox.writeJrnlSettings(timeFormat: timeFormat, journal: journal)
        if journal.hasSuffix("/") { try FileSystem.makeDirectory(sandbox.path + "/" + journal) }
        for entry in Self.entries {
            let outcome = try sandbox.jrnl("printf '%s' \"$1\" | j", [entry], by: program)
            #expect(outcome.code == 0, "\(outcome.error)")
        }
        return (sandbox, program)
    }

    /// What jrnl reads in a file or folder of its own.
    private func read(_ path: String, _ sandbox: Sandbox, by program: String, format: String) throws -> String {
        try sandbox.writeJrnlSettings(timeFormat: format, journal: path)
        let outcome = try sandbox.jrnl("j --format txt; j --tags; j -starred --short", by: program)
        #expect(outcome.code == 0, "\(outcome.error)")
        return JrnlRow.bare(outcome.text)
    }

    private static let formats = ["%F %r", "%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M", "%A, %d %B %Y %I:%M %p"]

    @Test("its file comes back byte for byte, in each of several time formats", arguments: formats)
    func file(format: String) throws {
        guard let (sandbox, program) = try written(timeFormat: format) else { return }
        let original = try sandbox.file("journal.txt")
        try imports("journal.txt", sandbox)
        #expect(try sandbox.count() == Self.entries.count)
        let back = try sandbox.run("export", "--format", "jrnl", "--time-format", format)
        #expect(back.text == original)
        try sandbox.write(back.text, to: "back.txt")
        let before = try read("journal.txt", sandbox, by: program, format: format)
        #expect(before.contains("#밤하늘") && before.contains("[x] task"))
        #expect(try read("back.txt", sandbox, by: program, format: format) == before)
    }

    @Test("what it exports comes back as what it can say", arguments: ["json", "md", "yaml", "xml"])
    func export(name: String) throws {
        let format = "%Y-%m-%d %H:%M"
        guard let (sandbox, program) = try written(timeFormat: format) else { return }
        // jrnl breaks off where it should write a star as XML.
        let filter = name == "xml" ? "-not -starred" : ""
        try sandbox.writeJrnlSettings(timeFormat: format)
        let exported = try sandbox.jrnl(
            name == "yaml" ? "mkdir out; j --format yaml --file out" : "j \(filter) --format \(name) >out", by: program)
        #expect(exported.code == 0, "\(exported.error)")
        var before = try sandbox.jrnl("j \(filter) --format txt", by: program).text
        try imports("out", sandbox)
        try sandbox.write(
            try sandbox.run("export", "--format", "jrnl", "--time-format", format).text, to: "back.txt")
        try sandbox.writeJrnlSettings(timeFormat: format, journal: "back.txt")
        var after = try sandbox.jrnl("j --format txt", by: program).text
        switch name {
        // Its Markdown does not say stars.
        case "md": before = before.replacing(#/ \*\n/#, with: "\n")
        // In its XML title and body are one line, with a space between.
        case "xml": (before, after) = (Self.inOne(before), Self.inOne(after))
        default: break
        }
        #expect(JrnlRow.bare(after) == JrnlRow.bare(before))
    }

    /// Each run of white space as one space.
    private static func inOne(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    @Test("its folder comes back file for file")
    func folder() throws {
        let format = "%F %r"
        guard let (sandbox, program) = try written(timeFormat: format, journal: "days/") else { return }
        try imports("days", sandbox)
        let outcome = try sandbox.run("export", "--format", "jrnl-folder", "--output", sandbox.path + "/back")
        #expect(outcome.code == 0, "\(outcome.error)")
        let difference = try sandbox.shell("diff -r \"$HOME/days\" \"$HOME/back\"", [])
        #expect(difference.code == 0, "\(difference.text)")
        let before = try read("days/", sandbox, by: program, format: format)
        #expect(try read("back/", sandbox, by: program, format: format) == before)
    }

    @Test("what diarylog wrote is read by it as it was meant")
    func ours() throws {
        guard let program = RealJrnl.program else { return }
        let sandbox = try Sandbox()
        _ = try sandbox.add("제목\n\n둘째 문단 #여행\n[2020-01-01 10:00:00 AM] 본문의 날짜", "--date", "2026-11-01T10:00", "--star")
        _ = try sandbox.add("One line", "--date", "2026-11-02T15:30:59", "--tag", "given")
        try sandbox.write(try sandbox.run("export", "--format", "jrnl").text, to: "back.txt")
        let read = try read("back.txt", sandbox, by: program, format: "%F %r")
        #expect(
            read == """
                [2026-11-01 10:00:00 AM] 제목 *
                둘째 문단 #여행
                 [2020-01-01 10:00:00 AM] 본문의 날짜

                [2026-11-02 03:30:59 PM] One line
                #given

                #여행                  : 1
                #given               : 1
                2026-11-01 10:00:00 AM 제목
                """)
    }

    private func imports(_ name: String, _ sandbox: Sandbox) throws {
        let outcome = try sandbox.run("import", sandbox.path + "/" + name)
        #expect(outcome.code == 0, "\(outcome.error)")
        #expect(!outcome.error.contains("left out"), "\(outcome.error)")
    }
}
