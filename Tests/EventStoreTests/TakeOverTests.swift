import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("Idempotency", .timed) struct IdempotencyTests {
    @Test func `events made under a key are found in the tail and in the index, oldest first`() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        let key = EventHeader.Key(kind: .command, code: Digest(hashing: [1]))
        let other = EventHeader.Key(kind: .importedRow, code: Digest(hashing: [2]))
        for number in 2...40 {
            let event = Counter.open(stream(number), 1, key: number % 3 == 0 ? key : number == 4 ? other : nil)
            try store.append([event], in: context(number))
            let reader = try store.beginRead()
            let found = try reader.view.events(keyed: key.code)
            #expect(found == (2...UInt64(number)).filter { $0 % 3 == 0 })
            let one = try reader.view.events(keyed: other.code)
            #expect(one == (number < 4 ? [] : [4]))
            let none = try reader.view.events(keyed: .zero)
            #expect(none == [])
        }
    }

    @Test("one log taken over twice is the same events in both places", arguments: seeds(1))
    func sameIds(seed: UInt64) throws {
        let trial = try Trial(40, seed: seed)
        var (left, right) = (
            try Mirror(of: trial.store, at: trial.folder("left")),
            try Mirror(of: trial.store, at: trial.folder("right"), chunk: 3)
        )
        try left.catchUp()
        try right.catchUp()
        #expect(try left.store.frames() == trial.store.frames())
        #expect(try right.store.frames() == left.store.frames())
        #expect(try right.store.problems() == [])
        let event = Counter.open(stream(77), 1)
        let receipt = try left.store.append([event], in: context(5))
        #expect(receipt.first.rawValue == UInt64(trial.facts.count) + 2, "the place it was taken to is another device")
        #expect(try left.store.problems() == [])
        let again = try Mirror(of: left.store, at: trial.folder("again"), chunk: 2)
        var mirror = again
        try mirror.catchUp()
        #expect(try mirror.store.frames() == left.store.frames())
    }

    @Test("a changed byte anywhere in header or payload is refused with its record's number", arguments: seeds(1))
    func changedByte(seed: UInt64) throws {
        var trial = try Trial(6, seed: seed)
        let log = try trial.store.portable().map(\.event)
        for record in [1, 2, log.count] {
            let event = log[record - 1]
            for index in 0..<(event.header.count + (event.payload?.count ?? 0)) {
                var changed = event
                let flip = UInt8.random(in: 1...255, using: &trial.chance)
                if index < event.header.count {
                    changed.header[index] ^= flip
                } else {
                    changed.payload?[index - event.header.count] ^= flip
                }
                // The very last event may be another sound event: nothing follows that names it.
                let error = take(log.prefix(record - 1) + [changed] + log.dropFirst(record), at: trial.folder("copy"))
                if case .refused(let named, _) = error {
                    #expect(named == record || named == record + 1)
                } else {
                    #expect(record == log.count && index < event.header.count && error == nil, "byte \(index)")
                }
                try FileSystem.removeTree(trial.folder("copy"))
            }
        }
    }

    @Test func `records that are missing, doubled, swapped or cut off within an operation are refused`() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        try store.append((1...3).map { Counter.open(stream($0), 1) }, in: context(1))
        try store.append([Counter.open(stream(4), 1)], in: context(2))
        let log = try store.portable().map(\.event)
        #expect(take(log, at: folder("whole")) == nil)
        let cases: [([PortableEvent], Int)] = [
            ([log[0], log[1], log[3], log[4]], 3), ([log[0], log[1], log[1]], 3), ([log[0], log[2], log[1]], 2),
            (Array(log.prefix(3)), 3), ([log[1]], 1), ([log[0], log[0]], 2), ([log[0], log[1], log[2], log[4]], 4),
        ]
        for (events, record) in cases {
            guard case .refused(record, _) = take(events, at: folder("copy")) else {
                Issue.record("record \(record)")
                continue
            }
            #expect(try FileSystem.kind(of: folder("copy")) == .missing)
        }
    }

    @Test func `what cannot be a sound frame is refused, not kept`() throws {
        let folder = try Folder()
        var begin = HandHeader()
        begin.kind = StoreKind.deviceBegin
        begin.payload = Array(repeating: 0x5a, count: 16)
        let inside = with(begin) { ($0.operationIndex, $0.operationCount) = (3, 9) }
        #expect(take([inside.portable], at: folder("a")) != nil)
        var large = HandHeader()
        large.previous = begin.id.bytes
        large.deviceSequence = 2
        large.kind = 1000
        large.lamport = 2
        large.bodyLength = UInt32(EventLimits.body) + 1
        large.payloadHash = Array(repeating: 9, count: 32)
        let blanked = PortableEvent(header: large.bytes, payload: nil)
        #expect(
            take([begin.portable, blanked], at: folder("b")) == .refused(record: 2, .never(.init(.body, .tooLong))))
        large.bodyLength = UInt32(EventLimits.body)
        let fits = PortableEvent(header: large.bytes, payload: nil)
        #expect(
            take([begin.portable, fits], at: folder("c")) == .refused(record: 2, .notYet(.init(payload: true))),
            "nothing of the diary itself is forgotten")
    }

    private func take(_ events: some Sequence<PortableEvent>, at path: String) -> EventStoreError? {
        storeError { try Store.made(of: Array(events), at: path) }
    }
}
