/// Running another program in the user's terminal: an editor, a pager.

internal import DiarylogCHost
internal import Glibc

/// Runs a program to its end.
///
/// The program has our terminal, the environment as it was given to us, and none of our files. Meanwhile ^C reaches
/// only the program. One child runs at a time; a second caller waits.
package enum ChildProcess {
    /// Has the system keep how children end: a program that was started with SIGCHLD ignored would never learn it, and
    /// every run would throw. To be called before there are any; it holds for the whole process.
    package static func keepExitCodes() { _ = chost_keep_exit_codes() }

    /// Runs a program, found along `PATH`, and returns its exit code, or 128 + the signal that ended it.
    ///
    /// Throws if it could not be started: `isMissing` if there is no such program.
    package static func run(_ arguments: [String]) throws(SystemError) -> Int32 {
        try unsafe start(arguments, ended: nil)
    }

    /// The same; SIGTERM and SIGHUP to this process end the program, with all it has started, and then this returns.
    ///
    /// `ended` is that signal, or nil. A program that does not obey is killed after ten seconds.
    package static func runEndingWithUs(
        _ arguments: [String]
    ) throws(SystemError) -> (code: Int32, ended: Int32?) {
        var ended: Int32 = 0
        let status = try unsafe start(arguments, ended: &ended)
        return (status, ended == 0 ? nil : ended)
    }

    /// The same, with `input` as its standard input. It may stop reading early.
    package static func runFeeding(_ arguments: [String], input: Span<UInt8>) throws(SystemError) -> Int32 {
        let program = try FedProgram(arguments)
        _ = try program.write(input)
        return try program.end()
    }

    /// The same without input; returns as well the first `room` bytes that it wrote to standard output. What it has to
    /// ask, it asks on the terminal.
    package static func runTaking(
        _ arguments: [String], room: Int
    ) throws(SystemError) -> (code: Int32, output: [UInt8]) {
        var output = [UInt8](repeating: 0, count: room)
        var taken = 0
        var code: Int32 = 0
        try unsafe output.withUnsafeMutableBufferPointer { (buffer) throws(SystemError) in
            unsafe code = try start(arguments, ended: nil, output: buffer, taken: &taken)
        }
        return (code, Array(output.prefix(taken)))
    }

    private static func start(
        _ arguments: [String], ended: UnsafeMutablePointer<Int32>?,
        output: UnsafeMutableBufferPointer<UInt8>? = nil, taken: UnsafeMutablePointer<Int>? = nil
    ) throws(SystemError) -> Int32 {
        var status: Int32 = 0
        try unsafe starting(arguments) { vector in
            unsafe chost_run(vector, output?.baseAddress, output?.count ?? 0, taken, &status, ended)
        }
        return status
    }

    /// Makes a call that starts a program, with its arguments as C has them.
    static func starting(
        _ arguments: [String], _ call: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) throws(SystemError) {
        guard !arguments.isEmpty, !arguments.contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(code: EINVAL, call: "posix_spawnp", path: arguments.first)
        }
        var vector = unsafe arguments.map { unsafe strdup($0) }
        defer { unsafe vector.forEach { unsafe free($0) } }
        unsafe vector.append(nil)
        try shimCall("posix_spawnp", arguments.first) { unsafe call(vector) }
    }
}
