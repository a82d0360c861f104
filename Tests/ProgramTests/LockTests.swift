/// Locking a diary: what is said where it cannot be, and all of it on an ext4 that can.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) final class LockTests: InSandbox {
    /// age of the tests: the passphrase lies in a file, since it is not the terminal that is tried here.
    ///
    /// `wrong` is asked for by the file `wrong`; it seals as badly as it is quick.
    private func standIn() throws -> [String: String] {
        let age = """
            #!/bin/bash
            if [ "$1" = -p ]; then { echo sealed; cat; } > "$3"; exit 0; fi
            [ -e "$HOME/wrong" ] && exit 1
            head -1 "$2" | grep -qx sealed && tail -c +8 "$2"
            """
        _ = try sandbox.file("bin/age", Array(age.utf8))
        try sandbox.shell("chmod 755 \"$0\"", [sandbox.path + "/bin/age"]).ends(0)
        return ["PATH": sandbox.path + "/bin:/usr/bin:/bin:/usr/sbin:/sbin"]
    }

    /// A first lock on a terminal, where the end of the key is read off and typed; nil, said aloud, without a terminal.
    private func firstLock(_ diary: String, _ environment: [String: String]) throws -> Outcome? {
        let script = """
            rm -f "$HOME/keys" "$HOME/shown"; mkfifo "$HOME/keys"
            script -qefc "'$0' lock --diary '$1'" "$HOME/shown" < "$HOME/keys" > /dev/null & child=$!
            exec 9> "$HOME/keys"
            until_true 'grep -q "six characters" "$HOME/shown" || ! kill -0 '$child' 2> /dev/null'
            grep -oE '([0-9A-F]{4} ){7}[0-9A-F]{4}' "$HOME/shown" | tr -d ' \n' | tee "$HOME/paper" | tail -c 6 >&9
            echo >&9; exec 9>&-
            wait $child; code=$?; cat "$HOME/shown"; exit $code
            """
        guard try FileSystem.kind(of: "/usr/bin/script") == .file else {
            print("skipped: no script(1) to make a terminal with")
            return nil
        }
        return try sandbox.shell(script, [try Sandbox.program, diary], environment: environment)
    }

    private func run(_ words: String..., on diary: String, _ environment: [String: String] = [:]) throws -> Outcome {
        try sandbox.run(words + ["--diary", diary], environment: environment)
    }

    @Test func `where the file system cannot encrypt, the one line that helps is said and nothing is changed`() throws {
        _ = try sandbox.add("clear")
        let before = try FileSystem.contents(of: sandbox.path)
        try sandbox.run("lock").ends(7, saying: "tune2fs -O encrypt", "LUKS")
        #expect(try FileSystem.contents(of: sandbox.path) == before)
        try sandbox.run("unlock").ends(0, saying: "not encrypted")
        try sandbox.run("lock", "--diary", sandbox.path + "/none").ends(2)
    }

    @Test func `a diary is locked whole, nobody reads it or makes another in its place, and its passphrase opens it`()
        throws
    {
        guard let disk = try EncryptedDisk() else { return }
        let (diary, age) = (disk.path + "/d", try standIn())
        for text in ["하나", "둘"] { #expect(try run("add", text, on: diary).code == 0) }
        try run("files", "add", "@1", try sandbox.file("pic", Array("picture".utf8)), on: diary).ends(0)
        let hash = try run("replay", on: diary).text
        let devices = try run("log", on: diary).text
        guard let first = try firstLock(diary, age) else { return }
        #expect(first.code == 0, "\(first.text)")
        #expect(try FileSystem.contents(of: disk.path).filter { $0 != "lost+found" } == ["d", "d.key.age"])
        #expect(try FileSystem.isPrivate(diary + ".key.age"))

        let commands = [
            ["list"], ["add", "in clear?"], ["search", "x"], ["verify"], ["backup", sandbox.path + "/safe"],
            ["export"], ["log"], ["undo"], ["engine", "init"], ["serve"], ["sync"], ["import", "-"], ["stats"],
            ["engine", "compact"], ["verify", "--salvage", "--into", sandbox.path + "/saved"], [],
        ]
        for command in commands {
            try sandbox.run(command + ["--diary", diary]).ends(7, saying: "diarylog unlock opens it")
        }
        try run("list", "--lang", "ko", on: diary).ends(7, saying: "일기장이 잠겨 있습니다")
        try run("add", "x", on: diary + "/below").ends(7)
        #expect(try FileSystem.kind(of: sandbox.path + "/safe") == .missing)
        // What a first lock leaves that is killed past the exchange is named, and goes with the next lock.
        try FileSystem.makeDirectory(disk.path + "/.d.changing")
        #expect(try run("list", on: diary).error.contains("/.d.changing still has the diary in clear"))
        #expect(try run("lock", on: diary, age).error.contains("/.d.changing, is removed now"))
        #expect(try run("list", on: diary).error.contains("Nothing was read or written"))
        try run("lock", on: diary, age).ends(0)

        _ = try sandbox.file("wrong", [])
        try run("unlock", on: diary, age).ends(7)
        try FileSystem.removeFile(sandbox.path + "/wrong")
        try run("unlock", on: diary, age).ends(0)
        #expect(try run("replay", on: diary).text == hash && run("log", on: diary).text == devices)
        #expect(try run("files", "@1", on: diary).text.contains("pic"))
        try run("add", "셋", on: diary).ends(0)
        try run("verify", "--deep", on: diary).ends(0)

        try run("lock", on: diary, age).ends(0)
        try run("list", on: diary).ends(7)
        // The key on paper opens it as well, without its file; another key does not.
        try FileSystem.removeFile(diary + ".key.age")
        #expect(try run("unlock", on: diary, age).error.contains("--key FILE"))
        let other = try sandbox.file("other", Array(String(repeating: "0A", count: 64).utf8))
        try run("unlock", "--key", other, on: diary).ends(7)
        try run("unlock", "--key", sandbox.path + "/paper", on: diary).ends(0)
        #expect(try run("list", on: diary).lines.count == 3)
    }

    @Test func `a program that has it open is named, and nothing else opens it`() throws {
        guard let disk = try EncryptedDisk() else { return }
        let (diary, age) = (disk.path + "/d", try standIn())
        try run("add", "하나", on: diary).ends(0)
        guard let first = try firstLock(diary, age) else { return }
        #expect(try first.code == 0 && run("unlock", on: diary, age).code == 0, "\(first.text)")
        // One of ours lets it go by itself; the shell does not.
        let script = """
            "$0" list --watch --diary "$1" > "$HOME/watched" & watcher=$!
            until_true 'test -s "$HOME/watched"'
            exec 9< "$1/log-000001.mdb"
            "$0" lock --diary "$1" 9<&-; echo $?; echo $$; wait $watcher; echo $?; "$0" list --diary "$1" 9<&-; echo $?
            exec 9<&-; "$0" lock --diary "$1"; echo $?
            """
        let outcome = try sandbox.shell(script, [try Sandbox.program, diary], environment: age)
        let lines = outcome.lines.map(String.init)
        try #require(lines.count == 5, "\(outcome)")
        #expect([lines[0], lines[2], lines[3], lines[4]] == ["4", "7", "7", "0"], "\(outcome)")
        #expect(outcome.error.contains("open in \(lines[1]) (bash)\n"), "\(outcome.error)")
    }

    @Test func `a full disk in the midst of the first lock leaves the clear diary whole`() throws {
        guard let disk = try EncryptedDisk() else { return }
        let (diary, age) = (disk.path + "/d", try standIn())
        try run("add", "하나", on: diary).ends(0)
        let big = try sandbox.file("big", (0..<(6 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) })
        try run("files", "add", "@1", big, on: diary).ends(0)
        try sandbox.shell(
            "fallocate -l $(($(df --output=avail -B1 \"$0\" | tail -1) - 2000000)) \"$0/filler\"", [disk.path]
        ).ends(0)
        guard let first = try firstLock(diary, age) else { return }
        #expect(first.code == 6 && first.text.contains("the disk is full"), "\(first.text)")
        #expect(try !FileSystem.contents(of: disk.path).contains(".d.changing"))
        #expect(try run("list", on: diary).lines.count == 1)
        try run("verify", "--deep", on: diary).ends(0)
        try FileSystem.removeFile(disk.path + "/filler")
        // The key is there by now, and protects nothing yet: whoever has forgotten its passphrase is told so.
        _ = try sandbox.file("wrong", [])
        let forgotten = try sandbox.onTerminal("lock --diary '\(diary)'", environment: age)
        #expect(forgotten?.code == 7 && forgotten?.text.contains("draws another key") == true)
        try FileSystem.removeFile(sandbox.path + "/wrong")
        // The same command goes on with it, and asks for nothing but the passphrase.
        let again = try sandbox.onTerminal("lock --diary '\(diary)'", environment: age)
        #expect(again?.code == 0, "\(again?.text ?? "")")
        try run("unlock", on: diary, age).ends(0)
        try run("verify", "--deep", on: diary).ends(0)
    }

    @Test func `two users cannot open each other's`() throws {
        guard let disk = try EncryptedDisk(megabytes: 128) else { return }
        let age = try standIn()
        // The program where both may run it, and a home for each.
        let script = """
            mkdir -m 755 "$1/bin"; cp "$0" "$1/bin/diarylog"; cp "$HOME/bin/age" "$1/bin/age"; chmod 755 "$1/bin/"*
            for user in 1001 1002; do
              mkdir -m 755 "$1/$user"; chown $user "$1/$user"
              as() { setpriv --reuid=$user --regid=$user --clear-groups env HOME="$1/$user" TMPDIR="$1/$user" \
                     PATH="$1/bin:$PATH" DIARYLOG_DIARY="$1/$user/d" "${@:2}"; }
              as "$1" diarylog add mine > /dev/null || exit 9
              as "$1" bash -c 'cd; umask 077; head -c 64 /dev/urandom > key; { echo sealed; cat key; } > d.key.age; exec script -qec \
                "diarylog lock" /dev/null < /dev/null' -- > "$1/$user.said" 2>&1 || { cat "$1/$user.said"; exit 8; }
            done
            """
        let homes = """
            \(script)
            user=1001; as "$1" diarylog unlock || exit 7
            as "$1" diarylog list; user=1002; as "$1" diarylog list; echo $?
            as "$1" diarylog list --diary "$1/1001/d"; echo $?; as "$1" diarylog unlock --diary "$1/1001/d"; echo $?
            """
        let outcome = try sandbox.shell(homes, [try Sandbox.program, disk.path], environment: age)
        let lines = outcome.lines
        #expect(outcome.code == 0 && lines.count == 4, "\(outcome)")
        #expect(lines.first?.contains("mine") == true && lines.dropFirst().first == "7", "\(outcome)")
        #expect(lines.dropFirst(2).allSatisfy { $0 != "0" }, "\(outcome)")
    }
}
