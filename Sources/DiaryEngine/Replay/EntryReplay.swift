internal import EventStore
internal import Synchronization

/// A replay that folds one entry after the other, in the order of their ids, on several threads.
///
/// What an entry has become is hashed at once and let go, so that no text stays in memory. Threads take some entries at
/// a time; whichever of them finds that the next ones of the state hash are there hashes them.
///
/// Entries are independent of one another as long as nothing is damaged. Where something is, it has no result, and a
/// fold of all events in their order has to judge.
final class EntryReplay: Sendable {
    private struct State {
        /// The next part that nobody has begun.
        var begun = 0
        /// What the state hash says of the entries of parts that are done and not hashed yet.
        var done: [Int: [UInt8]] = [:]
        var hashed = 0
        /// Nil while a thread hashes.
        var digest: RunningDigest? = RunningDigest()
        var living = 0
        var error: EventStoreError?
        var needsWhole = false

        var isOver: Bool { needsWhole || error != nil }
    }

    private let paths: StreamPaths
    private let parts: Int
    private let state = Mutex(State())

    /// Entries that a thread takes at a time.
    private static let partSize = 256

    init(_ paths: StreamPaths) {
        self.paths = paths
        // Part 0 is the events that belong to no entry.
        parts = 1 + (paths.streams.count + Self.partSize - 1) / Self.partSize
    }

    /// What was found when all threads were done; nil where the entries have to be folded together.
    var result: (living: Int, hash: Digest)? {
        get throws(EventStoreError) {
            let state = state.withLock { $0 }
            if let error = state.error { throw error }
            guard !state.needsWhole, state.hashed == parts, let digest = state.digest else { return nil }
            return (state.living, digest.finish())
        }
    }

    /// The work of one thread: folds parts until none is left.
    func run(in store: EventStore, _ report: @Sendable (UInt64) -> Void) {
        do throws(EventStoreError) {
            let reader = try store.beginRead()
            var fold = ReplayFold(oneByOne: true)
            while let part = next() {
                var writer = ByteWriter(capacity: 1 << 16)
                let living = fold.living
                let folded = fold.position
                try self.fold(part, &fold, &writer, reader.view)
                report(fold.position - folded)
                finish(part, writer.bytes, fold.living - living, needsWhole: fold.needsWhole)
            }
        } catch {
            state.withLock { $0.error = error }
        }
    }

    private func next() -> Int? {
        state.withLock { state in
            guard state.begun < parts, !state.isOver else { return nil }
            state.begun += 1
            return state.begun - 1
        }
    }

    private func fold(
        _ part: Int, _ fold: inout ReplayFold, _ writer: inout ByteWriter, _ view: borrowing StoreView
    ) throws(EventStoreError) {
        guard part > 0 else { return try fold.replace(byStream: nil, along: paths, view) }
        let first = (part - 1) * Self.partSize
        for number in first..<min(first + Self.partSize, paths.streams.count) {
            try fold.replace(byStream: number, along: paths, view)
            if fold.needsWhole { return }
            fold.writeState(to: &writer)
        }
    }

    /// Notes what a part has become, and hashes as many parts as there are in a row, if no other thread does.
    private func finish(_ part: Int, _ bytes: [UInt8], _ living: Int, needsWhole: Bool) {
        var taken = state.withLock { state in
            state.living += living
            state.needsWhole = state.needsWhole || needsWhole
            state.done[part] = bytes
            return Self.take(&state)
        }
        while let (begun, next) = taken {
            var digest = begun
            digest.update(next)
            taken = state.withLock { state in
                state.hashed += 1
                state.digest = digest
                return Self.take(&state)
            }
        }
    }

    private static func take(_ state: inout State) -> (RunningDigest, [UInt8])? {
        guard let digest = state.digest, let next = state.done.removeValue(forKey: state.hashed) else { return nil }
        state.digest = nil
        return (digest, next)
    }
}
