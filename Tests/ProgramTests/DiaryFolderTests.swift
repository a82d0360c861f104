/// Bad surroundings: each has its exit code and its sentence, in both languages.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Interchange
import Testing

@Suite(.timed) final class DiaryFolderTests: InSandbox {
    @Test("a reading command never makes a diary")
    func missing() throws {
        for command in ["list", "log", "replay", "export"] {
            let outcome = try sandbox.run(command).ends(2)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.error == """
                    error: there is no diary at \(sandbox.diary)
                    hint: diarylog engine init makes one; so does the first add.

                    """)
        }
        #expect(try FileSystem.kind(of: sandbox.diary) == .missing)
    }

    @Test(
        "what is no path must be able to be a name, wherever it is given; nothing is made elsewhere",
        arguments: ["my diary", "", "-x", "a.b", "일기!"])
    func notAName(text: String) throws {
        _ = try sandbox.file(".config/diarylog/config", Array("diary = \"\(text)\"\n".utf8))
        let before = try FileSystem.contents(of: sandbox.path).count
        for line in [
            "\"$0\" add x --diary=\"$1\"", "DIARYLOG_DIARY=\"$1\" \"$0\" add x", "unset DIARYLOG_DIARY; \"$0\" add x",
        ]
        where !text.isEmpty || line.contains("--diary") {
            try sandbox.shell("cd; \(line)", [try Sandbox.program, text]).ends(2)
        }
        #expect(try FileSystem.contents(of: sandbox.path).count == before)
    }

    @Test("a folder in which no diary can be made is named, and nothing of how it was tried")
    func noPlace() throws {
        let outcome = try sandbox.run("add", "x", "--diary", "/proc/nowhere")
        #expect(outcome.code == 6 && outcome.error.hasPrefix("error: access to /proc is refused\nhint: "))
        #expect(!outcome.error.contains("creating"))
    }

    @Test("the same is said in Korean, by --lang, LC_ALL or LANG")
    func korean() throws {
        let sentence = "오류: \(sandbox.diary)에 일기장이 없습니다\n도움말: diarylog engine init이나 첫 add가 만듭니다.\n"
        #expect(try sandbox.run("list", "--lang", "ko").error == sentence)
        #expect(try sandbox.run(["list"], environment: ["LC_ALL": "ko_KR.UTF-8"]).error == sentence)
        #expect(try sandbox.run(["list"], environment: ["LANG": "ko_KR.UTF-8"]).error == sentence)
        #expect(try sandbox.run(["--lang", "en", "list"], environment: ["LANG": "ko_KR.UTF-8"]).error != sentence)
    }

    @Test("a file, and a folder that is no diary, are refused and left alone")
    func notADiary() throws {
        let file = sandbox.path + "/file"
        try FileSystem.write(([1, 2, 3] as [UInt8]).span, to: file)
        for arguments in [["list"], ["add", "x"], ["engine", "init"]] {
            try sandbox.run(arguments + ["--diary", file]).ends(2, saying: "is no folder")
        }
        #expect(try FileSystem.read(file) == [1, 2, 3])
        let folder = sandbox.path + "/folder"
        try FileSystem.makeDirectory(folder)
        try FileSystem.write(([1] as [UInt8]).span, to: folder + "/mine")
        #expect(try sandbox.run("add", "x", "--diary", folder).error.contains("is not a diary"))
        try sandbox.run("engine", "init", folder).ends(2, saying: "is not empty")
        #expect(try FileSystem.contents(of: folder) == ["mine"])
    }

    @Test("a name of no diary of yours is no path: that a diary lies here under it is said, and none is made")
    func nameHere() throws {
        try sandbox.run("add", "x", "--diary", sandbox.path + "/second").ends(0)
        for command in ["list", "add y"] {
            try sandbox.shell("cd \"$0\" && $1 \(command) --diary second", [sandbox.path, try Sandbox.program]).ends(
                2, saying: "--diary ./second is that one")
        }
        try sandbox.shell("cd \"$0\" && $1 list --diary ./second", [sandbox.path, try Sandbox.program]).ends(
            0, printing: "x")
    }

    @Test("a diary held by another writer is busy, exit 4, and still read")
    func locked() throws {
        _ = try sandbox.add("x")
        let lockFile = try LockFile.open(sandbox.diary + "/lock", creating: false)
        try lockFile.lock(byte: 1, .exclusive)
        try sandbox.run(["add", "y"], environment: ["DIARYLOG_PATIENCE": "50"]).ends(
            4, saying: "another program is writing")
        #expect(try sandbox.count() == 1)
        try lockFile.unlock(byte: 1)
    }

    @Test("backup --every notices that another diary stands at the path")
    func replacedForBackups() throws {
        _ = try sandbox.add("one")
        let (safe, old) = (sandbox.path + "/safe", sandbox.path + "/old")
        try sandbox.run("backup", safe).ends(0)
        _ = try sandbox.add("two")
        // The diary gives way to one that lacks an entry and has another: no backup of the first may be replaced by it.
        let every = try sandbox.shell(
            """
            "$0" backup "$1/every" --every 1s & running=$!
            every=$1/every; until_true '[ -e "$every/log-000001.mdb" ]'
            kill -STOP $running
            mv "$DIARYLOG_DIARY" "$2"; cp -r "$3" "$DIARYLOG_DIARY"; "$0" add other >/dev/null
            kill -CONT $running; until_true '! kill -0 $running 2>/dev/null'; wait $running
            """, [try Sandbox.program, sandbox.path, old, safe])
        every.ends(3, saying: "has events that this diary does not have")
    }

    @Test("a full disk is exit 6, says so, and loses nothing")
    func fullDisk() throws {
        guard let disk = try sandbox.mountSmallDisk() else { return }
        defer { sandbox.unmount(disk) }
        let diary = disk + "/diary"
        try sandbox.run("add", "first", "--diary", diary).ends(0)
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: (1 << 20) - 100)
        try sandbox.run("add", "-", "--diary", diary, input: large).ends(6, saying: "the disk is full")
        #expect(try sandbox.run("show", "@1", "--diary", diary).text == "first")
    }

    @Test("a read-only disk is read, and exit 6 for a change")
    func readOnly() throws {
        _ = try sandbox.add("x")
        let bound = sandbox.path + "/bound"
        try FileSystem.makeDirectory(bound)
        let script = "mount --bind \"$0\" \"$1\" && mount -o remount,bind,ro \"$1\""
        guard geteuid() == 0, try sandbox.shell(script, [sandbox.diary, bound]).code == 0 else {
            print("skipped: nothing can be mounted read-only here")
            return
        }
        defer { _ = try? sandbox.shell("umount -l \"$0\"", [bound]) }
        try sandbox.run("list", "--diary", bound).ends(0)
        try sandbox.run("add", "y", "--diary", bound).ends(6)
    }
}
