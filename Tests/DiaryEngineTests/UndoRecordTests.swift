import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What stands on an entry, asked for many entries at once, is what is found for one by reading every operation.
@Suite(.timed) struct UndoRecordTests {
    private static let entries = 6

    /// A log of operations that do, undo and redo as they like, each on some of the entries, or on none.
    private func lived(_ chance: inout Chance) throws -> (scratch: Scratch, operations: [Digest]) {
        let scratch = try Scratch()
        for number in 0..<3 { try scratch.add("before \(number)") }
        let rows = (0..<Self.entries).map { ImportedRow(content: plain("\($0)"), identity: [UInt8($0)]) }
        guard case .imported(let receipt?, _, _, _) = try scratch.diary.import(rows, in: scratch.context) else {
            throw EventStoreError.storage("no import")
        }
        let ids = try scratch.diary.log(limit: Self.entries).events.compactMap(\.entry)
        var operations = [receipt.id.event]
        for number in 0..<40 {
            let touched = ids.filter { _ in chance.below(3) == 0 }
            var operation = EventHeader.Operation(command: 2, attended: chance.below(12) > 0)
            operation.acts = [.do, .do, .undo, .redo][chance.below(4)]
            if operation.acts == .do ? chance.below(4) == 0 : chance.below(10) > 0 {
                operation.target = chance.pick(operations.suffix(8) + [receipt.id.event])
            }
            var moment = Scratch.context(wall: scratch.wall, seed: UInt64(number) + 100)
            moment.entropy.mix(try scratch.head)
            operations.append(
                try scratch.diary.store.write { writer in
                    try writer.begin(operation, count: max(touched.count, 1), in: &moment)
                    for id in touched.isEmpty ? [.zero] : touched {
                        var event = EventData(
                            kind: id == .zero ? StoreKind.operationMark : EntryEventCodec.Kind.delete, object: id,
                            expecting: .exists, body: [], salt: moment.entropy.bytes(16))
                        event.criticality = .ignorable
                        try writer.append(event)
                    }
                    guard let receipt = writer.receipts.last else { throw EventStoreError.damaged("no receipt") }
                    return receipt.id.event
                })
        }
        return (scratch, operations)
    }

    @Test("one reading for many entries gives what many readings give", arguments: 0..<30)
    func same(round: Int) throws {
        var chance = Chance(for: "standing \(round)")
        let (scratch, operations) = try lived(&chance)
        let damaged = round % 3 == 0 ? UInt64(12 + chance.below(60)) : 0
        if damaged > 0, damaged < (try scratch.head) { try scratch.flip(damaged, at: 90) }
        let reader = try scratch.diary.store.beginRead()
        let log = reader.view.log
        let records = try UndoRecords(from: 5, through: log.head, in: reader.view)
        for sequence: UInt64 in 2...10 {
            let frame = try #require(try reader.view.soundFrame(sequence))
            let row = try #require(try reader.view.stream(frame.object))
            let found = try records.inEffect(on: row, in: reader.view)
            guard sequence >= 5 else {
                #expect(found == nil, "older than what was read")
                continue
            }
            let fold = try #require(found)
            let slow = try reader.view.inEffect(on: row, through: log.head).fold
            #expect(fold.top == slow.top)
            for operation in operations {
                #expect(fold.stands(operation) == slow.stands(operation))
                #expect(fold.stands(after: operation) == slow.stands(after: operation))
            }
        }
    }
}
