/// The process: arguments, environment, children, clocks, chance, counters.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) struct ProcessTests {
    @Test func `the raw arguments begin with the program and are those Swift sees`() {
        let raw = ProcessArguments.bytes()
        #expect(raw.map { String(decoding: $0, as: UTF8.self) } == CommandLine.arguments)
    }

    @Test func `a variable is read as text, or as bytes when it is no text`() throws {
        try ProcessEnvironment.set("DIARYLOG_TEST", to: "日記")
        #expect(ProcessEnvironment.value("DIARYLOG_TEST") == "日記")
        #expect(ProcessEnvironment.bytes("DIARYLOG_TEST") == bytes("日記"))
        let broken: [CChar] = [0x61, -1, 0]
        #expect(unsafe setenv("DIARYLOG_BROKEN", broken, 1) == 0)
        #expect(ProcessEnvironment.value("DIARYLOG_BROKEN") == nil)
        #expect(ProcessEnvironment.bytes("DIARYLOG_BROKEN") == [0x61, 0xFF])
        try ProcessEnvironment.unset("DIARYLOG_TEST")
        #expect(ProcessEnvironment.value("DIARYLOG_TEST") == nil)
        #expect(ProcessEnvironment.bytes("DIARYLOG_TEST") == nil)
    }

    @Test func `a child's exit code comes back, or 128 and its signal`() throws {
        #expect(try ChildProcess.run(["true"]) == 0)
        #expect(try ChildProcess.run(["sh", "-c", "exit 7"]) == 7)
        #expect(try ChildProcess.run(["sh", "-c", "kill -KILL $$"]) == 137)
    }

    @Test func `a program that does not exist is missing, and none at all is refused`() {
        #expect(
            systemError { () throws(SystemError) in _ = try ChildProcess.run(["diarylog-no-such-program"]) }
                == SystemError(code: ENOENT, call: "posix_spawnp", path: "diarylog-no-such-program"))
        #expect(systemError { () throws(SystemError) in _ = try ChildProcess.run([]) }?.code == EINVAL)
        #expect(systemError { () throws(SystemError) in _ = try ChildProcess.run(["true", "a\0b"]) }?.code == EINVAL)
    }

    @Test("a child is fed all its input, more than a pipe holds", arguments: [0, 10, 1_000_000])
    func feeding(count: Int) throws {
        let data = [UInt8](repeating: UInt8(ascii: "x"), count: count)
        #expect(try ChildProcess.runFeeding(["sh", "-c", "test $(wc -c) = \(count)"], input: data.span) == 0)
    }

    @Test func `a child that stops reading early is no error`() throws {
        let data = [UInt8](repeating: 10, count: 1_000_000)
        #expect(try ChildProcess.runFeeding(["true"], input: data.span) == 0)
        #expect(try ChildProcess.runFeeding(["sh", "-c", "exit 3"], input: data.span) == 3)
    }

    @Test func `a program reads what it is fed while more is still to come`() throws {
        let folder = try Folder()
        let script = "read first; echo \"$first\" > \"$0\"; wc -c > \"$1\""
        let program = try FedProgram(["sh", "-c", script, folder("first"), folder("rest")])
        #expect(try program.write(bytes("one\n").span))
        eventually("the first line was read") { (try? FileSystem.read(folder("first"))) == bytes("one\n") }
        #expect(try program.write(bytes("two\n").span))
        #expect(try program.end() == 0)
        #expect(try FileSystem.read(folder("rest")) == bytes("4\n"))
    }

    @Test func `who feeds a program that has stopped reading learns it, and how it ended`() throws {
        let program = try FedProgram(["sh", "-c", "exec <&-; exit 3"])
        let part = [UInt8](repeating: 10, count: 100_000)
        while try program.write(part.span) {}
        #expect(try program.end() == 3)
    }

    @Test func `a child has the defaults for a broken pipe and for ^C, whatever we did with them`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            StandardStream.ignoreBrokenPipe()
            restoreInterrupt()
            Interrupts.exitQuietlyOnInterrupt()
            let broken = try ChildProcess.run(["sh", "-c", "kill -PIPE $$; exit 9"])
            let interrupted = try ChildProcess.run(["sh", "-c", "kill -INT $$; exit 9"])
            exit(broken == 141 && interrupted == 130 ? 0 : 1)
        }
    }

    @Test func `a child can be ended, though the thread that starts it holds back signals`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            holdBack(SIGTERM)
            exit(try ChildProcess.run(["sh", "-c", "kill -TERM $$; exit 9"]) == 143 ? 0 : 1)
        }
    }

    @Test func `while a child runs, ^C is the child's`() async {
        await #expect(processExitsWith: .exitCode(42)) {
            restoreInterrupt()
            Interrupts.exitQuietlyOnInterrupt()
            _ = try ChildProcess.run(["sh", "-c", "kill -INT $PPID; exit 0"])
            exit(42)
        }
    }

    @Test func `the wall clock is in this century, and the monotonic one never goes back`() {
        let now = WallClock.now()
        #expect(now > 1_700_000_000_000_000 && now < 5_000_000_000_000_000)
        #expect(abs(now / 1_000_000 - Int64(time(nil))) <= 2)
        var last = WallClock.monotonic()
        for _ in 0..<1000 {
            let next = WallClock.monotonic()
            #expect(next >= last)
            last = next
        }
    }

    @Test func `random bytes come in any number and do not repeat`() throws {
        for count in [0, 1, 16, 257, 100_000] { #expect(try SystemRandom.bytes(count).count == count) }
        #expect(try SystemRandom.bytes(32) != SystemRandom.bytes(32))
        #expect(try Set(SystemRandom.bytes(10_000)).count == 256)
    }

    @Test func `the machine has an identity, the same when asked again, without white space`() {
        let identity = MachineIdentity.bytes()
        #expect(!identity.isEmpty && identity == MachineIdentity.bytes())
        let files = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
        let ids = files.compactMap { try? FileSystem.read($0, limit: 4096) }.map { $0.filter { $0 > 32 } }
        #expect(MachineIdentity.isCertain == ids.contains(identity), "a host name is no id")
        #expect(identity.allSatisfy { $0 > UInt8(ascii: " ") })
    }

    @Test func `the counters see a written and a read file`() throws {
        let folder = try Folder()
        let before = try ProcessCounters.current()
        try FileSystem.write([UInt8](repeating: 1, count: 50_000).span, to: folder("a"))
        _ = try FileSystem.read(folder("a"))
        let after = try ProcessCounters.current()
        #expect(after.writtenBytes >= before.writtenBytes + 50_000)
        #expect(after.readBytes >= before.readBytes + 50_000)
        #expect(after.writeCalls > before.writeCalls && after.readCalls > before.readCalls)
        // This thread wrote that much itself; no other thread's writes are counted.
        let thread = try ProcessCounters.currentThread()
        try FileSystem.write([UInt8](repeating: 1, count: 10_000).span, to: folder("b"))
        #expect(try ProcessCounters.currentThread().writtenBytes == thread.writtenBytes + 10_000)
    }
}
