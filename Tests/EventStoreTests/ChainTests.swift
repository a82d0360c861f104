import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("The chain", .timed)
struct ChainTests {
    @Test(
        "a frame proves itself, whatever stands around it; any other header does not hash to its id",
        arguments: seeds(2))
    func provenInPlace(seed: UInt64) throws {
        let trial = try Trial(60, seed: seed)
        var chance = Chance(seed: seed)
        for (index, bytes) in try trial.store.frames().enumerated() {
            let frame = try Frame(bytes.span, expecting: UInt64(index + 1))
            let isWhole = frame.isProven(in: bytes.span) && frame.hasItsPayload(in: bytes.span)
            let written = EventHeader(frame.header, in: bytes.span).canonicalBytes
            #expect(isWhole && written == Array(bytes[frame.header.bytes]))
            var forged = bytes
            forged[Int.random(in: frame.header.bytes, using: &chance)] ^= 1
            let isProven = frame.isProven(in: forged.span)
            #expect(!isProven, "event \(index + 1)")
        }
    }

    @Test("a cloned folder and its original go on as two devices, and both chains hold", arguments: [1, 9, 40])
    func cloned(count: Int) throws {
        let folder = try Folder()
        do {
            let store = try makeStore(at: folder("one"))
            try Counter.fill(store, stream(1), count: count)
        }
        try clone(folder("one"), to: folder("two"))
        let (one, two) = (try Store(opening: folder("one")), try Store(opening: folder("two")))
        for number in 0..<20 {
            try one.append([Counter.add(stream(1), 1, after: UInt64(count + number))], in: context(500 + number))
            try two.append([Counter.add(stream(1), 1, after: UInt64(count + number))], in: context(500 + number))
        }
        #expect(try one.head == UInt64(count + 21))
        #expect(try two.head == UInt64(count + 22), "the copy's first change begins a device")
        #expect(try kind(of: UInt64(count + 2), in: two) == StoreKind.deviceBegin)
        #expect(try one.problems() == [])
        #expect(try two.problems() == [])
        let left = try ids(one)
        let right = try ids(two)
        #expect(Set(left).intersection(right) == Set(left.prefix(count + 1)))
        #expect(try devices(one).count == 1 && devices(two).count == 2)
    }

    @Test("names a frame that was written by nobody, though its checksum is right")
    func forged() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        try Counter.fill(store, stream(1), count: 30)
        try tamper(store, at: 9) { bytes in
            bytes[bytes.count - 1] ^= 1
            sign(&bytes, sequence: 9)
        }
        #expect(try store.problems() == [CheckFinding(.event(9), .payload)])
        try tamper(store, at: 9) { bytes in
            bytes[bytes.count - 1] ^= 1
            sign(&bytes, sequence: 9)
        }
        #expect(try store.problems() == [])
    }

    @Test("names a break, even after damage elsewhere")
    func broken() throws {
        let folder = try Folder()
        let store = try makeStore(at: folder("store"))
        try Counter.fill(store, stream(1), count: 30)
        try tamper(store, at: 5) { $0[100] ^= 1 }
        // Event 20 becomes, soundly, one that says it follows event 17.
        let reader = try store.beginRead()
        let bytes = try #require(try reader.view.frameCopy(20))
        let frame = try Frame(bytes.span, expecting: 20)
        var header = EventHeader(frame.header, in: bytes.span)
        #expect(header.previous == (try reader.view.soundFrame(19)?.id))
        header.previous = try #require(try reader.view.soundFrame(17)).id
        try tamper(store, at: 20) { bytes in
            bytes.replaceSubrange(frame.header.bytes, with: header.canonicalBytes)
            bytes.replaceSubrange(FrameLayout.idOffset..<FrameLayout.idOffset + 32, with: header.id.bytes)
            sign(&bytes, sequence: 20)
        }
        let problems = try store.problems()
        #expect(problems == [CheckFinding(.event(5), .damaged), CheckFinding(.event(20), .chain)])
    }

    private func kind(of sequence: UInt64, in store: Store) throws -> UInt16? {
        let reader = try store.beginRead()
        return try reader.view.soundFrame(sequence)?.kind
    }

    private func ids(_ store: Store) throws -> [Digest] {
        var sequence: UInt64 = 0
        return try store.frames().map { bytes in
            sequence += 1
            return try Frame(bytes.span, expecting: sequence).id
        }
    }

    private func devices(_ store: Store) throws -> Set<DeviceID> {
        let reader = try store.beginRead()
        var devices: Set<DeviceID> = []
        for sequence in 1...reader.view.log.head {
            if let frame = try reader.view.soundFrame(sequence) { devices.insert(frame.device) }
        }
        return devices
    }
}
