internal import Glibc

/// What the program asks of the system itself. The only file of this package that says `unsafe`.
enum SystemCalls {
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
        var name = Array("\(prefix)XXXXXX\(suffix)".utf8CString)
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

    /// Starts a program of the search path; whether it could be started.
    static func start(_ words: [String]) -> Bool {
        guard let program = words.first else { return false }
        var process: pid_t = 0
        var pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe posix_spawnp(&process, program, nil, nil, &pointers, environ) == 0
    }
}
