import DiarylogTestSupport
import EventStore
import Testing

/// A to-do list: a stream an item, its state the text and whether it is done.
private struct ToDo: Application {
    var name = "to-do"
    var kinds = [EventKind(1, beginsStream: true), EventKind(2)]

    func state(after event: StoredEvent, from state: [UInt8]?) throws -> [UInt8] {
        guard !event.body.isEmpty else { throw Refusal.empty }
        return event.kind == 1 ? event.body : (state ?? []) + event.body
    }

    func counters(of state: [UInt8]) -> Counters { Counters(first: 1, second: UInt64(state.count)) }

    enum Refusal: Error { case empty }
}

/// The same program a year later: what is added is a line, and says so.
private struct LaterToDo: Application {
    let name = "to-do"
    let kinds = [EventKind(1, beginsStream: true), EventKind(2, schema: 3), EventKind(3)]

    func upcast(kind: UInt16, from schema: UInt16, body: [UInt8]) throws -> [UInt8] {
        schema == 1 ? Array("\n".utf8) + body : body + Array("!".utf8)
    }

    func state(after event: StoredEvent, from state: [UInt8]?) throws -> [UInt8] { (state ?? []) + event.body }
}

/// How many events there were, for snapshots.
private struct Events: EventFold {
    static let name = "events"
    static let version: UInt16 = 1
    var numbers: [UInt64] = []

    init() {}
    init(bytes: [UInt8]) throws {
        guard bytes.first == 7 else { throw ToDo.Refusal.empty }
        numbers = bytes.dropFirst().map { UInt64($0) }
    }
    var bytes: [UInt8] { [7] + numbers.map { UInt8(truncatingIfNeeded: $0) } }

    mutating func apply(_ event: StoredEvent) { numbers.append(event.sequence.rawValue) }
}

/// What each event said, under its number.
private struct Words: Projection {
    let name = "words"
    var version: UInt16 = 1

    func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange] {
        let text = "\(event.event.kind)/\(event.event.schema) " + String(decoding: event.event.body, as: UTF8.self)
        return [.put([UInt8(event.sequence.rawValue)], Array(text.utf8))]
    }

    static func all(_ store: Store, version: UInt16 = 1) throws -> [String] {
        try store.ask(Words(version: version)) { rows, _ in
            var found: [String] = []
            try rows.forEach { _, value in
                found.append(String(decoding: value, as: UTF8.self))
                return true
            }
            return found
        }
    }
}

@Suite("A program of its own", .timed)
struct ApplicationTests {
    let folder: Folder
    var path: String { folder("store") }

    init() throws { folder = try Folder() }

    private func new(_ kind: UInt16, _ number: Int, _ expecting: ExpectedVersion, _ text: String) -> NewEvent {
        NewEvent(kind, of: stream(number), expecting: expecting, body: Array(text.utf8))
    }

