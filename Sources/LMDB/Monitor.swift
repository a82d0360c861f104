internal import Glibc

/// A value shared by threads: only one at a time has access, and others can wait for a change.
///
/// It is the classic pair of a mutex and a condition. The only way in is `when`, which holds no access to the value
/// while it waits, so that changes made meanwhile are always seen.
@safe
final class Monitor<State>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var state: State

    /// A monitor with this value at first.
    init(_ state: State) {
        unsafe mutex = .allocate(capacity: 1)
        unsafe changed = .allocate(capacity: 1)
        self.state = state
        let codes = unsafe (pthread_mutex_init(mutex, nil), pthread_cond_init(changed, nil))
        precondition(codes == (0, 0), "a mutex and a condition can always be made on Linux")
    }

    deinit {
        unsafe pthread_cond_destroy(changed)
        unsafe pthread_mutex_destroy(mutex)
        unsafe changed.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `attempt` now, and again after every change made by another thread, until it returns a value other than
    /// nil.
    ///
    /// The attempt runs under the lock: it must not enter this monitor again, nor drop the last reference to an object
    /// whose `deinit` does. An error that it throws is passed on at once.
    func when<Answer, Failure: Error>(
        _ attempt: (inout State) throws(Failure) -> Answer?
    ) throws(Failure) -> Answer {
        let locked = unsafe pthread_mutex_lock(mutex)
        precondition(locked == 0, "a monitor is not entered twice by one thread")
        defer {
            unsafe pthread_cond_broadcast(changed)
            unsafe pthread_mutex_unlock(mutex)
        }
        while true {
            if let answer = try attempt(&state) { return answer }
            unsafe pthread_cond_wait(changed, mutex)
        }
    }
}
