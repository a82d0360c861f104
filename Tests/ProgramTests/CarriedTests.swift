/// Where a diary's own folder lies: carried by a program, or shared by two containers.

import DiarylogHost
import DiarylogTestSupport
import Interchange
import Testing

@Suite("Where it lives", .timed)
final class CarriedTests: InSandbox {
    @Test func `another log beside ours is named with its events, and one command takes them in`() throws {
        _ = try sandbox.add("첫 글")
        let other = sandbox.path + "/other"
        _ = try sandbox.shell("cp -r \"$0\" \"$1\"", [sandbox.diary, other])
        _ = try sandbox.add("여기서 쓴 글")
        try sandbox.run("add", "저기서 쓴 글", "--diary", other).ends(0)
        let name = "log-000001 (laptop's conflicted copy 2026-11-28).mdb"
        let syncthing = "log-000001.sync-conflict-20261128-101010-ABCDEFG.mdb"
        _ = try sandbox.shell(
            "cp \"$1\"/log-000001.mdb \"$0/$2\"; cp \"$1\"/log-000001.mdb \"$0/$3\"",
            [sandbox.diary, other, name, syncthing])
        let before = try FileSystem.contents(of: sandbox.path)
        // However wide the screen is.
        let said = try sandbox.run().text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        #expect(said.contains("2 other logs lie") && said.contains("diarylog sync take"), "\(said)")
        #expect(said.contains("\(name) (4 events)"), "\(said)")
        #expect(try FileSystem.contents(of: sandbox.path) == before)
        // A change of files is nothing that removes them.
        try sandbox.run("engine", "compact").ends(0)
        try sandbox.run("sync", "take").ends(0, saying: "taken-" + name)
        try sandbox.run("list").ends(0, printing: "여기서 쓴 글", "저기서 쓴 글")
        #expect(try sandbox.run("verify").code == 0 && !sandbox.run().text.contains("sync take"))
        try sandbox.run("sync", "take").ends(1)
    }

    @Test func `drafts of another log come along, and each file that was taken keeps a name of its own`() throws {
        let entry = try sandbox.add("첫 글")
        let other = sandbox.path + "/other"
        _ = try sandbox.shell("cp -r \"$0\" \"$1\"", [sandbox.diary, other])
        try sandbox.run("edit", entry, "--text", "그 사이", "--diary", other).ends(0)
        for text in ["한 시간 쓴 글", "또 쓴 글"] {
            _ = try sandbox.run("edit", entry, "--text", text, "--expect", "v1", "--draft", "--diary", other)
            _ = try sandbox.shell(
                "cp \"$1\"/log-000001.mdb \"$0/log-000001 (conflicted copy).mdb\"", [sandbox.diary, other])
            try sandbox.run("sync", "take").ends(0, saying: "took a draft")
            #expect(try sandbox.run("draft", "list").text.contains(text))
        }
        #expect(try sandbox.run("draft", "list").text.contains("한 시간 쓴 글"))
        let kept = try FileSystem.contents(of: sandbox.diary).filter { $0.hasPrefix("taken-") }
        #expect(kept.count == 2, "\(kept)")
    }

    @Test func `what another log says since of an entry that was forgotten here is a draft, past a log that is torn`()
        throws
    {
        let entry = try sandbox.add("첫 글")
        let other = sandbox.path + "/other"
        _ = try sandbox.shell("cp -r \"$0\" \"$1\"", [sandbox.diary, other])
        try sandbox.run("edit", entry, "--text", "저기서 이어 쓴 글", "--diary", other).ends(0)
        try sandbox.run("forget", entry, "--yes").ends(0)
        _ = try sandbox.shell(
            """
            cp "$1"/log-000001.mdb "$0/log-000001 (b).mdb"
            head -c 20000 "$1"/log-000001.mdb > "$0/log-000001 (a torn).mdb"
            """, [sandbox.diary, other])
        let taken = try sandbox.run("sync", "take").ends(5, saying: "kept as draft d1")
        #expect(taken.error.contains("(a torn).mdb is damaged") && taken.error.contains("taken-log-000001 (b).mdb"))
        #expect(try sandbox.run("draft", "show", "d1").text == "저기서 이어 쓴 글")
        #expect(try sandbox.run("draft", "list").text.split(separator: "\n").count == 1)
    }

    @Test func `of a log that has words of forgotten entries that is said, also where they were forgotten before`()
        throws
    {
        let entry = try sandbox.add("비밀스러운 말")
        _ = try sandbox.shell("cp \"$0\"/log-000001.mdb \"$0/log-000001 (b).mdb\"", [sandbox.diary])
        try sandbox.run("forget", entry, "--yes").ends(0)
        try sandbox.run("sync", "take").ends(0, saying: "has words of entries that were forgotten")
    }

