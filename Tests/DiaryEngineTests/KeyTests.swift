import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Idempotency keys and import keys: taken while their operation stands, free once it is undone.
@Suite(.timed) final class KeyTests: InScratch {
    @Test func `a seed is followed only in a diary that was born with one`() throws {
        let folder = try Folder()
        func ids(_ name: String, seeded: Bool) throws -> [String] {
            var birth = Scratch.context(wall: 1_700_000_000_000_000, seed: 7)
            if !seeded { birth.entropy = .system }
            try Diary.create(at: folder(name), in: &birth)
            let diary = try Diary(at: folder(name))
            let context = Scratch.context(wall: 1_700_000_000_000_000, seed: 9)
            let first = try #require(try diary.add(plain("one"), in: context).entries.first)
            let rows = [ImportedRow(content: plain("two"), identity: [2])]
            _ = try diary.import(rows, in: context)
            _ = try diary.perform([EntryRequest(entry: first.id, command: .delete)], in: context)
            _ = try diary.undo(in: context)
            // Ids of events follow from their salts too.
            return try diary.log().events.map(\.id.hexadecimal) + [first.id.hexadecimal]
        }
        #expect(try ids("a", seeded: true) == ids("b", seeded: true))
        let (one, other) = (try ids("c", seeded: false), try ids("d", seeded: false))
        #expect(Set(one).isDisjoint(with: other))
        #expect(try Set(ids("e", seeded: true)).isDisjoint(with: one))
    }

    @Test func `a key is free again once its operation is undone, and taken again once that is redone`() throws {
        _ = try scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)
        _ = try scratch.diary.undo(in: scratch.context)
        _ = try scratch.diary.redo(in: scratch.context)
        #expect(try word(of: scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)) == "repeated")
        _ = try scratch.diary.undo(in: scratch.context)
        #expect(try word(of: scratch.diary.add(plain("약속"), key: "k1", in: scratch.context)) == "changed")
        #expect(try scratch.diary.totals().live == 1)
    }
}

/// The entry made under a key is the same one wherever and however often it is made.
@Suite(.timed) struct KeyedEntryTests {
    private let rows = (0..<3).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }

    private func ids(_ scratch: Scratch) throws -> Set<EntryID> {
        Set(try scratch.diary.list().entries.map(\.id))
    }

    /// Two diaries of one exported log, each a device of its own, that went on by themselves; then a third with the
    /// events of both.
    private func exchanged(
        _ live: (Scratch, WriteContext) throws -> Void
    ) throws -> (one: Scratch, other: Scratch, both: Scratch) {
        let start = try Scratch()
        try start.add("before")
        let common = try start.events()
        let one = try Scratch(events: common, wall: 1_700_000_000_000_000)
        let other = try Scratch(events: common, wall: 1_700_000_100_000_000)
        try live(one, Scratch.context(wall: one.wall, seed: 2))
        try live(other, Scratch.context(wall: other.wall, seed: 3))
        let merged = try one.events() + other.events().dropFirst(common.count)
        return (one, other, try Scratch(events: merged, wall: 1_700_000_200_000_000))
    }

    @Test func `one file imported on two devices is one entry a row, with two roots`() throws {
        let rows = rows
        let (one, other, both) = try exchanged { _ = try $0.diary.import(rows, in: $1) }
        #expect(try ids(one) == ids(other))
        #expect(try ids(both) == ids(one))
        for entry in try both.diary.list().entries where entry.text != "before" {
            #expect(entry.version == 2 && entry.heads.count == 2 && entry.status == .one)
        }
        #expect(try both.diary.import(rows, in: both.context).counts.suffix(2) == [0, 3])
        // One device's import is taken back: the other's does not keep it from coming in again.
        let force = with(UndoOptions()) { $0.force = true }
        _ = try both.diary.write(.undo(operation: .event(4), force), in: both.context)
        #expect(try ids(both).count == 1)
        #expect(try both.diary.import(rows, in: both.context).counts.suffix(2) == [3, 0])
        #expect(try ids(both) == ids(one))
        #expect(try both.diary.replay(.checking).differences == [])
    }

    @Test func `one key on two devices is one entry: of each content the first receipt is given`() throws {
        var number = 0
        let (one, _, both) = try exchanged {
            number += 1
            _ = try $0.diary.add(plain("text \(number)"), key: "k", in: $1)
        }
        #expect(try ids(both) == ids(one))
        let entry = try #require(try both.diary.list().entries.first { $0.version == 2 })
        #expect(entry.status == .conflict)
        // The rows were made while the second root, the first of its device that holds more than the device, came in.
        #expect(try both.diary.replay(.checking).differences == [])
        // A star carries the conflict on, and the receipt says so.
        let carried = try both.perform(.edit(.star), on: entry.id).entries
        #expect(carried == [try both.diary.entry(entry.id)])
        #expect(carried.map(\.status) == [.conflict] && carried.map(\.alternatives) == [entry.alternatives])
        for text in ["text 1", "text 2"] {
            #expect(try word(of: both.diary.add(plain(text), key: "k", in: both.context)) == "repeated", "\(text)")
        }
        #expect(try both.diary.add(plain("text 3"), key: "k", in: both.context).owner == entry.id)
        // An earlier version that says what is shown decides for it.
        let shown = EntryRequest(entry: entry.id, command: .become(carried[0].content))
        let decided = try both.diary.perform([shown], in: both.context)
        #expect(decided.entries.map(\.status) == [.one] && decided.entries.map(\.text) == [entry.text])
        #expect(decided.entries.map(\.event) == [try both.diary.entry(entry.id)?.event])
        _ = try one.diary.undo(in: one.context)
        let back = try one.diary.add(plain("text 4"), key: "k", in: one.context)
        #expect(back.entries.map(\.id) == [entry.id] && back.entries.map(\.text) == ["text 4"])
        #expect(try word(of: one.diary.add(plain("text 4"), key: "k", in: one.context)) == "repeated")
    }
}

/// How operations are named.
@Suite(.timed) final class OperationNameTests: InScratch {
    @Test func `a prefix that fits several operations takes none of them back`() throws {
        for number in 0..<40 { try scratch.add("entry \(number)") }
        let head = try scratch.head
        func undo(_ name: OperationName) throws -> UndoOutcome {
            try scratch.diary.write(.undo(operation: name), in: scratch.context)
        }
        guard case .ambiguousOperation(let found) = try undo(.prefix("")) else { throw Absent() }
        #expect(try found.count == 10 && scratch.head == head)
        #expect(try word(of: undo(.event(1_000))) == "noSuchOperation")
    }
}
