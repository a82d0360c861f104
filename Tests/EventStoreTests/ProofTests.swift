import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

/// What hashes prove of frames that are damaged, and of frames that lie under a wrong key.
@Suite("An event whose frame is damaged", .timed) struct ProofTests {
    /// Frames of a random log.
    private func frames() throws -> [[UInt8]] {
        let trial = try Trial(40, seed: 7)
        return try trial.store.frames()
    }

    private func event(_ frame: [UInt8], _ number: Int, isNamed: (Digest) -> Bool = { _ in false }) -> PortableEvent? {
        PortableEvent(provenBy: frame.span, at: UInt64(number + 1), isNamed: isNamed)
    }

    @Test func `is proven whatever bit of the frame is wrong, arrival and all, if it is only one`() throws {
        for (number, frame) in try frames().enumerated() {
            let right = try #require(event(frame, number))
            // Every bit of some frames, one bit of each byte of the others.
            for bit in stride(from: 0, to: frame.count * 8, by: number % 8 == 0 ? 1 : 9) {
                var bytes = frame
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                let found = try #require(event(bytes, number), "event \(number + 1), bit \(bit)")
                #expect(found.header == right.header && found.payload == right.payload)
                #expect(found.arrivedAt == right.arrivedAt)
            }
        }
    }

    @Test func `is proven whatever its envelope and its labels have become, if header and payload are whole`() throws {
        var chance = Chance(for: "envelopes that are lost")
        for (number, frame) in try frames().enumerated() {
            let whole = try Frame(frame.span, expecting: UInt64(number + 1))
            if whole.state == .blanked { continue }
            var bytes = frame
            for index in 0..<FrameLayout.idOffset { bytes[index] = UInt8(truncatingIfNeeded: chance.next()) }
            for index in whole.header.bytes.upperBound..<whole.payload.lowerBound { bytes[index] = 0x5a }
            let found = try #require(event(bytes, number))
            #expect(found.header[...] == frame[whole.header.bytes] && found.payload?[...] == frame[whole.payload])
            // With the id gone, another event must name it.
            bytes[FrameLayout.idOffset] ^= 1
            #expect(event(bytes, number) == nil)
            #expect(event(bytes, number) { $0 == whole.id }?.header == found.header)
        }
    }

    @Test func `is never taken for another one, however its bytes are damaged`() throws {
        var chance = Chance(for: "frames damaged at will")
        let frames = try frames()
        for _ in 0..<4000 {
            let number = chance.below(frames.count)
            var bytes = frames[number]
            for _ in 0...chance.below(6) { bytes[chance.below(bytes.count)] ^= 1 << UInt8(chance.below(8)) }
            guard let found = event(bytes, number) else { continue }
            let right = event(frames[number], number)
            #expect(found.header == right?.header && found.payload == right?.payload)
        }
    }

    @Test func `under a wrong key it is met where it lies, and costs no other event`() throws {
        let store = try FlippedStore(.tailed)
        var flips: [BitFlip] = []
        for row in store.rows where ["log", "tail"].contains(row.table) {
            for bit in 0..<row.key.count * 8 { flips.append(BitFlip(row: row, bit: bit)) }
        }
        for flip in flips {
            let number: UInt64 = flip.row.key.span.bigEndian(at: flip.row.key.count - 8)
            _ = try store.flipping(flip) { flipped in
                // In the unnamed table it may hide the meta record, and with that the newest event.
                if try flipped.head < UInt64(store.frames.count) { return }
                let found = try flipped.prove(through: UInt64(store.frames.count), threads: 1)
                #expect(found == [CheckFinding(.event(SequenceNumber(number)), .missing)], "\(flip)")
                var met: [[UInt8]] = []
                let reader = try flipped.beginRead()
                try reader.view.forEachFrame(in: 1...reader.view.log.head) { _, bytes in
                    if let bytes { met.append([UInt8](copying: bytes)) } else { met.append([]) }
                    return true
                }
                #expect(met == store.frames, "\(flip)")
            }
        }
    }
}
