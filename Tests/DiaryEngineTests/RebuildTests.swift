import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What is folded from the log is the same however the events came in.
@Suite(.timed) struct RebuildTests {
    /// A diary with every kind of event, folded by sixteens, in batches and alone.
    private func lived(_ chance: inout Chance) throws -> Scratch {
        let scratch = try Scratch(seed: chance.next())
        var ids: [EntryID] = []
        for number in 0..<400 {
            scratch.wall += Int64(chance.below(100)) * 1_000_000 - 20_000_000
            switch chance.below(12) {
            case 0..<4: ids.append(try scratch.add(chance.content(), key: chance.below(3) == 0 ? "\(number)" : nil).id)
            case 4..<9 where !ids.isEmpty:
                let id = chance.pick(ids)
                let content = try #require(try scratch.diary.entry(id)).content
                _ = try scratch.perform(.edit(chance.edit(of: content)), on: id)
            case 9 where !ids.isEmpty: _ = try scratch.perform(.delete, on: chance.pick(ids))
            case 10 where !ids.isEmpty: _ = try scratch.perform(.restore, on: chance.pick(ids))
            case 11 where chance.below(3) == 0:
                let rows = (0..<chance.below(40)).map {
                    ImportedRow(content: chance.content(), identity: Array("\(number) \($0 / 2)".utf8))
                }
                _ = try scratch.diary.import(rows, in: scratch.context)
            default: break
            }
        }
        return scratch
    }

    @Test("tables rebuilt from the log are the living ones, key by key and byte for byte")
    func rebuilt() throws {
        var chance = Chance(for: "rebuilt")
        for _ in 0..<4 {
            let living = try lived(&chance)
            try living.flushTail()
            let copy = try Scratch(events: try living.events(), wall: living.wall)
            #expect(try copy.rows(\.streams) == living.rows(\.streams))
            #expect(try copy.rows(\.ids) == living.rows(\.ids))
            #expect(try copy.rows(\.keys) == living.rows(\.keys))
            #expect(try copy.rows(\.devices) == living.rows(\.devices))
            for table in 0..<4 {
                #expect(try copy.listRows(table) == living.listRows(table))
            }
            let (old, new) = (try living.diary.replay(.checking), try copy.diary.replay(.checking))
            #expect(old.stateHash == new.stateHash)
            #expect(old.differences == [] && new.differences == [])
            #expect(try copy.diary.totals() == living.diary.totals())
            let (oldLog, newLog) = (try living.diary.log(), try copy.diary.log())
            #expect(oldLog.events.map(\.id) == newLog.events.map(\.id))
            #expect(oldLog.events.map(\.version) == newLog.events.map(\.version))
        }
    }

    @Test("a diary made from a log goes on as a device of its own, and can be copied again")
    func goesOn() throws {
        let first = try Scratch()
        let entry = try first.add("a")
        let second = try Scratch(events: try first.events(), wall: first.wall)
        try second.edit(entry.id, text: "b")
        #expect(
            try second.diary.log().events.map(\.kind) == [
                "entry.edit", "device.begin", "entry.create", "device.begin",
            ])
        let third = try Scratch(events: try second.events(), wall: first.wall)
        #expect(try third.diary.entry(entry.id)?.text == "b")
        #expect(try third.diary.entry(entry.id, at: .event(2))?.text == "a")
        #expect(try third.diary.replay(.checking).stateHash == second.diary.replay().stateHash)
    }

    @Test("replay names a row that is not the log's, and an event that cannot follow")
    func differences() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("a")
        try scratch.flushTail()
        var writer = try scratch.diary.store.beginWrite()
        let key = TableKey.ordinal(1)
        let row = try writer.view.storedRow(ordinal: 1)
        var changed = row
        changed.version = 7
        let value = changed.bytes
        try writer.view.put(value.span, for: key.span, in: writer.view.log.tables.streams)
        try writer.commit()
        #expect(try scratch.diary.replay(.checking).differences == ["entries: row 1 differs"])
        #expect(try scratch.diary.entry(entry.id)?.version == 7)
    }

    @Test("an event whose body breaks its layout is named by replay and by a verification, and changes nothing")
    func broken() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("a")
        let context = scratch.context
        try scratch.diary.store.write { writer in
            var moment = context
            try writer.begin(EventHeader.Operation(command: 2), count: 1, in: &moment)
            var event = EventData(
                kind: EntryEventCodec.Kind.edit, object: entry.id, expecting: .exactly(1), body: [1, 0xFF],
                salt: [UInt8](repeating: 0, count: 16))
            event.schema = 2
            try writer.append(event)
        }
        #expect(try scratch.diary.replay().damaged == [3])
        #expect(try scratch.diary.verify().findings == [CheckFinding(.event(3), .senseless)])
        #expect(try scratch.diary.entry(entry.id)?.text == "a")
    }
}
