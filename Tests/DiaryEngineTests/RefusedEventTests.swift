import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What a log may claim: each row of the table in `Docs/FormatEvents.md`, as a forged event.
@Suite("The door", .timed) struct RefusedEventTests {
    private let scratch: Scratch
    private let entry: Entry
    /// The entry's newest event.
    private let head: Digest

    init() throws {
        scratch = try Scratch()
        entry = try scratch.add(with(plain("바다에 갔다")) { $0.tags = [Tag("a"), Tag("b")] })
        head = try #require(try scratch.events().last).id
    }

    private func author() throws -> (Author, PortableEvent) {
        let events = try scratch.events()
        var author = try Author(after: events, UInt64(events.count + 100))
        let begin = author.begin()
        return (author, begin)
    }

    private func never(_ field: EventRefusal.Field, _ reason: EventRefusal.Reason) -> OperationAnswer {
        .never(EventRefusal(field, reason))
    }

    /// A header changed in one place, and what is said of it.
    private struct Bend {
        var answer: OperationAnswer
        var change: (inout EventHeader) -> Void

        init(
            _ field: EventRefusal.Field, _ reason: EventRefusal.Reason,
            _ change: @escaping (inout EventHeader) -> Void
        ) {
            answer = .never(EventRefusal(field, reason))
            self.change = change
        }
    }

