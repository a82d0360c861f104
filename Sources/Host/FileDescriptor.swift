/// An open file, owned: it is closed when its owner lets go.

internal import CHost
internal import Glibc

/// A descriptor that closes itself.
///
/// Never inherited by a child (O_CLOEXEC).
struct FileDescriptor: ~Copyable {
    let number: Int32
    /// Only to say where an error was.
    let path: String

    /// Opens a path with the flags of `open(2)`.
    init(opening path: String, _ flags: Int32, mode: UInt32 = 0) throws(SystemError) {
        number = try systemCall("open", path) { unsafe open(path, flags | O_CLOEXEC, mode) }
        self.path = path
    }

    /// Owns a descriptor that is open already.
    init(number: Int32, path: String) {
        self.number = number
        self.path = path
    }

    deinit { _ = close(number) }

    /// Writes all of it, or throws with part of it written.
    func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try writeAll(bytes, to: number, path: path)
    }

    /// What there is from here to the end, at most `limit` bytes. `expected` is a hint of how many.
    func read(limit: Int, expected: Int) throws(SystemError) -> [UInt8] {
        try readAll(from: number, path: path, limit: limit, expected: expected)
    }

    /// Waits until contents and metadata are on the disk.
    func sync() throws(SystemError) {
        _ = try systemCall("fsync", path) { fsync(number) }
    }

    /// The size in bytes when it was asked.
    func size() throws(SystemError) -> Int {
        var status = stat()
        _ = try systemCall("fstat", path) { unsafe fstat(number, &status) }
        return Int(status.st_size)
    }
}

/// Writes all of it to a descriptor, however many calls that takes.
func writeAll(_ bytes: Span<UInt8>, to number: Int32, path: String?) throws(SystemError) {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
        try shimCall("write", path) { unsafe chost_write_all(number, buffer.baseAddress, buffer.count) }
    }
}

/// Reads to the end, or to `limit` bytes. One allocation when `expected` is right or too large.
func readAll(from number: Int32, path: String?, limit: Int, expected: Int) throws(SystemError) -> [UInt8] {
    var all: [UInt8] = []
    // One more than expected, so that the end is seen without a second round.
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
