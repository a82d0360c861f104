/// Locks between processes: each byte of a small file is one.

internal import DiarylogCHost
internal import Glibc

/// An open lock file whose bytes can be locked, each by itself, shared or exclusive.
///
/// The locks belong to an open file description (F_OFD_SETLK): two `LockFile`s exclude each other within one process as
/// they do between two, and closing the file elsewhere releases nothing. The locks end with `unlock`, with the last
/// reference to this object, and with the process, however it dies. Threads that share a `LockFile` share its locks.
/// The bytes need not exist in the file.
package final class LockFile: Sendable {
    /// How a byte is held: by many at once, or by one alone.
    package enum Mode: Sendable {
        case shared
        case exclusive
    }

    /// Whether the file is open for reading only, because writing was not permitted: exclusive locks then throw EBADF.
    package let isReadOnly: Bool

    private let file: FileDescriptor

    private init(_ file: consuming FileDescriptor, isReadOnly: Bool) {
        self.file = file
        self.isReadOnly = isReadOnly
    }

    deinit {
        // Closing would suffice, except that a child between fork and exec briefly holds a copy.
        _ = chost_unlock_all(file.number)
    }

    /// Opens a lock file; with `creating`, creates it (mode 600) if there is none, and follows no link.
    ///
    /// Falls back to reading only if this user may not write, or the file system is read-only.
    package static func open(_ path: String, creating: Bool) throws(SystemError) -> LockFile {
        do throws(SystemError) {
            let file = try FileDescriptor(opening: path, O_RDWR | (creating ? O_CREAT | O_NOFOLLOW : 0), mode: 0o600)
            return LockFile(file, isReadOnly: false)
        } catch {
            guard error.isPermission || error.isReadOnly else { throw error }
            do throws(SystemError) {
                return LockFile(try FileDescriptor(opening: path, O_RDONLY), isReadOnly: true)
            } catch let second {
                // If the file could not be created, report the reason for that.
                throw creating && second.isMissing ? error : second
            }
        }
    }

    /// Locks a byte, waiting as long as it takes. A byte that is held here already changes its mode.
    package func lock(byte: Int64, _ mode: Mode) throws(SystemError) {
        try change(byte, to: mode, wait: true)
    }

    /// Locks a byte if that is possible at once; returns whether it was.
    package func tryLock(byte: Int64, _ mode: Mode) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try change(byte, to: mode, wait: false)
            return true
        } catch {
            if error.code == EAGAIN { return false }
            throw error
        }
    }

    /// Locks a byte, trying for about that long; returns whether it could. Tries at least once.
    ///
    /// The kernel has no lock with a time limit, so this asks repeatedly, at intervals that grow from 0.2 to 10 ms,
    /// each less a random part so that two waiting processes do not stay in step.
    package func lock(byte: Int64, _ mode: Mode, timeoutMilliseconds: Int) throws(SystemError) -> Bool {
        let start = WallClock.monotonic()
        let limit = Int64(clamping: timeoutMilliseconds).multipliedReportingOverflow(by: 1_000_000)
        let patience = limit.overflow ? Int64.max : limit.partialValue
        var pause: Int64 = 200_000
        while true {
            if try tryLock(byte: byte, mode) { return true }
            let left = patience - (WallClock.monotonic() - start)
            if left <= 0 { return false }
            WallClock.pause(nanoseconds: min(left, Int64.random(in: pause / 2...pause)))
            pause = min(pause * 2, 10_000_000)
        }
    }

    /// Unlocks a byte. One that was not locked stays so.
    package func unlock(byte: Int64) throws(SystemError) {
        try change(byte, to: nil, wait: false)
    }

    /// The first bytes of the file, at most `count`.
    package func read(count: Int) throws(SystemError) -> [UInt8] { try file.read(at: 0, count: count) }

    /// Writes a few bytes at the file's beginning; they are not synced.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        let number = file.number
        let count = try systemCall("pwrite", file.path) {
            unsafe bytes.withUnsafeBufferPointer { buffer in unsafe pwrite(number, buffer.baseAddress, buffer.count, 0)
            }
        }
        guard count == bytes.count else { throw SystemError(code: EIO, call: "pwrite", path: file.path) }
    }

    private func change(_ byte: Int64, to mode: Mode?, wait: Bool) throws(SystemError) {
        let wanted =
            switch mode {
            case .shared: CHOST_SHARED
            case .exclusive: CHOST_EXCLUSIVE
            case nil: CHOST_UNLOCK
            }
        try shimCall("fcntl", file.path) { chost_lock_byte(file.number, byte, Int32(wanted), wait) }
    }
}
