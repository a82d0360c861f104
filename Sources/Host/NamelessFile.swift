/// A file without a name: what is too large to be held, for as long as the program runs.

internal import Glibc

/// Bytes on the disk that nobody else can open, and that are gone when the value or the program is, however it ends.
package final class NamelessFile: Sendable {
    private let file: FileDescriptor

    /// Makes an empty one on the file system of a folder.
    package init(in folder: String) throws(SystemError) { file = try .nameless(in: folder) }

    /// Writes all bytes at an offset.
    package func write(_ bytes: Span<UInt8>, at offset: Int) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            let number = file.number
            let rest = bytes.extracting(done..<bytes.count)
            let count = try systemCall("pwrite", file.path) {
                unsafe rest.withUnsafeBufferPointer { buffer in
                    unsafe pwrite(number, buffer.baseAddress, buffer.count, off_t(offset + done))
                }
            }
            done += count
        }
    }

    /// The bytes from an offset on; throws EIO if there are fewer.
    package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        let bytes = try file.read(at: offset, count: count)
        guard bytes.count == count else { throw SystemError(code: EIO, call: "pread", path: file.path) }
        return bytes
    }
}

extension FileDescriptor {
    /// O_TMPFILE, which Swift cannot see in glibc's header.
    static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Makes an empty file on the file system of a folder. Where that knows no files without a name, it has one for a
    /// moment.
    static func nameless(in folder: String) throws(SystemError) -> FileDescriptor {
        if let file = try? FileDescriptor(opening: folder, O_RDWR | nameless, mode: 0o600) { return file }
        let name = try FileReplacement.temporaryName(in: folder)
        let file = try FileDescriptor(opening: name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
        try FileSystem.removeFile(name)
        return file
    }

    /// The same in the first of some folders where one can be.
    static func nameless(in folders: [String]) throws(SystemError) -> FileDescriptor {
        for folder in folders.dropLast() {
            if let file = try? nameless(in: folder) { return file }
        }
        return try nameless(in: folders.last ?? ".")
    }
}
