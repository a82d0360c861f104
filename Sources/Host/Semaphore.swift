/// How one thread tells another that there is something to do.

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

    /// Waits for a signal, for at most so long; false if none came.
    package func wait(milliseconds: Int64) -> Bool {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = Int64(time.tv_nsec) + milliseconds % 1000 * 1_000_000
        time.tv_sec += Int(milliseconds / 1000 + nanoseconds / 1_000_000_000)
        time.tv_nsec = Int(nanoseconds % 1_000_000_000)
        while unsafe sem_timedwait(handle, &time) != 0 {
            if errno != EINTR { return false }
        }
        return true
    }
}
