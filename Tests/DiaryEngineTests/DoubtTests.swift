import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// What a diary says of damage that an answer meets, and what it serves all the same.
@Suite(.timed) struct DoubtTests {
    private let scratch: Scratch
    private let id: EntryID
    /// The tail: the last edit, which the tests damage.
    private let last: UInt64

    init() throws {
        scratch = try Scratch()
        id = try scratch.add("one").id
        for number in 0..<20 { try scratch.add("other \(number)", day: Int64(number)) }
        try scratch.flushTail()
        try scratch.edit(id, text: "one, two")
        last = try scratch.head
    }

    private func damage(_ calls: () throws -> Void) throws -> Damage {
        let (result, damage) = FoundDamage.collecting(calls)
        try result.get()
        return damage
    }

    /// Expects that a table is named as damaged, and the right answer once all are made anew.
    private func expect<Answer: Equatable>(_ table: String, _ right: Answer, _ ask: () throws -> Answer) throws {
        #expect(throws: EventStoreError.damagedTable(table)) { try ask() }
        try scratch.diary.rebuild()
        #expect(try ask() == right)
    }

    @Test("every answer that reads the tail names a damaged event of it, and nothing is said of a sound diary")
    func tail() throws {
        let diary = scratch.diary
        let roads: [() throws -> Void] = [
            { _ = try diary.entry(id) }, { _ = try diary.list() }, { _ = try diary.search(SearchRequest("one")) },
            { _ = try diary.search(SearchRequest("one")) }, { _ = try diary.count(SearchRequest("one")) },
            { _ = try diary.history(of: id) }, { _ = try diary.log(of: id) }, { _ = try diary.blame(id) },
            { _ = try diary.totals() }, { _ = try diary.statistics(today: 0) }, { _ = try diary.nextUndo() },
            { _ = try diary.entries(withPrefix: id.hexadecimal) }, { _ = try diary.version(1, of: id) },
            { _ = try diary.diff(from: .event(1), to: .head) },
        ]
        for road in roads { #expect(try damage(road).isNone) }
        try scratch.flip(last, at: 200)
        for (index, road) in roads.enumerated() {
            #expect(try damage(road).events == [SequenceNumber(last)], "road \(index)")
        }
        #expect(diary.damage.events == [SequenceNumber(last)])
    }

    @Test func `a damaged event that was flushed is named for good, as of its own time and later`() throws {
        try scratch.flip(last, at: 200)
        try scratch.flushTail()
        let diary = try Diary(at: scratch.path)
        #expect(try damage { _ = try diary.list() }.events == [SequenceNumber(last)])
        #expect(try damage { _ = try diary.entry(id) }.events == [SequenceNumber(last)])
        #expect(try damage { _ = try diary.list { $0.point = .event(SequenceNumber(last - 1)) } }.isNone)
    }

    @Test func `a page of the rows that leads nowhere is told, and made anew for who reads in order to write`() throws {
        try scratch.flushTail()
        let right = try scratch.diary.entry(id)
        var bytes = try scratch.file
        // The newest state's unnamed table is one leaf; a table's node holds its name, and 40 bytes on its first page.
        let states = [0, 4096].map { page in
            (bytes.span.littleEndian(at: page + 144) as UInt64, bytes.span.littleEndian(at: page + 128) as UInt64)
        }
        let main = try Int(#require(states.max { $0.0 < $1.0 }).1) * 4096
        let name = Array("streams".utf8)
        let position = try #require((main..<(main + 4096)).first { bytes[$0...].starts(with: name) })
        let root = Int(bytes.span.littleEndian(at: position + name.count + 40) as UInt64) * 4096
        bytes.replaceSubrange(root..<(root + 64), with: Array(repeating: 0, count: 64))
        let path = try scratch.lay(bytes, in: "copy")
        #expect(throws: EventStoreError.damagedTable("streams")) { try Diary(at: path).entry(id) }
        let row = with(ImportedRow(content: plain("three"), identity: [1])) { $0.id = id }
        #expect(throws: EventStoreError.damagedTable("streams"), "who only tries an import changes nothing") {
            try Diary(at: path).import([row], update: true, dryRun: true)
        }
        let changing = try Diary(at: path, rebuildsToRead: true)
        #expect(try changing.entry(id) == right, "who reads in order to write has it made anew")
        #expect(try Diary(at: path).entry(id) == right)
    }

    @Test("a question that meets a damaged row half-way, and begins again once it is made anew, counts nothing twice")
    func halfWay() throws {
        try scratch.flushTail()
        let right = try scratch.diary.diff(from: .event(1), to: .head).items.map(\.id)
        try scratch.change("streams", TableKey.ordinal(15)) { $0[3] ^= 6 }
        let changing = try Diary(at: scratch.path, rebuildsToRead: true)
        #expect(try changing.diff(from: .event(1), to: .head).items.map(\.id) == right)
    }

    @Test func `a change after a damaged one is made, says so, and takes no version that was used`() throws {
        try scratch.flip(last, at: 200)
        var changed: Entry?
        let damage = try damage { changed = try scratch.edit(id, text: "one, three") }
        #expect(damage.events == [SequenceNumber(last)])
        #expect(changed?.version == 3)
        #expect(try scratch.diary.entry(id)?.text == "one, three")
        #expect(try scratch.diary.history(of: id)?.map(\.version) == [3, 1])
    }

    @Test func `an identifier that leads to another entry's row never shows or changes that entry`() throws {
        for isWriting in [false, true] {
            let text = try #require(try scratch.diary.entry(id)).text
            try scratch.change("ids", id.bytes) { $0[3] ^= 6 }
            if isWriting {
                #expect(try scratch.edit(id, text: text + "!").id == id)
                #expect(try scratch.diary.list().entries.filter { $0.text.hasPrefix("one") }.map(\.id) == [id])
            } else {
                try expect("ids", text) { try scratch.diary.entry(id)?.text }
            }
        }
        try scratch.change("ids", id.bytes) { $0 = [9] }
        let prefix = String(id.hexadecimal.prefix(8))
        try expect("ids", [id]) { try scratch.diary.entries(withPrefix: prefix).map(\.id) }
    }

    @Test func `an index without its manifest, or without a page, is told, and missed by who writes on`() throws {
        let whole = try scratch.diary.search("other").map(\.entry)
        #expect(whole.count == 20)
        func remove(_ table: Int, _ key: [UInt8]) throws {
            try scratch.write([(key, nil)], to: SearchProjection().tables[table])
        }
        for (table, key) in [(1, TableKey.ordinal(0)), (0, [0, 0, 0, 0])] {
            try remove(table, key)
            try expect("search", whole) { try scratch.diary.search("other").map(\.entry) }
        }
        for table in [1, 2, 4] {
            try remove(table, TableKey.ordinal(0))
            try scratch.edit(id, text: "one, \(table)")
            try scratch.flushTail()
            #expect(try scratch.diary.search("other").map(\.entry) == whole)
            #expect(try scratch.diary.replay(.checking).differences == [])
        }
    }

    @Test func `a rebuild keeps what a deleted entry said, whose only text cannot be read any more`() throws {
        let added = try scratch.add("only once")
        let other = added.id
        _ = try scratch.perform(.delete, on: other)
        try scratch.flushTail()
        try scratch.lose(added.sequence.rawValue, at: 200)
        let before = try #require(try scratch.diary.entry(other))
        try scratch.diary.rebuild()
        #expect(before.isDeleted && before.text == "only once")
        #expect(try scratch.diary.entry(other)?.text == "only once")
    }

    @Test func `a rebuild puts the one bit right that is wrong in an event, wherever that is, and no more`() throws {
        let added = try scratch.add("only once")
        try scratch.flushTail()
        let number = added.sequence.rawValue
        let whole = try #require(try scratch.diary.store.beginRead().view.frameCopy(number))
        for position in [0, 4, 12, 40, 90, whole.count - 1] {
            try scratch.flip(number, at: position)
            try scratch.diary.rebuild()
            #expect(try scratch.diary.store.beginRead().view.frameCopy(number) == whole, "byte \(position)")
        }
        #expect(try scratch.diary.verify(deep: true).findings == [])
        try scratch.lose(number)
        try scratch.diary.rebuild()
        #expect(try scratch.diary.verify().damagedEvents.map(\.rawValue) == [number])
    }

    @Test func `a rebuild keeps the row of an entry whose creation cannot be read any more`() throws {
        try scratch.flushTail()
        try scratch.lose(2, at: 200)
        try scratch.change("ids", id.bytes) { $0[3] ^= 6 }
        try scratch.diary.rebuild()
        #expect(try scratch.diary.entry(id)?.text == "one, two")
        let statuses = try scratch.diary.projections()
        #expect(statuses.first?.name == "streams")
        #expect(statuses.first?.failures.map(\.sequence) == [2])
    }
}
