internal import Glibc

/// What the program asks of the system itself; the rest it asks of Host. The only file of the server that says
/// `unsafe`.
enum SystemCalls {
    /// Starts a program of the search path, with the signals as they usually are; whether it could be started.
    static func start(_ words: [String]) -> Bool {
        guard let program = words.first else { return false }
        var process: pid_t = 0
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        var attributes = posix_spawnattr_t()
        guard unsafe posix_spawnattr_init(&attributes) == 0 else { return false }
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        var usual = sigset_t()
        unsafe sigemptyset(&none)
        unsafe sigemptyset(&usual)
        unsafe sigaddset(&usual, SIGPIPE)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &usual)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        return unsafe posix_spawnp(&process, program, nil, &attributes, &pointers, environ) == 0
    }
}

/// The signals that tell the program to end.
enum EndSignals {
    private static func all() -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        unsafe sigaddset(&set, SIGTERM)
        unsafe sigaddset(&set, SIGINT)
        return set
    }

    /// Keeps them until `wait` takes one. To be called on the main thread before there are others, which then keep them
    /// as well.
    static func hold() {
        var set = all()
        unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Blocks the thread until one comes.
    static func wait() {
        var set = all()
        var number: Int32 = 0
        unsafe sigwait(&set, &number)
    }
}
