internal import DiarylogHost
internal import DiarylogLMDB
internal import Synchronization

/// The path of each stream through the log: its events, in the order in which they came in, and where each of them
/// lies.
///
/// With it one stream after the other can be folded, instead of all of them at once: what is in memory is one stream's
/// state. Takes 12 bytes an event and 24 a stream, and as much as half again while it is made.
///
///     log       1 A   2 A   3 -   4 C   5 B   6 C   7 B      1, 4 and 5 begin streams, 3 is the store's own
///     paths     3  |  1 A  2 A  |  5 B  7 B  |  4 C  6 C     one behind the other, by the streams' identifiers
package struct StreamPaths: Sendable {
    /// A stream, and where its path begins.
    package struct Stream: Sendable {
        package let object: StreamID
        /// The stream's first event. Once the paths are laid, the index of that event in them.
        fileprivate var first: UInt32
    }

    /// All streams, by their identifiers, and then by the order in which they began.
    package private(set) var streams: [Stream] = []
    /// The file's generation: in the next one an event may say something else.
    private let generation: UInt32
    /// Events by their paths. While they are gathered, for each event the one that its stream began with; 0 for none.
    private var events: [UInt32] = []
    private var addresses: ValueAddresses

    /// The first part of paths through so many events and streams.
    fileprivate init(_ part: Part, events count: Int, streams number: Int) {
        (generation, addresses) = (part.generation, part.addresses)
        events.reserveCapacity(count)
        addresses.reserve(count)
        streams.reserveCapacity(min(number, count))
        add(part)
    }

    /// Some neighbouring events, as one thread has gathered them.
    fileprivate struct Part: Sendable {
        /// For each event its stream's event before, or itself, if it begins one; 0 for none.
        var links: [UInt32] = []
        var addresses: ValueAddresses
        var streams: [Stream] = []
        let generation: UInt32

        init(_ range: ClosedRange<UInt64>, _ view: borrowing StoreView) throws(EventStoreError) {
            var (links, streams): ([UInt32], [Stream]) = ([], [])
            var addresses: ValueAddresses? = view.noAddresses()
            links.reserveCapacity(range.count)
            addresses?.reserve(range.count)
            try view.forEachFrame(in: range, noting: &addresses) { sequence, bytes in
                let own = UInt32(truncatingIfNeeded: sequence)
                guard let bytes, let frame = UncheckedLinks(bytes, at: sequence), frame.object != .zero else {
                    links.append(0)
                    return true
                }
                if frame.previousInStream == 0 { streams.append(Stream(object: frame.object, first: own)) }
                links.append(frame.previousInStream == 0 ? own : UInt32(truncatingIfNeeded: frame.previousInStream))
                return true
            }
            (self.links, self.streams, self.addresses) = (links, streams, addresses ?? view.noAddresses())
            generation = view.log.meta.generation
        }
    }

    /// Adds the events that follow; false if another file took the place of theirs meanwhile.
    fileprivate mutating func join(_ part: Part) -> Bool {
        guard part.generation == generation else { return false }
        addresses.append(part.addresses)
        add(part)
        return true
    }

    private mutating func add(_ part: Part) {
        for link in part.links {
            let own = UInt32(truncatingIfNeeded: events.count + 1)
            events.append(link == 0 || link >= own ? link : events[Int(link) - 1])
        }
        streams.append(contentsOf: part.streams)
    }

    /// Lays the paths, once all events are gathered; false if one names a beginning that is none.
    fileprivate mutating func lay() -> Bool {
        // For each event that begins a stream, how many the stream has, and then where the next one goes; under 0,
        // those of no stream.
        var ends = [UInt32](repeating: 0, count: events.count + 1)
        for beginning in events { ends[Int(beginning)] += 1 }
        streams.sort { ($0.object, $0.first) < ($1.object, $1.first) }
        var next = ends[0]
        ends[0] = 0
        for index in streams.indices {
            let beginning = Int(streams[index].first)
            streams[index].first = next
            (ends[beginning], next) = (next, next + ends[beginning])
        }
        // What is left over belongs to a beginning that is none.
        guard Int(next) == events.count else { return false }
        var paths = [UInt32](repeating: 0, count: events.count)
        for (event, beginning) in events.enumerated() {
            paths[Int(ends[Int(beginning)])] = UInt32(truncatingIfNeeded: event)
            ends[Int(beginning)] += 1
        }
        events = paths
        addresses.arrange(by: paths)
        return true
    }

    /// Where a stream's events stand in the paths. Without a number: where the events of no stream stand.
    fileprivate func range(ofStream number: Int?) -> Range<Int> {
        let first = number.map { Int(streams[$0].first) } ?? 0
        let next = number.map { $0 + 1 } ?? 0
        return first..<(next < streams.count ? Int(streams[next].first) : events.count)
    }

    fileprivate func event(_ index: Int) -> UInt64 { UInt64(events[index]) + 1 }

    /// How many events the memory is asked for ahead.
    private static let ahead = 2

    /// The bytes of the frame at a place in the paths.
    @_lifetime(borrow view)
    fileprivate func frame(_ index: Int, _ view: borrowing StoreView) throws(EventStoreError) -> Span<UInt8>? {
        if index + Self.ahead < events.count { view.expect(index + Self.ahead, of: addresses) }
        if let bytes = view.value(index, of: addresses) { return bytes }
        return try view.frameBytes(event(index))
    }

    fileprivate func belongs(to view: borrowing StoreView) -> Bool { view.log.meta.generation == generation }
}

