/// How the program ends when a signal ends it: with a sentence, or quietly.

internal import CHost

/// A last sentence for crashes.
package enum FatalSignals {
    /// On SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL and SIGTRAP writes `message` to standard error and exits at once.
    ///
    /// Nothing is flushed and no `defer` runs. `message` is cut at 1023 bytes; a line end is added.
    /// On the calling thread (call it on the main one) this works also when the stack has run out.
    /// SIGILL and SIGTRAP are how Swift's own traps come. Seven system calls.
    package static func install(message: String, exitCode: Int32) {
        // It fails only for a signal that does not exist.
        _ = unsafe chost_install_fatal(message, exitCode)
    }
}

/// What ^C does.
package enum Interrupts {
    /// On SIGINT the program exits at once and says nothing; 130 is what shells expect.
    ///
    /// Nothing is flushed and no `defer` runs: for programs whose files are safe at any moment. A
    /// program started with SIGINT ignored, as in the background, goes on ignoring it. While a
    /// `ChildProcess` runs, ^C is the child's.
    package static func exitQuietlyOnInterrupt(exitCode: Int32 = 130) {
        _ = chost_install_interrupt(exitCode)
    }
}
