/// `attach`, `attachments`, `detach`, `add --attach` and `show --open`, as a person and a script meet them.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite(.timed) final class AttachCommandTests: InSandbox {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2]

    /// The names of an entry's files, as `attachments` lists them in a pipe.
    private func names(_ entry: String, _ more: String...) throws -> [String] {
        try sandbox.run(["files", entry] + more).text.split(separator: "\n").map { line in
            String(line.split(separator: "\t", omittingEmptySubsequences: false)[2])
        }
    }

    @Test func `an attached file is listed with name, type, size and hash, and written out byte for byte`() throws {
        let id = try sandbox.add("사진")
        let picture = try sandbox.file("한강 사진.bin", Self.png)
        let outcome = try sandbox.run("files", "add", id, picture)
        #expect(outcome.code == 0 && outcome.line == id && outcome.error == "attached 1 file to \(id.prefix(8))\n")
        let line = try sandbox.run("files", id).line.split(separator: "\t").map(String.init)
        #expect(line.prefix(6) == [id, "1", "한강 사진.bin", "image/png", "10", "present"])
        let shown = try sandbox.run("show", id, "--json").json()["attachments"]
        let listed = try sandbox.run("files", "--json").json()["attachments"]
        let (files, rows) = (shown?.items ?? [], listed?.items ?? [])
        try #require(files.count == 1 && files[0]["sha256"] == .text(line[6]) && files[0]["size"] == .number(10))
        try #require(rows.count == 1 && rows[0]["state"] == .text("present") && rows[0]["entry"] == .text(id))
        for expected in ["한강 사진.bin", "한강 사진-2.bin"] {
            let written = try sandbox.run("files", "save", sandbox.path + "/out", id).line
            #expect(written == sandbox.path + "/out/" + expected)
            #expect(try FileSystem.read(written) == Self.png)
        }
    }

    @Test func `where a folder is needed, what is none is named`() throws {
        let id = try sandbox.add("사진")
        let file = try sandbox.file("a.txt", [65])
        _ = try sandbox.run("files", "add", id, file)
        try sandbox.run("files", "save", file).ends(2, saying: "\(file) is no folder")
        let folder = sandbox.diary + "/attachments"
        _ = try sandbox.shell("rm -r \"$0\"; mkfifo \"$0\"", [folder])
        try sandbox.run("engine", "compact").ends(2, saying: "\(folder) is no folder")
    }

    @Test func `diff names the files that came and went`() throws {
        let id = try sandbox.add("한강")
        _ = try sandbox.run("files", "add", id, try sandbox.file("a.txt", [65]), try sandbox.file("강.png", Self.png))
        let title = "changed \(id.prefix(8)) 한강\n"
        #expect(try sandbox.run("diff", id).text == title + "attachments: - → a.txt, 강.png\n")
        try sandbox.run("files", "remove", id, "a.txt").ends(0)
        #expect(try sandbox.run("diff", id, "--lang", "ko").text.hasSuffix("첨부: a.txt, 강.png → 강.png\n"))
        let fields = try sandbox.run("diff", id, "--jsonl").text.split(separator: "\n").first ?? ""
        #expect(fields.contains(#""attachments":{"before":[{"name":"a.txt","#))
        #expect(try sandbox.run("diff", "\(id)@v1", "\(id)@v1").text.isEmpty)
    }

    @Test func `add takes files with it`() throws {
        let id = try sandbox.add(
            "산책", "--attach", try sandbox.file("a.jpg", [0xFF, 0xD8, 0xFF, 0xE0]), "--attach", try sandbox.file("b", [])
        )
        #expect(try names(id) == ["a.jpg", "b"])
        #expect(try sandbox.run("files", id).text.contains("image/jpeg"))
        // The words of a text that is not quoted stay its words.
        let other = try sandbox.run("add", "눈이", "왔다", "--attach", sandbox.path + "/b").line
        #expect(try sandbox.run("show", other).text == "눈이 왔다")
    }

    @Test func `the same file once more changes nothing, and another of its name gets a number`() throws {
        let id = try sandbox.add("x")
        let path = try sandbox.file("a.txt", [65])
        _ = try sandbox.run("files", "add", id, path)
        try sandbox.run("files", "add", id, path).ends(0, saying: "has this file already, as a.txt")
        _ = try sandbox.file("a.txt", [66])
        let other = try sandbox.run("files", "add", id, path)
        #expect(other.error.contains("so this one is called a-2.txt"), "\(other.error)")
        #expect(try names(id) == ["a-2.txt", "a.txt"])
    }

    @Test func `detach knows a file by its name in any normal form, or by its hash`() throws {
        let id = try sandbox.add("x")
        let decomposed = "\u{1112}\u{1161}\u{11AB}.txt"
        _ = try sandbox.run("files", "add", id, try sandbox.file(decomposed, [65]), try sandbox.file("b.txt", [66]))
        try sandbox.run("files", "remove", id, "한.txt").ends(0)
        #expect(try names(id) == ["b.txt"])
        let hash = try sandbox.run("files", id).line.split(separator: "\t")[6].prefix(6)
        try sandbox.run("files", "remove", id, String(hash)).ends(0)
        #expect(try names(id) == [])
        try sandbox.run("files", "remove", id, "b.txt", "--json").ends(1, saying: "\"no-attachment\"")
    }

    @Test func `what is no file is refused with words, and nothing is attached`() throws {
        let id = try sandbox.add("x")
        let good = try sandbox.file("a.txt", [65])
        try sandbox.shell("mkfifo \"$0\"", [sandbox.path + "/pipe"]).ends(0)
        for (path, words) in [
            ("/dev/zero", "is no file"), (sandbox.path, "is a folder"), (sandbox.path + "/none", "there is no file"),
            (sandbox.path + "/pipe", "is no file"),
        ] {
            try sandbox.run("files", "add", id, good, path).ends(2, saying: words)
        }
        #expect(try names(id) == [])
        #expect(try FileSystem.kind(of: sandbox.diary + "/attachments") == .missing)
        _ = try sandbox.run("delete", id, "--yes")
        try sandbox.run("files", "add", id, good).ends(3)
        try sandbox.run("files", "add", id, good, "--at", "e1").ends(2)
    }

    @Test func `a file that is gone is named, costs itself alone, and comes back when it is attached again`() throws {
        let id = try sandbox.add("x")
        let path = try sandbox.file("a.txt", [65])
        _ = try sandbox.run("files", "add", id, path, try sandbox.file("b.txt", [66]))
        try sandbox.shell("rm -r \"$0\"/55", [sandbox.diary + "/attachments"]).ends(0)
        try sandbox.run("files", id).ends(0, printing: "\tmissing\t")
        try sandbox.run("files", "save", sandbox.path + "/out", id).ends(5, saying: "a.txt")
        #expect(try FileSystem.contents(of: sandbox.path + "/out") == ["b.txt"])
        try sandbox.run("files", "add", id, path).ends(0)
        #expect(try sandbox.run("files", id).text.contains("missing") == false)
    }

    @Test func `a file goes by the number that lists show, and a folder that is named as an entry is refused`() throws {
        let id = try sandbox.add("x")
        _ = try sandbox.run("files", "add", id, try sandbox.file("a.txt", [65]), try sandbox.file("b.txt", [66]))
        try sandbox.shell("cd \"$0\" && $1 files save @1", [sandbox.path, try Sandbox.program]).ends(
            2, saying: "diarylog files save FOLDER @1")
        #expect(try FileSystem.kind(of: sandbox.path + "/@1") == .missing)
        try sandbox.run("files", "remove", id, "2").ends(0)
        #expect(try names(id) == ["a.txt"])
        for number in ["0", "2", "-1"] { #expect(try sandbox.run("files", "remove", id, "--", number).code == 1) }
    }

    @Test func `show --open hands a copy to the opener, and neither runs a program nor gives away the file`() throws {
        let id = try sandbox.add("x")
        _ = try sandbox.run("files", "add", id, try sandbox.file("a.txt", [65]), try sandbox.file("b.desktop", [66]))
        let opener = ["DIARYLOG_OPENER": "cat"]
        let opened = try sandbox.run(["show", id, "--open", "1"], environment: opener)
        #expect(opened.code == 0 && opened.text == "A", "\(opened.error)")
        #expect(opened.error.contains(sandbox.path + "/diarylog.open-"))
        try sandbox.run(["show", id, "--open", "2"], environment: opener).ends(2, saying: "is a program")
        try sandbox.run(["show", id, "--open", "3"], environment: opener).ends(1)
        try sandbox.run(["show", id, "--open", "1"], environment: ["DIARYLOG_OPENER": "/none/there"]).ends(
            2, saying: "DIARYLOG_OPENER")
    }

    @Test func `a copy that was opened goes with its entry, or a day later, unless a program has changed it`() throws {
        let ids = try ["gone", "kept", "old"].map { name in
            try sandbox.add(name, "--attach", sandbox.file(name, Array("\(name) words".utf8)))
        }
        let opener = ["DIARYLOG_OPENER": "true"]
        for id in ids { try sandbox.run(["show", id, "--open", "1"], environment: opener).ends(0) }
        func copies() throws -> [String] {
            try sandbox.shell("cd \"$0\"; ls diarylog.open-*/*", [sandbox.path]).text.split(separator: "\n").map {
                String($0.split(separator: "/").last ?? "")
            }
        }
        #expect(try copies().sorted() == ["gone", "kept", "old"])
        _ = try sandbox.shell("cd \"$0\"; echo more >> diarylog.open-*/kept", [sandbox.path])
        try sandbox.run("forget", ids[0], "--yes").ends(0, without: "diarylog.open-")
        try sandbox.run("forget", ids[1], "--yes").ends(0, saying: "kept may have its words, too")
        #expect(try copies().sorted() == ["kept", "old"])
        _ = try sandbox.shell("cd \"$0\"; touch -d '2 days ago' diarylog.open-*", [sandbox.path])
        try sandbox.run("verify").ends(0)
        #expect(try copies() == ["kept"])
    }

    @Test func `show --images hands pictures to a terminal that takes them, and says so to one that does not`() throws {
        let id = try sandbox.add("글")
        let large = Self.png + [UInt8](repeating: 7, count: 4000)
        _ = try sandbox.run(
            "attach", id, try sandbox.file("a.png", large), try sandbox.file("b.jpg", [0xFF, 0xD8, 0xFF, 0xE0]))
        guard
            let iterm = try sandbox.onTerminal("show \(id) --images", environment: ["TERM_PROGRAM": "iTerm.app"]),
            let kitty = try sandbox.onTerminal("show \(id) --images", environment: ["KITTY_WINDOW_ID": "1"]),
            let other = try sandbox.onTerminal("show \(id) --images")
        else { return }
        #expect(iterm.text.contains("\u{1B}]1337;File=inline=1;size=4010:iVBORw0KGgo"))
        #expect(iterm.text.contains(";File=inline=1;size=4:/9j/4A==\u{07}"))
        #expect(kitty.text.contains("\u{1B}_Ga=T,f=100,m=1;iVBORw0KGgo") && kitty.text.contains("\u{1B}_Gm=0;"))
        #expect(!kitty.text.contains("/9j/4A=="))
        #expect(other.text.contains("takes no pictures") && !other.text.contains("iVBORw0KGgo"))
    }

    @Test func `a terminal shows the files under the text, with nothing in a name that it would obey`() throws {
        let id = try sandbox.add("글")
        _ = try sandbox.run("files", "add", id, try sandbox.file("a\u{1B}[31m.txt", [65]))
        guard let shown = try sandbox.onTerminal("show \(id)") else { return }
        #expect(shown.text.contains("[1]"))
        #expect(shown.text.contains("a[31m.txt") && !shown.text.contains("a\u{1B}[31m"))
    }
}
