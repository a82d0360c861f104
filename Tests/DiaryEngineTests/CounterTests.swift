import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What reading and writing cost, in things that can be counted.
@Suite(.timed) struct CounterTests {
    @Test func `a change of one word stores the text once more, and 340 bytes beside it`() throws {
        let scratch = try Scratch()
        var chance = Chance(for: "one word")
        var words = (0..<720).map { "word\($0 % 90)" }
        let entry = try scratch.add(words.joined(separator: " "))
        var beside: [Int] = []
        for number in 0..<160 {
            words[chance.below(words.count)] = "new\(number)"
            let text = words.joined(separator: " ")
            try scratch.edit(entry.id, text: text)
            let head = try scratch.head
            beside.append((try scratch.diary.store.beginRead().view.frameCopy(head)?.count ?? 0) - text.utf8.count)
        }
        print("one word: the text and \(beside.min() ?? 0)…\(beside.max() ?? 0) bytes")
        #expect(beside.allSatisfy { $0 <= 340 })
    }

    @Test("undo of an import whose rows were all changed since reads as much for a row of many as for one of few")
    func undoOfImport() throws {
        func frames(rows: Int) throws -> Int {
            let scratch = try Scratch()
            let imported = (0..<rows).map { ImportedRow(content: plain("row \($0)"), identity: Array("\($0)".utf8)) }
            guard case .imported(let receipt?, _, _, _) = try scratch.diary.import(imported, in: scratch.context) else {
                return 0
            }
            for id in try scratch.diary.log(limit: rows).events.compactMap(\.entry) {
                try scratch.edit(id, text: "edited \(id.hexadecimal)")
            }
            // Some stand no longer, one of them does again.
            for _ in 0..<3 { _ = try scratch.diary.undo(in: scratch.context) }
            _ = try scratch.diary.redo(in: scratch.context)
            let meter = ReadMeter()
            let outcome = try ReadMeter.$current.withValue(meter) {
                try scratch.diary.write(.undo(operation: .prefix(receipt.id.hexadecimal)), in: scratch.context)
            }
            guard case .conflicts(let some, let more) = outcome else { return 0 }
            #expect(some.count + more == rows - 2)
            return meter.frames
        }
        let few = try frames(rows: 100)
        let many = try frames(rows: 400)
        print("undo of an import: \(few) frames for 100 rows, \(many) for 400")
        #expect(few > 0 && many <= few * 4 + 100)
    }
}
