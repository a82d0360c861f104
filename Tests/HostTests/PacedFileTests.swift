/// Files that reach the disk while they are written.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) final class PacedFileTests: InFolder {
    /// Writes bytes in parts, and calls after each with how many there were.
    private func pass(_ bytes: [UInt8], to descriptor: Int32, _ after: (Int) throws -> Void = { _ in }) throws {
        var done = 0
        while done < bytes.count {
            let part = bytes.span.extracting(done..<min(bytes.count, done + 300_000))
            done += unsafe part.withUnsafeBufferPointer { unsafe write(descriptor, $0.baseAddress, $0.count) }
            try after(done)
        }
    }

    private func failure(_ body: () throws -> Void) -> SystemError? {
        do { try body() } catch { return error as? SystemError }
        return nil
    }

    @Test(arguments: [0, 1, 16 << 20, 50 << 20])
    func `a paced file has every byte, and its writer is never far ahead of it`(count: Int) throws {
        let data = try SystemRandom.bytes(count)
        var lead = 0
        try PacedFile.make(at: folder("a")) { descriptor in
            try pass(data, to: descriptor) { lead = max(lead, $0 - (try FileSystem.size(of: folder("a")))) }
        }
        #expect(try FileSystem.read(folder("a")) == data)
        var status = stat()
        #expect(unsafe stat(folder("a"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        // What is in the pipe, and what is being written.
        #expect(lead <= 3 << 20)
    }

    @Test func `a paced file takes no other's place`() throws {
        try FileSystem.write(bytes("here").span, to: folder("a"))
        let error = failure { try PacedFile.make(at: folder("a")) { try pass([1], to: $0) } }
        #expect(error?.isExisting == true)
        #expect(try FileSystem.read(folder("a")) == bytes("here"))
        #expect(failure { try PacedFile.make(at: folder("x/a")) { _ in } }?.isMissing == true)
    }

    @Test func `a writer that gives up leaves no paced file`() throws {
        struct GivenUp: Error {}
        #expect(throws: GivenUp.self) {
            try PacedFile.make(at: folder("a")) { descriptor in
                try pass(try SystemRandom.bytes(10 << 20), to: descriptor)
                throw GivenUp()
            }
        }
        #expect(try FileSystem.kind(of: folder("a")) == .missing)
    }

    @Test func `a paced file that finds no room is gone, and its writer came to its end`() throws {
        let volume = folder("tiny")
        try FileSystem.makeDirectory(volume)
        let mounted = try ChildProcess.run(["sh", "-c", "mount -t tmpfs -o size=4m tmpfs '\(volume)' 2>/dev/null"])
        if mounted != 0 { try Test.cancel("a tiny volume cannot be mounted here: not root, or not allowed") }
        defer { _ = try? ChildProcess.run(["umount", "-l", volume]) }
        var written = 0
        let data = try SystemRandom.bytes(20 << 20)
        let error = failure { try PacedFile.make(at: volume + "/a") { try pass(data, to: $0) { written = $0 } } }
        #expect(error?.isFull == true && written == data.count)
        #expect(try FileSystem.isEmptyDirectory(volume))
    }
}
