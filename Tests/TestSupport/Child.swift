/// Programs that tests run: one process each, no shell between, as many at once as there are callers.

package import DiarylogHost
import Glibc

/// Runs a program to its end, away from the terminal, with nothing of ours but what is said.
package enum Child {
    /// Where a program reads and writes: paths of files. What it writes to is made anew.
    package struct Streams {
        let input, output, error: String

        package init(input: String, output: String, error: String) {
            (self.input, self.output, self.error) = (input, output, error)
        }
    }

    /// The exit code, or 128 + the signal that ended it; the environment is what is given, and no more.
    ///
    /// Signals have their default meaning in it and none is blocked: under `swift test` SIGCHLD is, and a shell that
    /// waits would wait for ever. A program without a slash in its name is looked for along our own `PATH`.
    package static func run(
        _ words: [String], environment: [String: String], streams: Streams
    ) throws(SystemError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let made = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 0, streams.input, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, streams.output, made, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, streams.error, made, 0o600)
        _ = unsafe closeFrom(&actions, 3)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&none)
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var vector = unsafe words.map { unsafe strdup($0) } + [nil]
        var settings = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer {
            unsafe vector.forEach { unsafe free($0) }
            unsafe settings.forEach { unsafe free($0) }
        }
        var child: pid_t = 0
        let code = unsafe posix_spawnp(&child, words.first ?? "", &actions, &attributes, &vector, &settings)
        guard code == 0 else { throw SystemError(code: code, call: "posix_spawnp", path: words.first) }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { throw SystemError(code: errno, call: "waitpid", path: words.first) }
        }
        return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + status & 0x7F
    }
}

/// None of our files from this number on; the header has it for nobody who compiles without `_GNU_SOURCE`.
@_silgen_name("posix_spawn_file_actions_addclosefrom_np")
private func closeFrom(_ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ first: Int32) -> Int32
