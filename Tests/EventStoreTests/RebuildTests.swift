import DiarylogTestSupport
import EventStore
import Testing

@Suite("What is folded", .timed) struct RebuildTests {
    @Test("is at every point what the log alone gives, key by key", arguments: seeds(3))
    func liveIsRebuilt(seed: UInt64) throws {
        var trial = try Trial(seed: seed)
        var mirror = try Mirror(of: trial.store, at: trial.folder("mirror"))
        for number in 0..<120 {
            try trial.step()
            try mirror.catchUp()
            let head = try trial.store.head
            #expect(try mirror.store.head == head)
            var writer = try trial.store.beginWrite()
            try writer.flushTail()
            let live = try dump(writer.view)
            let rebuilt = try mirror.store.tables()
            #expect(differences(live, rebuilt) == [], "event \(head)")
            if live != rebuilt { return }
            if number % 40 == 39 { try mirror.startAfresh(at: trial.folder("mirror \(number)")) }
        }
    }

    @Test("reads through the tail as it reads folded", arguments: seeds(3))
    func tailIsFolded(seed: UInt64) throws {
        var trial = try Trial(seed: seed)
        for _ in 0..<150 {
            try trial.step()
            let reader = try trial.store.beginRead()
            var rows: [StreamRow?] = []
            for object in trial.objects {
                let row = try reader.view.stream(object)
                rows.append(row)
                let belief = trial.beliefs[object]
                #expect(row?.version == belief?.version)
                #expect(row.map { CounterState($0.state) } == belief?.state)
            }
            let keyed = try trial.keys.map { try reader.view.events(keyed: $0.code) }
            var writer = try trial.store.beginWrite()
            try writer.flushTail()
            let flushed = try trial.objects.map { try writer.view.stream($0) }
            #expect(flushed == rows)
            #expect(try trial.keys.map { try writer.view.events(keyed: $0.code) } == keyed)
        }
    }

    @Test("every envelope counts what the model counts", arguments: seeds(2))
    func envelopes(seed: UInt64) throws {
        let trial = try Trial(120, seed: seed)
        let reader = try trial.store.beginRead()
        var newest: [StreamID: UInt64] = [:]
        for (index, fact) in trial.facts.enumerated() {
            let sequence = UInt64(index + 1)
            let frame = try #require(try reader.view.soundFrame(sequence))
            #expect(frame.arrivedAt == fact.arrivedAt && frame.wall == fact.wall)
            #expect(frame.counters == fact.counters)
            #expect(frame.version == fact.belief?.version ?? 0)
            #expect(frame.previousInStream == newest[fact.object] ?? 0)
            #expect(frame.key?.code == fact.key)
            #expect(frame.lamport == sequence && frame.deviceSequence == sequence)
            if fact.object != .zero { newest[fact.object] = sequence }
        }
    }

    @Test("one device's events are one run", arguments: seeds(1))
    func runs(seed: UInt64) throws {
        let trial = try Trial(60, seed: seed)
        try trial.store.write { writer in try writer.flushTail() }
        let devices = try #require(try trial.store.tables()["devices"])
        #expect(devices.count == 2)
        var tail = ByteWriter()
        tail.bigEndian(UInt64(1))
        tail.bigEndian(UInt64(1))
        #expect(Array(devices[0].dropFirst(16)) == tail.bytes)
        var count = ByteWriter()
        count.littleEndian(UInt64(trial.facts.count))
        let key = devices[0]
        count.seal(under: key.span)
        #expect(devices[1] == count.bytes)
    }
}

/// A store built from another's events alone, as they travel.
struct Mirror {
    let source: Store
    private(set) var store: Store
    private let chunk: Int

    init(of source: Store, at path: String, chunk: Int = 100) throws {
        self.source = source
        self.chunk = chunk
        store = try Self.make(from: source, at: path)
    }

    private static func make(from source: Store, at path: String) throws -> Store {
        let first = try source.portable().prefix(1)
        try Store.create(at: path, model: source.model, store: .zero) { writer in
            for (event, arrivedAt) in first { try writer.importEvent(event, arrivedAt: arrivedAt, record: 1) }
        }
        return try Store(opening: path, model: source.model)
    }

    mutating func startAfresh(at path: String) throws {
        store = try Self.make(from: source, at: path)
    }

    /// Takes over what the source has and the mirror has not.
    mutating func catchUp() throws {
        var rest = try source.portable(after: try store.head)[...]
        while !rest.isEmpty {
            let batch = Self.wholeOperations(rest, atLeast: chunk)
            try store.write { writer in
                for (event, arrivedAt) in batch { try writer.importEvent(event, arrivedAt: arrivedAt, record: 1) }
            }
            rest = rest.dropFirst(batch.count)
        }
    }

    /// An operation is taken over whole: a batch ends where one ends.
    private static func wholeOperations(
        _ events: ArraySlice<(event: PortableEvent, arrivedAt: Int64)>, atLeast count: Int
    ) -> ArraySlice<(event: PortableEvent, arrivedAt: Int64)> {
        var end = events.startIndex
        while end < events.endIndex {
            let bytes = events[end].event.header
            let header = try? EventHeader(canonical: bytes.span)
            end += 1
            let isLast = header.map { $0.operationIndex + 1 == $0.operationCount } ?? true
            if isLast, end - events.startIndex >= count { break }
        }
        return events[events.startIndex..<end]
    }
}
