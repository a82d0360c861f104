import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What reading and writing cost, in things that can be counted.
@Suite(.timed) struct CounterTests {
    /// Five thousand entries and forty-seven thousand events, less in debug: ten entries a day, and changes to any.
    private func large(_ chance: inout Chance) throws -> Scratch {
        let scratch = try Scratch()
        var living: [EntryID] = []
        for round in 0..<Self.days {
            let rows = (0..<10).map { number in
                ImportedRow(
                    content: plain("entry \(round) \(number)", day: Int64(round)),
                    identity: Array("\(round) \(number)".utf8))
            }
            _ = try scratch.diary.import(rows, in: scratch.context)
            living += try scratch.diary.log(limit: 10).events.compactMap(\.entry)
            var requests: [EntryRequest] = []
            for number in 0..<90 {
                let id = chance.pick(living)
                var edit = EntryEdit()
                edit.text = Array("entry \(round) edited \(number)".utf8)
                if number == 0 { edit.date = plain("", day: Int64(chance.below(round + 1))).date }
                requests.append(EntryRequest(entry: id, command: .edit(edit)))
                guard number == 1 else { continue }
                requests += [EntryRequest(entry: id, command: .delete), EntryRequest(entry: id, command: .restore)]
            }
            _ = try scratch.diary.perform(requests, in: scratch.context)
        }
        return scratch
    }

    #if DEBUG
        private static let days = 120
    #else
        private static let days = 500
    #endif

    @Test("a page of twenty looks at few blocks, now and in the past")
    func pages() throws {
        var chance = Chance(for: "pages")
        let scratch = try large(&chance)
        let head = try scratch.head
        let blocks = try scratch.rows(named: "spans").count
        print("\(head) events, \(blocks) blocks")
        for percent in [0.1, 1, 10, 50, 99, 100] {
            var request = ListRequest()
            request.limit = 20
            request.point = .event(SequenceNumber(UInt64(Double(head) * percent / 100)))
            let page = try scratch.diary.list(request)
            print("as of \(percent) %: \(page.entries.count) entries, \(page.visited)")
            #expect(page.entries.count == (percent < 1 ? 10 : 20))
            // Blocks of later days are passed over after sixteen bytes each.
            #expect(Double(page.visited.blocks) <= Double(blocks) * (1.05 - percent / 100) + 4)
            #expect(page.visited.rows <= 170)
        }
    }

    @Test("a change of one word stores the text once more, and 340 bytes beside it")
    func oneWord() throws {
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
