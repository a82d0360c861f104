/// Becoming another program.

internal import DiarylogCHost
internal import Glibc

/// Runs another program in the place of this one.
package enum ProcessReplacement {
    /// Runs the program at a path with arguments, its own name first: same process, terminal and standard streams, the
    /// environment and the signals as they were given to us.
    ///
    /// Returns only by throwing: `isMissing` if there is no such program.
    package static func become(_ path: String, _ arguments: [String]) throws(SystemError) {
        guard !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(code: EINVAL, call: "execve", path: path)
        }
        var vector = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe vector.forEach { unsafe free($0) } }
        unsafe vector.append(nil)
        try shimCall("execve", path) { unsafe chost_become(path, vector) }
    }
}
