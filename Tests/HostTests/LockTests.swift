/// Lock files: who excludes whom, for how long, and what ends a lock.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) struct LockTests {
    let folder: Folder
    let one: LockFile
    let two: LockFile

    init() throws {
        folder = try Folder()
        one = try LockFile.open(folder("lock"), creating: true)
        two = try LockFile.open(folder("lock"), creating: false)
    }

    @Test func `two lock files in one process exclude each other, byte by byte`() throws {
        #expect(try one.tryLock(byte: 3, .exclusive))
        #expect(try !two.tryLock(byte: 3, .exclusive))
        #expect(try !two.tryLock(byte: 3, .shared))
        #expect(try two.tryLock(byte: 4, .exclusive))
        try one.unlock(byte: 3)
        #expect(try two.tryLock(byte: 3, .exclusive))
    }

    @Test func `many share a byte; nobody is alone on it meanwhile`() throws {
        #expect(try one.tryLock(byte: 0, .shared))
        #expect(try two.tryLock(byte: 0, .shared))
        #expect(try !two.tryLock(byte: 0, .exclusive))
        try one.unlock(byte: 0)
        #expect(try two.tryLock(byte: 0, .exclusive))
    }

    @Test func `a lock ends with its lock file, and not with another one of the same file`() throws {
        var third: LockFile? = try LockFile.open(folder("lock"), creating: false)
        #expect(try third?.tryLock(byte: 0, .exclusive) == true)
        _ = try FileSystem.read(folder("lock"))  // with POSIX locks, this close would drop it
        #expect(try !two.tryLock(byte: 0, .exclusive))
        third = nil
        #expect(try two.tryLock(byte: 0, .exclusive))
    }

    @Test func `a lock ends with its lock file though a child just being made still holds a copy of it`() throws {
        var third: LockFile? = try LockFile.open(folder("lock"), creating: false)
        #expect(try third?.tryLock(byte: 9, .exclusive) == true)
        // What fork does for a moment: another descriptor of the same open file.
        let lock = try FileSystem.canonicalPath(folder("lock"))
        let copies = try FileSystem.contents(of: "/proc/self/fd").compactMap(Int32.init).filter { number in
            var buffer = [CChar](repeating: 0, count: 4096)
            let count = unsafe readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
            return count > 0 && buffer.prefix(count).map(UInt8.init(bitPattern:)) == bytes(lock)
        }.map { fcntl($0, F_DUPFD_CLOEXEC, 0) }
        defer { copies.forEach { close($0) } }
        #expect(copies.count == 3)
        third = nil
        #expect(try two.tryLock(byte: 9, .exclusive))
    }

    @Test func `waiting with a limit gives up near the time asked`() throws {
        try one.lock(byte: 0, .exclusive)
        let start = WallClock.monotonic()
        #expect(try !two.lock(byte: 0, .exclusive, timeoutMilliseconds: 60))
        let milliseconds = (WallClock.monotonic() - start) / 1_000_000
        #expect(milliseconds >= 60)
        #expect(try !two.lock(byte: 0, .exclusive, timeoutMilliseconds: 0))
        #expect(try !two.lock(byte: 0, .exclusive, timeoutMilliseconds: -5))
        #expect(try two.lock(byte: 1, .exclusive, timeoutMilliseconds: 0))
    }

    @Test("waiting ends once the other gives the byte back", arguments: [true, false])
    func handover(limited: Bool) async throws {
        try one.lock(byte: 0, .exclusive)
        let waiting = Task.detached { [two] in
            if limited { return try two.lock(byte: 0, .exclusive, timeoutMilliseconds: 600_000) }
            try two.lock(byte: 0, .exclusive)
            return true
        }
        // One that asks again and again may come before or after; of one that waits the kernel says so.
        if !limited, try FileSystem.kind(of: "/proc/locks") == .file {
            let inode = try #require(try FileSystem.identity(of: folder("lock"))).inode
            try await eventually("it waits") { () async throws in
                let lines = String(decoding: try FileSystem.read("/proc/locks"), as: UTF8.self).split(separator: "\n")
                return lines.contains { $0.contains("->") && $0.contains(":\(inode) ") }
            }
        }
        try one.unlock(byte: 0)
        #expect(try await waiting.value)
        #expect(try !one.tryLock(byte: 0, .shared))
    }

    @Test func `without creating, a missing lock file is an error`() {
        let error = systemError { () throws(SystemError) in
            _ = try LockFile.open(folder("none"), creating: false)
        }
        #expect(error?.isMissing == true)
    }

    @Test func `a lock file that may only be read gives shared locks, and refuses exclusive ones`() throws {
        // No mode keeps root from writing; a volume mounted for reading does.
        guard geteuid() != 0 else {
            try readOnlyMount()
            return
        }
        #expect(unsafe chmod(folder("lock"), 0o400) == 0)
        try expectSharedOnly(folder("lock"))
    }

    private func readOnlyMount() throws {
        let volume = folder("volume")
        try FileSystem.makeDirectory(volume)
        let script = """
            mount -t tmpfs -o size=64k tmpfs '\(volume)' && : > '\(volume)/lock' && mount -o remount,ro '\(volume)'
            """
        if try ChildProcess.run(["sh", "-c", "(\(script)) 2>/dev/null"]) != 0 {
            _ = try ChildProcess.run(["sh", "-c", "umount '\(volume)' 2>/dev/null"])
            try Test.cancel("root, and nothing can be mounted here: no file that is only readable")
        }
        defer { _ = try? ChildProcess.run(["umount", "-l", volume]) }
        #expect(!FileSystem.isWritable(volume + "/lock"))
        try expectSharedOnly(volume + "/lock")
        let error = systemError { () throws(SystemError) in
            _ = try LockFile.open(volume + "/new", creating: true)
        }
        #expect(error?.isReadOnly == true)
    }

    private func expectSharedOnly(_ path: String) throws {
        let lock = try LockFile.open(path, creating: true)
        #expect(lock.isReadOnly)
        #expect(try lock.tryLock(byte: 0, .shared))
        let error = systemError { () throws(SystemError) in _ = try lock.tryLock(byte: 0, .exclusive) }
        #expect(error?.code == EBADF)
    }
}
