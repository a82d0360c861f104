/// Large files that are written while others wait for the disk.

internal import DiarylogCHost
internal import Glibc
internal import Synchronization

/// A file that reaches the disk while it is written.
///
/// A file system with a journal lets a commit wait for what other files have not written yet: a copy of two gigabytes
/// that was synced at its end held commits up for a second and more. So what is written goes through a pipe, and a
/// stretch of it is on the disk before the next one is taken.
package enum PacedFile {
    /// The most bytes that wait for the disk, and how many are taken at a time.
    fileprivate static let (stretch, portion) = (16 << 20, 1 << 20)

    /// Makes a file, of mode 0600, of what is written to a descriptor, and waits until it is on the disk.
    ///
    /// Its folder is not synced. Throws EEXIST if there is something at the path; after any other error there is
    /// nothing. A thread of its own takes what is written.
    package static func make(at path: String, _ write: (Int32) throws -> Void) throws {
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
        do { try fill(file, write) } catch {
            try? FileSystem.removeFile(path)
            throw error
        }
    }

    private static func fill(_ file: consuming FileDescriptor, _ write: (Int32) throws -> Void) throws {
        let path = file.path
        var (source, end) = (Int32(-1), Int32(-1))
        try shimCall("pipe2", path) { unsafe chost_pipe(&source, &end, true, 1 << 20) }
        let sink = FileDescriptor(number: end, path: path)
        let pump = Pump(from: source, to: file)
        guard Threads.detach({ pump.run() }) else {
            _ = close(source)
            throw SystemError(code: EAGAIN, call: "pthread_create", path: path)
        }
        let written = Result { try write(sink.number) }
        // The pump ends with what is in the pipe.
        _ = consume sink
        try pump.finish()
        try written.get()
    }
}

/// Takes what comes out of a pipe into a file.
private final class Pump: Sendable {
    private let source: Int32
    private let file: FileDescriptor
    private let failure = Mutex<SystemError?>(nil)
    private let isDone = Semaphore()

    init(from source: Int32, to file: consuming FileDescriptor) {
        self.source = source
        self.file = file
    }

    /// Runs until the pipe's other end is closed, and closes this one. What comes after an error is dropped: a signal
    /// ends who writes to a pipe that nobody reads.
    func run() {
        var buffer = [UInt8](repeating: 0, count: PacedFile.portion)
        var (count, length, waiting) = (0, 0, 0)
        repeat {
            do throws(SystemError) {
                count = 0
                count = try take(into: &buffer)
                if failure.withLock({ $0 }) != nil { continue }
                try file.write(buffer.span.extracting(0..<count))
                chost_begin_writing(file.number, Int64(length), Int64(count))
                length += count
                waiting += count
                if waiting < PacedFile.stretch, count > 0 { continue }
                try file.sync()
                waiting = 0
            } catch {
                failure.withLock { $0 = error }
            }
        } while count > 0
        _ = close(source)
        isDone.signal()
    }

    /// Fills the buffer; with less, or nothing, at the end.
    private func take(into buffer: inout [UInt8]) throws(SystemError) -> Int {
        var count = 0
        try unsafe buffer.withUnsafeMutableBufferPointer { (room) throws(SystemError) in
            try shimCall("read", file.path) { unsafe chost_read_fully(source, room.baseAddress, room.count, &count) }
        }
        return count
    }

    /// Waits for the end, and throws what went wrong.
    func finish() throws(SystemError) {
        isDone.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }
}
