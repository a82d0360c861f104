/// Work on several threads at once, for what is too long for one core.

internal import Glibc

/// Threads that end before the call that made them does, and such that go their own way.
package enum Threads {
    /// Runs a piece of work so many times at once, each with its number from 0, and waits for all.
    ///
    /// The first runs on the calling thread; where no more threads can be made it runs the others as well, one after
    /// the other.
    package static func run(_ count: Int, _ work: @Sendable (Int) -> Void) {
        withoutActuallyEscaping(work) { escaping in
            var threads: [pthread_t] = []
            for number in 1..<max(count, 1) {
                let task = unsafe Unmanaged.passRetained(Task(number, escaping))
                var thread = pthread_t()
                let code = unsafe pthread_create(
                    &thread, nil,
                    { argument in
                        if let argument = unsafe argument {
                            let task = unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
                            task.work(task.number)
                        }
                        return nil
                    }, task.toOpaque())
                if code == 0 {
                    threads.append(thread)
                } else {
                    unsafe task.release()
                    escaping(number)
                }
            }
            escaping(0)
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    /// Runs a piece of work on a thread of its own, which ends with it. False, and nothing is run, where none can be
    /// made.
    package static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
        let task = unsafe Unmanaged.passRetained(Task(0) { _ in work() })
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    let task = unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
                    task.work(task.number)
                }
                return nil
            }, task.toOpaque())
        guard code == 0 else {
            unsafe task.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private final class Task: Sendable {
        let number: Int
        let work: @Sendable (Int) -> Void

        init(_ number: Int, _ work: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.work = work
        }
    }

    /// How many processors may run this process.
    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
