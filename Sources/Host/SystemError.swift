/// What the operating system refused, and during which call.

import Glibc

/// A call to the system that failed, with the reason the system gave.
///
/// Equal when the code, the call and the path are. The helpers name what a caller can act on; for
/// all else there is `description`.
package struct SystemError: Error, Equatable, Sendable {
    /// The `errno`.
    package let code: Int32
    /// The C function that failed, as in its manual page.
    package let call: String
    /// The path it was given, where there was one.
    package let path: String?

    package init(code: Int32, call: String, path: String? = nil) {
        self.code = code
        self.call = call
        self.path = path
    }

    /// What the system would say where this user may not.
    package static func refusal(of path: String) -> SystemError { SystemError(code: EACCES, call: "open", path: path) }

    /// There is nothing at that path.
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

    /// A file was to be there, and a folder is.
    package var isFolder: Bool { code == EISDIR }

    /// This user may not.
    package var isPermission: Bool { code == EACCES || code == EPERM }

    /// Nobody may: the file system is mounted for reading only.
    package var isReadOnly: Bool { code == EROFS }

    /// No room is left, on the disk or in the user's quota.
    package var isFull: Bool { code == ENOSPC || code == EDQUOT }

    /// Something is there already.
    package var isExisting: Bool { code == EEXIST }

    /// Whoever read our output has stopped reading.
    package var isClosedPipe: Bool { code == EPIPE }
}

extension SystemError: CustomStringConvertible {
    /// One sentence without its full stop: `open failed for /a/b: No such file or directory`.
    package var description: String {
        let reason = unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
        return path.map { "\(call) failed for \($0): \(reason)" } ?? "\(call) failed: \(reason)"
    }
}
