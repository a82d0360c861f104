/// The end of this process.

internal import Glibc

/// Ends this process in the regular way.
package enum ProcessEnd {
    /// Ends the process with a code from 0 to 255. Flush the standard streams first.
    package static func exit(_ code: Int32) -> Never { Glibc.exit(code) }

    /// Ends the process as a signal ends one that does nothing about it: whoever waits for it sees the signal.
    package static func end(bySignal number: Int32) -> Never {
        signal(number, SIG_DFL)
        raise(number)
        Glibc.exit(128 + number)
    }
}
