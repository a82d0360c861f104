/// Running another program that the user does not see: one that is asked something, one that goes on by itself.

internal import DiarylogCHost
internal import Glibc

extension ChildProcess {
    /// Runs the program at a path, without our terminal and our files, and returns its exit code and what it wrote.
    /// It reads `input`, of at most 4,096 bytes.
    ///
    /// Throws with `ETIMEDOUT` after so many milliseconds, and with `EFBIG` if it writes more than `limit` bytes; then
    /// it is killed.
    package static func ask(
        _ path: String, _ arguments: [String], input: [UInt8] = [], milliseconds: Int32, limit: Int
    ) throws(SystemError) -> (code: Int32, output: [UInt8]) {
        var output = [UInt8](repeating: 0, count: limit)
        var status: Int32 = 0
        var count = 0
        try unsafe withVector(path, arguments) { (vector) throws(SystemError) in
            try unsafe output.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
                try shimCall("posix_spawn", path) {
                    unsafe chost_capture(
                        path, vector, input, input.count, milliseconds, buffer.baseAddress, buffer.count, &count,
                        &status)
                }
            }
        }
        return (status, Array(output.prefix(count)))
    }

    /// Starts the program at a path as a session of its own, without our terminal and our files, and does not wait.
    ///
    /// It keeps the working folder and the environment, and lives on when this process ends. It is no child of this
    /// process: nobody has to wait for it. Costs a fork.
    package static func detach(_ path: String, _ arguments: [String]) throws(SystemError) {
        try unsafe withVector(path, arguments) { (vector) throws(SystemError) in
            try shimCall("posix_spawn", path) { unsafe chost_detach(path, vector) }
        }
    }

    /// Waits so long.
    package static func pause(milliseconds: Int64) { chost_pause(max(0, milliseconds)) }

    private static func withVector(
        _ path: String, _ arguments: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws(SystemError) -> Void
    ) throws(SystemError) {
        guard !arguments.isEmpty, !(arguments + [path]).contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(code: EINVAL, call: "posix_spawn", path: path)
        }
        var vector = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe vector.forEach { unsafe free($0) } }
        unsafe vector.append(nil)
        try unsafe body(vector)
    }
}
