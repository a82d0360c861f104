import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Copies of one diary that take each other's events.
@Suite("Exchange", .timed) final class ExchangeTests: InScratch {
    @Test("known, not yet with what is missing, and taken once that has come; an operation whole or not at all")
    func answers() throws {
        let entry = try scratch.add("one")
        let other = try scratch.copy()
        _ = try other.edit(entry.id, text: "two")
        let rows = (0..<3).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try other.diary.import(rows, in: other.context)
        let events = try other.events()
        let (begin, edit, batch) = (events[2], events[3], Array(events[4...]))
        #expect(try scratch.take(Array(events.prefix(2))) == [.known, .known])
        #expect(try scratch.take([edit]) == [.notYet(EventNeeds(events: [begin.id]))])
        #expect(try scratch.take([begin, batch[0]]) == [.accepted, .notYet(EventNeeds(rest: 2))])
        #expect(try scratch.take(batch) == [.notYet(EventNeeds(events: [edit.id]))])
        let bad = try batch[2].bent { $0.lamport = 1 }
        let refused = OperationAnswer.never(EventRefusal(.lamport, .notAfter))
        #expect(try scratch.take([edit] + batch.prefix(2) + [bad]) == [.accepted, refused])
        #expect(try scratch.take(batch) == [.accepted])
        #expect(try scratch.take(events) == [.known, .known, .known, .known, .known])
        #expect(try scratch.stateHash == other.stateHash)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `a stream of operations is taken in batches, each operation with its place`() throws {
        let other = try scratch.copy()
        for number in 0..<20 { try other.add("entry \(number)") }
        var answers: [OfferedOperation] = []
        _ = try scratch.bring(other.records()) { answers.append($0) }
        #expect(answers.map(\.events) == (0..<22).map { [$0] })
        #expect(answers.map(\.answer) == [.known] + Array(repeating: .accepted, count: 21))
    }

    @Test("an unknown kind passes; what stands behind it is taken as it says; reserved kinds are unknown")
    func unknownKinds() throws {
        let entry = try scratch.add("one")
        let head = try #require(try scratch.events().last).id
        var author = try Author(after: scratch.events())
        var events = [author.begin()]
        for kind: UInt16 in [18, 999] {
            events.append(author.event(kind, of: .zero, body: [1, 2, 3]) { $0.criticality = .ignorable })
        }
        let unknown = author.event(7, of: entry.id, on: [head], body: [9]) { $0.criticality = .ignorable }
        let behind = author.edit(
            of: entry.id, on: [unknown.id], to: plain("what a newer program knows"), from: "what it had made of it")
        events += [unknown, behind]
        #expect(try scratch.take(events) == Array(repeating: .accepted, count: 5))
        #expect(try scratch.diary.entry(entry.id)?.text == "what a newer program knows")
        #expect(try scratch.copy().stateHash == scratch.stateHash)
        try scratch.add("still written")
    }

    @Test("an event without its payload waits for the entry's forget; a payload that comes after that is dropped")
    func forgotten() throws {
        var author = try Author(after: scratch.events())
        let id = EntryID(high: 4, low: 4)
        let begin = author.begin()
        let create = author.create(id, plain("secret"))
        let edit = author.edit(of: id, on: [create.id], to: starred("secret"))
        let forget = author.event(EntryEventCodec.Kind.forget, of: id, on: [edit.id], body: [])
        let bare = PortableEvent(header: create.header, payload: nil)
        #expect(
            try scratch.take([begin, bare])
                == [.accepted, .notYet(EventNeeds(payload: true))])
        #expect(try scratch.take([bare, edit, forget]) == [.accepted, .accepted, .accepted])
        let late = author.edit(of: id, on: [edit.id], to: plain("secret"))
        #expect(try scratch.take([late]) == [.accepted])
        #expect(try scratch.events().last?.payload == nil)
        #expect(try scratch.copy().stateHash == scratch.stateHash)
    }

    @Test("a fork is taken; the device that finds its own chain forked begins a new one at the next write")
    func fork() throws {
        let entry = try scratch.add("one")
        let device = try #require(try scratch.diary.log().events.first?.device)
        _ = try scratch.edit(entry.id, text: "one here")
        let last = try #require(try scratch.events().last)
        let body = ContentCodec.encode(starred("one"))
        let twin = try last.bent(body: body) { $0.wall += 5 }
        #expect(try scratch.take([twin, last]) == [.accepted, .known])
        #expect(try scratch.take([twin]) == [.known])
        let found = try #require(try scratch.diary.entry(entry.id))
        #expect(found.text == "one here" && found.content.isStarred)
        try scratch.add("after the fork")
        let newest = try #require(try scratch.diary.log().events.first)
        #expect(newest.device != device)
        let report = try scratch.diary.replay(with(ReplayOptions.checking) { $0.isVerification = true })
        #expect(report.unproven?.count == 0 && report.differences == [] && report.damaged == [])
        #expect(try scratch.copy().stateHash == scratch.stateHash)
        try scratch.add("as the new device")
        #expect(try scratch.diary.log().events.first?.device == newest.device)
    }
}
