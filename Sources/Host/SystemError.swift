/// What the operating system refused, and in which call.

import Glibc

/// A failed call to the system, with the reason that the system gave.
///
/// Two are equal if their code, call and path are. The properties name what a caller can act on; `description` says the
/// rest.
package struct SystemError: Error, Equatable, Sendable {
    /// The `errno`.
    package let code: Int32
    /// The C function that failed, as in its manual page.
    package let call: String
    /// The path that the call was given, if any.
    package let path: String?

    package init(code: Int32, call: String, path: String? = nil) {
        self.code = code
        self.call = call
        self.path = path
    }

    /// The error that the system would give if this user lacked permission.
    package static func refusal(of path: String) -> SystemError { SystemError(code: EACCES, call: "open", path: path) }

    /// What the system says of a link where none is followed: ELOOP.
    package static var linkCode: Int32 { ELOOP }

    /// There is nothing at the path.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// A folder was expected, but something else is there.
    package var isNoFolder: Bool { code == ENOTDIR && ["opendir", "mkdir", "mkdtemp"].contains(call) }

    /// It did not come in time.
    package var isTimeout: Bool { code == ETIMEDOUT }

    /// A file was expected, but a folder is there.
    package var isFolder: Bool { code == EISDIR }

    /// A file was expected, but a pipe, a device or a socket is there.
    package var isNoFile: Bool { (code == EINVAL || code == ENXIO) && call == "open" }

    /// This user lacks permission.
    package var isPermission: Bool { code == EACCES || code == EPERM }

    /// It lies in a folder that is encrypted, and whose key is not there.
    package var isLocked: Bool { code == ENOKEY }

    /// Nobody may write: the file system is mounted read-only.
    package var isReadOnly: Bool { code == EROFS }

    /// There is no space left, on the disk or in the user's quota.
    package var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// A file would pass the limit that this user or the file system sets to its size.
    package var isTooLarge: Bool { code == EFBIG }

    /// Something is already there.
    package var isExisting: Bool { code == EEXIST }

    /// The reader of our output has stopped reading.
    package var isClosedPipe: Bool { code == EPIPE }
}

extension SystemError: CustomStringConvertible {
    /// One sentence without its full stop: `open failed for /a/b: No such file or directory`.
    package var description: String {
        path.map { "\(call) failed for \($0): \(reason)" } ?? "\(call) failed: \(reason)"
    }

    /// What the system says of the code alone: `No such file or directory`.
    package var reason: String { unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)" }
}
