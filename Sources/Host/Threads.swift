/// Work on several threads at once, for what takes too long on one core.

internal import Glibc

/// Threads that end before the call that made them returns, and threads that run on their own.
package enum Threads {
    /// Runs a piece of work `count` times at once, each with its number from 0, and waits for all of them.
    ///
    /// Number 0 runs on the calling thread; if a thread cannot be made, its piece runs there too, before number 0.
    // `@escaping` keeps builds reproducible: `withoutActuallyEscaping` (Swift 6.3) puts the length of this file's path
    // into the program.
    package static func run(_ count: Int, _ work: @escaping @Sendable (Int) -> Void) {
        var threads: [pthread_t] = []
        for number in 1..<max(count, 1) {
            if let thread = start(Task(number, work)) { threads.append(thread) } else { work(number) }
        }
        work(0)
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Runs a piece of work on a thread of its own, which ends with it. False, with nothing run, if no thread can be
    /// made.
    package static func detach(_ work: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = start(Task(0) { _ in work() }) else { return false }
        pthread_detach(thread)
        return true
    }

    /// Runs work that blocks on a thread of its own, while the task that waits for it holds none. If no thread can be
    /// made, the work runs on the task's.
    package static func run<Answer: Sendable>(
        _ work: @escaping @Sendable () throws -> Answer
    ) async throws -> Answer {
        try await withCheckedThrowingContinuation { waiting in
            let answer: @Sendable () -> Void = { waiting.resume(with: Result(catching: work)) }
            if !detach(answer) { answer() }
        }
    }

    /// A thread that runs a task and ends; nil if none can be made.
    private static func start(_ task: Task) -> pthread_t? {
        let held = unsafe Unmanaged.passRetained(task)
        var thread = pthread_t()
        let code = unsafe pthread_create(
            &thread, nil,
            { argument in
                if let argument = unsafe argument {
                    let task = unsafe Unmanaged<Task>.fromOpaque(argument).takeRetainedValue()
                    task.work(task.number)
                }
                return nil
            }, held.toOpaque())
        if code == 0 { return thread }
        unsafe held.release()
        return nil
    }

    private final class Task: Sendable {
        let number: Int
        let work: @Sendable (Int) -> Void

        init(_ number: Int, _ work: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.work = work
        }
    }

    /// How many processors are online.
    package static var processors: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// As many as there are processors online, but eight at most: for work that waits for memory.
    package static var few: Int { min(processors, 8) }
}
