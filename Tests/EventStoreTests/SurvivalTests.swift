import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("No event that matters more than another", .timed) final class SurvivalTests: InFolder {
    /// The ids of all events that can be proven; nil for the others.
    private func proven(_ store: Store) throws -> [Digest?] {
        let reader = try store.beginRead()
        return try (1...reader.view.log.head).map { sequence in
            guard let bytes = try reader.view.frameCopy(sequence),
                let frame = try? Frame(bytes.span, expecting: sequence)
            else { return nil }
            return frame.isProven(in: bytes.span) && frame.hasItsPayload(in: bytes.span) ? frame.id : nil
        }
    }

    /// The events that are not what they were.
    private func lost(_ whole: [Digest?], _ store: Store) throws -> [UInt64] {
        zip(whole, try proven(store)).enumerated().filter { $0.element.0 != $0.element.1 }.map { UInt64($0.offset + 1) }
    }

    @Test func `events that are gone, one or many, cost themselves alone`() throws {
        let store = try makeStore(at: folder("store"))
        try store.append((2...300).map { Counter.open(stream($0), 1) }, in: context(1))
        try store.append([Counter.open(stream(301), 1)], in: context(2))
        let whole = try proven(store)
        let gone: [UInt64] = [1, 2, 100, 101, 102, 256]
        for sequence in gone { try tamper(store, at: sequence) { $0 = [] } }
        #expect(try lost(whole, store) == gone)
        #expect(try store.problems() == gone.map { CheckFinding(.event(SequenceNumber($0)), .missing) })
        try store.openStreams(302...310)
        #expect(try store.problems().map(\.event) == gone)
    }

    @Test(
        "the newest event damaged, in the tail or in the log: the next one names it, and takes the number after it",
        arguments: [5, 15, 16, 40])
    func newest(count: Int) throws {
        let store = try makeStore(at: folder("store"))
        try Counter.fill(store, stream(1), count: count)
        try store.append([Counter.open(stream(2), 1)], in: context(90))
        if count == 40 { try store.write { writer in try writer.flushTail() } }
        let head = try store.head
        let last = try #require(try store.beginRead().view.soundFrame(head))
        try tamper(store, at: head) { $0[100] ^= 1 }
        for number in 3...4 { try store.append([Counter.open(stream(number), 1)], in: context(88 + number)) }
        #expect(try store.head == head + 2, "no device begins")
        let next = try #require(try store.beginRead().view.soundFrame(head + 1))
        #expect(next.previous == last.id && next.deviceSequence == last.deviceSequence + 1)
        #expect(next.device == last.device && next.lamport == last.lamport + 1)
        #expect(try store.problems() == [CheckFinding(.event(SequenceNumber(head)), .damaged)])
    }

    @Test func `an own event's lamport number is one more than the greatest there is, wherever that stands`() throws {
        var begin = HandHeader()
        begin.kind = StoreKind.deviceBegin
        begin.lamport = 1
        begin.payload = Array(repeating: 0x5a, count: 16)
        var far = HandHeader()
        far.previous = begin.id.bytes
        far.deviceSequence = 2
        (far.kind, far.criticality) = (1000, 0)
        far.lamport = 4_999
        let near = with(far) { ($0.previous, $0.deviceSequence, $0.lamport) = (far.id.bytes, 3, 5_000) }
        let other = with(begin) { ($0.device, $0.lamport) = (Array(repeating: 0xdf, count: 16), 2) }
        let store = try Store.made(of: [begin, far, near, other].map(\.portable), at: folder("store"))
        // Then only the events tell it, and the newest has a lesser one.
        try store.write { writer in try writer.flushTail() }
        try tamper(store, TableKey.meta) { $0[70] ^= 1 }
        for number in 0..<20 {
            let receipt = try store.openStream(number)
            let bytes = try store.frames()[Int(receipt.last.rawValue) - 1]
            let frame = try Frame(bytes.span, expecting: receipt.last.rawValue)
            #expect(frame.lamport == UInt64(5_002 + number))
        }
        try tamper(store, TableKey.meta) { $0[70] ^= 1 }
        let receipt = try store.openStream(90)
        let bytes = try store.frames()[Int(receipt.last.rawValue) - 1]
        let frame = try Frame(bytes.span, expecting: receipt.last.rawValue)
        #expect(frame.lamport == 5_023, "after the device.begin")
    }

    @Test(
        "a damaged event at a stream's head, its beginning or between leaves the stream to go on",
        arguments: [
            (20, 2), (20, 4), (20, 5), (20, 6), (20, 16), (20, 20), (20, 21), (15, 2), (15, 16), (15, 15), (31, 32),
            (35, 2),
        ])
    func streamGoesOn(count: Int, sequence: UInt64) throws {
        let (store, one) = (try makeStore(at: folder("store")), stream(1))
        try Counter.fill(store, one, count: count)
        // Within the stream's name: whose event it was cannot be told.
        try tamper(store, at: sequence) { $0[185] ^= 4 }
        let row = try #require(try store.row(of: one))
        var version = row.version
        var value = CounterState(row.state).value
        for number in 0..<40 {
            try store.append([Counter.add(one, 3, after: version)], in: context(100 + number))
            (version, value) = (version + 1, value + 3)
            let now = try #require(try store.row(of: one))
            #expect(now.version == version)
            #expect(CounterState(now.state).value == value)
        }
        let reader = try store.beginRead()
        let now = try #require(try reader.view.stream(one))
        for limit in (now.head - 35)...now.head {
            let found = try reader.view.lastEvent(
                of: now, notAfter: limit)
            #expect(found == limit)
        }
        let problems = try store.problems()
        let damaged = CheckFinding(.event(SequenceNumber(sequence)), .damaged)
        #expect(problems == [damaged] && sequence <= UInt64(count) + 1, "what was written afterwards can be proven")
    }

    @Test func `a damaged event is passed over when the log is asked for a time`() throws {
        let store = try makeStore(at: folder("store"))
        for number in 2...60 {
            try store.append(
                [Counter.open(stream(number), 1)],
                in: context(number, wall: 1_700_000_000_000_000 + Int64(number) * 10))
        }
        for sequence: UInt64 in [20, 21, 22, 40, 60] { try tamper(store, at: sequence) { $0[90] ^= 4 } }
        let reader = try store.beginRead()
        let now: Int64 = 1_700_000_000_000_000 + 5_000
        let found = try store.moment(1_700_000_000_000_000 + 305, now: now, in: reader.view).sequence
        #expect(found == 30)
        // The damaged ones count with what precedes them.
        let before = try store.moment(1_700_000_000_000_000 + 195, now: now, in: reader.view).sequence
        #expect((19...22).contains(before))
        let all = try store.moment(.max, now: now, in: reader.view).sequence
        #expect(all == 60)
    }
}
