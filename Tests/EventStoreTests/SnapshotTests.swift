import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// The sum of all counters' events, by kind: a fold that is easy to check.
struct KindCounts: Fold {
    static let name = "kinds"
    static let version: UInt16 = 3
    var counts: [UInt16: UInt64] = [:]
    /// Makes its bytes long enough for several parts.
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
    private func fold(_ store: Store, to limit: UInt64, snapshots: Bool = true) throws -> (KindCounts, FoldReport) {
        let reader = try store.beginRead()
        return try reader.view.fold(KindCounts.self, to: limit, usingSnapshots: snapshots)
    }

    private func filled(_ folder: Folder, seed: UInt64 = 3) throws -> Trial {
        var trial = try Trial(at: folder("store"), seed: seed)
        for _ in 0..<5 {
            for _ in 0..<40 { try trial.step() }
            #expect(try trial.store.takeSnapshot(of: KindCounts.self) != nil)
        }
        for _ in 0..<10 { try trial.step() }
        return trial
    }

    @Test("a fold from a snapshot is the fold from the first event, at any moment", arguments: seeds(2))
    func same(seed: UInt64) throws {
        let folder = try Folder()
        let store = try filled(folder, seed: seed).store
        let taken = try store.snapshots()
        #expect(taken.count == 5 && taken.allSatisfy(\.isSound))
        #expect(taken.last.map { $0.length > 2 * 32_752 } == true)
        for limit in 0...(try store.head) {
            let (value, report) = try fold(store, to: limit)
            let (expected, _) = try fold(store, to: limit, snapshots: false)
            #expect(value.counts == expected.counts && value.padding == expected.padding)
            #expect(report.start == taken.last { $0.sequence.rawValue <= limit }?.sequence.rawValue ?? 0)
            #expect(report.start + report.events == limit)
        }
        #expect(try store.takeSnapshot(of: KindCounts.self).map(\.sequence.rawValue) ?? 0 <= store.head)
        #expect(try store.takeSnapshot(of: KindCounts.self) == nil)
    }

    @Test("one with a changed byte is ignored and reported, and replaced by the next")
    func damaged() throws {
        let folder = try Folder()
        let store = try filled(folder).store
        let head = try store.head
        let newest = try #require(try store.snapshots().last).sequence
        let expected = try fold(store, to: head).0.bytes
        for part in UInt32(0)...2 {
            var key = ByteWriter()
            key.append(Array("kinds".utf8) + [0, 0, 3])
            key.bigEndian(newest.rawValue)
            key.bigEndian(part)
            let bytes = key.bytes
            try tamper(store, bytes, in: "snapshots") { $0[5] ^= 0x20 }
            let (value, report) = try fold(store, to: head)
            #expect(value.bytes == expected)
            #expect(report.ignored == [newest.rawValue] && report.start < newest.rawValue)
            #expect(try store.snapshots().filter { !$0.isSound }.map(\.sequence) == [newest])
            if part < 2 { try tamper(store, bytes, in: "snapshots") { $0[5] ^= 0x20 } }
        }
        _ = try store.takeSnapshot(of: KindCounts.self)
        #expect(try store.snapshots().allSatisfy(\.isSound))
    }

    @Test("one whose name is not UTF-8 any more is listed as unsound and removed, and nothing runs for ever")
    func brokenName() throws {
        let folder = try Folder()
        let store = try filled(folder).store
        let before = try store.snapshots()
        let rows = try store.beginRead().view.size(of: table(of: store)).rows
        // Read by repair, the name of the first would come after its own key, and that of the second before it.
        for (name, sequence) in [([UInt8]([0x6B, 0xC3]), 7), ([0xF8, 0xFF], 9)] as [([UInt8], UInt64)] {
            var writer = try store.beginWrite()
            let table = try table(of: store)
            for part in UInt32(0)...1 {
                var key = ByteWriter()
                key.append(name + [0, 0, 3])
                key.bigEndian(sequence)
                key.bigEndian(part)
                let bytes = key.bytes
                try writer.view.put(bytes.span, for: bytes.span, in: table)
            }
            try writer.commit()
        }
        let all = try store.snapshots()
        #expect(all.count == before.count + 2 && all.filter(\.isSound) == before)
        let unsound = all.filter { !$0.isSound }.map(\.snapshot)
        #expect(try store.removeSnapshots { all in all.filter { unsound.contains($0) } }.count == 2)
        #expect(try store.snapshots() == before)
        #expect(try store.beginRead().view.size(of: table(of: store)).rows == rows, "no part of them is left")
    }

    private func table(of store: Store) throws -> Table {
        try store.beginRead().view.log.tables.snapshots
    }

    @Test("a snapshot of another log is none of this one")
    func foreign() throws {
        let folder = try Folder()
        let one = try filled(folder, seed: 3).store
        var other = try Trial(at: folder("other"), seed: 4)
        for _ in 0..<300 { try other.step() }
        _ = try other.store.takeSnapshot(of: KindCounts.self)
        try other.store.removeSnapshots { $0 }
        let from = try one.beginRead()
        let source = from.view.log.tables.snapshots
        var writer = try other.store.beginWrite()
        let target = writer.view.log.tables.snapshots
        var cursor = try from.view.cursor(in: source)
        while try cursor.next() { try writer.view.put(cursor.value, for: cursor.key, in: target) }
        try writer.commit()
        let head = try other.store.head
        let (value, report) = try fold(other.store, to: head)
        #expect(report.start == 0 && report.ignored.count == 5)
        #expect(try value.bytes == fold(other.store, to: head, snapshots: false).0.bytes)
    }

    @Test("the policy takes one when it is due, thins them out, and keeps to its share of the file")
    func policy() throws {
        let folder = try Folder()
        var trial = try Trial(at: folder("store"), seed: 12)
        var policy = SnapshotPolicy()
        policy.interval = 50
        policy.share = 1_000
        var taken = 0
        for _ in 0..<800 {
            try trial.step()
            if try trial.store.keepSnapshots(of: KindCounts.self, policy) { taken += 1 }
        }
        let head = try trial.store.head
        let kept = try trial.store.snapshots().map(\.sequence)
        #expect(taken >= Int(head) / 50 / 2 && taken <= Int(head) / 50)
        #expect(kept.count < taken && kept.count <= 3 + 2 * Int(Double(taken).squareRoot()))
        #expect(head - (kept.last?.rawValue ?? 0) < 50 + 40 + 16)
        policy.share = 0
        try trial.store.pruneSnapshots(policy)
        #expect(try trial.store.snapshots().map(\.sequence) == kept.suffix(1))
        try trial.store.removeSnapshots { $0 }
        #expect(try trial.store.snapshots() == [])
    }

    @Test("an empty log has no snapshot, and one of the default policy is not due in a young one")
    func young() throws {
        let folder = try Folder()
        try Store.create(at: folder("store"), model: CounterStreams(), store: storeID(1)) { _ in }
        let store = try Store(opening: folder("store"), model: CounterStreams())
        #expect(try store.takeSnapshot(of: KindCounts.self) == nil)
        #expect(try store.keepSnapshots(of: KindCounts.self) == false)
    }
}
