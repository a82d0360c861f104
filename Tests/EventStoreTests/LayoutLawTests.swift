import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

/// Bytes that bear a checksum are believed as they were written, under the key of their row, and in no other way: not
/// with any bit flipped, not cut anywhere, not with a byte too many.
@Suite(.timed) struct LayoutLawTests {
    /// A layout, a value of it, the keys under which that may lie - the first is its own -, and who reads it.
    struct StorePaths: CustomTestStringConvertible {
        var name: String
        var value: [UInt8]
        var keys: [[UInt8]]
        var isBelieved: @Sendable (_ value: [UInt8], _ key: [UInt8]) -> Bool

        var testDescription: String { name }
    }

    private static let all: [StorePaths] = {
        var writer = ByteWriter(capacity: 32)
        writer.append(Array("비가 왔다".utf8))
        let key: [UInt8] = [0, 0, 1, 7]
        writer.seal(under: key.span)
        let row = StreamRow(
            ordinal: 7, head: 40, create: 3, version: 9, isReadOnly: false, isDoubtful: true, object: stream(3),
            headID: Digest(hashing: [1]), state: Array("a state".utf8))
        let hole = EventHole(device: DeviceID(stream(1).bytes.span), deviceSequence: 7, id: nil, reason: "잃었다")
        let draft = StoredDraft(number: 7, revision: 2, object: stream(3), body: Array("눈".utf8))
        var meta = Meta(store: storeID(1), home: Digest(hashing: [2]), generation: 3, checkpoints: [])
        meta.setCheckpoint("byvalue", 1, to: 40)
        meta.device = DeviceID(stream(2).bytes.span)
        meta.own = Meta.Own(deviceSequence: 8, sequence: 9, id: Digest(hashing: [3]))
        let snapshots = [40, 41].map { SnapshotStatus.key(of: SumOfNumbers.self, after: $0) }
        return [
            StorePaths(name: "a sealed value", value: writer.bytes, keys: [key, [0, 0, 1, 3], [], key + [0]]) {
                SealedValue.open($0.span, under: $1.span) != nil
            },
            StorePaths(name: "a stream's row", value: row.bytes, keys: [7, 8, 3, 0].map { TableKey.ordinal($0) }) {
                (try? StreamRow($0.span, ordinal: $1.span.bigEndian(at: 0))) != nil
            },
            StorePaths(name: "a stream's row in place", value: row.bytes, keys: [7, 8, 3].map { TableKey.ordinal($0) })
            {
                StreamRowView($0.span, key: $1) != nil
            },
            StorePaths(name: "a hole", value: hole.bytes(at: 7), keys: [7, 8, 0].map { TableKey.sequence($0) }) {
                EventHole($0.span, at: $1.span.bigEndian(at: 0)) != nil
            },
            StorePaths(name: "a draft", value: draft.value, keys: [StoredDraft.key(7)]) { value, _ in
                StoredDraft(value.span) != nil
            },
            StorePaths(name: "the number of drafts", value: StoredDraft.counter(7), keys: [StoredDraft.key(0)]) {
                value, _ in
                StoredDraft.lastNumber(value.span) != nil
            },
            StorePaths(name: "the meta record", value: meta.bytes, keys: [TableKey.meta]) { value, _ in
                (try? Meta(value.span)) != nil
            },
            StorePaths(
                name: "the claim of the head", value: HeadClaim.encode(EventReference(sequence: 9, id: .zero)),
                keys: [[]]
            ) { value, _ in
                HeadClaim.decode(value.span) != nil
            },
            StorePaths(
                name: "a snapshot",
                value: SnapshotStatus.row(SumOfNumbers().bytes, after: Digest(hashing: [4]), under: snapshots[0]),
                keys: snapshots
            ) { value, key in
                SnapshotStatus.open(value.span, under: key.span) != nil
            },
        ]
    }()

    /// Frames of a random log, each a layout of its own.
    private static func frames() throws -> [StorePaths] {
        let trial = try Trial(40, seed: 1)
        let frames = try trial.store.frames()
        return [0, 1, 2, frames.count / 2, frames.count - 1].map { index in
            let keys = [index + 1, index + 2, index].map { TableKey.sequence(UInt64($0)) }
            return StorePaths(name: "frame \(index + 1)", value: frames[index], keys: keys) {
                (try? Frame($0.span, expecting: $1.span.bigEndian(at: 0))) != nil
            }
        }
    }

    /// Headers bear no checksum: with a bit flipped, one is another event's, or refused; and there is one way to write
    /// each.
    private static func headers() -> [StorePaths] {
        var chance = Chance(for: "headers whose bits are flipped")
        return (1...6).map { number in
            let hand = HandHeader.random(&chance)
            let (bytes, id) = (hand.bytes, hand.id)
            return StorePaths(name: "header \(number)", value: bytes, keys: [[]]) { value, _ in
                guard let header = try? EventHeader(canonical: value.span) else { return false }
                return header.id == id || header.canonicalBytes != value
            }
        }
    }

    @Test func `each layout refuses any bit flipped, any cut, any byte more and any other key`() throws {
        for layout in try Self.all + Self.frames() + Self.headers() {
            let (value, key) = (layout.value, layout.keys[0])
            #expect(layout.isBelieved(value, key), "\(layout.name)")
            let bits = (0..<value.count * 8).filter { bit in
                var flipped = value
                flipped[bit / 8] ^= 1 << UInt8(bit % 8)
                return layout.isBelieved(flipped, key)
            }
            let cuts = value.indices.filter { layout.isBelieved(Array(value.prefix($0)), key) }
            #expect(bits == [] && cuts == [], "\(layout.name)")
            #expect(!layout.isBelieved(value + [0], key), "a byte more of \(layout.name)")
            for other in layout.keys.dropFirst() {
                #expect(!layout.isBelieved(value, other), "\(layout.name) under \(other)")
            }
        }
    }
}
