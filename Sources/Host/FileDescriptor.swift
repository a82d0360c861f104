/// An open file, owned: it is closed when its owner goes away.

internal import DiarylogCHost
internal import Glibc

/// A descriptor that closes itself.
///
/// A child never inherits it (O_CLOEXEC).
struct FileDescriptor: ~Copyable {
    let number: Int32
    /// Only for the path in errors.
    let path: String

    /// Opens a path with the flags of `open(2)`.
    init(opening path: String, _ flags: Int32, mode: UInt32 = 0) throws(SystemError) {
        number = try systemCall("open", path) { unsafe open(FileSystem.system(path), flags | O_CLOEXEC, mode) }
        self.path = path
    }

    /// Takes over a descriptor that is already open.
    init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit { _ = close(number) }

    /// Writes all bytes, or throws with part of them written.
    func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try writeAll(bytes, to: number, path: path)
    }

    /// Reads from here to the end, at most `limit` bytes. `expected` is a hint at how many there are.
    func read(limit: Int, expected: Int) throws(SystemError) -> [UInt8] {
        try readAll(from: number, path: path, limit: limit, expected: expected)
    }

    /// Waits until contents and metadata are on disk.
    func sync() throws(SystemError) {
        _ = try systemCall("fsync", path) { fsync(number) }
    }

    /// The current size in bytes.
    func size() throws(SystemError) -> Int {
        var status = stat()
        _ = try systemCall("fstat", path) { unsafe fstat(number, &status) }
        return Int(status.st_size)
    }

    /// What kind of thing is open.
    func kind() throws(SystemError) -> FileSystem.Kind {
        var status = stat()
        _ = try systemCall("fstat", path) { unsafe fstat(number, &status) }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }
}

/// Writes all bytes to a descriptor, in as many calls as that takes.
func writeAll(_ bytes: Span<UInt8>, to number: Int32, path: String?) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
        try shimCall("write", path) { unsafe chost_write_all(number, buffer.baseAddress, buffer.count) }
    }
}

/// Reads to the end, or `limit` bytes. Costs one allocation if `expected` is right or too large.
func readAll(from number: Int32, path: String?, limit: Int, expected: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    // One more than expected, so that the end is seen without a second read.
    var wanted = max(expected, 0) + 1
    while all.count < limit {
        let size = min(wanted, limit - all.count)
        var code: Int32 = 0
        let part = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            unsafe code = chost_read_fully(number, buffer.baseAddress, size, &count)
        }
        if code != 0 { throw SystemError(code: code, call: "read", path: path) }
        if all.isEmpty { all = part } else { all += part }
        if part.count < size { break }
        wanted = max(65536, all.count)
    }
    return all
}
