import Glibc

/// A thread of its own for one piece of work, since those that run tests must not be waited on.
final class Worker {
    private var thread = pthread_t()

    /// Starts the work at once.
    init(_ work: @escaping @Sendable () -> Void) {
        let box = unsafe Unmanaged.passRetained(Box(work))
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    unsafe Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().work()
                }
                return nil
            }, box.toOpaque())
        precondition(code == 0, "a thread can be made")
    }

    /// Waits until the work is done.
    func join() {
        pthread_join(thread, nil)
    }

    private final class Box: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }
}
