/// Where a diary's own folder lies: carried by a program, or shared by two containers.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Where it lives", .timed)
struct CarriedTests {
    private let device: Sandbox

    init() throws { device = try Sandbox() }

    @Test func `another log beside ours is named with its events, and one command takes them in`() throws {
        _ = try device.add("첫 글")
        let other = device.path + "/other"
        _ = try device.shell("cp -r \"$0\" \"$1\"", [device.diary, other])
        _ = try device.add("여기서 쓴 글")
        try device.run("add", "저기서 쓴 글", "--diary", other).ends(0)
        let name = "log-000001 (laptop's conflicted copy 2026-11-28).mdb"
        let syncthing = "log-000001.sync-conflict-20261128-101010-ABCDEFG.mdb"
        _ = try device.shell(
            "cp \"$1\"/log-000001.mdb \"$0/$2\"; cp \"$1\"/log-000001.mdb \"$0/$3\"",
            [device.diary, other, name, syncthing])
        let before = try FileSystem.contents(of: device.path)
        // However wide the screen is.
        let said = try device.run().text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(said.contains("2 other logs lie") && said.contains("diarylog sync take"), "\(said)")
        #expect(said.contains("\(name) (4 events)"), "\(said)")
        #expect(try FileSystem.contents(of: device.path) == before)
        // A change of files is nothing that removes them.
        try device.run("engine", "compact").ends(0)
        try device.run("sync", "take").ends(0, saying: "taken-" + name)
        try device.run("list").ends(0, printing: "여기서 쓴 글", "저기서 쓴 글")
        #expect(try device.run("verify").code == 0 && !device.run().text.contains("sync take"))
        try device.run("sync", "take").ends(1)
    }

    @Test func `drafts of another log come along, and each file that was taken keeps a name of its own`() throws {
        let entry = try device.add("첫 글")
        let other = device.path + "/other"
        _ = try device.shell("cp -r \"$0\" \"$1\"", [device.diary, other])
        try device.run("edit", entry, "--text", "그 사이", "--diary", other).ends(0)
        for text in ["한 시간 쓴 글", "또 쓴 글"] {
            _ = try device.run("edit", entry, "--text", text, "--expect", "v1", "--draft", "--diary", other)
            _ = try device.shell(
                "cp \"$1\"/log-000001.mdb \"$0/log-000001 (conflicted copy).mdb\"", [device.diary, other])
            try device.run("sync", "take").ends(0, saying: "took a draft")
            #expect(try device.run("draft", "list").text.contains(text))
        }
        #expect(try device.run("draft", "list").text.contains("한 시간 쓴 글"))
        let kept = try FileSystem.contents(of: device.diary).filter { $0.hasPrefix("taken-") }
        #expect(kept.count == 2, "\(kept)")
    }

    @Test func `what a killed take left goes with the next change`() throws {
        let entry = try device.add("비밀스러운 말")
        _ = try device.shell(
            "mkdir -p \"$0/taking-abc/log\"; touch \"$0/taking-abc/lock\"; cp \"$0/log-000001.mdb\" \"$0/taking-abc/log/log-000000.mdb\"",
            [device.diary])
        try device.run("forget", entry, "--yes").ends(0)
        #expect(try !FileSystem.contents(of: device.diary).contains { $0.hasPrefix("taking-") })
    }

