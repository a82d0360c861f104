import DiarylogTestSupport
import EventStore
import Testing

/// A check of the log names what does not fit, event by event, and goes on.
@Suite(.timed) struct CheckTests: OfPlace {
    let place: Place

    /// A store of single events of one stream, all flushed but a few.
    init() throws {
        place = try Place()
        try Counter.fill(store, stream(1), count: 40)
    }

    private func findings(_ store: Store, deep: Bool = false, slice: UInt64 = 1 << 16) throws -> [CheckFinding] {
        try store.check(isDeep: deep, threads: 2, slice: slice).findings.all
    }

    /// Changes a frame, and makes its checksum fit.
    private func forge(_ sequence: UInt64, in store: Store, _ change: (inout [UInt8]) -> Void) throws {
        try tamper(store, at: sequence) { bytes in
            change(&bytes)
            sign(&bytes, sequence: sequence)
        }
    }

    @Test(arguments: seeds(3))
    func `nothing is wrong with a random log, however it is sliced`(seed: UInt64) throws {
        let trial = try Trial(120, seed: seed)
        for slice in [1, 2, 7, 1 << 16] as [UInt64] {
            for isDeep in [false, true] {
                let check = try trial.store.check(
                    isDeep: isDeep, threads: 3, slice: slice)
                #expect(check.findings.all == [] && check.events == UInt64(trial.facts.count))
            }
        }
    }

    @Test func `an event that is gone or damaged is named, and its neighbours are not`() throws {
        try tamper(store, at: 7) { $0 = [] }
        try tamper(store, at: 12) { $0[90] ^= 8 }
        for slice in [1, 5, 1 << 16] as [UInt64] {
            let expected = [CheckFinding(.event(7), .missing), CheckFinding(.event(12), .damaged)]
            #expect(try findings(store, slice: slice) == expected)
        }
        #expect(try findings(store, deep: true).filter { $0.reason == .missing || $0.reason == .damaged }.count == 2)
    }

    private enum Flaw { case version, previousInStream, deviceSequence, previous }

    @Test(arguments: [
        (Flaw.version, CheckFinding.Reason.stream), (.previousInStream, .stream), (.deviceSequence, .chain),
        (.previous, .chain),
    ])
    private func `a frame with a sound checksum that does not fit its place is named`(
        flaw: Flaw, reason: CheckFinding.Reason
    ) throws {
        try forge(9, in: store) { bytes in
            // The labels of a short log are varints of one byte each.
            let labels = (try? Frame(bytes.span, expecting: 9))?.header.bytes.upperBound ?? 0
            let offset =
                switch flaw {
                case .version: labels
                case .previousInStream: labels + 1
                case .deviceSequence: FrameLayout.headerOffset + 39
                case .previous: FrameLayout.headerOffset + 47
                }
            bytes[offset] &-= 1
        }
        for slice in [1, 4, 1 << 16] as [UInt64] {
            #expect(try findings(store, slice: slice).contains(CheckFinding(.event(9), reason)), "\(slice)")
        }
        #expect(try findings(store, deep: true).contains { $0.location == .event(9) })
    }

    @Test func `what only a hash can tell is named by a deep check alone`() throws {
        // In the payload; and in the header, of the time at which it was written.
        try forge(9, in: store) { $0[$0.count - 1] ^= 1 }
        try forge(11, in: store) { $0[FrameLayout.headerOffset + 87] ^= 1 }
        #expect(try findings(store) == [])
        let expected = [CheckFinding(.event(9), .payload), CheckFinding(.event(11), .header)]
        #expect(try findings(store, deep: true) == expected)
    }

    @Test func `an event that stands there twice is named by its id`() throws {
        let reader = try store.beginRead()
        let first = try #require(try reader.view.frameCopy(8))
        _ = consume reader
        try forge(11, in: store) { $0 = Array(first[0..<8]) + [11] + Array(first[9...]) }
        #expect(try findings(store).contains(CheckFinding(.event(11), .sameID)))
    }

    @Test func `an operation whose end is cut off is named`() throws {
        try store.append(
            [Counter.add(stream(1), 1, after: 40), Counter.add(stream(1), 1, after: 41)], in: context(90))
        #expect(try findings(store) == [])
        try tamper(store, at: store.head) { $0 = [] }
        #expect(try findings(store) == [CheckFinding(.event(43), .missing)])
    }

    @Test func `a row of the unnamed table that nobody put there is named`() throws {
        for key in [[UInt8]("stray".utf8), TableKey.tail(3), TableKey.tail(999)] {
            try tamper(store, key) { $0 = [1] }
        }
        #expect(
            try findings(store).map(\.location) == [
                .row(table: "", key: TableKey.tail(3)), .row(table: "", key: TableKey.tail(999)),
                .row(table: "", key: [UInt8]("stray".utf8)),
            ])
    }

    @Test func `a meta record that cannot be read, or knows too little, is named`() throws {
        let meta = try with(store.beginRead().view.log.meta) { $0.lamport = 2 }
        let low = meta.bytes
        try tamper(store, TableKey.meta) { $0 = low }
        #expect(try findings(store) == [CheckFinding(.record, .differs)])
        try tamper(store, TableKey.meta) { $0[20] ^= 1 }
        #expect(try findings(store).contains(CheckFinding(.record, .damaged)))
    }
}
