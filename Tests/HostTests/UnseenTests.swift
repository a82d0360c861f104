import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

/// Children that nobody sees: asked with limits, or let go.
@Suite(.timed) struct UnseenTests {
    private func ask(_ script: String, milliseconds: Int32 = 120_000, limit: Int = 4096) throws -> (Int32, String) {
        let said = try ChildProcess.ask(
            "/bin/sh", ["sh", "-c", script], milliseconds: milliseconds, limit: limit)
        return (said.code, String(decoding: said.output, as: UTF8.self))
    }

    @Test func `a program that is asked is read to its end, and its exit code with it`() throws {
        #expect(try ask("echo 안녕; exit 3") == (3, "안녕\n"))
        #expect(try ask("kill -9 $$") == (137, ""))
        #expect(try ask("printf 1234", limit: 4) == (0, "1234"))
    }

    @Test func `it reads what it is given, and need not`() throws {
        func ask(_ script: String, _ input: [UInt8]) throws -> [UInt8] {
            try ChildProcess.ask(
                "/bin/sh", ["sh", "-c", script], input: input, milliseconds: 120_000, limit: 8192
            ).output
        }
        let most = [UInt8](repeating: 0x78, count: 4096)
        #expect(try ask("cat", most) == most)
        #expect(try ask("echo no", most) == Array("no\n".utf8))
        let long = #expect(throws: SystemError.self) { try ask("cat", most + most) }
        #expect(long?.code == E2BIG)
    }

    @Test func `it has none of our files, and nothing to read`() throws {
        let folder = try Folder()
        let file = unsafe open(folder("open"), O_CREAT | O_RDWR, 0o600)
        defer { close(file) }
        let (code, text) = try ask("cat; for fd in /proc/self/fd/*; do readlink $fd; done; true")
        #expect(code == 0 && !text.contains(folder.path), "\(text)")
        #expect(text.contains("/dev/null"))
    }

    @Test func `a child that keeps what it is given has none of a watch's pipe`() async throws {
        // In a process of its own, where nobody else opens pipes meanwhile.
        await #expect(processExitsWith: .success) {
            let folder = try Folder()
            func pipes(of process: String, _ name: String) throws -> Set<Substring> {
                let script = "for fd in /proc/\(process)/fd/*; do readlink $fd; done >'\(folder(name))'; true"
                #expect(try ChildProcess.run(["sh", "-c", script]) == 0)
                let text = String(decoding: try FileSystem.read(folder(name)), as: UTF8.self)
                return Set(text.split(separator: "\n").filter { $0.hasPrefix("pipe:") })
            }
            let before = try pipes(of: "\(getpid())", "before")
            let watch = try FileWatch(folder.path)
            let own = try pipes(of: "\(getpid())", "own").subtracting(before)
            #expect(own.count == 1)
            #expect(try pipes(of: "$$", "child").isDisjoint(with: own))
            withExtendedLifetime(watch) {}
        }
    }

    @Test func `one that takes too long, or says too much, is ended`() throws {
        // Neither would ever end by itself.
        let late = #expect(throws: SystemError.self) { try ask("exec sleep 1000000", milliseconds: 300) }
        #expect(late?.isTimeout == true)
        let long = #expect(throws: SystemError.self) { try ask("exec yes", milliseconds: 600_000, limit: 5) }
        #expect(long?.code == EFBIG)
    }

    @Test func `how one ended is known, or is an error, to a process that was started with SIGCHLD ignored`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            #expect(throws: SystemError.self) {
                try ChildProcess.ask("/bin/false", ["false"], milliseconds: 60_000, limit: 10)
            }
            #expect(throws: SystemError.self) { try ChildProcess.run(["false"]) }
            ChildProcess.keepExitCodes()
            let (code, _) = try ChildProcess.ask("/bin/false", ["false"], milliseconds: 60_000, limit: 10)
            let other = try ChildProcess.run(["false"])
            #expect(code == 1 && other == 1)
        }
    }

    @Test func `one that is not there is missing`() throws {
        let asked = #expect(throws: SystemError.self) {
            try ChildProcess.ask("/nowhere/at/all", ["x"], milliseconds: 60_000, limit: 10)
        }
        #expect(asked?.isMissing == true)
        let released = #expect(throws: SystemError.self) { try ChildProcess.detach("/nowhere/at/all", ["x"]) }
        #expect(released?.isMissing == true)
    }

    @Test func `one that is let go is not waited for, and goes on as a session of its own`() throws {
        let folder = try Folder()
        let script = """
            cd '\(folder.path)'; \(untilTrue)until_true '[ -e free ]'; cut -d' ' -f4,6 /proc/$$/stat >part; mv part done
            """
        // Were it waited for, nobody would make the file that it waits for.
        try ChildProcess.detach("/bin/sh", ["sh", "-c", script])
        try FileSystem.write([UInt8]().span, to: folder("free"), sync: false)
        guard try eventually("it goes on", { try FileSystem.kind(of: folder("done")) == .file }) else { return }
        let said = String(decoding: try FileSystem.read(folder("done")), as: UTF8.self).split { " \n".contains($0) }
        try #require(said.count == 2)
        #expect(said[0] != "\(getpid())", "it is a child, and stays a zombie until somebody waits for it")
        #expect(Int32(said[1]) ?? getsid(0) != getsid(0))
    }
}
