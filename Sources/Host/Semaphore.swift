/// How one thread tells another that there is something to do.

internal import DiarylogCHost
internal import Glibc

/// A counting semaphore: each `signal` lets one `wait` return, whichever of them comes first.
@safe package final class Semaphore: Sendable {
    private nonisolated(unsafe) let handle: UnsafeMutablePointer<sem_t>

    /// A semaphore without signals.
    package init() {
        unsafe handle = .allocate(capacity: 1)
        unsafe sem_init(handle, 0, 0)
    }

    deinit {
        unsafe sem_destroy(handle)
        unsafe handle.deallocate()
    }

    /// Lets one wait return.
    package func signal() { unsafe sem_post(handle) }

    /// Waits for a signal.
    package func wait() {
        while unsafe sem_wait(handle) != 0 {}
    }

    /// Waits for a signal, for at most so long, whatever the wall clock does; false if none came.
    package func wait(milliseconds: Int64) -> Bool {
        unsafe chost_wait(handle, max(0, milliseconds)) == 0
    }
}
