internal import DiarylogHost
internal import Synchronization

/// Cuts the texts of new documents into terms, makes segments of them and merges older ones, on a thread of its own.
///
///     the writer   new documents, a stretch at a time  ──►  the thread   cuts, gathers, and makes a segment
///     goes on      units of each document, segments    ◄──               of what is full
///
/// Documents are taken up in the order in which they are handed over, and segments end where they would end without the
/// thread. It sees no table. It ends with the value: what a transaction drops, nobody makes.
final class PostingThread {
    /// What the thread has made, in order.
    struct Made: Sendable {
        /// How many units each document's texts have.
        var lengths: [Int] = []
        var segments: [DraftedSegment] = []
        /// The merges that were given, with their results; nil where a leaf is damaged.
        var merged: [(task: MergeScheduler.Task, stretch: SegmentMerge.Stretch?)] = []
    }

    private let exchange = Exchange()
    /// The pieces of work that were handed over, and whose end was not waited for, by the bytes of their texts.
    private var underWay: [Int] = []
    private var bytesUnderWay = 0

    /// The most bytes of texts that wait: the writer must not run ahead with all texts in memory. While a segment is
    /// made, some five megabytes come.
    private static let mostUnderWay = 8 << 20

    /// A thread that goes on from what is in hand; nil if none can be made.
    init?(after postings: GatheredPostings) {
        let exchange = exchange
        guard Threads.detach({ exchange.serve(postings) }) else { return nil }
    }

    deinit { exchange.stop() }

    /// Hands over documents, whose texts have so many bytes; waits where too many are under way.
    func take(_ documents: [NewDocument], bytes: Int) {
        while bytesUnderWay > Self.mostUnderWay { waitForOne() }
        give(.documents(documents), bytes)
    }

    /// Has a segment made of all that was handed over.
    func makeSegment() { give(.segment) }

    /// Has a stretch of older segments merged.
    func merge(_ task: MergeScheduler.Task) { give(.merge(task)) }

    /// What was made since the last call.
    func made() -> Made {
        exchange.state.withLock { state in
            defer { state.made = Made() }
            return state.made
        }
    }

    /// Waits until all that was handed over is done.
    func wait() {
        while !underWay.isEmpty { waitForOne() }
    }

    /// Waits until all is done, and takes back what is in no segment; then the thread has ended.
    func end() -> GatheredPostings? {
        give(.rest)
        wait()
        return exchange.state.withLock { state in
            defer { state.rest = nil }
            return state.rest
        }
    }

    private func give(_ work: Exchange.Work, _ bytes: Int = 0) {
        underWay.append(bytes)
        bytesUnderWay += bytes
        exchange.give(work)
    }

    private func waitForOne() {
        exchange.isDone.wait()
        bytesUnderWay -= underWay.removeFirst()
    }
}

/// What the writer and its thread have in common.
private final class Exchange: Sendable {
    enum Work: Sendable {
        case documents([NewDocument])
        /// What is in hand becomes a segment.
        case segment
        case merge(MergeScheduler.Task)
        /// What is in hand is given back, and the thread ends.
        case rest
        /// The thread ends.
        case end
    }

    struct State: Sendable {
        var work: [Work] = []
        var made = PostingThread.Made()
        var rest: GatheredPostings?
    }

    let state = Mutex(State())
    /// Signalled for each piece of work that is given, and for each that is done.
    private let isGiven = Semaphore()
    let isDone = Semaphore()

    func give(_ work: Work) {
        state.withLock { $0.work.append(work) }
        isGiven.signal()
    }

    /// Ends the thread; what waits is left undone.
    func stop() {
        state.withLock { $0.work = [.end] }
        isGiven.signal()
    }

    /// Does the work in order until it is to end.
    func serve(_ start: GatheredPostings) {
        var postings = start
        while true {
            isGiven.wait()
            switch state.withLock({ $0.work.removeFirst() }) {
            case .documents(let documents): gather(documents, into: &postings)
            case .segment:
                if let segment = postings.takeSegment() { state.withLock { $0.made.segments.append(segment) } }
            case .merge(let task):
                let stretch = task.stretch
                state.withLock { $0.made.merged.append((task, stretch)) }
            case .rest:
                state.withLock { $0.rest = postings }
                isDone.signal()
                return
            case .end: return
            }
            isDone.signal()
        }
    }

    private func gather(_ documents: [NewDocument], into postings: inout GatheredPostings) {
        var made = PostingThread.Made()
        for document in documents {
            made.lengths.append(postings.add(document))
            if postings.isFull, let segment = postings.takeSegment() { made.segments.append(segment) }
        }
        state.withLock { state in
            state.made.lengths += made.lengths
            state.made.segments += made.segments
        }
    }
}
