/// Bad surroundings: each has its exit code and its sentence, in both languages.

import Glibc
import Host
import Interchange
import Testing

@Suite struct SurroundingsTests {
    @Test("a reading command never makes a diary")
    func missing() throws {
        let place = try Place()
        for command in ["list", "log", "replay", "export"] {
            let outcome = try place.run(command)
            #expect(outcome.code == 2)
            #expect(outcome.output.isEmpty)
            #expect(
                outcome.error == """
                    error: there is no diary at \(place.diary)
                    hint: diarylog init makes one; so does the first add.

                    """)
        }
        #expect(try FileSystem.kind(of: place.diary) == .missing)
    }

    @Test("a folder in which no diary can be made is named, and nothing of how it was tried")
    func noPlace() throws {
        let place = try Place()
        let outcome = try place.run("add", "x", "--diary", "/proc/nowhere")
        #expect(outcome.code == 6 && outcome.error.hasPrefix("error: access to /proc is refused\nhint: "))
        #expect(!outcome.error.contains("creating"))
    }

    @Test("the same is said in Korean, by --lang, LC_ALL or LANG")
    func korean() throws {
        let place = try Place()
        let sentence = "오류: \(place.diary)에 일기가 없습니다\n도움말: diarylog init이나 첫 add가 만듭니다.\n"
        #expect(try place.run("list", "--lang", "ko").error == sentence)
        #expect(try place.run(["list"], environment: ["LC_ALL": "ko_KR.UTF-8"]).error == sentence)
        #expect(try place.run(["list"], environment: ["LANG": "ko_KR.UTF-8"]).error == sentence)
        #expect(try place.run(["--lang", "en", "list"], environment: ["LANG": "ko_KR.UTF-8"]).error != sentence)
    }

    @Test("an error in JSON has code, message and hint")
    func json() throws {
        let place = try Place()
        let outcome = try place.run("list", "--json")
        var reader = try JSONReader(Array(outcome.error.utf8))
        let value = try reader.value()
        #expect(names(value["error"]) == ["code", "message", "hint"])
        #expect(value["error"]?["code"] == .text("no-diary"))
    }

    @Test("a file, and a folder that is no diary, are refused and left alone")
    func notADiary() throws {
        let place = try Place()
        let file = place.path + "/file"
        try FileSystem.write(([1, 2, 3] as [UInt8]).span, to: file)
        for arguments in [["list"], ["add", "x"], ["init"]] {
            let outcome = try place.run(arguments + ["--diary", file])
            #expect(outcome.code == 2)
            #expect(outcome.error.contains("is a file; a diary is a folder"))
        }
        #expect(try FileSystem.read(file) == [1, 2, 3])
        let folder = place.path + "/folder"
        try FileSystem.makeDirectory(folder)
        try FileSystem.write(([1] as [UInt8]).span, to: folder + "/mine")
        #expect(try place.run("add", "x", "--diary", folder).error.contains("is not a diary"))
        let initialise = try place.run("init", folder)
        #expect(initialise.code == 2)
        #expect(initialise.error.contains("is not empty"))
        #expect(try FileSystem.contents(of: folder) == ["mine"])
    }

    @Test("a diary held by another writer is busy, exit 4, and still read")
    func locked() throws {
        let place = try Place()
        _ = try place.add("x")
        let lockFile = try LockFile.open(place.diary + "/lock", creating: false)
        try lockFile.lock(byte: 1, .exclusive)
        let outcome = try place.run(["add", "y"], environment: ["DIARYLOG_PATIENCE": "50"])
        #expect(outcome.code == 4)
        #expect(outcome.error.contains("another program is writing"))
        #expect(try place.count() == 1)
        try lockFile.unlock(byte: 1)
    }

    @Test("a backup on a medium that is full can be read there")
    func fullMedium() throws {
        let place = try Place()
        _ = try place.add("kept safe")
        guard let disk = try place.mountSmallDisk() else { return }
        defer { place.unmount(disk) }
        #expect(try place.run("backup", disk + "/safe").code == 0)
        #expect(try place.shell("cat /dev/zero >\"$0\"/filler", [disk]).code != 0)
        let shown = try place.run("show", "@1", "--diary", disk + "/safe")
        #expect(shown.code == 0 && shown.text == "kept safe", "\(shown.error)")
    }

    @Test("backup --every notices that another diary stands at the path")
    func replacedForBackups() throws {
        let place = try Place()
        _ = try place.add("one")
        let (safe, old) = (place.path + "/safe", place.path + "/old")
        #expect(try place.run("backup", safe).code == 0)
        _ = try place.add("two")
        // The diary gives way to one that lacks an entry and has another: no backup of the first may be replaced by it.
        let every = try place.shell(
            """
            timeout 20 "$0" backup "$1/every" --every 1s & running=$!
            while ! test -e "$1/every/CURRENT"; do sleep 0.1; done
            mv "$DIARYLOG_DIARY" "$2"; cp -r "$3" "$DIARYLOG_DIARY"; "$0" add other >/dev/null
            wait $running
            """, [try Place.program, place.path, old, safe])
        #expect(every.code == 3, "\(every.code) \(every.error)")
        #expect(every.error.contains("has events that this diary does not have"), "\(every.error)")
    }

    @Test("a full disk is exit 6, says so, and loses nothing")
    func fullDisk() throws {
        let place = try Place()
        guard let disk = try place.mountSmallDisk() else { return }
        defer { place.unmount(disk) }
        let diary = disk + "/diary"
        #expect(try place.run("add", "first", "--diary", diary).code == 0)
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: 2 << 20)
        let outcome = try place.run("add", "-", "--diary", diary, input: large)
        #expect(outcome.code == 6, "\(outcome.error)")
        #expect(outcome.error.contains("the disk is full"))
        #expect(try place.run("show", "@1", "--diary", diary).text == "first")
    }

    @Test("a read-only disk is read, and exit 6 for a change")
    func readOnly() throws {
        let place = try Place()
        _ = try place.add("x")
        let bound = place.path + "/bound"
        try FileSystem.makeDirectory(bound)
        let script = "mount --bind \"$0\" \"$1\" && mount -o remount,bind,ro \"$1\""
        guard geteuid() == 0, try place.shell(script, [place.diary, bound]).code == 0 else {
            print("skipped: nothing can be mounted read-only here")
            return
        }
        defer { _ = try? place.shell("umount -l \"$0\"", [bound]) }
        #expect(try place.run("list", "--diary", bound).code == 0)
        #expect(try place.run("add", "y", "--diary", bound).code == 6)
    }

    @Test("a closed pipe is no failure, and a full standard output is one")
    func closedPipe() throws {
        let place = try Place()
        _ = try place.add(String(repeating: "long ", count: 100_000))
        let outcome = try place.shell("{ \"$0\" show @1; echo $? >&2; } | head -c 1", [try Place.program])
        #expect(outcome.error == "0\n")
        #expect(try place.shell("exec \"$0\" show @1 >/dev/full", [try Place.program]).code == 6)
    }
}
