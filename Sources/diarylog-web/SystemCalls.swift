internal import Glibc

/// What the program asks of the system itself. The only file of the server that says `unsafe`.
enum SystemCalls {
    /// The value of a variable of the environment.
    static func environment(_ name: String) -> String? { unsafe getenv(name).map { unsafe String(cString: $0) } }

    /// Writes all of it; whether that went well.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Makes a file that only its owner may read, under a name that nobody else has: `prefix`, six characters and
    /// `suffix`. Nil if it cannot be made or written.
    static func makeFile(_ prefix: String, _ suffix: String, saying bytes: [UInt8]) -> String? {
        // The six letters are replaced, so that the name is unique.
        let letters = String(repeating: "X", count: 6)
        var name = Array("\(prefix)\(letters)\(suffix)".utf8CString)
        let descriptor = unsafe mkstemps(&name, Int32(suffix.utf8.count))
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        let path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        if write(bytes, to: descriptor) { return path }
        remove(path)
        return nil
    }

    /// Removes a file or a socket; nothing happens if it is gone.
    static func remove(_ path: String) { _ = unsafe unlink(path) }

    /// Holds this thread up.
    static func pause(milliseconds: Int) { usleep(UInt32(milliseconds) * 1_000) }

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
