/// How the program ends at a signal: with a sentence, or quietly.

internal import DiarylogCHost
internal import Glibc

/// A last sentence for crashes.
package enum FatalSignals {
    /// On SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL and SIGTRAP, writes `message` to standard error and exits at once.
    ///
    /// Nothing is flushed and no `defer` runs. `message` is cut at 1023 bytes, and a line end is added. On the calling
    /// thread (call it on the main one) this works even if the stack has run out. Swift's own traps arrive as SIGILL
    /// and SIGTRAP. Costs seven system calls.
    package static func install(message: String, exitCode: Int32) {
        // It fails only for a signal that does not exist.
        _ = unsafe chost_install_fatal(message, exitCode)
    }
}

/// What ^C does.
package enum Interrupts {
    /// On SIGINT the program exits at once and silently; shells expect 130.
    ///
    /// Nothing is flushed and no `defer` runs: for programs whose files are always consistent. A program started with
    /// SIGINT ignored, as in the background, continues to ignore it. While a `ChildProcess` runs, ^C is the child's.
    package static func exitQuietlyOnInterrupt(exitCode: Int32 = 130) {
        _ = chost_install_interrupt(exitCode)
    }
}

/// What the first process of a container does.
package enum FirstProcess {
    /// Lets SIGTERM, SIGHUP and SIGQUIT end it as they end any other process: the kernel gives it no signal that it has
    /// no handler for. Nothing is flushed and no `defer` runs. In any other process nothing changes.
    package static func endsBySignals() { _ = chost_end_as_first() }
}

/// Three files that ^C removes with their folder, as long as the value lives, where `Interrupts` ends the program: they
/// count for nothing before the program is done with them.
///
/// One value at a time has this; a second one takes it from the first.
package struct InterruptedFiles: ~Copyable {
    package init(in folder: String, _ first: String, _ second: String, _ third: String) {
        unsafe chost_remove_at_interrupt(folder, first, second, third)
    }

    deinit { chost_remove_at_interrupt(nil, nil, nil, nil) }
}

/// What a limit on the size of files (`ulimit -f`) does.
package enum FileSizeLimit {
    /// Makes a write beyond the limit throw (`SystemError.isTooLarge`) instead of ending the program.
    ///
    /// This holds for the whole process; children get the signal again.
    package static func throwInsteadOfSignal() { _ = chost_ignore_file_limit() }

    /// The limit in bytes; nil if there is none.
    package static var bytes: Int? {
        var limit = rlimit()
        // RLIMIT_FSIZE, which Swift sees as a number of another type.
        guard unsafe getrlimit(__rlimit_resource_t(UInt32(1)), &limit) == 0 else { return nil }
        return Int(exactly: limit.rlim_cur)
    }
}
