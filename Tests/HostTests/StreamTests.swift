/// Standard streams and signals, each in a process of its own.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

/// Makes a pipe the standard input, with this text in it and then its end.
private func feed(_ text: String) {
    var ends: [Int32] = [0, 0]
    _ = unsafe pipe(&ends)
    let data = Array(text.utf8)
    _ = unsafe write(ends[1], data, data.count)
    close(ends[1])
    dup2(ends[0], 0)
}

extension [UInt8] {
    /// Of a thread's `stat`: whether it waits for something. The state stands behind the name in parentheses.
    fileprivate var isOfSleeper: Bool {
        guard let end = lastIndex(of: UInt8(ascii: ")")) else { return false }
        return dropFirst(end + 2).first == UInt8(ascii: "S")
    }
}

@Suite(.timed) struct StreamTests {
    @Test func `output is kept back until it is flushed, and error is not`() async throws {
        let result = await #expect(
            processExitsWith: .exitCode(0), observing: [\.standardOutputContent, \.standardErrorContent]
        ) {
            try StandardStream.output.write("kept\n")
            try StandardStream.output.flush()
            try StandardStream.output.write("lost\n")
            try StandardStream.error.write("seen\n")
            _exit(0)
        }
        let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
        let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("kept\n") && !output.contains("lost"))
        #expect(error.contains("seen\n"))
    }

    @Test func `large and small writes come out whole and in order`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let folder = try Folder()
            let file = unsafe open(folder("out"), O_RDWR | O_CREAT, 0o600)
            dup2(file, 1)
            var expected: [UInt8] = []
            for size in [1, 65535, 2, 65536, 3, 200_000, 4, 40_000, 40_000, 5] {
                let part = try SystemRandom.bytes(size)
                try StandardStream.output.write(part.span)
                expected += part
            }
            try StandardStream.output.flush()
            let same = try FileSystem.read(folder("out")) == expected
            try FileSystem.removeTree(folder.path)
            exit(same ? 0 : 1)
        }
    }

    @Test func `a closed pipe is an error, once`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            StandardStream.ignoreBrokenPipe()
            var ends: [Int32] = [0, 0]
            _ = unsafe pipe(&ends)
            dup2(ends[1], 1)
            close(ends[0])
            try StandardStream.output.write("x")
            let error = systemError { () throws(SystemError) in try StandardStream.output.flush() }
            try StandardStream.output.flush()
            exit(error?.isClosedPipe == true ? 0 : 1)
        }
    }

    @Test func `a descriptor that does not block is waited for`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            var ends: [Int32] = [0, 0]
            _ = unsafe pipe(&ends)
            _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
            dup2(ends[1], 1)
            let reading = ends[0]
            let reader = Task.detached {
                var total = 0
                var buffer = [UInt8](repeating: 0, count: 1000)
                while total < 500_000 { total += unsafe read(reading, &buffer, buffer.count) }
                return total
            }
            try StandardStream.output.write([UInt8](repeating: 1, count: 500_000).span)
            exit(await reader.value == 500_000 ? 0 : 1)
        }
    }

    @Test func `a standard stream the parent closed is not taken by the next file`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            // The runner's threads open files of their own while they start, and would take the places.
            try eventually("the runner's threads sleep") {
                let own = try FileSystem.read("/proc/thread-self/stat").prefix { $0 != 0x20 }
                return try FileSystem.contents(of: "/proc/self/task").allSatisfy { thread in
                    try Array(thread.utf8)[...] == own
                        || FileSystem.read("/proc/self/task/\(thread)/stat").isOfSleeper
                }
            }
            close(0)
            close(1)
            try StandardStream.openMissing()
            let next = unsafe open("/dev/null", O_RDONLY)
            try StandardStream.output.write("x")
            let error = systemError { () throws(SystemError) in try StandardStream.output.flush() }
            guard next > 2 else { exit(2) }
            exit(error?.code == EBADF ? 0 : 3)
        }
    }

    @Test func `lines are read one at a time, the rest stays for others`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            feed("yes\r\n\nlast 日\nrest of it")
            let lines = [StandardInput.readLine(), StandardInput.readLine(), StandardInput.readLine()]
            let rest = try StandardInput.readAll(limit: 100)
            let end = StandardInput.readLine()
            let right = lines == [bytes("yes"), [], bytes("last 日")] && rest == bytes("rest of it") && end == nil
            exit(right ? 0 : 1)
        }
    }

    @Test func `a last line without its end is still a line`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            feed("end")
            exit(StandardInput.readLine() == bytes("end") && StandardInput.readLine() == nil ? 0 : 1)
        }
    }

    @Test func `input longer than the limit is nil, input just as long is not`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            feed("12345")
            let fits = try StandardInput.readAll(limit: 5) == bytes("12345")
            feed("12345")
            let tooLong = try StandardInput.readAll(limit: 4) == nil
            feed("")
            let empty = try StandardInput.readAll(limit: 0) == []
            exit(fits && tooLong && empty ? 0 : 1)
        }
    }

    @Test func `a file is no terminal and has no width; a terminal has the width it was given`() async {
        await #expect(processExitsWith: .exitCode(0)) {
            let null = unsafe open("/dev/null", O_RDWR)
            dup2(null, 1)
            let plain = !Terminal.isTerminal(.output) && Terminal.width(of: .output) == nil
            // The near end of a new terminal is one too.
            let terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
            guard terminal >= 0 else { exit(plain ? 0 : 2) }
            dup2(terminal, 1)
            var size = winsize(ws_row: 24, ws_col: 97, ws_xpixel: 0, ws_ypixel: 0)
            _ = unsafe ioctl(1, UInt(TIOCSWINSZ), &size)
            exit(plain && Terminal.isTerminal(.output) && Terminal.width(of: .output) == 97 ? 0 : 1)
        }
    }
}

