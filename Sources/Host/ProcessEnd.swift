/// The end of this process.

internal import Glibc

/// Ending as a program does that has said all it had to say.
package enum ProcessEnd {
    /// Ends the process with a code from 0 to 255. What standard streams kept back must be flushed before.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
