import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

/// The sum of all counters' events, by kind: a fold that is easy to check.
struct KindCounts: Fold {
    static let name = "kinds"
    static let version: UInt16 = 3
    var counts: [UInt16: UInt64] = [:]
    /// Makes its bytes longer than a page.
    var padding: [UInt8] = []

    init() {}

    init(bytes: Span<UInt8>) throws(FormatError) {
        var reader = ByteReader(bytes)
        for _ in 0..<(try reader.varint()) {
            let kind = try reader.littleEndian(UInt16.self)
            counts[kind] = try reader.varint()
        }
        padding = try reader.array(bytes.count - reader.position)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter()
        writer.varint(counts.count)
        for (kind, count) in counts.sorted(by: { $0.key < $1.key }) {
            writer.littleEndian(kind)
            writer.varint(count)
        }
        writer.append(padding)
        return writer.bytes
    }

    mutating func apply(
        _ event: borrowing EventView, in view: borrowing StoreView
    ) {
        counts[event.frame.kind, default: 0] += 1
        padding += [UInt8](repeating: UInt8(truncatingIfNeeded: event.frame.sequence), count: 700)
    }
}

/// Snapshots make folding short and change no answer.
@Suite(.timed) struct SnapshotTests {
    private func fold(_ store: Store, to limit: UInt64) throws -> (value: KindCounts, start: UInt64) {
        try store.beginRead().view.fold(KindCounts.self, to: limit)
    }

    /// The value after an event, by all events from the first.
    private func plain(_ store: Store, to limit: UInt64) throws -> KindCounts {
        let reader = try store.beginRead()
        var value = KindCounts()
        for sequence in stride(from: 1, through: limit, by: 1) {
            _ = try reader.view.withEvent(sequence) { value.apply($0, in: reader.view) }
        }
        return value
    }

    private func filled(_ folder: Folder, seed: UInt64 = 3) throws -> Trial {
        var trial = try Trial(seed: seed, in: folder)
        for _ in 0..<5 {
            try trial.step(40)
            let taken = try #require(try trial.store.takeSnapshot(of: KindCounts.self))
            #expect(try taken.isSound && trial.store.snapshots().last == taken)
        }
        try trial.step(10)
        return trial
    }

    @Test("a fold from a snapshot is the fold from the first event, at any moment", arguments: seeds(2))
    func same(seed: UInt64) throws {
        let folder = try Folder()
        let store = try filled(folder, seed: seed).store
        let taken = try store.snapshots()
        #expect(taken.count == 2 && taken.allSatisfy(\.isSound), "the newest two of five")
        #expect(taken.allSatisfy { $0.length > 2 * 32_752 })
        for limit in 0...(try store.head) {
            let (value, start) = try fold(store, to: limit)
            let expected = try plain(store, to: limit)
            #expect(value.counts == expected.counts && value.padding == expected.padding)
            #expect(start == taken.last { $0.sequence.rawValue <= limit }?.sequence.rawValue ?? 0)
        }
        #expect(try store.takeSnapshot(of: KindCounts.self).map(\.sequence.rawValue) ?? 0 <= store.head)
        #expect(try store.takeSnapshot(of: KindCounts.self) == nil)
    }

    @Test func `one with a changed byte is passed over, listed as unsound, and replaced by the next`() throws {
        let folder = try Folder()
        let store = try filled(folder).store
        let head = try store.head
        let newest = try #require(try store.snapshots().last).sequence
        let expected = try fold(store, to: head).value.bytes
        let key = SnapshotStatus.key(of: KindCounts.self, after: newest.rawValue)
        // In the event's id, in the value, and in the checksum.
        for place in [5, 40_000, -1] {
            let flip: (inout [UInt8]) -> Void = { $0[place < 0 ? $0.count - 1 : place] ^= 0x20 }
            try tamper(store, key, in: "snapshots", flip)
            let (value, start) = try fold(store, to: head)
            #expect(value.bytes == expected)
            #expect(start < newest.rawValue && start > 0)
            #expect(try store.snapshots().filter { !$0.isSound }.map(\.sequence) == [newest])
            let found = try store.check(isDeep: false, threads: 1).findings.all
            #expect(found == [CheckFinding(.row(table: "snapshots", key: key), .damaged)])
            if place > 0 { try tamper(store, key, in: "snapshots", flip) }
        }
        _ = try store.takeSnapshot(of: KindCounts.self)
        #expect(try store.snapshots().allSatisfy(\.isSound))
    }

    @Test func `rows under keys that no snapshot has are listed as unsound and removed`() throws {
        let folder = try Folder()
        let store = try filled(folder).store
        let before = try store.snapshots()
        // A name that is not UTF-8 any more, a key with more behind it, one without an end of the name, and none.
        let end: [UInt8] = [0, 0, 3] + TableKey.sequence(7)
        let broken = [[0x6B, 0xC3] + end, [0xF8, 0xFF] + end, Array("kinds".utf8) + end + [0, 0, 0, 1], [1]]
        var writer = try store.beginWrite()
        let table = writer.view.log.tables.snapshots
        for key in broken { try writer.view.put(key.span, for: key.span, in: table) }
        try writer.commit()
        let all = try store.snapshots()
        #expect(all.count == before.count + 4 && all.filter(\.isSound) == before)
        #expect(try store.check(isDeep: false, threads: 1).findings.count == 4)
        #expect(try store.pruneSnapshots() == 4)
        #expect(try store.snapshots() == before && store.check(isDeep: false, threads: 1).findings.isEmpty)
    }

    @Test func `a snapshot of another log is none of this one`() throws {
        let folder = try Folder()
        let one = try filled(folder, seed: 3).store
        let other = try Trial(300, seed: 4)
        _ = try other.store.takeSnapshot(of: KindCounts.self)
        try other.store.pruneSnapshots(all: true)
        let from = try one.beginRead()
        let source = from.view.log.tables.snapshots
        var writer = try other.store.beginWrite()
        let target = writer.view.log.tables.snapshots
        var cursor = try from.view.cursor(in: source)
        while try cursor.next() { try writer.view.put(cursor.value, for: cursor.key, in: target) }
        try writer.commit()
        let head = try other.store.head
        let (value, start) = try fold(other.store, to: head)
        #expect(start == 0)
        #expect(try value.bytes == plain(other.store, to: head).bytes)
    }

    @Test func `one is taken when so many events were flushed since the last, and the newest two stay`() throws {
        var trial = try Trial(seed: 12)
        var taken = 0
        for _ in 0..<800 {
            try trial.step()
            if try trial.store.keepSnapshots(of: KindCounts.self, every: 50) { taken += 1 }
        }
        let head = try trial.store.head
        let kept = try trial.store.snapshots().map(\.sequence)
        #expect(taken >= Int(head) / 50 / 2 && taken <= Int(head) / 50)
        #expect(kept.count == 2 && head - (kept.last?.rawValue ?? 0) < 50 + 40 + 16)
        #expect(try trial.store.pruneSnapshots() == 0)
        #expect(try trial.store.pruneSnapshots(all: true) == 2)
        #expect(try trial.store.snapshots() == [])
    }

    @Test func `an empty log has no snapshot, and none is due in a young one`() throws {
        let folder = try Folder()
        try Store.create(at: folder("store"), model: CounterStreams(), store: storeID(1)) { _ in }
        let store = try Store(opening: folder("store"))
        #expect(try store.takeSnapshot(of: KindCounts.self) == nil)
        #expect(try store.keepSnapshots(of: KindCounts.self) == false)
    }
}
