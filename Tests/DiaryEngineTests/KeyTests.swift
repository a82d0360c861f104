import DiaryEngine
import DiaryModel
import EventStore
import Testing

/// Idempotency keys and import keys: taken while their operation stands, free once it is undone.
struct KeyTests {
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
