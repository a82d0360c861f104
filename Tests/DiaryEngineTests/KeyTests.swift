import DiaryEngine
import DiaryModel
import EventStore
import Testing

/// Idempotency keys and import keys: taken while their operation stands, free once it is undone.
struct KeyTests {
    @Test("a seed is followed only in a diary that was born with one")
    func seeds() throws {
        let folder = try TemporaryFolder()
        func ids(_ name: String, seeded: Bool) throws -> [String] {
            var birth = Scratch.occasion(wall: 1_700_000_000_000_000, seed: 7)
            if !seeded { birth.entropy = .system }
            try Diary.create(at: folder(name), on: &birth)
            let diary = try Diary.open(at: folder(name))
            let occasion = Scratch.occasion(wall: 1_700_000_000_000_000, seed: 9)
            let first = try #require(try diary.add(plain("one"), on: occasion).entries.first)
            let rows = [ImportedRow(content: plain("two"), identity: [2])]
            _ = try diary.import(rows, on: occasion)
            _ = try diary.perform([EntryOrder(entry: first.id, command: .delete)], as: .delete, on: occasion)
            _ = try diary.undo(on: occasion)
            // Ids of events follow from their salts too.
            return try diary.log().events.map(\.id.hexadecimal) + [first.id.hexadecimal]
        }
        #expect(try ids("a", seeded: true) == ids("b", seeded: true))
        let (one, other) = (try ids("c", seeded: false), try ids("d", seeded: false))
        #expect(Set(one).isDisjoint(with: other))
        #expect(try Set(ids("e", seeded: true)).isDisjoint(with: one))
    }

    @Test("a key used again by the same content gives the first receipt, by other content nothing")
    func repeated() throws {
        let scratch = try Scratch()
        let first = try scratch.diary.add(plain("약속"), key: "k1", on: scratch.occasion)
        let head = try scratch.head
        guard
            case .repeated(let receipt, let entries) = try scratch.diary.add(
                plain("약속"), key: "k1", on: scratch.occasion)
        else {
            Issue.record("it was not recognised")
            return
        }
        #expect(receipt == first.receipt && entries.count == 1)
        guard case .keyTaken(let id) = try scratch.diary.add(plain("다른 글"), key: "k1", on: scratch.occasion) else {
            Issue.record("other content took the key")
            return
        }
        #expect(id == entries.first?.id)
        #expect(try scratch.head == head)
    }

    @Test("a key is free again once its operation is undone, and taken again once that is redone")
    func freed() throws {
        let scratch = try Scratch()
        _ = try scratch.diary.add(plain("약속"), key: "k1", on: scratch.occasion)
        _ = try scratch.diary.undo(on: scratch.occasion)
        _ = try scratch.diary.redo(on: scratch.occasion)
        guard case .repeated = try scratch.diary.add(plain("약속"), key: "k1", on: scratch.occasion) else {
            Issue.record("the redone key was free")
            return
        }
        _ = try scratch.diary.undo(on: scratch.occasion)
        guard case .changed = try scratch.diary.add(plain("약속"), key: "k1", on: scratch.occasion) else {
            Issue.record("the undone key was taken")
            return
        }
        #expect(try scratch.diary.totals().live == 1)
    }

    @Test("rows of an undone import come in again, all of them, or the one that was taken back")
    func rows() throws {
        let scratch = try Scratch()
        let rows = (0..<40).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try scratch.diary.import(rows, on: scratch.occasion)
        let one = try #require(try scratch.diary.list().entries.first)
        _ = try scratch.diary.undo(entry: one.id, on: scratch.occasion)
        guard case .imported(_, 1, 39) = try scratch.diary.import(rows, on: scratch.occasion) else {
            Issue.record("not just the row that was taken back")
            return
        }
        for _ in 0..<3 { _ = try scratch.diary.undo(on: scratch.occasion) }
        #expect(try scratch.diary.totals().live == 0)
        guard case .imported(_, 40, 0) = try scratch.diary.import(rows, on: scratch.occasion) else {
            Issue.record("not all rows came in again")
            return
        }
    }
}

/// How operations are named.
struct OperationNameTests {
    @Test("a prefix that fits several operations takes none of them back")
    func ambiguous() throws {
        let scratch = try Scratch()
        for number in 0..<40 { try scratch.add("entry \(number)") }
        let head = try scratch.head
        guard case .ambiguousOperation(let found) = try scratch.diary.undo(operation: .prefix(""), on: scratch.occasion)
        else {
            Issue.record("one was taken back")
            return
        }
        #expect(found.count == 10)
        #expect(try scratch.head == head)
        guard case .noSuchOperation = try scratch.diary.undo(operation: .event(1_000), on: scratch.occasion) else {
            Issue.record("an event that is not there was found")
            return
        }
    }
}
