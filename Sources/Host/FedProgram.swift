/// A program that is fed while it runs, as a pager is.

internal import DiarylogCHost
internal import Glibc

/// What is written to it is its standard input. It has our terminal, ^C is its own, and no other program can be run
/// until it has ended.
package final class FedProgram {
    private let child: Int32
    private let input: Int32
    private var hasEnded = false

    /// Throws if it could not be started: `isMissing` if there is no such program.
    package init(_ arguments: [String]) throws(SystemError) {
        var child: Int32 = 0
        var input: Int32 = 0
        try unsafe ChildProcess.starting(arguments) { vector in unsafe chost_begin_fed(vector, &child, &input) }
        (self.child, self.input) = (child, input)
    }

    deinit { if !hasEnded { _ = try? end() } }

    /// Gives it more. False if it has stopped reading, which is its right.
    package func write(_ bytes: Span<UInt8>) throws(SystemError) -> Bool {
        do throws(SystemError) { try writeAll(bytes, to: input, path: nil) } catch {
            guard error.isClosedPipe else { throw error }
            return false
        }
        return true
    }

    /// Tells it that this was all, and waits for it: its exit code, or 128 + the signal that ended it.
    package func end() throws(SystemError) -> Int32 {
        precondition(!hasEnded, "a program ends once")
        hasEnded = true
        var status: Int32 = 0
        try shimCall("waitpid") { unsafe chost_end_fed(child, input, &status) }
        return status
    }
}