extension StoreView {
    /// Visits the frames of a stream in order; nil for a missing frame. Without a stream's number, visits the frames
    /// that belong to no stream, or whose stream is not known.
    ///
    /// The bytes are not checked: neither that they are an event's, nor that it is the stream's. The visitor returns
    /// whether to go on. False if another file took the place of the log's since the paths were gathered; then nothing
    /// is visited.
    package func forEachFrame(
        ofStream number: Int?, along paths: borrowing StreamPaths,
        _ visit: (UInt64, Span<UInt8>?) throws -> Bool
    ) throws(EventStoreError) -> Bool {
        guard paths.belongs(to: self) else { return false }
        for index in paths.range(ofStream: number) {
            do {
                guard try visit(paths.event(index), try paths.frame(index, self)) else { break }
            } catch { throw EventStoreError(error) }
        }
        return true
    }
}

extension Store {
    /// The paths of all streams through the log up to an event, gathered on several threads.
    ///
    /// Costs some 0.1 µs an event. Nil where they cannot be told, as in a damaged log; and for a log that would take
    /// more than half of the machine's memory, because along the paths frames are read in another order than they lie
    /// in.
    package func streamPaths(
        through last: UInt64, threads: Int, memory: Int = ProcessCounters.physicalMemory
    ) throws(EventStoreError) -> StreamPaths? {
        guard last > 0, last < UInt32.max, try logSize() <= memory / 2 else { return nil }
        let size: UInt64 = 16_384
        let count = Int((last + size - 1) / size)
        // Only for the room: where the table cannot be read, the log can be all the same.
        let streams = (try? beginRead().view.storedStreams()).map { Int($0) } ?? 0
        let gathering = Mutex(PathGathering(events: Int(last), streams: streams))
        let begun = Atomic(0)
        Threads.run(min(threads, count)) { _ in
            // A thread that cannot begin leaves its parts to the others; if none can, there are none.
            let reader: StoreReader
            do throws(EventStoreError) { reader = try self.beginRead() } catch { return }
            while true {
                let number = begun.wrappingAdd(1, ordering: .relaxed).oldValue
                guard number < count else { return }
                let first = UInt64(number) * size + 1
                do throws(EventStoreError) {
                    let part = try StreamPaths.Part(first...min(first + size - 1, last), reader.view)
                    gathering.withLock { $0.take(part, number) }
                } catch {
                    gathering.withLock { $0.failure = error }
                    return
                }
            }
        }
        if let failure = gathering.withLock({ $0.failure }) { throw failure }
        return gathering.withLock { $0.takePaths(of: count) }
    }

    private func logSize() throws(EventStoreError) -> Int {
        let reader = try beginRead()
        let size = try reader.view.size(of: reader.view.log.tables.log)
        return size.pages * size.pageSize
    }
}

/// Paths to which parts are joined in their order, as soon as they are gathered: few are in memory beside the paths.
private struct PathGathering: Sendable {
    private var paths: StreamPaths?
    private let (events, streams): (Int, Int)
    /// Parts that came before one in front of them.
    private var early: [Int: StreamPaths.Part] = [:]
    private var joined = 0
    private var isOfOneFile = true
    var failure: EventStoreError?

    init(events: Int, streams: Int) { (self.events, self.streams) = (events, streams) }

    mutating func take(_ part: StreamPaths.Part, _ number: Int) {
        early[number] = part
        while let next = early.removeValue(forKey: joined) {
            joined += 1
            if paths == nil {
                paths = StreamPaths(next, events: events, streams: streams)
            } else if paths?.join(next) == false {
                isOfOneFile = false
            }
        }
    }

    /// The paths of so many parts, laid; nil if they cannot be. What was gathered is gone then.
    mutating func takePaths(of parts: Int) -> StreamPaths? {
        guard joined == parts, isOfOneFile, var laid = paths.take() else { return nil }
        return laid.lay() ? laid : nil
    }
}
