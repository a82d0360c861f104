/// The end of this process.

internal import Glibc

/// Ends this process in the regular way.
package enum ProcessEnd {
    /// Ends the process with a code from 0 to 255. Flush the standard streams first.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }
}
