import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

@Suite("No event that matters more than another", .timed)
struct SurvivalTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    /// Flips a byte of a stored frame, looks, and puts it back.
    private func flipping(
        _ sequence: UInt64, at position: Int, in store: Store, _ look: () throws -> Void
    ) throws {
        var whole: [UInt8] = []
        try tamper(store, at: sequence) { bytes in
            whole = bytes
            bytes[position] ^= 0x21
        }
        try look()
        try tamper(store, at: sequence) { $0 = whole }
    }

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

    @Test(
        "a flip anywhere in the first event, or in the second, costs that event alone",
        arguments: [(12, [1]), (40, [1, 2])])
    func first(count: Int, flipped: [UInt64]) throws {
        let store = try makeStore(at: folder("store"))
        try Counter.fill(store, stream(1), count: count)
        let whole = try proven(store)
        for sequence in flipped {
            for position in 0..<(try store.frames()[Int(sequence) - 1].count) {
                try flipping(sequence, at: position, in: store) {
                    let lost = try lost(whole, store)
                    #expect(lost == [sequence], "byte \(position) of event \(sequence)")
                }
            }
        }
    }

    @Test("a flip in the first event ends no writing, and begins no device")
    func writingGoesOn() throws {
        let store = try makeStore(at: folder("store"))
        try Counter.fill(store, stream(1), count: 30)
        try tamper(store, at: 1) { $0[90] ^= 1 }
        for number in 30..<60 { try store.append([Counter.add(stream(1), 1, after: UInt64(number))], in: context(1)) }
        #expect(try store.head == 61)
        #expect(try store.problems() == [ChainCheck.Problem(sequence: 1, reason: .damaged)])
    }

    @Test("events that are gone, one or many, cost themselves alone")
    func gone() throws {
        let store = try makeStore(at: folder("store"))
        try store.append((2...300).map { Counter.open(stream($0), 1) }, in: context(1))
        try store.append([Counter.open(stream(301), 1)], in: context(2))
        let whole = try proven(store)
        let gone: [UInt64] = [1, 2, 100, 101, 102, 256]
        for sequence in gone { try tamper(store, at: sequence) { $0 = [] } }
        #expect(try lost(whole, store) == gone)
        #expect(try store.problems() == gone.map { ChainCheck.Problem(sequence: $0, reason: .missing) })
        for number in 302...310 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        #expect(try store.problems().map(\.sequence) == gone)
    }

    @Test(
        "the newest event damaged, in the tail or in the log: the next write begins a device that names the hole",
        arguments: [5, 15, 16, 40])
    func newest(count: Int) throws {
        let store = try makeStore(at: folder("store"))
        try Counter.fill(store, stream(1), count: count)
        try store.append([Counter.open(stream(2), 1)], in: context(90))
        if count == 40 { try store.catchUp("byvalue") }
        let head = try store.head
        let before = try store.frames()[Int(head) - 2]
        let last = try Frame(before.span, expecting: head - 1)
        try tamper(store, at: head) { $0[100] ^= 1 }
        try store.append([Counter.open(stream(3), 1)], in: context(91))
        #expect(try store.head == head + 2)
        let bytes = try store.frames()[Int(head)]
        let begin = try Frame(bytes.span, expecting: head + 1)
        #expect(begin.kind == StoreKind.deviceBegin && begin.deviceSequence == 1 && begin.previous == .zero)
        let body = try DeviceBegin(bytes.span.extracting(begin.body))
        #expect(body.tips == [last.id])
        #expect(body.hole?.after == last.deviceSequence)
        let original = try self.body(of: 1, in: store)
        let first = try DeviceBegin(original.span)
        #expect(body.secret == first.secret && first.secret?.count == 32)
        #expect(try store.problems() == [ChainCheck.Problem(sequence: head, reason: .damaged)])
        try store.append([Counter.open(stream(4), 1)], in: context(92))
        #expect(try store.head == head + 3, "once")
    }

    private func body(of sequence: UInt64, in store: Store) throws -> [UInt8] {
        let bytes = try store.frames()[Int(sequence) - 1]
        return Array(bytes[try Frame(bytes.span, expecting: sequence).body])
    }

    @Test("an own event's lamport number is one more than the greatest there is, wherever that stands")
    func lamport() throws {
        var begin = HandHeader()
        begin.kind = StoreKind.deviceBegin
        begin.lamport = 1
        begin.payload = Array(repeating: 0x5a, count: 16)
        var far = HandHeader()
        far.previous = begin.id.bytes
        far.deviceSequence = 2
        (far.kind, far.criticality) = (1000, 0)
        far.lamport = 4_999
        var near = far
        near.previous = far.id.bytes
        near.deviceSequence = 3
        near.lamport = 5_000
        try Store.create(at: folder("store"), model: CounterStreams(), store: .zero) { writer in
            for (index, header) in [begin, far, near].enumerated() {
                try writer.importEvent(header.portable, arrivedAt: 1, record: index + 1)
            }
        }
        let store = try Store(opening: folder("store"), model: CounterStreams())
        for number in 0..<20 {
            let receipt = try store.append([Counter.open(stream(number), 1)], in: context(number))
            let bytes = try store.frames()[Int(receipt.last.rawValue) - 1]
            let frame = try Frame(bytes.span, expecting: receipt.last.rawValue)
            #expect(frame.lamport == UInt64(5_002 + number))
        }
        try garbleMeta(of: store) { $0[70] ^= 1 }
        let receipt = try store.append([Counter.open(stream(90), 1)], in: context(90))
        let bytes = try store.frames()[Int(receipt.last.rawValue) - 1]
        let frame = try Frame(bytes.span, expecting: receipt.last.rawValue)
        #expect(frame.lamport == 5_023, "after the device.begin")
    }
}

/// Changes the meta record behind the store's back; an empty one is taken away.
func garbleMeta(of store: Store, _ change: (inout [UInt8]) -> Void) throws {
    let environment = try Environment.open(Layout.generation(1, store.path))
    var transaction = try environment.beginWrite()
    let key = TableKey.meta
    var bytes: [UInt8] = []
    if let value = try transaction.value(for: key.span, in: .main) { bytes = [UInt8](copying: value) }
    change(&bytes)
    if bytes.isEmpty {
        _ = try transaction.delete(key.span, in: .main)
    } else {
        try transaction.put(bytes.span, for: key.span, in: .main)
    }
    try transaction.commit()
}
