internal import Host
internal import Synchronization

/// The one writer of a store in a process, shared by any number of tasks: changes that wait together become one
/// transaction.
///
/// They are carried out in the order in which they came, each on what those before it left, and share LMDB's commit
/// with its two barriers. A change that throws is left out, and the others are carried out without it. The only thread
/// that blocks is the queue's own, which ends when nothing comes for a while.
package final class WriterQueue: Sendable {
    private struct Job: Sendable {
        let run: @Sendable (inout StoreWriter) throws -> Void
        let end: @Sendable (EventStoreError?) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isServed = false
    }

    private let state = Mutex(State())
    private let bell = Semaphore()

    /// The most changes in one transaction.
    private static let most = 1_024
    /// How long the thread waits for another change, in milliseconds.
    private static let patience: Int64 = 200

    /// Carries out a change, with others that wait, and returns its result once that is on the disk.
    package func write<Value: Sendable>(
        in store: EventStore,
        _ change: @escaping @Sendable (inout StoreWriter) throws -> Value
    ) async throws(EventStoreError) -> Value {
        let result = await withCheckedContinuation {
            (waiting: CheckedContinuation<Result<Value, EventStoreError>, Never>) in
            let outcome = Outcome<Value>()
            enqueue(
                in: store,
                Job(
                    run: { writer in outcome.value = try change(&writer) },
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

    private func enqueue(in store: EventStore, _ job: Job) {
        let needsThread = state.withLock { state in
            state.jobs.append(job)
            defer { state.isServed = true }
            return !state.isServed
        }
        if !needsThread {
            bell.signal()
        } else if !Threads.detach({ self.serve(store) }) {
            serve(store)
        }
    }

    /// Carries out what waits and what comes meanwhile; ends when nothing has come for a while.
    private func serve(_ store: EventStore) {
        while true {
            let batch = state.withLock { state in
                let batch = Array(state.jobs.prefix(Self.most))
                state.jobs.removeFirst(batch.count)
                return batch
            }
            if !batch.isEmpty {
                write(batch, in: store)
            } else if !bell.wait(milliseconds: Self.patience) {
                let isDone = state.withLock { state in
                    if state.jobs.isEmpty { state.isServed = false }
                    return state.jobs.isEmpty
                }
                if isDone { return }
            }
        }
    }

    /// Carries out a batch. If a change throws, those before it are run again and committed by themselves, and those
    /// after it follow: so each is run at most twice, and once more whenever the map grows.
    private func write(_ batch: [Job], in store: EventStore) {
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
    private func run(_ jobs: ArraySlice<Job>, in store: EventStore) -> (failed: Int?, error: EventStoreError)? {
        var failed: Int?
        do throws(EventStoreError) {
            try store.write { writer in
                writer.isGathering = jobs.count >= StoreWriter.tailRoom
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
