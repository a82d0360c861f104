/// Attached files through backups, exports, imports, forgetting and verifying, as a person meets them.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class AttachmentExchangeTests: InSandbox {
    /// What a diary's entries have: name and state of each file.
    private func files(_ diary: String) throws -> [String] {
        try sandbox.run("files", "--diary", diary).text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            return "\(fields[2]) \(fields[5])"
        }
    }

    @Test func `entries go out as JSON or as events with their files beside them, and come in with them`() throws {
        let id = try sandbox.add(
            "사진", "--attach", try sandbox.file("한강.png", [1]), "--attach", try sandbox.file("b.txt", [2]))
        _ = try sandbox.run("files", "remove", id, "b.txt")
        let out = sandbox.path + "/out"
        for (name, flags) in [("entries.json", []), ("entries.jsonl", ["--jsonl"]), ("events", ["--events"])] {
            let folder = "\(out)/\(name).d"
            try FileSystem.makeDirectory(folder, withParents: true)
            let path = folder + "/" + name
            try sandbox.run(["export", "--output", path, "--attachments", folder + "/attachments"] + flags).ends(0)
            let other = sandbox.path + "/" + name + "-diary"
            try sandbox.run("import", path, "--diary", other).ends(0)
            #expect(try files(other) == ["한강.png present"])
            #expect(try sandbox.run("files", "\(id)@v1", "--diary", other).text.contains("b.txt\t"))
            try sandbox.run("verify", "--deep", "--diary", other).ends(0)
        }
    }

    @Test func `the file of a forgotten entry does not come back with an import, that of a living one does`() throws {
        let (json, folder) = (sandbox.path + "/entries.json", sandbox.path + "/attachments")
        let id = try sandbox.add("사진", "--attach", try sandbox.file("한강.png", [1]))
        _ = try sandbox.add("쪽지", "--attach", try sandbox.file("쪽지.txt", [2]))
        try sandbox.run("export", "--output", json, "--attachments", folder).ends(0)
        try sandbox.run("forget", id, "--yes").ends(0)
        try sandbox.shell("rm -r \"$0\"/attachments", [sandbox.diary]).ends(0)
        try sandbox.run("import", json).ends(0, saying: "was forgotten here, and stays so")
        #expect(try files(sandbox.diary) == ["쪽지.txt present"])
        let there = try sandbox.shell("find \"$0\"/attachments -type f", [sandbox.diary]).text
        #expect(there.split(separator: "\n").count == 1, "\(there)")
    }

    @Test func `a JSON file that comes without its files names them as lost, and no entry names one`() throws {
        _ = try sandbox.add("사진", "--attach", try sandbox.file("한강.png", [1]))
        let json = sandbox.path + "/alone/entries.json"
        try FileSystem.makeDirectory(sandbox.path + "/alone")
        try sandbox.run("export", "--output", json).ends(0)
        let other = sandbox.path + "/other"
        try sandbox.run("import", json, "--diary", other).ends(0, saying: "1 file that belongs")
        #expect(try files(other) == [])
    }

    @Test func `an imported log is asked for its own files: one that was lost before is none of its business`() throws {
        _ = try sandbox.add("one", "--attach", try sandbox.file("a.txt", [65]))
        let copy = sandbox.path + "/copy"
        let log = sandbox.path + "/log"
        try sandbox.run("export", "--events", "--output", log).ends(0)
        try sandbox.run("engine", "init", copy, "--from-events", log).ends(0)
        try sandbox.shell("rm -r \"$0\"/attachments", [sandbox.diary]).ends(0)
        _ = try sandbox.add("two", "--diary", copy)
        let news = try sandbox.run("export", "--events", "--diary", copy).text.split(separator: "\n").suffix(2)
        try sandbox.run("import", "-", input: Array(news.joined(separator: "\n").utf8)).ends(
            0, saying: "imported 2 events")
        _ = try sandbox.add("three", "--diary", copy, "--attach", try sandbox.file("b.txt", [66]))
        let more = try sandbox.run("export", "--events", "--diary", copy).text.split(separator: "\n").suffix(1)
        let second = try sandbox.run("import", "-", input: Array(more.joined(separator: "\n").utf8))
        #expect(second.code != 0 && second.error.contains("b.txt") && !second.error.contains("a.txt"))
    }

    @Test func `a single note brings the pictures of its own folder, and nothing from elsewhere`() throws {
        _ = try sandbox.file("secret.png", [9])
        _ = try sandbox.file("notes/.hidden.png", [8])
        _ = try sandbox.file("notes/그림/강 가.png", [1, 2])
        _ = try sandbox.file("notes/b.png", [3])
        try sandbox.shell("ln -s ../secret.png \"$0/notes/link.png\"; ln -s .. \"$0/notes/up\"", [sandbox.path]).ends(0)
        let note = try sandbox.file(
            "notes/2026-11-01.md",
            Array(
                """
                산책 ![](그림/강%20가.png) ![[b.png]] ![x](../secret.png) ![](link.png) ![](up/secret.png)
                ![](.hidden.png) ![](none.png) [page](https://example.org/b.png)

                """.utf8))
        try sandbox.run("import", note).ends(0, saying: "5 files that belong")
        #expect(try files(sandbox.diary).sorted() == ["b.png present", "강 가.png present"])
        try sandbox.run("show", "@1").ends(
            0, printing: "![](attachment:강%20가.png) ![](attachment:b.png) ![x](../secret.png)")
    }

    @Test func `a repair whose files do not fit makes nothing, and the same again succeeds where there is room`() throws
    {
        let file = try sandbox.file("large.bin", [UInt8](repeating: 7, count: 600_000))
        _ = try sandbox.add("one", "--attach", file)
        guard let disk = try sandbox.mountSmallDisk() else { return }
        defer { sandbox.unmount(disk) }
        try sandbox.shell("head -c 420000 /dev/zero >\"$0\"/filler", [disk]).ends(0)
        let again = ["verify", "--repair", sandbox.diary, "--into", disk + "/mended"]
        try sandbox.run(again).ends(6, saying: "full")
        #expect(try FileSystem.contents(of: disk) == ["filler"])
        try FileSystem.removeFile(disk + "/filler")
        try sandbox.run(again).ends(0)
        try sandbox.run("verify", "--deep", "--diary", disk + "/mended").ends(0)
    }

    @Test func `verify and backup know files, forget removes them, and compact those that nothing names`() throws {
        let one = try sandbox.add(
            "one", "--attach", try sandbox.file("a.txt", [65]), "--attach", try sandbox.file("b.txt", [66]))
        let two = try sandbox.add("two", "--attach", try sandbox.file("b.txt", [66]))
        let safe = sandbox.path + "/safe"
        try sandbox.run("backup", safe, "--json").ends(0, printing: "\"new\":2")
        #expect(try files(safe).count == 3)
        try sandbox.shell("rm -r \"$0\"/55", [sandbox.diary + "/attachments"]).ends(0)
        try sandbox.run("verify").ends(5, saying: "a.txt", printing: "finding\ta.txt\t")
        #expect(try sandbox.run("verify", "--json").text.contains("\"state\":\"missing\""))
        try sandbox.run("forget", one, "--yes", "--diary", safe).ends(0)
        #expect(try files(safe) == ["b.txt present"])
        let stray = safe + "/attachments/ab/" + String(repeating: "0", count: 62)
        try FileSystem.makeDirectory(safe + "/attachments/ab")
        try FileSystem.write([1].span, to: stray)
        let kept = try sandbox.run("engine", "compact", "--diary", safe)
        #expect(kept.error.contains("1 attached file is named by nothing"))
        #expect(try FileSystem.kind(of: stray) == .file)
        let removed = try sandbox.run("engine", "compact", "--attachments", "--diary", safe)
        #expect(removed.error.contains("removed 1 attached file"))
        #expect(try FileSystem.kind(of: stray) == .missing)
        try sandbox.run("show", two, "--diary", safe).ends(0)
    }
}
