import DiarylogTestSupport
import EventStore
import Testing

@testable import DiarylogSearchIndex
@testable import DiarylogTextSearch

/// Pages of changes give back what was put in, and tell what documents were as of every event.
@Suite(.timed) struct ChangeTests {
    @Test func `a page of changes gives back what was put in, whatever its numbers`() throws {
        var chance = Chance(for: "changes")
        for _ in 0..<200 {
            var event = UInt64(1 + chance.below(1_000))
            let key = ChangePage.key(event)
            var page = ChangePage(first: event)
            var changes: [DocumentChange] = []
            let (gap, most) = (chance.pick([1, 300, 1 << 33]), chance.pick([200, 1 << 17, 1 << 32]))
            while !page.isFull, changes.isEmpty || chance.below(40) > 0 {
                var change = DocumentChange(
                    event: event, document: DocumentID(chance.below(most)),
                    version: UInt32(chance.below(chance.pick([2, 300, 1 << 32]))), length: UInt8(chance.below(256)),
                    flags: DocumentFlags(rawValue: UInt8(chance.below(8)) * 2))
                if chance.below(3) == 0 { change.date = Int64(chance.below(1 << 40)) - 1 << 39 }
                if chance.below(2) == 0 {
                    change.layoutBefore = chance.below(2) == 0 ? 0 : UInt64(1 + chance.below(Int(event)))
                    if change.layoutBefore == event { change.layoutBefore = 0 }
                }
                if chance.below(2) == 0 {
                    change.layout = TokenLayout(ids: (0..<UInt32(1 + chance.below(9))).map { $0 * 300 })
                    if change.layout?.isPlain == true { change.layout = nil }
                }
                page.append(change)
                changes.append(change)
                event += UInt64(1 + chance.below(gap))
            }
            let value = page.row.value
            var found: [DocumentChange] = []
            let isWhole = ChangeRows(key.span, value.span)?.forEach {
                found.append($0)
                return true
            }
            #expect(isWhole == true && found == changes)
            for change in changes {
                let layout = ChangeRows(key.span, value.span)?.layout(of: change.event)
                #expect(layout == change.layout)
            }
            let again = ChangePage(key: key.span, value.span)?.row.value
            #expect(again == value)
        }
    }

    @Test func `what documents were is told as of every event, with versions beyond two bytes`() throws {
        struct Lived: Equatable {
            var version: UInt32
            var date: Int64
            var text: String
        }
        var chance = Chance(for: "documents of the past")
        let store = try DocumentStore()
        var lives: [DocumentID: [(event: UInt64, lived: Lived)]] = [:]
        func document(_ lived: Lived) -> IndexedDocument {
            IndexedDocument(lived.text, date: lived.date, version: lived.version)
        }
        for round in 0..<30 {
            var changes: [Put] = []
            for id in DocumentID(1)...20 {
                let event = store.event + UInt64(changes.count) + 1
                guard let last = lives[id]?.last?.lived else {
                    let lived = Lived(version: id % 2 == 0 ? 65_500 : 1, date: 0, text: "sea")
                    lives[id] = [(event, lived)]
                    changes.append(Put(id: id, after: document(lived)))
                    continue
                }
                if chance.below(3) == 0 { continue }
                var now = last
                now.version += UInt32(1 + chance.below(5))
                if chance.below(2) == 0 { now.date = Int64(round) }
                if chance.below(2) == 0 { now.text = "walk " + last.text }
                let before = with(last) { $0.version = now.version - 1 }
                changes.append(Put(id: id, after: document(now), before: document(before)))
                lives[id, default: []].append((event, now))
            }
            try store.put(changes)
        }
        for event in stride(from: UInt64(20), through: store.event, by: 7) {
            try store.read { index, view in
                let index = try index.asOf(event, in: view)
                var reader = DocumentReader(index)
                for (id, life) in lives {
                    let position = try #require(life.lastIndex { $0.event <= event })
                    let record = try reader.record(of: id, view)
                    #expect(record?.date == life[position].lived.date)
                    // Its version lies before that of the next change, and not before its own.
                    let next = position + 1 < life.count ? life[position + 1].lived.version - 1 : nil
                    #expect(index.point.past?[id]?.version == next)
                }
            }
        }
    }
}
