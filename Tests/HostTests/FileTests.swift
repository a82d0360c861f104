/// Files: written, read, replaced, and what the refusals say.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) final class FileTests: InFolder {
    @Test("read as a plain file, a pipe is refused at once, and so are a folder and a device", .timeLimit(.minutes(5)))
    func plain() throws {
        try FileSystem.write(bytes("오늘").span, to: folder("a"))
        #expect(try FileSystem.read(plain: folder("a")) == bytes("오늘"))
        #expect(try FileSystem.read(plain: folder("a"), limit: 3) == bytes("오"))
        #expect(unsafe mkfifo(folder("pipe"), 0o600) == 0)
        for path in [folder("pipe"), folder.path, "/dev/zero", folder("none")] {
            #expect(throws: SystemError.self) { try FileSystem.read(plain: path) }
        }
    }

    @Test func `a link in a circle leads to nothing, as one to nothing does`() throws {
        for (target, name) in [("round", "round"), ("none", "broken")] {
            #expect(unsafe symlink(folder(target), folder(name)) == 0)
            #expect(try FileSystem.kind(of: folder(name)) == .missing)
        }
    }

    @Test("what was written is read back", arguments: [0, 1, 4095, 65536, 65537, 300_000])
    func roundTrip(count: Int) throws {
        let data = try SystemRandom.bytes(count)
        try FileSystem.write(data.span, to: folder("a"))
        #expect(try FileSystem.read(folder("a")) == data)
        #expect(try FileSystem.size(of: folder("a")) == count)
    }

    @Test func `a shorter text over a longer one leaves nothing of the longer`() throws {
        try FileSystem.write(bytes("longer").span, to: folder("a"))
        try FileSystem.write(bytes("short").span, to: folder("a"), sync: false)
        #expect(try FileSystem.read(folder("a")) == bytes("short"))
    }

    @Test func `of a pipe no more is taken than was said, and of one that has more nothing`() throws {
        let folder = try Folder()
        let bytes = [UInt8](repeating: 7, count: 600_000)
        try FileSystem.write(bytes.span, to: folder("pipe"), sync: false)
        let whole = try FileReader(spooling: folder("pipe"), in: [folder.path], most: bytes.count)
        #expect(try whole.read(at: 0, count: .max) == bytes)
        for path in [folder("pipe"), "/dev/zero"] {
            let error = #expect(throws: SystemError.self) {
                _ = try FileReader(spooling: path, in: [folder.path], most: bytes.count - 1)
            }
            #expect(error?.isTooLarge == true && error?.path == nil)
        }
        #expect(try FileSystem.isDevice("/dev/zero") && !FileSystem.isDevice("/dev/null"))
        #expect(try !FileSystem.isDevice(folder("pipe")) && !FileSystem.isDevice(folder.path))
    }

    @Test func `reading with a limit gives the first bytes`() throws {
        try FileSystem.write(bytes("hello").span, to: folder("a"))
        #expect(try FileSystem.read(folder("a"), limit: 3) == bytes("hel"))
        #expect(try FileSystem.read(folder("a"), limit: 0) == [])
        #expect(try FileSystem.read(folder("a"), limit: 9) == bytes("hello"))
    }

    @Test func `a file that does not say its size is read to the end`() throws {
        #expect(try FileSystem.read("/proc/self/status").count > 500)
    }

    @Test func `an exclusive write leaves an existing file alone`() throws {
        try FileSystem.write(bytes("first").span, to: folder("a"), exclusive: true)
        let error = systemError { () throws(SystemError) in
            try FileSystem.write(bytes("second").span, to: folder("a"), exclusive: true)
        }
        #expect(error == SystemError(code: EEXIST, call: "open", path: folder("a")))
        #expect(try FileSystem.read(folder("a")) == bytes("first"))
    }

    @Test func `a new file is for its owner only`() throws {
        try FileSystem.write(bytes("x").span, to: folder("a"))
        try replace(folder("b"), with: bytes("x"))
        var status = stat()
        for name in ["a", "b"] {
            #expect(unsafe stat(folder(name), &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
        }
    }

    /// Writes a file whole, in two parts.
    private func replace(_ path: String, with parts: [UInt8]...) throws {
        var file = try FileReplacement(of: path)
        for part in parts { try file.write(part) }
        try file.finish()
    }

    @Test("a replaced file holds the new bytes, is another file with the old mode, and leaves no temporary one")
    func replace() throws {
        try replace(folder("a"), with: bytes("old"))
        #expect(unsafe chmod(folder("a"), 0o640) == 0)
        let before = try FileSystem.identity(of: folder("a"))
        // Held open, the old file keeps its bytes: nobody sees half of the new ones.
        let descriptor = unsafe open(folder("a"), O_RDONLY)
        defer { close(descriptor) }
        let long = try SystemRandom.bytes(300_000)
        try replace(folder("a"), with: bytes("new!"), long)
        var status = stat()
        #expect(unsafe fstat(descriptor, &status) == 0 && status.st_size == 3)
        #expect(try FileSystem.read(folder("a")) == bytes("new!") + long)
        #expect(try FileSystem.identity(of: folder("a")) != before)
        #expect(unsafe stat(folder("a"), &status) == 0 && status.st_mode & 0o777 == 0o640)
        #expect(try FileSystem.contents(of: folder.path) == ["a"])
    }

    @Test func `a link is followed when what it leads to is replaced; one to nothing is refused`() throws {
        try FileSystem.write(bytes("old").span, to: folder("other"))
        #expect(unsafe symlink("other", folder("a")) == 0 && symlink("nowhere", folder("b")) == 0)
        try replace(folder("a"), with: bytes("new"))
        #expect(try FileSystem.read(folder("other")) == bytes("new"))
        #expect(try FileSystem.ownership(of: folder("a")) == .link)
        #expect(systemError { () throws(SystemError) in _ = try FileReplacement(of: folder("b")) }?.isMissing == true)
        #expect(try FileSystem.contents(of: folder.path).sorted() == ["a", "b", "other"])
    }

    @Test func `a pipe is written to as it stands, and stays one`() throws {
        #expect(unsafe mkfifo(folder("pipe"), 0o600) == 0)
        let reader = unsafe open(folder("pipe"), O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        try replace(folder("pipe"), with: bytes("through"))
        var bytes = [UInt8](repeating: 0, count: 7)
        #expect(unsafe read(reader, &bytes, 7) == 7 && bytes == Array("through".utf8))
        #expect(try FileSystem.kind(of: folder("pipe")) == .other)
    }

    @Test func `what is let go unfinished, or cannot be, leaves the old file and nothing else`() throws {
        try FileSystem.makeDirectory(folder("a"))
        let refused = systemError { () throws(SystemError) in _ = try FileReplacement(of: folder("a")) }
        #expect(refused?.isFolder == true)
        let homeless = systemError { () throws(SystemError) in _ = try FileReplacement(of: folder("none/a")) }
        #expect(homeless?.isMissing == true && homeless?.path == folder("none"))
        try FileSystem.write(bytes("old").span, to: folder("b"))
        do {
            var file = try FileReplacement(of: folder("b"))
            try file.write(bytes("new"))
        }
        #expect(try FileSystem.read(folder("b")) == bytes("old"))
        #expect(try FileSystem.contents(of: folder.path).sorted() == ["a", "b"])
    }

    @Test func `a renamed file is found under its new name only`() throws {
        try FileSystem.write(bytes("x").span, to: folder("a"))
        try FileSystem.rename(from: folder("a"), to: folder("b"))
        try FileSystem.syncFile(folder("b"))
        try FileSystem.syncDirectory(folder.path)
        #expect(try FileSystem.contents(of: folder.path) == ["b"])
    }

    @Test func `a removed file is missing, and cannot be removed again`() throws {
        try FileSystem.write(bytes("x").span, to: folder("a"))
        try FileSystem.removeFile(folder("a"))
        #expect(try FileSystem.kind(of: folder("a")) == .missing)
        #expect(systemError { () throws(SystemError) in try FileSystem.removeFile(folder("a")) }?.isMissing == true)
    }

    @Test func `a path with a zero byte is refused, not cut short`() throws {
        try FileSystem.write(bytes("x").span, to: folder("a"))
        let path = folder("a\0b")
        #expect(systemError { () throws(SystemError) in _ = try FileSystem.read(path) }?.code == EINVAL)
        #expect(
            systemError { () throws(SystemError) in try FileSystem.rename(from: folder("a"), to: path) }?.code == EINVAL
        )
        #expect(!FileSystem.isWritable(path))
    }

    @Test func `an error says the call, the path and the reason`() {
        let error = systemError { () throws(SystemError) in _ = try FileSystem.read("/nowhere/at/all") }
        #expect(error.map(String.init(describing:)) == "open failed for /nowhere/at/all: No such file or directory")
        #expect(String(describing: SystemError(code: EPIPE, call: "write")) == "write failed: Broken pipe")
    }

    @Test func `the helpers of an error tell its kinds apart`() {
        func error(_ code: Int32) -> SystemError { SystemError(code: code, call: "x") }
        #expect(error(ENOENT).isMissing && error(ENOTDIR).isMissing && !error(EIO).isMissing)
        #expect(error(EACCES).isPermission && error(EPERM).isPermission && !error(EROFS).isPermission)
        #expect(error(EROFS).isReadOnly && error(EPIPE).isClosedPipe && error(EEXIST).isExisting)
        #expect(error(ENOSPC).isFull && error(EDQUOT).isFull && !error(EFBIG).isFull)
    }

    @Test func `a device that is always full says so`() throws {
        let error = systemError { () throws(SystemError) in try FileSystem.write(bytes("x").span, to: "/dev/full") }
        #expect(error?.isFull == true)
    }

    @Test func `a full volume says so, and an exclusive write leaves nothing on it`() throws {
        let volume = folder("tiny")
        try FileSystem.makeDirectory(volume)
        let mounted = try ChildProcess.run(["sh", "-c", "mount -t tmpfs -o size=64k tmpfs '\(volume)' 2>/dev/null"])
        if mounted != 0 { try Test.cancel("a tiny volume cannot be mounted here: not root, or not allowed") }
        defer { _ = try? ChildProcess.run(["umount", "-l", volume]) }
        #expect(try FileSystem.freeBytes(volume) == 65536)
        let large = try SystemRandom.bytes(200_000)
        let error = systemError { () throws(SystemError) in
            try FileSystem.write(large.span, to: volume + "/big", exclusive: true)
        }
        #expect(error?.isFull == true)
        #expect(try FileSystem.isEmptyDirectory(volume))
    }
}
