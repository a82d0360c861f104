/// Reading a file at any offset, a part at a time.

internal import Glibc

/// A file that is open for reading; any thread may use it.
package final class FileReader: Sendable {
    private let file: FileDescriptor
    /// The size of the file when it was opened, in bytes.
    package let size: Int

    /// Opens a file. Never waits for a lock, and writes nothing.
    package init(_ path: String) throws(SystemError) {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        size = try file.size()
        self.file = file
    }

    /// Opens what is a file, and nothing else: a link (if it `refusesLinks`), a folder, a pipe or a device is refused,
    /// and none of them waited for. Throws ELOOP for a link, EISDIR for a folder, EINVAL for anything else.
    package init(plain path: String, refusingLinks: Bool = false) throws(SystemError) {
        let file = try FileDescriptor(
            opening: path, O_RDONLY | O_NONBLOCK | O_NOCTTY | (refusingLinks ? O_NOFOLLOW : 0))
        switch try file.kind() {
        case .file: break
        case .directory: throw SystemError(code: EISDIR, call: "open", path: path)
        case .other, .missing: throw SystemError(code: EINVAL, call: "open", path: path)
        }
        size = try file.size()
        self.file = file
    }

    /// What a pipe delivers up to its end, or standard input where there is no path: it lies in a file without a name,
    /// in the first of some folders where one can be, because a pipe is read only once. Throws EFBIG, without a path,
    /// for more than `most` bytes: it may never end.
    package init(spooling path: String?, in folders: [String], most: Int) throws(SystemError) {
        let file = try FileDescriptor.nameless(in: folders)
        if let path {
            let pipe = try FileDescriptor(opening: path, O_RDONLY)
            try Self.spool(pipe.number, path, into: file, most)
        } else {
            try Self.spool(Terminal.Stream.input.rawValue, nil, into: file, most)
        }
        size = try file.size()
        self.file = file
    }

    /// What `pour` delivers, in a file without a name in the first of some folders where one can be.
    package init(
        keepingIn folders: [String], _ pour: (_ write: ([UInt8]) throws(SystemError) -> Void) throws -> Void
    ) throws {
        let file = try FileDescriptor.nameless(in: folders)
        try pour { (part) throws(SystemError) in try file.write(part.span) }
        size = try file.size()
        self.file = file
    }

    private static func spool(
        _ number: Int32, _ path: String?, into file: borrowing FileDescriptor, _ most: Int
    ) throws(SystemError) {
        let portion = 1 << 18
        var count = 0
        while true {
            let part = try readAll(from: number, path: path, limit: portion, expected: portion - 1)
            count += part.count
            if count > most { throw SystemError(code: EFBIG, call: "read", path: nil) }
            try file.write(part.span)
            if part.count < portion { return }
        }
    }

    /// The bytes from an offset on, fewer at the end of the file. Costs a system call.
    package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        try file.read(at: offset, count: max(0, min(count, size - offset)))
    }

    /// Fills an array with the bytes from an offset on; false, with some of it filled, if the file ends before. Costs a
    /// system call.
    package func read(at offset: Int, into bytes: inout [UInt8]) throws(SystemError) -> Bool {
        var count = 0
        while count < bytes.count {
            let got = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    file.number, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(offset + count))
            }
            if got == 0 { return false }
            if got > 0 {
                count += got
            } else if errno != EINTR {
                throw SystemError(code: errno, call: "pread", path: file.path)
            }
        }
        return true
    }
}

extension FileDescriptor {
    /// So many bytes from an offset on, fewer at the end of the file.
    func read(at offset: Int, count room: Int) throws(SystemError) -> [UInt8] {
        guard room > 0 else { return [] }
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            while count < room {
                let got = unsafe pread(
                    number, buffer.baseAddress?.advanced(by: count), room - count, off_t(offset + count))
                if got > 0 {
                    count += got
                } else if got == 0 {
                    return
                } else if errno != EINTR {
                    failure = errno
                    return
                }
            }
        }
        guard failure == 0 else { throw SystemError(code: failure, call: "pread", path: path) }
        return bytes
    }
}