    @Test("appends, and reads each stream now and as of any event")
    func reading() throws {
        let store = try Store.create(at: path, for: ToDo())
        #expect(try store.head() == 1 && store.stream(stream(1)) == nil, "a device has begun, and nothing else")
        let first = try store.append([new(1, 1, .noStream, "산책")])
        for number in 2...40 {
            try store.append([new(2, 1, .exactly(StreamVersion(UInt64(number - 1))), ", \(number)")])
        }
        let whole = try #require(try store.stream(stream(1)))
        #expect(whole.version == 40 && whole.sequence == 41)
        #expect(whole.bytes == Array(("산책" + (2...40).map { ", \($0)" }.joined()).utf8))
        for event: UInt64 in [2, 3, 17, 18, 40, 41] {
            let then = try #require(try store.stream(stream(1), asOf: SequenceNumber(event)))
            let text = "산책" + (2...41).prefix(Int(event) - 2).map { ", \($0)" }.joined()
            #expect(then.version.rawValue == event - 1 && String(decoding: then.bytes, as: UTF8.self) == text)
            #expect(
                try store.totals(asOf: SequenceNumber(event)) == Counters(first: 1, second: UInt64(text.utf8.count)))
        }
        #expect(try store.stream(stream(1), asOf: first.first.before) == nil)
        let events = try store.events(of: stream(1))
        #expect(events.map(\.version.rawValue) == Array(1...40) && events.map(\.sequence.rawValue) == Array(2...41))
        var seen: [UInt64] = []
        #expect(
            try store.forEachEvent(from: 5, through: 30) { event in
                seen.append(event.sequence.rawValue)
                return event.sequence < 20
            } == [])
        #expect(seen == Array(5...20))
        #expect(try store.head(notAfter: .max) == 41 && store.head(notAfter: 0) == 0)
    }

    @Test("writes nothing of an operation of which one event is refused, and says which stream or event it was")
    func refused() async throws {
        let store = try Store.create(at: path, for: ToDo())
        try store.appendNow([new(1, 1, .noStream, "one")])
        let pairs: [([NewEvent], EventStoreError)] = [
            (
                [new(2, 1, .exactly(1), "x"), new(2, 1, .exactly(1), "y")],
                .conflict(stream(1), expected: .exactly(1), actual: 2)
            ),
            ([new(1, 1, .noStream, "x")], .conflict(stream(1), expected: .noStream, actual: 1)),
            ([new(2, 2, .exists, "x")], .conflict(stream(2), expected: .exists, actual: nil)),
            ([new(9, 1, .exists, "x")], .unacceptable(record: 1, reason: "the application has no kind 9")),
            ([new(2, 2, .noStream, "x")], .unacceptable(record: 1, reason: "kind 2 does not begin a stream")),
            (
                [new(2, 1, .exists, "x"), new(1, 1, .exists, "x")],
                .unacceptable(record: 2, reason: "kind 1 begins a stream, and this one has begun")
            ),
            (
                [NewEvent(1, of: .zero, expecting: .noStream, body: [1])],
                .unacceptable(record: 1, reason: "a stream's name is not zero")
            ),
            ([], .unacceptable(record: 0, reason: "an operation has an event")),
        ]
        for (events, error) in pairs {
            #expect(throws: error) { try store.appendNow(events) }
            await #expect(throws: error) { try await store.append(events) }
            #expect(try store.head() == 2)
        }
    }

    @Test("gets its own error back as it threw it, from append, ask and forEachEvent")
    func ownErrors() async throws {
        let store = try Store.create(at: path, for: ToDo(), projections: [Words()])
        try store.appendNow([new(1, 1, .noStream, "one")])
        let wrong = [new(2, 1, .exactly(1), "x"), new(2, 1, .exactly(2), "")]
        #expect(throws: ToDo.Refusal.empty) { try store.appendNow(wrong) }
        await #expect(throws: ToDo.Refusal.empty) { try await store.append(wrong) }
        #expect(throws: ToDo.Refusal.empty) { try store.forEachEvent { _ in throw ToDo.Refusal.empty } }
        #expect(throws: ToDo.Refusal.empty) { try store.ask(Words()) { _, _ in throw ToDo.Refusal.empty } }
        #expect(try store.head() == 2)
    }

    @Test("appends once under a key, whoever asks again, in whatever process")
    func keys() async throws {
        let store = try Store.create(at: path, for: ToDo())
        let first = try store.appendNow([new(1, 1, .noStream, "one"), new(2, 1, .exactly(1), "x")], key: "열쇠")
        for number in 2...30 { try store.appendNow([new(1, number, .noStream, "other")], key: "\(number)") }
        #expect(try store.appendNow([new(1, 1, .noStream, "one")], key: "열쇠") == first)
        let again = try await Store(at: path, for: ToDo()).append([new(9, 9, .exists, "")], key: "열쇠")
        #expect(again == first && first.count == 2)
        #expect(try store.head() == 32)
        try store.appendNow([new(2, 1, .exactly(2), "y")])
        #expect(try store.head() == 33, "without a key nothing is compared")
    }

    @Test("shows a projection what the event says, in its newest layout")
    func projected() throws {
        let old = try Store.create(at: path, for: ToDo(), projections: [Words()])
        let events = [new(1, 1, .noStream, "a"), new(2, 1, .exactly(1), "b")]
        try old.appendNow(events)
        try old.appendNow((2...40).map { new(1, $0, .noStream, "more") })
        #expect(try Words.all(old) == ["1/1 a", "2/1 b"] + (2...40).map { _ in "1/1 more" })
        try old.catchUp(Words())
        try old.appendNow([new(2, 2, .exactly(1), "c")])
        #expect(try Words.all(old).last == "2/1 c")
        let later = try Store(at: path, for: LaterToDo(), projections: [Words(version: 2)])
        #expect(try Words.all(later, version: 2).prefix(2) == ["1/1 a", "2/1 \nb!"])
    }

    @Test("reads the events of an older layout in the newest, and leaves what only a newer program knows alone")
    func schemas() throws {
        let old = try Store.create(at: path, for: ToDo())
        try old.append([new(1, 1, .noStream, "a"), new(2, 1, .exactly(1), "b"), new(1, 2, .noStream, "other")])
        let later = try Store(at: path, for: LaterToDo())
        #expect(try later.events(of: stream(1)).map { String(decoding: $0.body, as: UTF8.self) } == ["a", "\nb!"])
        try later.append([new(3, 1, .exactly(2), "?")])
        #expect(throws: EventStoreError.needsNewerProgram) { try old.append([new(2, 1, .exactly(3), "c")]) }
        try old.append([new(2, 2, .exactly(1), "c")])
        #expect(try old.stream(stream(1))?.version == 3, "an event of an unknown kind counts")
    }

    @Test("does not open another's store, nor call itself or its kinds what may not be")
    func others() throws {
        _ = try Store.create(at: path, for: ToDo())
        #expect(throws: EventStoreError.otherApplication("to-do")) {
            try Store(at: path, for: ToDo(name: "to-buy"))
        }
        for wrong in [
            ToDo(name: ""), ToDo(name: "할 일"), ToDo(kinds: [EventKind(17)]), ToDo(kinds: [EventKind(1, schema: 0)]),
        ] {
            #expect(throws: EventStoreError.self) { try Store.create(at: folder("other"), for: wrong) }
        }
        #expect(throws: EventStoreError.missing(path: folder("other"))) {
            try Store(at: folder("other"), for: ToDo())
        }
    }

    @Test("folds a value from its newest snapshot, and from the log where that is not to be believed")
    func folds() throws {
        let store = try Store.create(at: path, for: ToDo())
        for number in 1...30 { try store.append([new(1, number, .noStream, "x")]) }
        #expect(try store.takeSnapshot(of: Events.self) && !store.takeSnapshot(of: Events.self))
        for number in 31...35 { try store.append([new(1, number, .noStream, "x")]) }
        #expect(try store.fold(Events.self).numbers == Array(2...36))
        #expect(try store.fold(Events.self, asOf: 20).numbers == Array(2...20))
    }

    @Test("visits each event, or is told its number, though the event that names the stream is damaged")
    func damaged() throws {
        let store = try Store.create(at: path, for: ToDo())
        for number in 1...3 {
            try store.append([new(1, number, .noStream, "x")])
            for version in 1...8 { try store.append([new(2, number, .exactly(StreamVersion(UInt64(version))), "y")]) }
        }
        for sequence: UInt64 in [2, 11, 20] { try tamper(store, at: sequence) { $0[$0.count - 1] ^= 1 } }
        var visited: [SequenceNumber] = []
        let damaged = try store.forEachEvent { event in
            visited.append(event.sequence)
            return true
        }
        #expect((visited + damaged).sorted() == (2...28).map { SequenceNumber($0) })
        #expect(damaged.count >= 3)
    }

    @Test("is told of what tasks write, each with a receipt of its own")
    func tasks() async throws {
        let store = try Store.create(at: path, for: ToDo())
        let changes = store.changes()
        let receipts = try await withThrowingTaskGroup(of: OperationReceipt.self) { tasks in
            for number in 1...50 {
                tasks.addTask { try await store.append([new(1, number, .noStream, "task \(number)")]) }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(receipts.map(\.first.rawValue)) == Set(2...51))
        var reported: Set<StreamID> = []
        for try await change in changes {
            reported.formUnion(change.streams ?? [])
            if change.head == 51 { break }
        }
        #expect(reported == Set((1...50).map { stream($0) }))
    }
}

extension Store {
    /// Appends without a task, also in a function of a task.
    @discardableResult
    fileprivate func appendNow(_ events: [NewEvent], key: String? = nil) throws -> OperationReceipt {
        try append(events, key: key)
    }
}