/// Goes down until there is no stack left; handing the room on keeps it from becoming a loop.
@inline(never)
private func sink(_ above: UnsafeMutableBufferPointer<Int>) -> Int {
    unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: 100) { room in
        unsafe room[0] = above[0] &+ 1
        let below = unsafe sink(room)
        return unsafe below &+ room[0] &+ above[0]
    }
}

@Suite(.timed) struct SignalTests {
    @Test func `a crash says its sentence and ends with its code`() async throws {
        let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
            FatalSignals.install(message: "error: diarylog crashed", exitCode: 70)
            raise(SIGSEGV)
        }
        let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(error.hasSuffix("error: diarylog crashed\n"))
    }

    @Test func `an abort, a bus error and a bad division end the same way`() async {
        await #expect(processExitsWith: .exitCode(70)) {
            FatalSignals.install(message: "x", exitCode: 70)
            abort()
        }
        await #expect(processExitsWith: .exitCode(70)) {
            FatalSignals.install(message: "x", exitCode: 70)
            raise(SIGBUS)
        }
        await #expect(processExitsWith: .exitCode(70)) {
            FatalSignals.install(message: "x", exitCode: 70)
            raise(SIGFPE)
        }
    }

    @Test func `a trap of Swift's own ends in the sentence, and nothing after it`() async throws {
        for _ in 0..<3 {
            let result = await #expect(processExitsWith: .exitCode(70), observing: [\.standardErrorContent]) {
                FatalSignals.install(message: "error: diarylog crashed", exitCode: 70)
                var numbers: [UInt8] = [255]
                unsafe numbers.withUnsafeMutableBufferPointer { unsafe $0[0] += UInt8(getpid() > 0 ? 1 : 0) }
            }
            let error = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            #expect(error.hasSuffix("error: diarylog crashed\n"))
        }
        await #expect(processExitsWith: .exitCode(70)) {
            FatalSignals.install(message: "x", exitCode: 70)
            raise(SIGTRAP)
        }
        await #expect(processExitsWith: .exitCode(70)) {
            FatalSignals.install(message: "x", exitCode: 70)
            raise(SIGILL)
        }
    }

    @Test func `a stack that ran out ends the same way`() async {
        await #expect(processExitsWith: .exitCode(70)) {
            FatalSignals.install(message: "x", exitCode: 70)
            var first = [0]
            exit(Int32(truncatingIfNeeded: unsafe first.withUnsafeMutableBufferPointer { unsafe sink($0) }))
        }
    }

    @Test func `an interrupt ends the program quietly with 130`() async {
        await #expect(processExitsWith: .exitCode(130)) {
            restoreInterrupt()
            Interrupts.exitQuietlyOnInterrupt()
            raise(SIGINT)
        }
    }

    @Test func `an interrupt removes files that nobody needs yet, and none that are done`() async throws {
        let folder = try Folder()
        for name in ["left", "done"] {
            try FileSystem.makeDirectory(folder(name), mode: 0o700)
            let bytes: [UInt8] = [1]
            for file in ["a", "b", "c"] { try FileSystem.write(bytes.span, to: folder("\(name)/\(file)")) }
        }
        await #expect(processExitsWith: .exitCode(130)) { [path = folder.path as String] in
            restoreInterrupt()
            Interrupts.exitQuietlyOnInterrupt()
            _ = InterruptedFiles(in: path + "/done", path + "/done/a", path + "/done/b", path + "/done/c")
            let left = InterruptedFiles(in: path + "/left", path + "/left/a", path + "/left/b", path + "/left/c")
            raise(SIGINT)
            _ = consume left
        }
        #expect(try FileSystem.contents(of: folder.path) == ["done"])
        #expect(try FileSystem.contents(of: folder("done")) == ["a", "b", "c"])
        await #expect(processExitsWith: .exitCode(130)) { [path = folder.path as String] in
            restoreInterrupt()
            Interrupts.exitQuietlyOnInterrupt()
            _ = InterruptedFiles(in: path + "/done", path + "/done/a", path + "/done/b", path + "/done/c")
            raise(SIGINT)
        }
        #expect(try FileSystem.contents(of: folder("done")) == ["a", "b", "c"])
    }

    @Test func `an interrupt that was ignored stays ignored`() async {
        await #expect(processExitsWith: .exitCode(5)) {
            restoreInterrupt()
            signal(SIGINT, SIG_IGN)
            Interrupts.exitQuietlyOnInterrupt()
            raise(SIGINT)
            exit(5)
        }
    }
}