    @Test func `the log of another diary, and a torn one, are refused, and stay`() throws {
        _ = try device.add("첫 글")
        let other = device.path + "/other"
        try device.run("add", "남의 글", "--diary", other).ends(0)
        _ = try device.shell("cp \"$1\"/log-000001.mdb \"$0/log-000001 (1).mdb\"", [device.diary, other])
        let foreign = try device.run("sync", "take")
        #expect(
            try foreign.code != 0 && FileSystem.kind(of: device.diary + "/log-000001 (1).mdb") == .file,
            "\(foreign.error)")
        let mine = device.path + "/mine"
        _ = try device.shell("cp -r \"$0\" \"$1\"", [device.diary, mine])
        try device.run("add", "저기서 쓴 글", "--diary", mine).ends(0)
        for length in [6000, 20_000, 33_000] {
            _ = try device.shell(
                "head -c $2 \"$1\"/log-000001.mdb > \"$0/log-000001 (1).mdb\"", [device.diary, mine, "\(length)"])
            try device.run("sync", "take").ends(5, saying: "(1).mdb is damaged")
            if length == 6000 { try device.run("verify").ends(0, saying: "(1).mdb (damaged)") }
        }
        #expect(try FileSystem.contents(of: device.path).allSatisfy { !$0.hasSuffix(".other") })
        #expect(try device.run().code == 0 && device.run("list").text.contains("첫 글"))
    }

    @Test func `a log of any name that a carrier gives is named where somebody asks how things stand`() throws {
        _ = try device.add("첫 글")
        let names = [
            "log-000001.mdb.conflict1", "log-000001.mdb..path1", "Copy of log-000001.mdb", "Conflict-log-000001.mdb",
        ]
        for name in names { _ = try device.shell("cp \"$0\"/log-000001.mdb \"$0/$1\"", [device.diary, name]) }
        for name in [".syncthing.log-000001.mdb.tmp", "log-000001.mdb-lock (1)", "log-1.mdb.bak", "notes.txt"] {
            try FileSystem.write([1].span, to: "\(device.diary)/\(name)")
        }
        #expect(try device.run().text.contains("4 other logs lie"))
        for words in [["sync"], ["sync", "status"], ["verify"]] {
            let told = try device.run(words).ends(words == ["verify"] ? 0 : 2)
            for name in names { #expect(told.error.contains(name), "\(told.error)") }
            #expect(told.error.contains("diarylog sync take") && !told.error.contains("(1)"), "\(told.error)")
        }
        try device.run("sync", "take").ends(0)
        #expect(try !device.run("verify").error.contains("sync take"))
    }

    @Test func `a new diary in a folder that is carried is warned about once, with what to do`() throws {
        let cloud = device.path + "/Dropbox"
        try FileSystem.makeDirectory(cloud)
        try device.run("add", "글", "--diary", cloud + "/diary").ends(0, saying: "diarylog --diary THERE sync init")
        #expect(try !device.run("add", "글", "--diary", cloud + "/diary").error.contains("sync init"))
        let folder = device.path + "/synced"
        _ = try device.shell("mkdir -p \"$0\"/.stfolder", [folder])
        #expect(try device.run("engine", "init", folder + "/diary").error.contains("sync init"))
        #expect(try !device.run("engine", "init", device.path + "/plain").error.contains("sync init"))
    }

    @Test func `two containers whose processes have one number are told so, and a short one is waited for`() throws {
        _ = try device.add("글")
        guard try device.shell("unshare -pf --mount-proc true", []).code == 0 else {
            print("skipped: no process numbers of its own can be had here")
            return
        }
        let script = """
            unshare -pf --mount-proc "$0" list --watch --diary "$1" > "$1.out" 2>&1 & watching=$!
            said=$1.out; until_true 'grep -q . "$said"'
            unshare -pf --mount-proc "$0" list --diary "$1"; code=$?
            kill -9 $(pgrep -P $watching)
            wait $watching
            unshare -pf --mount-proc "$0" list --diary "$1" || exit 99
            exit $code
            """
        try device.shell(script, [Sandbox.program, device.diary]).ends(4, saying: "docker run --init")
    }

    @Test func `the first process of a container ends by the signal that ends any other`() throws {
        _ = try device.add("글")
        guard try device.shell("unshare -pf --mount-proc true", []).code == 0 else {
            print("skipped: no process numbers of its own can be had here")
            return
        }
        let script = """
            unshare -pf --mount-proc "$0" list --watch --diary "$1" > "$1.out" 2>&1 & watching=$!
            said=$1.out; until_true 'grep -q . "$said"'
            first=$(pgrep -P $watching); kill -TERM $first
            until_true '! kill -0 $first 2>/dev/null'; wait $watching
            """
        try device.shell(script, [Sandbox.program, device.diary]).ends(143)
    }
}
