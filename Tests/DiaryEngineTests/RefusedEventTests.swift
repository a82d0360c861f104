import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What a log may claim: each row of the table in `Docs/FileFormat.md`, as a forged event.
@Suite("The door", .timed)
struct RefusedEventTests {
    private let scratch: Scratch
    private let entry: Entry
    /// The entry's newest event.
    private let head: Digest

    init() throws {
        scratch = try Scratch()
        var content = plain("바다에 갔다")
        content.tags = [Tag("a"), Tag("b")]
        entry = try scratch.add(content)
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
            var author = begun
            author.lamport = lamport - 1
            return author.change(of: entry.id, on: [entry.event], [.star(before: false, after: true)], leaving: "one")
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
        var next = begun
        (next.number, next.previous, next.lamport) = (2, far.id, last + 2 * step - 1)
        let farther = next.change(of: entry.id, on: [far.id], [.star(before: true, after: false)], leaving: "one")
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

    @Test("a device comes after the events that it continues, and not far after them")
    func continued() throws {
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

    @Test("numbers, times and relations of a header that cannot be are refused, and nothing traps")
    func header() throws {
        for (index, bend) in bends.enumerated() {
            var (author, begin) = try author()
            let event = author.change(
                of: entry.id, on: [head], [.star(before: false, after: true)], leaving: "바다에 갔다", bend.change)
            #expect(try scratch.take([begin, event]).last == bend.answer, "bend \(index)")
        }
        try scratch.add("still written")
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("a first event that is no device.begin, and a device.begin elsewhere or in an operation, are refused")
    func devices() throws {
        let events = try scratch.events()
        var first = try Author(after: events)
        let change = first.change(
            of: entry.id, on: [head], [.star(before: false, after: true)], leaving: "바다에 갔다")
        #expect(try scratch.take([change]) == [never(.kind, .unfitting)])
        var (author, begin) = try author()
        let again = author.event(17, of: .zero, body: [])
        let bad = try begin.bent(body: [1, 3, 0, 0, 0])
        #expect(try scratch.take([bad]) == [never(.body, .malformed)])
        let newer = try begin.bent(body: [99, 1, 5])
        #expect(try scratch.take([begin, again, newer]) == [.accepted, never(.kind, .unfitting), .accepted])
    }

    @Test("a number that does not follow that of the event before waits for one that it follows")
    func numbers() throws {
        var (author, begin) = try author()
        let event = author.change(
            of: entry.id, on: [head], [.star(before: false, after: true)], leaving: "바다에 갔다"
        ) { $0.deviceSequence = 7 }
        #expect(try scratch.take([begin, event]) == [.accepted, .notYet(EventNeeds(events: [begin.id]))])
    }

    @Test("an event behind the greatest number that there is is refused like that one")
    func greatestNumber() throws {
        var (author, begin) = try author()
        func change(_ bend: @escaping (inout EventHeader) -> Void) -> PortableEvent {
            author.change(
                of: entry.id, on: [head], [.star(before: false, after: true)], leaving: "바다에 갔다", bend)
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
        let event = author.change(
            of: entry.id, on: [head], [.star(before: false, after: true)], leaving: "바다에 갔다"
        ) { ($0.operationIndex, $0.operationCount) = (8, 9) }
        let device = try EventHeader(canonical: begin.header.span).device
        let hole = EventHole(device: device, deviceSequence: 1, id: begin.id, reason: "lost")
        let log: [LogRecord] = [.hole(hole), .event(event)]
        var answers: [OperationAnswer] = []
        try scratch.diary.importLog({ $0 < log.count ? log[$0] : nil }, in: scratch.context) {
            answers.append($0.answer)
        }
        #expect(answers == [never(.operation, .outOfRange)])
    }

    private static let texts: [(EventRefusal.Reason, [TextSplice], String)] = [
        (.unfitting, [TextSplice(offset: 0, removed: [0x61], inserted: [])], "x"),
        (.unfitting, [TextSplice(offset: 900, removed: [], inserted: [0x61])], "x"),
        (.malformed, [TextSplice(offset: 0, removed: [], inserted: [0xFF])], "x"),
        (.notUTF8, [TextSplice(offset: 1, removed: [], inserted: [0x61])], "x"),
        (.malformed, [TextSplice(offset: 0, removed: [0xEB], inserted: [])], "x"),
        (.empty, [TextSplice(offset: 0, removed: Array("바다에 갔다".utf8), inserted: [0x20])], " "),
        (.notAsSaid, [TextSplice(offset: 0, removed: [], inserted: [0x61])], "b바다에 갔다"), (.notAsSaid, [], "y"),
        (.needless, [TextSplice(offset: 0, removed: [], inserted: [])], "바다에 갔다"),
        (.needless, [TextSplice(offset: 0, removed: Array("바다".utf8), inserted: Array("바다".utf8))], "바다에 갔다"),
        (
            .unordered,
            [
                TextSplice(offset: 0, removed: Array("바".utf8), inserted: [0x61]),
                TextSplice(offset: 3, removed: [], inserted: [0x62]),
            ], "ab다에 갔다"
        ),
    ]

    @Test("splices that do not fit, cut a character, touch, change or leave nothing, or another text than they say")
    func splices() throws {
        for (reason, splices, text) in Self.texts {
            var (author, begin) = try author()
            let event = author.change(of: entry.id, on: [head], [.text(splices)], leaving: text)
            let field = reason == .malformed ? EventRefusal.Field.body : .text
            #expect(try scratch.take([begin, event]).last == never(field, reason), "\(splices)")
        }
        var (author, begin) = try author()
        let same = author.change(of: entry.id, on: [head], [.text([])], leaving: "바다에 갔다")
        #expect(try scratch.take([begin, same]).last == .accepted, "it decides for the text")
    }

    private static let day = EntryDate(seconds: 0, offset: 32_400, zone: "Asia/Seoul", precision: .day)

    private static func date(_ change: (inout EntryDate) -> Void) -> FieldChange {
        var after = day
        change(&after)
        return .date(before: day, after: after)
    }

    private static let fields: [(EventRefusal.Field, EventRefusal.Reason, FieldChange)] = [
        (.date, .outOfRange, date { $0.seconds = .max }), (.date, .outOfRange, date { $0.seconds = -62_135_596_801 }),
        (.date, .outOfRange, date { $0.seconds = 1 }),
        (.date, .outOfRange, date { ($0.seconds, $0.precision) = (61, .minute) }),
        (.date, .outOfRange, date { $0.offset = .max }),
        (.date, .tooLong, date { $0.zone = String(repeating: "z", count: 65) }),
        (.date, .notBefore, .date(before: EntryDate(seconds: 9, offset: 0, zone: "", precision: .second), after: day)),
        (.tags, .unordered, .tags(added: [Tag("d"), Tag("c")], removed: [])),
        (.tags, .unordered, .tags(added: [Tag("c"), Tag("c")], removed: [])),
        (.tags, .empty, .tags(added: [Tag("")], removed: [])),
        (.tags, .tooLong, .tags(added: [Tag(String(repeating: "t", count: 1025))], removed: [])),
        (.tags, .notUTF8, .tags(added: [Tag(bytes: [0xFF])], removed: [])),
        (.tags, .unfitting, .tags(added: [], removed: [Tag("z")])), (.tags, .needless, .tags(added: [], removed: [])),
        (.star, .notBefore, .star(before: true, after: false)),
        (.place, .notBefore, .place(before: Place(latitude: 1, longitude: 1), after: nil)),
        (.place, .outOfRange, .place(before: nil, after: Place(latitude: Int32(900_000_001), longitude: Int32(0)))),
        (.place, .outOfRange, .place(before: nil, after: Place(latitude: Int32(0), longitude: Int32.min))),
        (.weather, .notBefore, .weather(before: Weather(main: "", icon: ""), after: nil)),
        (.weather, .empty, .weather(before: nil, after: Weather(main: "", icon: ""))),
        (
            .weather, .tooLong,
            .weather(before: nil, after: Weather(main: "", icon: String(repeating: "i", count: 1025)))
        ),
        (.extra, .empty, .extra(before: [], after: [ExtraField(key: "", value: [])])),
        (
            .extra, .tooLong,
            .extra(before: [], after: [ExtraField(key: String(repeating: "k", count: 1025), value: [])])
        ),
        (
            .extra, .unordered,
            .extra(before: [], after: [ExtraField(key: "k", value: []), ExtraField(key: "k", value: [1])])
        ),
        (.extra, .notBefore, .extra(before: [ExtraField(key: "k", value: [])], after: [])),
        (.other, .notBefore, .unknown(number: 90, before: [1], after: [2])),
        (.other, .needless, .unknown(number: 90, before: nil, after: nil)),
        (.attachments, .unfitting, .attachments(added: [], removed: [file("a")])),
        (.attachments, .unordered, .attachments(added: [file("b"), file("a")], removed: [])),
        // What says no change.
        (.date, .needless, .date(before: day, after: day)), (.star, .needless, .star(before: false, after: false)),
        (.tags, .unfitting, .tags(added: [Tag("b")], removed: [])),
        (.tags, .unordered, .tags(added: [Tag("a")], removed: [Tag("a")])),
        (.place, .needless, .place(before: nil, after: nil)), (.weather, .needless, .weather(before: nil, after: nil)),
        (.extra, .needless, .extra(before: [], after: [])),
        (.other, .needless, .unknown(number: 90, before: [1], after: [1])),
        (.attachments, .unordered, .attachments(added: [file("a")], removed: [file("a")])),
        (.attachments, .needless, .attachments(added: [], removed: [])),
    ]

    private static func file(_ name: String) -> DiaryModel.Attachment {
        DiaryModel.Attachment(name: name, mediaType: "", size: 1, hash: Array(repeating: 1, count: 32))
    }

    @Test("fields out of range, out of order, without a change, or with another value before than the parents left")
    func fields() throws {
        for (field, reason, change) in Self.fields {
            var (author, begin) = try author()
            let event = author.change(of: entry.id, on: [head], [change], leaving: "바다에 갔다")
            #expect(try scratch.take([begin, event]).last == never(field, reason), "\(change)")
        }
        var (author, begin) = try author()
        let nothing = author.event(EntryEventCodec.Kind.change, of: entry.id, on: [head], body: [])
        #expect(try scratch.take([begin, nothing]).last == never(.body, .empty))
    }

    @Test("a keyframe that is not what the event leaves; a second delete; a restore of the living")
    func states() throws {
        var (author, begin) = try author()
        let wrong = ChangeCodec.encode(
            [], after: EntryState(content: plain("etwas anderes"), isDeleted: true), salt: Author.salt, keyframe: true)
        #expect(
            try scratch.take([begin, author.event(3, of: entry.id, on: [head], body: wrong)]).last
                == never(.keyframe, .notAsSaid))
        (author, begin) = try self.author()
        #expect(
            try scratch.take([begin, author.event(4, of: entry.id, on: [head], body: [])]).last
                == never(.deleted, .notBefore))
        (author, begin) = try self.author()
        let delete = author.event(3, of: entry.id, on: [head], body: [])
        let again = author.event(3, of: entry.id, on: [delete.id], body: [])
        #expect(try scratch.take([begin, delete, again]) == [.accepted, .accepted, never(.deleted, .notBefore)])
        (author, begin) = try self.author()
        let beside = try author.event(3, of: entry.id, on: [head], body: []).bent { $0.wall += 1 }
        #expect(try scratch.take([begin, beside]) == [.accepted, .accepted], "what came in beside it does not count")
    }

    @Test("creations without text or date, with fields at their defaults, or with what no field may hold")
    func creations() throws {
        let good = ContentCodec.encode(plain("x"))
        let text: [UInt8] = [1, 1, 0x78]
        let date = Array(good.dropFirst(3))
        let cases: [(EventRefusal.Field, EventRefusal.Reason, [UInt8])] = [
            (.text, .missing, date), (.date, .missing, text), (.text, .empty, [1, 1, 0x20] + date),
            (.star, .needless, good + [4, 1, 0]), (.tags, .needless, good + [3, 1, 0]),
            (.extra, .needless, good + [8, 1, 0]), (.other, .needless, good + [90, 0]),
            (.tags, .unordered, good + [3, 5, 2, 1, 0x62, 1, 0x61]), (.tags, .empty, good + [3, 2, 1, 0]),
            (.place, .outOfRange, good + [5, 8, 0, 0, 0, 0, 0, 0, 0, 0x80]), (.weather, .empty, good + [6, 2, 0, 0]),
            (.extra, .empty, good + [8, 3, 1, 0, 0]), (.extra, .unordered, good + [8, 7, 2, 1, 0x6B, 0, 1, 0x6B, 0]),
            (.body, .malformed, good + [3]), (.body, .malformed, [1, 1, 0xFF] + date),
            (.body, .malformed, good + [15, 1, 0]), (.body, .malformed, good + attachment(name: 0xFF, type: 0x61)),
            (.body, .malformed, good + attachment(name: 0x61, type: 0xFF)),
        ]
        for (index, (field, reason, body)) in cases.enumerated() {
            var (author, begin) = try author()
            let id = EntryID(high: 5, low: UInt64(index))
            let event = author.event(EntryEventCodec.Kind.create, of: id, body: body)
            #expect(try scratch.take([begin, event]).last == never(field, reason), "case \(index)")
        }
        #expect(try scratch.diary.list().entries.count == 1)
    }

    /// Field 7 with one file, whose name and media type have one byte each.
    private func attachment(name: UInt8, type: UInt8) -> [UInt8] {
        [7, 45, 1, 1, name, 1, type] + [UInt8](repeating: 0, count: 40)
    }

    @Test("a creation of schema 1 has its fields in order, each once, as those of all schemas")
    func olderSchema() throws {
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

    @Test("no event makes a content larger than 32 MiB, and one that makes a larger one smaller is taken")
    func tooLarge() throws {
        func extra(_ mebibytes: Int) -> [ExtraField] {
            [ExtraField(key: "x", value: [UInt8](repeating: 0x61, count: mebibytes << 20))]
        }
        var content = plain(String(repeating: "가나다 ", count: (12 << 20) / 10))
        content.extra = extra(12)
        let large = try scratch.add(content)
        let text = String(decoding: content.text, as: UTF8.self)
        let last = try #require(try scratch.events().last).id
        for (mebibytes, answer) in [(21, never(.body, .tooLong)), (3, .accepted)] {
            var (author, begin) = try author()
            let after = EntryState(content: content)
            let body = ChangeCodec.encode(
                [.extra(before: extra(12), after: extra(mebibytes))], after: after, salt: Author.salt, keyframe: false)
            let event = author.event(EntryEventCodec.Kind.change, of: large.id, on: [last], body: body)
            #expect(try scratch.take([begin, event]).last == answer, "\(mebibytes)")
        }
        #expect(try scratch.diary.entry(large.id)?.text == text)
        content.extra = extra(21)
        guard case .refused(.contentTooLarge, _) = try scratch.diary.add(content, in: scratch.context) else {
            Issue.record("33 MiB were written")
            return
        }
    }

    @Test("parents of each other are refused, whatever else is there")
    func related() throws {
        var (author, begin) = try author()
        let star = author.change(
            of: entry.id, on: [head], [.star(before: false, after: true)], leaving: "바다에 갔다")
        let both = author.change(
            of: entry.id, on: [star.id, head], [.star(before: true, after: false)], leaving: "바다에 갔다")
        #expect(try scratch.take([begin, star, both]) == [.accepted, .accepted, never(.parents, .related)])
    }
}
