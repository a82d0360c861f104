import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Entries that a newer program wrote: what cannot be understood is told, and has a place in every answer.
@Suite("What a newer program wrote", .timed) struct NewerEventTests {
    private static let id = EntryID(high: 5, low: 5)

    /// A diary of one entry, and a device that writes as a newer program does.
    private func begun() throws -> (Scratch, Author) {
        let mine = try Scratch()
        try mine.add("한강을 걸었다", day: 3)
        var author = try Author(after: mine.events())
        #expect(try mine.take([author.begin()]) == [.accepted])
        return (mine, author)
    }

    private func check(_ diary: Scratch, _ said: Comment) throws {
        let replay = try diary.diary.replay(.checking)
        #expect(replay.differences == [] && replay.damaged == [], said)
        #expect(try diary.diary.verify(deep: true).findingCount == 0, said)
        #expect(try diary.diary.replay(ReplayOptions()).stateHash == replay.stateHash, said)
        guard let found = try PageReader(diary.path) else { return }
        #expect(found.lines.last == "state hash \(replay.stateHash.hexadecimal)", said)
        #expect(try found.lines.count == diary.diary.list().entries.count + 1, said)
    }

    @Test("an entry that it created is listed under the time of its header, counted and verified; no search finds it")
    func created() throws {
        var (mine, author) = try begun()
        let event = author.newer(Kind.create, of: Self.id, body: Array("한강에서 온 미래".utf8))
        #expect(try mine.take([event]) == [.accepted])
        for _ in 0..<2 {
            let entry = try #require(try mine.diary.entry(Self.id))
            #expect(!entry.isUnderstood && entry.status == .notUnderstood && !entry.isForgotten && !entry.isDeleted)
            #expect(entry.text.isEmpty && entry.version == 1 && entry.standsOn == [event.id])
            #expect(entry.content.date == EntryDate(writtenAt: author.wall, offset: 0))
            #expect(entry.content.date.rfc3339() == "2020-12-22T15:35:33Z" && entry.createdAt.wall == author.wall)
            #expect(try mine.diary.list().entries.map(\.id).contains(Self.id))
            #expect(try mine.diary.totals().live == 2 && mine.diary.totals().words == 2)
            #expect(try mine.diary.search(SearchRequest("한강")).hits.count == 1)
            #expect(try mine.diary.conflict(of: Self.id) == nil)
            let version = try #require(try mine.diary.version(1, of: Self.id))
            #expect(!version.isUnderstood && version.content == entry.content)
            #expect(try mine.diary.history(of: Self.id)?.map(\.isUnderstood) == [false])
            #expect(try mine.diary.log(of: Self.id).events.map(\.isUnderstood) == [false])
            let found = try mine.diary.verify()
            #expect(found.findingCount == 0 && found.entries == 2 && found.notUnderstood == 1)
            #expect(found.newerEvents == 1)
            #expect(try mine.diary.replay(ReplayOptions()).notUnderstood == 1)
            try check(mine, "created")
            try mine.diary.store.rebuild()
        }
        #expect(try !mine.diary.list { $0.point = .event(3) }.entries.map(\.id).contains(Self.id))
        let copy = try mine.copy()
        #expect(try copy.stateHash == mine.stateHash)
        #expect(try copy.diary.list().entries.map(\.id) == mine.diary.list().entries.map(\.id))
    }

    @Test("an edit that is understood makes it an entry like any other, and what came before stays told as it was")
    func edited() throws {
        var (mine, author) = try begun()
        let created = author.newer(Kind.create, of: Self.id, body: [1, 2, 3])
        let edited = author.newer(Kind.edit, of: Self.id, on: [created.id], body: [4])
        let understood = author.edit(of: Self.id, on: [edited.id], to: plain("이제 읽힌다", day: 9))
        #expect(try mine.take([created, edited]) == [.accepted, .accepted])
        #expect(try mine.diary.entry(Self.id)?.version == 2)
        try check(mine, "two events that are not understood")
        let before = try mine.head
        #expect(try mine.take([understood]) == [.accepted])
        for _ in 0..<2 {
            let entry = try #require(try mine.diary.entry(Self.id))
            #expect(entry.isUnderstood && !entry.isBranched && entry.text == "이제 읽힌다" && entry.version == 3)
            #expect(entry.createdAt.wall == author.wall)
            #expect(try mine.diary.entry(Self.id, at: .event(SequenceNumber(before)))?.status == .notUnderstood)
            #expect(try mine.diary.history(of: Self.id)?.map(\.isUnderstood) == [true, false, false])
            #expect(try mine.diary.search(SearchRequest("읽힌다")).hits.count == 1)
            let found = try mine.diary.verify()
            #expect(found.notUnderstood == 0 && found.newerEvents == 2)
            try check(mine, "an edit that is understood")
            try mine.diary.store.rebuild()
        }
    }