    @Test("a lamport number goes at most 2^32 beyond those of the events that its event follows, and one's own do too")
    func lamportBound() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("one")
        var author = try Author(after: scratch.events())
        let begin = author.begin()
        let begun = author
        func change(_ lamport: UInt64) -> PortableEvent {
            var author = with(begun) { $0.lamport = lamport - 1 }
            return author.edit(of: entry.id, on: [entry.event], to: starred("one"))
        }
        let step: UInt64 = 1 << 32
        let last = try EventHeader(canonical: begin.header.span).lamport
        #expect(try scratch.take([begin]) == [.accepted])
        let impossible: [UInt64] = [last + step + 1, (1 << 53) - 2, (1 << 53) - 1]
        for lamport in impossible {
            #expect(try scratch.take([change(lamport)]) == [never(.lamport, .outOfRange)])
        }
        // Two forged ones, each as far as it may go.
        let far = change(last + step)
        var next = with(begun) { ($0.number, $0.previous, $0.lamport) = (2, far.id, last + 2 * step - 1) }
        let farther = next.edit(of: entry.id, on: [far.id], to: plain("one"))
        #expect(try scratch.take([far, farther]) == [.accepted, .accepted])
        // What is written then is accepted wherever what it follows is.
        let other = try scratch.add("two")
        try scratch.edit(entry.id, text: "one, changed")
        try scratch.edit(other.id, text: "two, changed")
        let copy = try Scratch(events: scratch.events(), wall: 5)
        try copy.add("a device that begins here")
        _ = try Scratch(events: copy.events(), wall: 6)
        #expect(try Scratch(events: copy.events(), wall: 6).stateHash == copy.stateHash)
    }

    @Test func `a device comes after the events that it continues, and not far after them`() throws {
        let scratch = try Scratch()
        try scratch.add("one")
        let elsewhere = try scratch.copied()
        try elsewhere.add("two")
        let events = try elsewhere.events()
        let target = try Scratch(events: Array(events.prefix(1)), wall: 5)
        let begin = try #require(events.firstIndex { !$0.continued.isEmpty })
        #expect(begin == 2 && events[begin].continued == [events[1].id])
        #expect(try target.take([events[2]]) == [.notYet(EventNeeds(events: [events[1].id]))])
        let far = try events[2].bent { $0.lamport = 3 + 1 << 32 }
        #expect(try target.take([events[1], far]) == [.accepted, never(.lamport, .outOfRange)])
        #expect(try target.take([events[2]]) == [.accepted])
    }

    private var bends: [Bend] {
        [
            Bend(.lamport, .outOfRange) { $0.lamport = .max },
            Bend(.lamport, .outOfRange) { $0.lamport = 1 << 53 },
            Bend(.lamport, .notAfter) { $0.lamport = 1 },
            Bend(.wall, .outOfRange) { $0.wall = .max },
            Bend(.wall, .outOfRange) { $0.wall = .min },
            Bend(.wall, .outOfRange) { $0.wall = 253_402_300_800_000_000 },
            Bend(.offset, .outOfRange) { $0.offset = .min },
            Bend(.offset, .outOfRange) { $0.offset = 64_801 },
            Bend(.deviceSequence, .outOfRange) { $0.deviceSequence = .max },
            Bend(.deviceSequence, .outOfRange) { $0.deviceSequence = 0 },
            Bend(.previous, .missing) { $0.previous = .zero },
            Bend(.device, .missing) { $0.device = .zero },
            Bend(.store, .foreign) { $0.store = StoreID(high: 1, low: 1) },
            Bend(.store, .missing) { $0.store = .zero },
            Bend(.object, .missing) { ($0.object, $0.parents) = (.zero, []) },
            Bend(.parents, .missing) { $0.parents = [] },
            Bend(.parents, .needless) { $0.kind = 1 },
            Bend(.parents, .unordered) { $0.parents += $0.parents },
            Bend(.kind, .unfitting) { $0.kind = 17 },
            Bend(.header, .malformed) { $0.zone = Array(repeating: 0x61, count: 65) },
            Bend(.header, .malformed) { $0.operationCount = 0 },
            Bend(.payloadHash, .unproven) { $0.payloadHash = .zero },
            Bend(.body, .tooLong) { $0.bodyLength = .max },
        ]
    }

    @Test func `numbers, times and relations of a header that cannot be are refused, and nothing traps`() throws {
        for (index, bend) in bends.enumerated() {
            var (author, begin) = try author()
            let event = author.edit(of: entry.id, on: [head], to: starred("바다에 갔다"), bend.change)
            #expect(try scratch.take([begin, event]).last == bend.answer, "bend \(index)")
        }
        try scratch.add("still written")
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("a first event that is no device.begin, and a device.begin elsewhere or in an operation, are refused")
    func devices() throws {
        let events = try scratch.events()
        var first = try Author(after: events)
        let change = first.edit(of: entry.id, on: [head], to: starred("바다에 갔다"))
        #expect(try scratch.take([change]) == [never(.kind, .unfitting)])
        var (author, begin) = try author()
        let again = author.event(17, of: .zero, body: [])
        let bad = try begin.bent(body: [1, 3, 0, 0, 0])
        #expect(try scratch.take([bad]) == [never(.body, .malformed)])
        let newer = try begin.bent(body: [99, 1, 5])
        #expect(try scratch.take([begin, again, newer]) == [.accepted, never(.kind, .unfitting), .accepted])
    }

    @Test func `a number that does not follow that of the event before waits for one that it follows`() throws {
        var (author, begin) = try author()
        let event = author.edit(of: entry.id, on: [head], to: starred("바다에 갔다")) { $0.deviceSequence = 7 }
        #expect(try scratch.take([begin, event]) == [.accepted, .notYet(EventNeeds(events: [begin.id]))])
    }

    @Test func `an event behind the greatest number that there is is refused like that one`() throws {
        var (author, begin) = try author()
        func change(_ bend: @escaping (inout EventHeader) -> Void) -> PortableEvent {
            author.edit(of: entry.id, on: [head], to: starred("바다에 갔다"), bend)
        }
        let far = change { $0.deviceSequence = .max }
        let next = change { ($0.deviceSequence, $0.previous) = (0, far.id) }
        #expect(
            try scratch.take([begin, far, next])
                == [.accepted, never(.deviceSequence, .outOfRange), never(.deviceSequence, .outOfRange)])
    }

    @Test("an event that stands further in its operation than its device has events is refused, behind a hole as well")
    func operationIndex() throws {
        var (author, begin) = try author()
        let event = author.edit(of: entry.id, on: [head], to: starred("바다에 갔다")) {
            ($0.operationIndex, $0.operationCount) = (8, 9)
        }
        let device = try EventHeader(canonical: begin.header.span).device
        let hole = EventHole(device: device, deviceSequence: 1, id: begin.id, reason: "lost")
        var answers: [OperationAnswer] = []
        _ = try scratch.bring([.hole(hole), .event(event)]) { answers.append($0.answer) }
        #expect(answers == [never(.operation, .outOfRange)])
    }

    /// Contents that no event may have, and what is said of them.
    private static let contents: [(EventRefusal.Field, EventRefusal.Reason, @Sendable (inout EntryContent) -> Void)] = [
        (.text, .empty, { $0.text = [0x20] }),
        (.text, .tooLong, { $0.text = [UInt8](repeating: 0x61, count: EntryLimits.text + 1) }),
        (.date, .outOfRange, { $0.date.seconds = .max }), (.date, .outOfRange, { $0.date.seconds = -62_135_596_801 }),
        (.date, .outOfRange, { $0.date.seconds = 1 }),
        (.date, .outOfRange, { ($0.date.seconds, $0.date.precision) = (61, .minute) }),
        (.date, .outOfRange, { $0.date.offset = .max }),
        (.date, .tooLong, { $0.date.zone = String(repeating: "z", count: 65) }),
        (.tags, .unordered, { $0.tags = [Tag("d"), Tag("c")] }),
        (.tags, .unordered, { $0.tags = [Tag("c"), Tag("c")] }), (.tags, .empty, { $0.tags = [Tag("")] }),
        (.tags, .tooLong, { $0.tags = [Tag(String(repeating: "t", count: 1025))] }),
        (.tags, .notUTF8, { $0.tags = [Tag(bytes: [0xFF])] }),
        (.place, .outOfRange, { $0.place = Place(latitude: Int32(900_000_001), longitude: Int32(0)) }),
        (.place, .outOfRange, { $0.place = Place(latitude: Int32(0), longitude: Int32.min) }),
        (.weather, .empty, { $0.weather = Weather(main: "", icon: "") }),
        (.weather, .tooLong, { $0.weather = Weather(main: "", icon: String(repeating: "i", count: 1025)) }),
        (
            .weather, .outOfRange,
            {
                $0.weather = Weather(main: "x", icon: ""); $0.weather?.observedAt = .max
            }
        ),
        (.extra, .empty, { $0.extra = [ExtraField(key: "", value: [])] }),
        (.extra, .tooLong, { $0.extra = [ExtraField(key: String(repeating: "k", count: 1025), value: [])] }),
        (.extra, .unordered, { $0.extra = [ExtraField(key: "k", value: []), ExtraField(key: "k", value: [1])] }),
        (.other, .needless, { $0.unknown = [UnknownField(number: 90, bytes: [])] }),
        (.attachments, .unordered, { $0.attachments = [file("b"), file("a")] }),
        (.attachments, .unordered, { $0.attachments = [file("a"), file("a")] }),
        (
            .body, .tooLong,
            {
                $0.extra = [
                    ExtraField(key: "x", value: [UInt8](repeating: 0x61, count: EntryLimits.content - 8))
                ]
            }
        ),
    ]

    private static func file(_ name: String) -> DiaryModel.Attachment {
        DiaryModel.Attachment(name: name, mediaType: "", size: 1, hash: Array(repeating: 1, count: 32))
    }

    @Test("fields that are empty, too long, out of range or out of order, in a creation and in an edit alike")
    func fields() throws {
        for (index, (field, reason, bend)) in Self.contents.enumerated() {
            var content = plain("바다에 갔다")
            bend(&content)
            var (author, begin) = try author()
            let edit = author.edit(of: entry.id, on: [head], to: content)
            #expect(try scratch.take([begin, edit]).last == never(field, reason), "\(index): \(field)")
            (author, begin) = try self.author()
            let creation = author.create(EntryID(high: 8, low: UInt64(index)), content)
            #expect(try scratch.take([begin, creation]).last == never(field, reason), "\(index): \(field)")
        }
        #expect(try scratch.diary.list().entries.map(\.text) == ["바다에 갔다"])
    }

    @Test("hunks beyond the text that they are of, and such as replace nothing; all others are taken as they are")
    func hunks() throws {
        let text = "바다에 갔다"
        let far = EntryLimits.text + 1
        let cases: [(OperationAnswer, [TextHunk])] = [
            (never(.hunks, .outOfRange), [TextHunk(gap: 16, removed: 0, inserted: 1)]),
            (never(.hunks, .outOfRange), [TextHunk(gap: 0, removed: far, inserted: 0)]),
            (never(.body, .malformed), [TextHunk(gap: 0, removed: 0, inserted: 0)]),
            (never(.body, .malformed), [TextHunk(gap: EntryLimits.content + 1, removed: 1, inserted: 0)]),
            // A lie of them is found where texts are merged, or does no harm.
            (.accepted, []), (.accepted, [TextHunk(gap: 1, removed: 9_000, inserted: 2)]),
            (.accepted, [TextHunk(gap: 0, removed: 1, inserted: 1), TextHunk(gap: 0, removed: 1, inserted: 0)]),
        ]
        for (answer, hunks) in cases {
            var (author, begin) = try author()
            let body = ContentCodec.encode(plain(text), hunks)
            let edit = author.event(EntryEventCodec.Kind.edit, of: entry.id, on: [head], body: body)
            #expect(try scratch.take([begin, edit]).last == answer, "\(hunks)")
            guard hunks.isEmpty else { continue }
            (author, begin) = try self.author()
            let creation = author.event(EntryEventCodec.Kind.create, of: EntryID(high: 8, low: 1), body: body)
            #expect(try scratch.take([begin, creation]).last == never(.body, .malformed))
        }
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("what changes nothing is taken: a second delete, an edit of what is so, an ancestor beside a parent")
    func needless() throws {
        var (author, begin) = try author()
        let delete = author.event(3, of: entry.id, on: [head], body: [])
        let again = author.event(3, of: entry.id, on: [delete.id], body: [])
        let edit = author.edit(of: entry.id, on: [again.id, head], to: plain("바다에 갔다"))
        #expect(try scratch.take([begin, delete, again, edit]) == [.accepted, .accepted, .accepted, .accepted])
        #expect(try scratch.diary.entry(entry.id)?.isDeleted == false)
        let wrong = author.event(3, of: entry.id, on: [edit.id], body: [1, 1, 0x78])
        #expect(try scratch.take([wrong]).last == never(.body, .malformed))
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `bodies without text or date, with fields at their defaults, or of another layout`() throws {
        let good = ContentCodec.encode(plain("x"))
        let text: [UInt8] = [1, 1, 0x78]
        let date = Array(good.dropFirst(3))
        let cases: [(EventRefusal.Field, EventRefusal.Reason, [UInt8])] = [
            (.text, .missing, date), (.date, .missing, text), (.text, .missing, []),
            (.star, .needless, good + [4, 1, 0]), (.tags, .needless, good + [3, 1, 0]),
            (.extra, .needless, good + [8, 1, 0]), (.body, .malformed, good + [3]),
            (.body, .malformed, [1, 1, 0xFF] + date), (.body, .malformed, good + [15, 1, 0]),
            (.body, .malformed, good + [15, 4, 0x80, 0, 1, 1]),
            (.body, .malformed, good + attachment(name: 0xFF, type: 0x61)),
            (.body, .malformed, good + attachment(name: 0x61, type: 0xFF)),
            (.body, .malformed, good + [6, 5, 1, 0x78, 0, 2, 0]), (.body, .malformed, good + [6, 5, 0, 0, 9, 1, 1]),
        ]
        for (index, (field, reason, body)) in cases.enumerated() {
            var (author, begin) = try author()
            let id = EntryID(high: 5, low: UInt64(index))
            let creation = author.event(EntryEventCodec.Kind.create, of: id, body: body)
            #expect(try scratch.take([begin, creation]).last == never(field, reason), "case \(index)")
            (author, begin) = try self.author()
            let edit = author.event(EntryEventCodec.Kind.edit, of: entry.id, on: [head], body: body)
            #expect(try scratch.take([begin, edit]).last == never(field, reason), "case \(index)")
        }
        #expect(try scratch.diary.list().entries.count == 1)
    }

    /// Field 7 with one file, whose name and media type have one byte each.
    private func attachment(name: UInt8, type: UInt8) -> [UInt8] {
        [7, 45, 1, 1, name, 1, type] + [UInt8](repeating: 0, count: 40)
    }

    @Test func `a creation of schema 1 has its fields in order, each once, as those of all schemas`() throws {
        let date = Array(ContentCodec.encode(plain("x")).dropFirst(3))
        let (text, title): ([UInt8], [UInt8]) = ([1, 1, 0x78], [16, 1, 0x79])
        let cases: [([UInt8], OperationAnswer)] = [
            (text + date + title, .accepted), (title + text + date, never(.body, .malformed)),
            (text + text + date, never(.body, .malformed)),
        ]
        for (index, (body, answer)) in cases.enumerated() {
            var (author, begin) = try author()
            let id = EntryID(high: 6, low: UInt64(index))
            let event = author.event(EntryEventCodec.Kind.create, of: id, body: body) { $0.schema = 1 }
            #expect(try scratch.take([begin, event]).last == answer, "case \(index)")
        }
    }
}
