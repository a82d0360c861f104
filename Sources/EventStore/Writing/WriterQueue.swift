internal import DiarylogHost
internal import Synchronization

/// A change before the writer's lock is taken.
package enum PreparedChange<Value: Sendable>: Sendable {
    /// What is left to do under the lock. It may run more than once.
    case write(@Sendable (inout StoreWriter) throws -> Value)
    /// Nothing is left to do.
    case done(Value)
}

/// The one writer of a store in a process, shared by any number of tasks: changes that wait together become one
/// transaction.
///
/// They are prepared one after the other without the writer's lock. Then they are carried out in the order in which
/// they came, each on what those before it left, and share LMDB's commit with its two barriers. A change that throws is
/// left out, and the others are carried out without it. The only thread that blocks is the queue's own, which ends when
/// nothing comes for a while.
package final class WriterQueue: Sendable {
    /// A change that is prepared: what is done under the lock, and who is told how it ended.
    private typealias Job = (run: @Sendable (inout StoreWriter) throws -> Void, end: End)
    private typealias End = @Sendable (EventStoreError?) -> Void

    /// A change that waits to be prepared.
    private struct Waiting: Sendable {
        let prepare: @Sendable () throws -> (@Sendable (inout StoreWriter) throws -> Void)?
        let end: End
    }

    private struct State {
        var waiting: [Waiting] = []
        var isServed = false
    }

    private let state = Mutex(State())
    private let wakeup = Semaphore()

    /// The most changes in one transaction.
    private static let most = 1_024
    /// How long the thread waits for another change, in milliseconds.
    private static let patience: Int64 = 200

    /// Prepares a change and carries it out with others that wait; returns its result once that is on the disk.
    package func write<Value: Sendable>(
        in store: Store,
        _ prepare: @escaping @Sendable () throws -> PreparedChange<Value>
    ) async throws(EventStoreError) -> Value {
        let result = await withCheckedContinuation {
            (waiting: CheckedContinuation<Result<Value, EventStoreError>, Never>) in
            let outcome = Outcome<Value>()
            enqueue(
                in: store,
                Waiting(
                    prepare: {
                        switch try prepare() {
                        case .write(let change): return { writer in outcome.value = try change(&writer) }
                        case .done(let value):
                            outcome.value = value
                            return nil
                        }
                    },
                    end: { error in
                        if let value = outcome.value, error == nil {
                            waiting.resume(returning: .success(value))
                        } else {
                            waiting.resume(returning: .failure(error ?? .storage("the writer ended")))
                        }
                    }))
        }
        return try result.get()
    }

    private final class Outcome<Value: Sendable>: Sendable {
        private let held = Mutex<Value?>(nil)

        var value: Value? {
            get { held.withLock { $0 } }
            set { held.withLock { $0 = newValue } }
        }
    }

    private func enqueue(in store: Store, _ change: Waiting) {
        let needsThread = state.withLock { state in
            state.waiting.append(change)
            defer { state.isServed = true }
            return !state.isServed
        }
        if !needsThread {
            wakeup.signal()
        } else if !Threads.detach({ self.serve(store) }) {
            serve(store)
        }
    }

    /// Carries out what waits and what comes meanwhile; ends when nothing has come for a while.
    private func serve(_ store: Store) {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.waiting.prefix(Self.most))
                state.waiting.removeFirst(batch.count)
                return batch
            }
            if !batch.isEmpty {
                write(batch.compactMap(prepared), in: store)
            } else if !wakeup.wait(milliseconds: Self.patience) {
                let isDone = state.withLock { state in
                    if state.waiting.isEmpty { state.isServed = false }
                    return state.waiting.isEmpty
                }
                if isDone { return }
            }
        }
    }

    /// What is left to do of a change under the lock; where that is nothing, the change ends here.
    private func prepared(_ change: Waiting) -> Job? {
        do {
            if let run = try change.prepare() { return (run, change.end) }
            change.end(nil)
        } catch {
            change.end(EventStoreError(error))
        }
        return nil
    }

    /// Carries out a batch. If a change throws, those before it are run again and committed by themselves, and those
    /// after it follow: so each is run at most twice, and once more where the file is first made anew.
    private func write(_ batch: [Job], in store: Store) {
        var left = batch[...]
        while !left.isEmpty {
            guard let (failed, error) = run(left, in: store) else { return }
            guard let failed else {
                for job in left { job.end(error) }
                return
            }
            let before = left[..<failed]
            if !before.isEmpty, let (_, error) = run(before, in: store) {
                for job in before { job.end(error) }
            }
            left[failed].end(error)
            left = left[(failed + 1)...]
        }
    }

    /// Carries out changes in one transaction and tells each of them; if it fails, returns why, and which change threw,
    /// if one did.
    private func run(_ jobs: ArraySlice<Job>, in store: Store) -> (failed: Int?, error: EventStoreError)? {
        var failed: Int?
        do throws(EventStoreError) {
            try store.write { writer in
                writer.bypassesTail = jobs.count >= StoreWriter.tailRoom
                for index in jobs.indices {
                    failed = index
                    try jobs[index].run(&writer)
                }
                failed = nil
            }
        } catch {
            return (failed, error)
        }
        for job in jobs { job.end(nil) }
        return nil
    }
}
