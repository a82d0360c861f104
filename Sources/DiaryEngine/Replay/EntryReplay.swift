internal import EventStore
internal import Synchronization

/// A replay that folds one entry after the other, in the order of their ids, on several threads.
///
/// What an entry has become is hashed at once and let go, so that no text stays in memory; if asked for, its row is
/// compared before (`EntrySums`). Threads take some entries at a time; whichever of them finds that the next ones of
/// the state hash are there hashes them.
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
        var notUnderstood = 0
        /// Nil if rows are not compared.
        var totals: EntryTotals?
        var error: EventStoreError?
        var needsWhole = false

        var isOver: Bool { needsWhole || error != nil }
    }

    private let paths: StreamPaths
    private let parts: Int
    private let flushed: UInt64?
    private let state: Mutex<State>

    /// Entries that a thread takes at a time.
    private static let partSize = 256

    /// `comparingRowsAt` is the last flushed event, as of which rows are compared; a thread whose transaction has
    /// another one has no result.
    init(_ paths: StreamPaths, comparingRowsAt flushed: UInt64? = nil) {
        self.paths = paths
        self.flushed = flushed
        var state = State()
        if flushed != nil { state.totals = EntryTotals(of: paths.streams.count) }
        self.state = Mutex(state)
        // Part 0 is the events that belong to no entry.
        parts = 1 + (paths.streams.count + Self.partSize - 1) / Self.partSize
    }

    /// What was found when all threads were done; nil where the entries have to be folded together.
    var result: (living: Int, notUnderstood: Int, hash: Digest, totals: EntryTotals?)? {
        get throws(EventStoreError) {
            let state = state.withLock { $0 }
            if let error = state.error { throw error }
            guard !state.needsWhole, state.hashed == parts, let digest = state.digest else { return nil }
            return (state.living, state.notUnderstood, digest.finish(), state.totals)
        }
    }

    /// The work of one thread: folds parts until none is left.
    func run(in store: Store, _ report: @Sendable (UInt64) -> Void) {
        do throws(EventStoreError) {
            let reader = try store.beginRead()
            if let flushed, reader.view.log.meta.flushed != flushed { return state.withLock { $0.needsWhole = true } }
            let memory = GraphMemory()
            while let part = next() {
                var folded = FoldedPart(flushed: flushed)
                try fold(part, &folded, reader.view, memory)
                report(folded.events)
                finish(part, folded)
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
        _ part: Int, _ folded: inout FoldedPart, _ view: borrowing StoreView, _ memory: GraphMemory
    ) throws(EventStoreError) {
        guard part > 0 else { return try folded.add(stream: nil, at: 0, along: paths, view, memory) }
        let first = (part - 1) * Self.partSize
        let numbers = first..<min(first + Self.partSize, paths.streams.count)
        if flushed != nil { try folded.sums.look(at: paths.streams[numbers], in: view) }
        for number in numbers where !folded.needsWhole {
            try folded.add(stream: number, at: number - first, along: paths, view, memory)
        }
    }

    /// Notes what a part has become, and hashes as many parts as there are in a row, if no other thread does.
    private func finish(_ part: Int, _ folded: FoldedPart) {
        var taken = state.withLock { state in
            state.living += folded.living
            state.notUnderstood += folded.notUnderstood
            state.needsWhole = state.needsWhole || folded.needsWhole
            state.totals?.add(folded.sums)
            state.done[part] = folded.hashed.bytes
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

/// Some entries, folded one after the other: only what the state hash says of them is kept.
private struct FoldedPart {
    var hashed = ByteWriter(capacity: 1 << 16)
    var events: UInt64 = 0
    var living = 0
    var notUnderstood = 0
    /// Whether it met what only a fold of all can judge: damage, which makes each later text doubtful, or an event that
    /// names its entry itself because the first one could not be read.
    var needsWhole = false
    /// What is compared of the entries as of `flushed`.
    var sums = EntrySums()
    private let flushed: UInt64?

    init(flushed: UInt64?) { self.flushed = flushed }

    /// Folds all events of a stream, the next of the part; without a number, those that belong to none. Stops where it
    /// `needsWhole`.
    mutating func add(
        stream number: Int?, at position: Int, along paths: StreamPaths, _ view: borrowing StoreView,
        _ memory: GraphMemory
    ) throws(EventStoreError) {
        var entry: EntryFold?
        // What comes behind the last flushed event the tables do not have.
        var isCompared = flushed == nil
        let isSame = try view.forEachFrame(ofStream: number, along: paths) { number, bytes in
            events += 1
            if !isCompared, let flushed, number > flushed {
                isCompared = true
                if let entry { try sums.end(entry, in: view) }
            }
            guard let bytes, let frame = try? Frame(bytes, expecting: number) else {
                needsWhole = true
                return false
            }
            if frame.object == .zero { return true }
            if (entry?.object ?? frame.object) != frame.object { needsWhole = true }
            let isLifted = try view.look(at: frame, bytes) { event in
                if try entry?.take(event, in: view, memory).isRefused == true {
                    needsWhole = true
                }
                if !isCompared, let entry { sums.goOn(entry) }
                if entry != nil { return }
                if frame.previousInStream == 0 { entry = EntryFold(event, in: view) }
                if !isCompared, let entry { sums.begin(entry, at: position) }
                if entry == nil, frame.state == .whole, !view.log.model.isNewer(frame) { needsWhole = true }
            }
            if !isLifted { needsWhole = true }
            return !needsWhole
        }
        // What belongs to no entry has begun none.
        if !isSame || number == nil && entry != nil { needsWhole = true }
        guard let entry, !needsWhole else { return }
        if !isCompared { try sums.end(entry, in: view) }
        if !entry.head.isDeleted { living += 1 }
        if !entry.isUnderstood { notUnderstood += 1 }
        entry.writeHashed(to: &hashed)
    }
}