    @Test(
        "nothing can be written on it, whatever its criticality, but that it is forgotten",
        arguments: [EventCriticality.ignorable, .stream])
    func readOnly(_ criticality: EventCriticality) throws {
        var (mine, author) = try begun()
        #expect(
            try mine.take([author.newer(Kind.create, of: Self.id, body: [7]) { $0.criticality = criticality }])
                == [.accepted])
        let hash = try mine.stateHash
        let commands: [EntryCommand] = [
            .edit(.text("다른 글")), .edit(.star), .delete, .restore, .become(plain("또 다른 글")),
        ]
        for command in commands {
            #expect(throws: EventStoreError.needsNewerProgram) { try mine.perform(command, on: Self.id) }
        }
        let weather = Weather(main: "비", icon: "10d")
        #expect(throws: EventStoreError.needsNewerProgram) {
            try mine.diary.write(.observe(weather, of: Self.id), in: mine.context)
        }
        #expect(throws: EventStoreError.needsNewerProgram) {
            try mine.diary.write(.restore(to: .event(2)), in: mine.context)
        }
        #expect(try mine.stateHash == hash)
        try mine.add("andere")
        #expect(try mine.diary.forget(Self.id, in: mine.context) != nil)
        let entry = try #require(try mine.diary.entry(Self.id))
        #expect(entry.isForgotten && entry.isDeleted && entry.isUnderstood && entry.version == 2)
        try check(mine, "forgotten")
        let copy = try mine.copy()
        #expect(try copy.stateHash == mine.stateHash)
        try check(copy, "a copy of the log without its payload")
    }

    @Test func `an event that binds the diary refuses every change of it, and the entry is told all the same`() throws {
        var (mine, author) = try begun()
        #expect(
            try mine.take([author.newer(Kind.create, of: Self.id, body: [7]) { $0.criticality = .store }])
                == [.accepted])
        #expect(try mine.diary.entry(Self.id)?.status == .notUnderstood)
        #expect(throws: EventStoreError.needsNewerProgram) { try mine.add("no") }
        #expect(throws: EventStoreError.needsNewerProgram) { try mine.diary.forget(Self.id, in: mine.context) }
        try check(mine, "criticality 2")
    }

    @Test func `beside a creation that is understood, an event of it changes nothing but the version`() throws {
        var (mine, author) = try begun()
        let created = author.create(Self.id, plain("글", day: 4))
        let newer = author.newer(99, of: Self.id, on: [created.id], body: [1])
        #expect(try mine.take([created, newer]) == [.accepted, .accepted])
        let entry = try #require(try mine.diary.entry(Self.id))
        #expect(entry.isUnderstood && entry.text == "글" && entry.version == 2 && !entry.isBranched)
        #expect(throws: EventStoreError.needsNewerProgram) { try mine.perform(.delete, on: Self.id) }
        let found = try mine.diary.verify()
        #expect(found.notUnderstood == 0 && found.newerEvents == 1 && found.findingCount == 0)
        try check(mine, "amid")
        #expect(try mine.diary.forget(Self.id, in: mine.context) != nil)
        #expect(try mine.diary.entry(Self.id)?.isForgotten == true && mine.copy().stateHash == mine.stateHash)
        try check(mine, "amid, forgotten")
    }

    @Test("forged events of unknown kinds that begin an entry are refused, and no answer fails for what is taken")
    func forged() throws {
        var (mine, author) = try begun()
        let orphan = author.newer(99, of: Self.id, body: [1])
        #expect(try mine.take([orphan]) == [.never(EventRefusal(.parents, .missing))])
        author = try Author(after: mine.events(), 78)
        #expect(try mine.take([author.begin()]) == [.accepted])
        let end = EventLimits.wall
        for (number, wall) in [end.lowerBound, end.upperBound, 0].enumerated() {
            for (low, offset) in [Int32(-64_800), 64_800].enumerated() {
                let id = EntryID(high: UInt64(number) + 10, low: UInt64(low))
                let created = author.newer(Kind.create, of: id, body: [1]) { ($0.wall, $0.offset) = (wall, offset) }
                let rest = [EntryEventCodec.Kind.delete, 99, Kind.edit].map { kind in
                    author.newer(kind, of: id, on: [created.id], body: [2]) { $0.schema = 9 }
                }
                #expect(try mine.take([created] + rest).allSatisfy { $0 == .accepted })
                #expect(try mine.diary.entry(id)?.content.date.isProper == true)
            }
        }
        #expect(try mine.diary.list().entries.count == 7)
        try check(mine, "forged")
    }

    @Test("all copies come to one state, whatever arrives first", arguments: seeds(6))
    func anyOrder(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let base = try Scratch()
        try base.add("begun")
        let start = try base.events()
        var authors = try (0..<3).map { try Author(after: start, 70 + $0) }
        var records = authors.indices.map { authors[$0].begin() }
        // What each device has seen of each entry: the heads that its next event names.
        let ids = (0..<8).map { EntryID(high: 9, low: $0) }
        var heads: [EntryID: [Digest]] = [:]
        for round in 0..<40 {
            let number = chance.below(authors.count)
            authors[number].wall += Int64(chance.below(1 << 36)) - 1 << 34
            for other in authors where chance.isLucky(oneIn: 2) {
                authors[number].lamport = max(authors[number].lamport, other.lamport)
            }
            let id = chance.pick(ids)
            var event: PortableEvent
            if heads[id] == nil || chance.isLucky(oneIn: 8) {
                event =
                    chance.isLucky(oneIn: 4)
                    ? authors[number].create(id, plain("글 \(round)", day: Int64(chance.below(9))))
                    : authors[number].newer(Kind.create, of: id, body: [UInt8(round)])
            } else {
                authors[number].lamport = max(authors[number].lamport, authors.map(\.lamport).max() ?? 0)
                var parents = heads[id] ?? []
                if chance.isLucky(oneIn: 3) { parents = [chance.pick(parents)] }
                parents = Array(parents.prefix(1)) + parents.dropFirst().sorted()
                switch chance.below(9) {
                case 0: event = authors[number].edit(of: id, on: parents, to: plain("고침 \(round)", day: 2), from: "")
                case 1: event = authors[number].event(Kind.delete, of: id, on: parents, body: [])
                case 2:
                    event = authors[number].newer(Kind.edit, of: id, on: parents, body: [3]) {
                        $0.operation = EventHeader.Operation(command: 9, attended: false)
                    }
                default: event = authors[number].newer(40, of: id, on: parents, body: [3])
                }
            }
            records.append(event)
            let named = try EventHeader(canonical: event.header.span).parents
            heads[id] = (heads[id] ?? []).filter { !named.contains($0) } + [event.id]
        }
        let straight = try Scratch(events: start + records, wall: 1 << 60)
        try check(straight, "seed \(seed)")
        #expect(try straight.diary.verify().notUnderstood > 0, "seed \(seed): nothing is shown")
        let list = try straight.diary.list().entries
        for _ in 0..<4 {
            let mixed = try Scratch(events: start, wall: 1 << 60)
            var rest = records.shuffled(using: &chance)[...]
            while !rest.isEmpty {
                let some = rest.prefix(1 + chance.below(12))
                rest = rest.dropFirst(some.count)
                for operation in try mixed.diary.importEvents(Array(some), in: mixed.context)
                where operation.answer != .accepted && operation.answer != .known {
                    if case .never(let refusal) = operation.answer { Issue.record("seed \(seed): \(refusal)") }
                    guard case .notYet = operation.answer else { continue }
                    rest += operation.events.map { some[some.startIndex + $0] }
                }
            }
            #expect(try mixed.stateHash == straight.stateHash, "seed \(seed)")
            let shown = try mixed.diary.list().entries
            #expect(shown.map(\.id) == list.map(\.id) && shown.map(\.content) == list.map(\.content), "seed \(seed)")
            #expect(shown.map(\.createdAt) == list.map(\.createdAt), "seed \(seed)")
            #expect(shown.map(\.modifiedAt) == list.map(\.modifiedAt), "seed \(seed)")
            try check(mixed, "seed \(seed), mixed")
        }
    }

    @Test func `a program that knows the schema makes the rows anew, and reads what it says`() throws {
        var (mine, author) = try begun()
        let body = ContentCodec.encode(plain("새 프로그램의 글", day: 8))
        #expect(try mine.take([author.newer(Kind.create, of: Self.id, body: [0xFF] + body)]) == [.accepted])
        let hash = try mine.stateHash
        let newer = try Store(opening: mine.path, model: NewerStreams())
        try newer.rebuild()
        let row = try #require(try newer.beginRead().view.stream(Self.id))
        let state = try EntryRow(row.state).state
        #expect(state.isUnderstood && state.content.text == Array("새 프로그램의 글".utf8) && !row.isReadOnly)
        try mine.reopen()
        try mine.diary.store.rebuild()
        #expect(try mine.diary.entry(Self.id)?.isUnderstood == false && mine.stateHash == hash)
    }
}

private typealias Kind = EntryEventCodec.Kind

extension Author {
    /// An event of a kind or a schema that this program does not know.
    fileprivate mutating func newer(
        _ kind: UInt16, of object: EntryID, on parents: [Digest] = [], body: [UInt8],
        _ bend: (inout EventHeader) -> Void = { _ in }
    ) -> PortableEvent {
        event(kind, of: object, on: parents, body: body) {
            $0.schema = 3
            bend(&$0)
        }
    }
}

/// A newer program: it knows schema 3 of a creation, which is schema 2 behind one more byte.
private struct NewerStreams: StreamsOverDiary {
    func understands(kind: UInt16, schema: UInt16) -> Bool {
        own.understands(kind: kind, schema: schema) || (kind == Kind.create && schema == 3)
    }

    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) throws(FormatError) -> [UInt8]? {
        if kind == Kind.create, schema == 3 { return [UInt8](copying: body.extracting(1..<body.count)) }
        return try own.upcast(kind: kind, schema: schema, body: body)
    }
}
