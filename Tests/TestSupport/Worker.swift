import Glibc
import Synchronization

/// A thread of its own for one piece of work, since the threads that run tests are few and must not wait for long.
package final class Worker {
    private var thread = pthread_t()

    /// Starts the work at once.
    package init(_ work: @escaping @Sendable () -> Void) {
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
    package func join() {
        pthread_join(thread, nil)
    }

    private final class Box: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) {
            self.work = work
        }
    }
}

/// Something one thread waits for and another tells.
package final class Flag: Sendable {
    private let raised = Atomic(false)

    package init() {}

    package var isRaised: Bool { raised.load(ordering: .acquiring) }

    package func raise() {
        raised.store(true, ordering: .releasing)
    }

    package func wait() {
        while !raised.load(ordering: .acquiring) { usleep(1000) }
    }
}
