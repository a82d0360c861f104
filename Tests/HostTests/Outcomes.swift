/// What the tests of the host share: a folder, the error a body throws, and signals that come.

import DiarylogHost
import DiarylogTestSupport
import Glibc

/// Tests that have a folder, each of them one of its own.
class InFolder {
    let folder: Folder

    init() throws { folder = try Folder() }
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

/// Lets SIGINT come: `swift test` blocks it for its children, a shell ignores it for jobs in the background.
func restoreInterrupt() {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGINT)
    _ = unsafe pthread_sigmask(SIG_UNBLOCK, &set, nil)
    signal(SIGINT, SIG_DFL)
}

/// Makes the calling thread hold back a signal, as threads that a program did not make often do.
func holdBack(_ signal: Int32) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, signal)
    _ = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
}
