import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What stands on an entry by the operations that take others back is what a fold of every operation says.
@Suite(.timed) struct StandingOperationTests {
    private static let entries = 6

    /// A log of operations that do, undo and redo as they like, each on some of the entries, or on none.
    private func lived(_ chance: inout Chance) throws -> (scratch: Scratch, operations: [OperationReceipt]) {
        let scratch = try Scratch()
        for number in 0..<3 { try scratch.add("before \(number)") }
        let rows = (0..<Self.entries).map { ImportedRow(content: plain("\($0)"), identity: [UInt8($0)]) }
        guard case .imported(let receipt?, _, _, _) = try scratch.diary.import(rows, in: scratch.context) else {
            throw EventStoreError.storage("no import")
        }
        let ids = try scratch.diary.log(limit: Self.entries).events.compactMap(\.entry)
        var operations = [receipt]
        for number in 0..<40 {
            let touched = ids.filter { _ in chance.below(3) == 0 }
            var operation = EventHeader.Operation(command: 2, attended: chance.below(12) > 0)
            operation.undoRole = [.do, .do, .undo, .redo][chance.below(4)]
            if operation.undoRole == .do ? chance.below(4) == 0 : chance.below(10) > 0 {
                operation.target = chance.pick(operations.suffix(8) + [receipt]).id.event
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
                    return receipt
                })
        }
        return (scratch, operations)
    }

    @Test("what the table of keys leads to tells what a fold of everything tells", arguments: 0..<30)
    func same(round: Int) throws {
        var chance = Chance(for: "standing \(round)")
        let (scratch, operations) = try lived(&chance)
        let damaged = round % 3 == 0 ? UInt64(12 + chance.below(60)) : 0
        if damaged > 0, damaged < (try scratch.head) { try scratch.flip(damaged, at: 90) }
        if round % 2 == 0 { try scratch.diary.store.write { writer in try writer.flushTail() } }
        let reader = try scratch.diary.store.beginRead()
        for sequence: UInt64 in 2...10 {
            let frame = try #require(try reader.view.soundFrame(sequence))
            let row = try #require(try reader.view.stream(frame.object))
            let slow = try reader.view.foldOfEverything(on: row)
            let quick = try reader.view.inEffect(on: row)
            #expect(quick.top == slow.top)
            #expect(try reader.view.newestStep(on: row)?.operation.id == slow.top)
            for id in operations.map(\.id.event) {
                #expect(quick.stands(id) == slow.stands(id))
                #expect(quick.stands(after: id) == slow.stands(after: id))
            }
        }
    }
}

extension StoreView {
    /// The operations that stand on an entry, folded one by one from its creation on.
    fileprivate func foldOfEverything(on row: StreamRow) throws -> OperationsInEffect<Digest> {
        var fold = OperationsInEffect<Digest>()
        let own = try events(of: row)
        var sequence = try operation(containing: row.create)?.first ?? row.create
        while sequence <= log.head {
            guard let operation = try operation(containing: sequence) else {
                sequence += 1
                continue
            }
            let touches = own.contains { (operation.first...operation.last).contains($0) }
            fold.fold(operation.note, touches: touches)
            sequence = operation.last + 1
        }
        return fold
    }
}