    @Test func `what a killed take left goes with the next change`() throws {
        let entry = try sandbox.add("비밀스러운 말")
        _ = try sandbox.shell(
            "mkdir -p \"$0/taking-abc/log\"; touch \"$0/taking-abc/lock\"; cp \"$0/log-000001.mdb\" \"$0/taking-abc/log/log-000000.mdb\"",
            [sandbox.diary])
        try sandbox.run("forget", entry, "--yes").ends(0)
        #expect(try !FileSystem.contents(of: sandbox.diary).contains { $0.hasPrefix("taking-") })
    }

    @Test func `the log of another diary, and a torn one, are refused, and stay`() throws {
        _ = try sandbox.add("첫 글")
        let other = sandbox.path + "/other"
        try sandbox.run("add", "남의 글", "--diary", other).ends(0)
        _ = try sandbox.shell("cp \"$1\"/log-000001.mdb \"$0/log-000001 (1).mdb\"", [sandbox.diary, other])
        let foreign = try sandbox.run("sync", "take")
        #expect(
            try foreign.code != 0 && FileSystem.kind(of: sandbox.diary + "/log-000001 (1).mdb") == .file,
            "\(foreign.error)")
        let mine = sandbox.path + "/mine"
        _ = try sandbox.shell("cp -r \"$0\" \"$1\"", [sandbox.diary, mine])
        try sandbox.run("add", "저기서 쓴 글", "--diary", mine).ends(0)
        for length in [6000, 20_000, 33_000] {
            _ = try sandbox.shell(
                "head -c $2 \"$1\"/log-000001.mdb > \"$0/log-000001 (1).mdb\"", [sandbox.diary, mine, "\(length)"])
            try sandbox.run("sync", "take").ends(5, saying: "(1).mdb is damaged")
            if length == 6000 { try sandbox.run("verify").ends(0, saying: "(1).mdb (damaged)") }
        }
        #expect(try FileSystem.contents(of: sandbox.path).allSatisfy { !$0.hasSuffix(".other") })
        #expect(try sandbox.run().code == 0 && sandbox.run("list").text.contains("첫 글"))
    }

    @Test func `a log of any name that a carrier gives is named where somebody asks how things stand`() throws {
        _ = try sandbox.add("첫 글")
        let names = [
            "log-000001.mdb.conflict1", "log-000001.mdb..path1", "Copy of log-000001.mdb", "Conflict-log-000001.mdb",
        ]
        for name in names { _ = try sandbox.shell("cp \"$0\"/log-000001.mdb \"$0/$1\"", [sandbox.diary, name]) }
        for name in [".syncthing.log-000001.mdb.tmp", "log-000001.mdb-lock (1)", "log-1.mdb.bak", "notes.txt"] {
            try FileSystem.write([1].span, to: "\(sandbox.diary)/\(name)")
        }
        #expect(try sandbox.run().text.contains("4 other logs lie"))
        for words in [["sync"], ["sync", "status"], ["verify"]] {
            let told = try sandbox.run(words).ends(words == ["verify"] ? 0 : 2)
            for name in names { #expect(told.error.contains(name), "\(told.error)") }
            #expect(told.error.contains("diarylog sync take") && !told.error.contains("(1)"), "\(told.error)")
        }
        try sandbox.run("sync", "take").ends(0)
        #expect(try !sandbox.run("verify").error.contains("sync take"))
    }

    @Test func `a new diary in a folder that is carried is warned about once, with what to do`() throws {
        let cloud = sandbox.path + "/Dropbox"
        try FileSystem.makeDirectory(cloud)
        try sandbox.run("add", "글", "--diary", cloud + "/diary").ends(0, saying: "diarylog --diary THERE sync init")
        #expect(try !sandbox.run("add", "글", "--diary", cloud + "/diary").error.contains("sync init"))
        let folder = sandbox.path + "/synced"
        _ = try sandbox.shell("mkdir -p \"$0\"/.stfolder", [folder])
        #expect(try sandbox.run("engine", "init", folder + "/diary").error.contains("sync init"))
        #expect(try !sandbox.run("engine", "init", sandbox.path + "/plain").error.contains("sync init"))
    }

    @Test func `two containers whose processes have one number are told so, and a short one is waited for`() throws {
        _ = try sandbox.add("글")
        guard try sandbox.shell("unshare -pf --mount-proc true", []).code == 0 else {
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
        try sandbox.shell(script, [Sandbox.program, sandbox.diary]).ends(4, saying: "docker run --init")
    }

    @Test func `the first process of a container ends by the signal that ends any other`() throws {
        _ = try sandbox.add("글")
        guard try sandbox.shell("unshare -pf --mount-proc true", []).code == 0 else {
            print("skipped: no process numbers of its own can be had here")
            return
        }
        let script = """
            unshare -pf --mount-proc "$0" list --watch --diary "$1" > "$1.out" 2>&1 & watching=$!
            said=$1.out; until_true 'grep -q . "$said"'
            first=$(pgrep -P $watching); kill -TERM $first
            until_true '! kill -0 $first 2>/dev/null'; wait $watching
            """
        try sandbox.shell(script, [Sandbox.program, sandbox.diary]).ends(143)
    }
}
