/// What the system refuses in the middle of a command: the words, the exit code, and what stands in the diary.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) final class RefusalTests: InSandbox {
    @Test(
        "too few descriptors are said to be too few, whichever file cannot be opened, and never to be damage",
        arguments: [
            "list", "add 글", "edit @1 --text 글", "search 비", "verify", "files save saved @1", "draft list",
            "log", "undo --list", "export --output out.json", "export --format markdown --output out-$$",
            "backup safe-$$", "engine compact",
        ])
    func descriptors(command: String) throws {
        let file = try sandbox.file("a.txt", Array("words".utf8))
        _ = try sandbox.add("오늘은 비가 왔다.", "--attach", file)
        var codes: Set<Int32> = []
        for most in 4...24 {
            let outcome = try sandbox.shell(
                "cd; rm -rf saved; ulimit -n \(most); exec \"$0\" \(command)", [try Sandbox.program])
            codes.insert(outcome.code)
            #expect(outcome.code == 0 || outcome.error.contains("Too many open files"), "\(most): \(outcome.error)")
        }
        #expect(codes == [0, 6])
    }

    @Test(
        "a change whose result cannot be shown says that it is written, exit 6",
        arguments: [">/dev/full", "--json >/dev/full", ">&-", "--json >&-"])
    func unshown(how: String) throws {
        try sandbox.shell("\"$0\" add x \(how)", [try Sandbox.program]).ends(
            6, saying: "the change is written, but its result cannot be shown", without: "nothing was written")
        #expect(try sandbox.count() == 1)
    }

    @Test("a reading command whose output is full says no word of writing", arguments: ["list", "help", "--help"])
    func fullOutput(command: String) throws {
        _ = try sandbox.add("x")
        try sandbox.shell("\"$0\" \(command) >/dev/full", [try Sandbox.program]).ends(
            6, saying: "the result cannot be shown whole: No space left on device")
    }

    @Test("a limit on the size of files is exit 6 with words, and the diary as it was")
    func fileLimit() throws {
        _ = try sandbox.add("first")
        let large = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
        try sandbox.shell("ulimit -f 300; exec \"$0\" add -", [try Sandbox.program], input: large).ends(
            6, saying: "would pass the size that is allowed; nothing was written")
        #expect(try sandbox.count() == 1)
        try sandbox.shell("ulimit -f 8; exec \"$0\" add x --diary \"$HOME/other\"", [try Sandbox.program]).ends(
            6, saying: "would pass the size")
        #expect(try FileSystem.kind(of: sandbox.path + "/other") == .missing)
    }

    @Test("little memory is said in words, where there is room for the program at all")
    func memory() throws {
        _ = try sandbox.add("first")
        for limit in stride(from: 55_000, through: 400_000, by: 15_000) {
            // Below some size there is no room for the program itself.
            let starts = "ulimit -c 0; ulimit -v \(limit); exec \"$0\" --version"
            guard try sandbox.shell(starts, [try Sandbox.program]).code == 0 else { continue }
            for command in ["list", "add x", "search first"] {
                let script = "ulimit -c 0; ulimit -v \(limit); exec \"$0\" \(command)"
                let outcome = try sandbox.shell(script, [try Sandbox.program])
                #expect([0, 6].contains(outcome.code), "\(limit): \(outcome.code) \(outcome.error)")
                #expect(!outcome.error.contains("Fatal error") && !outcome.error.contains("Backtrace"))
            }
        }
    }

    @Test("the lock file on a full disk is exit 6, not a signal")
    func lockFile() throws {
        guard let disk = try sandbox.mountSmallDisk() else { return }
        defer { sandbox.unmount(disk) }
        let diary = disk + "/diary"
        try sandbox.run("add", "first", "--diary", diary).ends(0)
        let script = "rm \"$0\"/diary/*-lock; cat /dev/zero >\"$0\"/rest 2>/dev/null; true"
        try sandbox.shell(script, [disk]).ends(0)
        for command in [["add", "x"], ["list"]] {
            try sandbox.run(command + ["--diary", diary]).ends(6, saying: "the disk is full")
        }
        try FileSystem.removeFile(disk + "/rest")
        #expect(try sandbox.run("list", "--diary", diary).text.split(separator: "\n").count == 1)
    }

    @Test("a diary that one may read but not write is refused by the name of the file that bars the way")
    func otherUser() throws {
        _ = try sandbox.add("x")
        let script = """
            chmod 755 "$HOME" "$1"; chmod 644 "$1"/*
            exec setpriv --reuid=65534 --clear-groups "$0" list --diary "$1"
            """
        guard geteuid() == 0 else { return print("skipped: only root can be another user") }
        // The program itself must be within that user's reach.
        let copy = sandbox.path + "/program"
        let built = try FileSystem.read(try Sandbox.program)
        try FileSystem.write(built.span, to: copy, mode: 0o755, sync: false)
        try sandbox.shell(script, [copy, sandbox.diary]).ends(
            6, saying: "access to \(sandbox.diary)/log-000001.mdb-lock is refused")
    }

    @Test("a version whose event is damaged is exit 5, and one that never was is exit 1")
    func lostVersion() throws {
        let id = try sandbox.add("one")
        for text in ["quaggas and zebras", "another"] { _ = try sandbox.run("edit", id, "--text", text) }
        for number in 1...20 { _ = try sandbox.add("other \(number)") }
        try sandbox.damage("quaggas", at: 3)
        try sandbox.run("show", "\(id)@v2").ends(5, saying: "version v2 of the entry is damaged")
        try sandbox.run("show", "\(id)@v4").ends(1)
        try sandbox.run("show", "\(id)@v0").ends(1)
    }
}
