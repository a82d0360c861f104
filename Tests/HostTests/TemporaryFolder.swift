/// A folder for one test: in memory where there is such a place, gone when the test is.

import Glibc
import Host
import Testing

/// Removes itself with all it holds when its last owner lets go.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let memory = try FileSystem.kind(of: "/dev/shm") == .directory && FileSystem.isWritable("/dev/shm")
        let parent = memory ? "/dev/shm" : FileSystem.temporaryDirectory
        path = try FileSystem.makeTemporaryDirectory(in: parent, prefix: "diarylog-host-")
    }

    deinit {
        do { try FileSystem.removeTree(path) } catch { Issue.record("left behind: \(error)") }
    }

    /// A path inside.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}

/// The error a body throws, or nil.
func systemError(_ body: () throws(SystemError) -> Void) -> SystemError? {
    do throws(SystemError) {
        try body()
        return nil
    } catch {
        return error
    }
}

/// The bytes of a text.
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

/// Lets SIGINT come: `swift test` blocks it for its children, a shell ignores it for jobs in the background.
func restoreInterrupt() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    signal(SIGINT, SIG_DFL)
}
