import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Events that nobody can read any more: an export says where they stood, and a diary made of it keeps the place.
@Suite("Holes", .timed) final class HoleTests: InScratch {
    private func holes(_ records: [LogRecord]) -> [EventHole] {
        records.compactMap { record in
            if case .hole(let hole) = record { return hole }
            return nil
        }
    }

    @Test func `one lost event of an export costs itself: all others are taken, proven, and exported again`() throws {
        let entry = try scratch.add("하나")
        let other = try scratch.add("other")
        for number in 2...20 { try scratch.edit(entry.id, text: "하나, \(number)번째 고침") }
        try scratch.flushTail()
        let events = try scratch.events()
        for lost in [1, 2, 4, 9] as [UInt64] {
            let frame = try scratch.flip(lost, at: 200)
            let exported = try scratch.records()
            #expect(try holes(exported) == [events[Int(lost) - 1].hole()])
            #expect(
                exported.compactMap { if case .event(let event) = $0 { event.header } else { nil } }
                    == events.enumerated().filter { $0.offset + 1 != lost }.map(\.element.header))
            let copy = try Scratch(records: exported, wall: scratch.wall)
            #expect(try copy.head == scratch.head)
            #expect(try holes(copy.records()) == holes(exported))
            let report = try copy.diary.replay(to: .head, .verifying)
            #expect(report.unproven?.map(\.sequence.rawValue) == [lost])
            #expect(report.damaged.contains(SequenceNumber(lost)))
            // The next event that has a content says what the entry is.
            #expect(try copy.diary.entry(entry.id)?.text == scratch.diary.entry(entry.id)?.text)
            #expect(try copy.diary.entry(other.id)?.text == "other")
            try copy.add("afterwards")
            try scratch.put(frame, at: lost)
        }
    }

    @Test func `an entry whose creation is lost begins with its next event that has a content, by every road`() throws {
        let (scratch, entry) = try whole()
        let copy = try Scratch(records: hiding([2], of: scratch.events()), wall: scratch.wall)
        let next: UInt64 = 4
        var request = ListRequest()
        request.point = .event(SequenceNumber(next - 1))
        #expect(try copy.diary.list(request).entries.map(\.text) == ["other"])
        request.point = .event(SequenceNumber(next))
        let then = try copy.diary.list(request).entries
        #expect(then.map(\.text) == ["하나, 2번째 고침", "other"] && then.map(\.version) == [1, 1])
        #expect(try copy.diary.log(of: entry).events.count == 20)
        #expect(try copy.diary.entry(entry, at: .event(20))?.text == "하나, 18번째 고침")
        _ = try copy.perform(.restore, on: entry)
        try copy.edit(entry, text: "goes on")
        #expect(try copy.diary.search(SearchRequest("goes")).hits.count == 1)
        try copy.flushTail()
        #expect(try copy.diary.replay(.checking).differences == [])
        #expect(try Scratch(records: copy.records(), wall: copy.wall).stateHash == copy.stateHash)
    }

    @Test(arguments: Array(1...8) as [UInt64])
    func `creations lost where two devices wrote: rows, replay and a copy made of the log agree`(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let left = try Scratch.lived(&chance, events: 60)
        let right = try left.copy()
        for scratch in [left, right] {
            for entry in try scratch.diary.list().entries.prefix(3) {
                for number in 0..<Int(chance.below(20)) {
                    scratch.wall += 1
                    try scratch.edit(entry.id, text: "\(entry.text) \(scratch === left) \(number)")
                }
            }
        }
        #expect(try left.take(right.events()).allSatisfy { $0 == .accepted || $0 == .known })
        var records = try left.records()
        for index in records.indices {
            guard case .event(let event) = records[index] else { continue }
            let header = try EventHeader(canonical: [UInt8](event.header).span)
            guard header.kind == EntryEventCodec.Kind.create, chance.below(2) == 0 else { continue }
            records[index] = try .hole(event.hole(reason: ""))
        }
        let copy = try Scratch(records: records, wall: left.wall)
        #expect(try copy.diary.replay(.checking).differences == [], "seed \(seed)")
        let again = try Scratch(records: copy.records(), wall: left.wall)
        #expect(try again.stateHash == copy.stateHash, "seed \(seed)")
        #expect(try copy.take(left.events()).allSatisfy { $0 == .accepted || $0 == .known })
        #expect(try copy.stateHash == left.stateHash && copy.diary.replay(.checking).damaged == [], "seed \(seed)")
    }

    @Test("a lost event within an operation, or at its beginning or end, leaves the rest of it", arguments: 0..<3)
    func operation(index: Int) throws {
        let rows = (0..<3).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try scratch.diary.import(rows, in: scratch.context)
        try scratch.add("later")
        try scratch.flushTail()
        try scratch.flip(UInt64(2 + index), at: 90)
        let copy = try Scratch(records: try scratch.records(), wall: scratch.wall)
        let texts = Set(try copy.diary.list().entries.map(\.text).filter { !$0.hasPrefix("filler") })
        #expect(texts == Set(["row 0", "row 1", "row 2", "later"]).subtracting(["row \(index)"]))
    }

    @Test func `an event lost at the end of its device's chain keeps its place, and the next one names it`() throws {
        try scratch.add("하나")
        try scratch.add("둘")
        let lost = try scratch.head
        try scratch.flip(lost, at: 90)
        #expect(try holes(scratch.records()).map(\.deviceSequence) == [lost])
        try scratch.add("셋")
        #expect(try scratch.head == lost + 1, "the device goes on")
        let exported = try scratch.records()
        #expect(holes(exported).map(\.deviceSequence) == [lost])
        let copy = try Scratch(records: exported, wall: scratch.wall)
        #expect(try copy.head == scratch.head)
        #expect(try copy.diary.replay(to: .head, .verifying).damaged == [SequenceNumber(lost)])
        #expect(try copy.diary.list().entries.count == 2)
        try scratch.flushTail()
        #expect(try holes(scratch.records()).map(\.deviceSequence).first == lost)
    }

    @Test func `a hole without an id learns it from the event after it`() throws {
        let entry = try scratch.add("a")
        try scratch.edit(entry.id, text: "b")
        try scratch.edit(entry.id, text: "c")
        let events = try scratch.events()
        let copy = try Scratch(records: hiding([3], of: events, named: false), wall: scratch.wall)
        #expect(try holes(copy.records()).first?.id == events[2].id)
        #expect(try copy.diary.replay(to: .head, .verifying).unproven?.map(\.sequence) == [3])
    }

    /// A diary with two entries, one of them edited often, and an import of three rows.
    private func whole() throws -> (scratch: Scratch, entry: EntryID) {
        let scratch = try Scratch()
        let entry = try scratch.add("하나")
        try scratch.add("other")
        for number in 2...20 { try scratch.edit(entry.id, text: "하나, \(number)번째 고침") }
        let rows = (0..<3).map { ImportedRow(content: plain("row \($0)"), identity: [UInt8($0)]) }
        _ = try scratch.diary.import(rows, in: scratch.context)
        _ = try scratch.perform(.delete, on: entry.id)
        return (scratch, entry.id)
    }

    @Test("an event that comes after all takes the hole's place, and all is as if it had never been away")
    func filled() throws {
        let (scratch, entry) = try whole()
        let events = try scratch.events()
        for lost in [[1], [2], [3], [4], [9], [23], [24], [25], [24, 25], [23, 24, 25], [26], [1, 2, 9, 24, 26]] {
            let copy = try Scratch(records: hiding(lost, of: events), wall: scratch.wall)
            #expect(try copy.diary.replay(.checking).damaged.count >= lost.count)
            #expect(try copy.take([events[4]]) == [.known])
            let answers = try copy.take(events)
            #expect(
                answers.filter { $0 == .accepted }.count == Set(lost.map { (23...25).contains($0) ? 23 : $0 }).count)
            #expect(try copy.take(events).allSatisfy { $0 == .known })
            #expect(try copy.head == scratch.head && copy.stateHash == scratch.stateHash, "\(lost)")
            let report = try copy.diary.replay(to: .head, .verifying)
            #expect(report.damaged == [] && report.unproven?.count == 0)
            #expect(try holes(copy.records()) == [] && copy.events().map(\.header) == events.map(\.header))
            #expect(try copy.diary.replay(.checking).differences == [])
            #expect(try copy.diary.list().entries.map(\.text) == scratch.diary.list().entries.map(\.text))
            #expect(try copy.diary.version(3, of: entry)?.text == scratch.diary.version(3, of: entry)?.text)
            try copy.add("afterwards")
        }
    }

    @Test func `a hole whose id nobody knows, at the end of its device's chain, is filled as well`() throws {
        let (scratch, _) = try whole()
        let events = try scratch.events()
        let copy = try Scratch(records: hiding([26], of: events, named: false), wall: scratch.wall)
        try copy.add("meanwhile")
        let hash = try scratch.stateHash
        #expect(try copy.take(events).last == .accepted)
        #expect(try copy.stateHash != hash && copy.events().prefix(26).map(\.header) == events.map(\.header))
        #expect(try copy.diary.list().entries.map(\.text).contains("meanwhile"))
    }

    @Test func `no hole is filled while the log has an event that only this file may know something of`() throws {
        let (scratch, entry) = try whole()
        let events = try scratch.events()
        let copy = try Scratch(records: hiding([9], of: events), wall: scratch.wall)
        let before = try headers(of: copy)
        for damaged: UInt64 in [3, 12, 20] {
            let frame = try copy.flip(damaged, at: 200)
            let lost = events[Int(damaged) - 1].id
            #expect(try copy.take([events[8]]) == [.notYet(EventNeeds(events: [lost]))])
            #expect(try copy.diary.list().entries.map(\.text).contains("other"))
            try copy.put(frame, at: damaged)
        }
        #expect(try headers(of: copy) == before)
        #expect(try copy.take([events[8], events[8]]) == [.accepted, .known])
        #expect(try copy.diary.version(8, of: entry)?.text == scratch.diary.version(8, of: entry)?.text)
    }

    /// The log with holes in the places of some events, by number.
    private func hiding(_ lost: [Int], of events: [PortableEvent], named: Bool = true) throws -> [LogRecord] {
        var all = events.map { LogRecord.event($0) }
        for number in lost { all[number - 1] = try .hole(events[number - 1].hole(named: named)) }
        return all
    }

    @Test("what another device made on a hole, or on an event before the entry begins, comes in at any time")
    func behindHoles() throws {
        let (scratch, entry) = try whole()
        let early = try scratch.events()
        for lost in [2, 9] {
            let copy = try Scratch(records: hiding([lost], of: early), wall: scratch.wall)
            var author = try Author(after: early)
            // Made on the event that is lost, and on one after it that begins nothing here.
            let children =
                try [author.begin()]
                + [lost, lost + 3].map { number in
                    let parent = try EventHeader(canonical: [UInt8](early[number - 1].header).span)
                    #expect(parent.object == entry)
                    return author.edit(of: entry, on: [parent.id], to: starred("하나"))
                }
            for child in children { #expect(try copy.take([child]) == [.accepted], "\(lost)") }
            #expect(try copy.diary.replay(.checking).differences == [])
            let hash = try Scratch(events: early + children, wall: scratch.wall).stateHash
            #expect(try copy.take([early[lost - 1]]) == [.accepted] && copy.stateHash == hash, "\(lost)")
        }
    }

    @Test func `of two events for one place the first fills it, and the other is a fork`() throws {
        let (scratch, entry) = try whole()
        let events = try scratch.events()
        let copy = try Scratch(records: hiding([26], of: events, named: false), wall: scratch.wall)
        let twin = try events[25].bent { $0.wall += 5 }
        #expect(try copy.take([events[25], twin]) == [.accepted, .accepted])
        #expect(try copy.take([events[25], twin]) == [.known, .known])
        #expect(try copy.diary.replay(.checking).differences == [])
        #expect(try copy.diary.entry(entry)?.isDeleted == true)
    }

    @Test("who watches is told of a hole that was filled, though the newest event is the same", .timeLimit(.minutes(5)))
    func reported() async throws {
        let (scratch, _) = try whole()
        let events = try scratch.events()
        let copy = try Scratch(records: hiding([9], of: events), wall: scratch.wall)
        let other = try Diary(at: copy.path)
        var changes = other.changes().makeAsyncIterator()
        #expect(try copy.take([events[8]]) == [.accepted])
        let head = try copy.head
        let change = try #require(try await changes.next())
        #expect(change.head.rawValue == head && change.entries == nil)
    }

    @Test("an event lost at its device's end, on which its entry was edited, is exported by its id and read back")
    func namedByStream() throws {
        for isFolded in [false, true] {
            let scratch = try Scratch()
            let entry = try scratch.add("하나")
            try scratch.flushTail()
            repeat {
                try scratch.edit(entry.id, text: "둘 \(scratch.head)")
            } while try isFolded
                && scratch.diary.store.beginRead().view.log.meta.flushed < scratch.head
            try scratch.flip(scratch.head, at: 200)
            try scratch.edit(entry.id, text: "넷")
            let copy = try Scratch(records: scratch.records(), wall: scratch.wall)
            #expect(try copy.head == scratch.head && copy.diary.entry(entry.id)?.text == "넷", "\(isFolded)")
            #expect(try holes(copy.records()).allSatisfy { $0.id != nil })
        }
    }

    /// The headers of a log, holes as nothing.
    private func headers(of scratch: Scratch) throws -> [[UInt8]?] {
        try scratch.records().map { record in
            if case .event(let event) = record { return event.header }
            return nil
        }
    }

    @Test func `what a hole claims is judged: no device, no number; one whose place is taken is passed over`() throws {
        try scratch.add("a")
        let events = try scratch.events()
        let device = try EventHeader(canonical: [UInt8](events[0].header).span).device
        for (device, number, answer) in [
            (DeviceID.zero, 3 as UInt64, OperationAnswer.never(EventRefusal(.device, .missing))),
            (device, 0 as UInt64, .never(EventRefusal(.deviceSequence, .outOfRange))),
            (device, .max, .never(EventRefusal(.deviceSequence, .outOfRange))),
        ] {
            let hole = EventHole(device: device, deviceSequence: number, id: nil, reason: "")
            let all = events.map { LogRecord.event($0) } + [.hole(hole)]
            #expect(throws: EventStoreError.refused(record: 3, answer)) {
                try Scratch(records: all, wall: scratch.wall)
            }
        }
        let taken = EventHole(device: device, deviceSequence: 2, id: nil, reason: "")
        let copy = try Scratch(records: events.map { .event($0) } + [.hole(taken)], wall: scratch.wall)
        #expect(try copy.head == 2 && copy.stateHash == scratch.stateHash)
    }
}
