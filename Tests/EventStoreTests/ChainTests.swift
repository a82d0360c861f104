import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("The chain", .timed) struct ChainTests {
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
        let left = try one.ids()
        let right = try two.ids()
        #expect(Set(left).intersection(right) == Set(left.prefix(count + 1)))
        #expect(try devices(one).count == 1 && devices(two).count == 2)
    }

    private func kind(of sequence: UInt64, in store: Store) throws -> UInt16? {
        let reader = try store.beginRead()
        return try reader.view.soundFrame(sequence)?.kind
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
