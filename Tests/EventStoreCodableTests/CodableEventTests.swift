import DiarylogTestSupport
import EventStore
import EventStoreCodable
import Foundation
import Testing

/// What was written three years ago, in its first two shapes and as it is now.
private struct FirstNote: CodableEvent {
    static let kind = EventKind(1, beginsStream: true)
    var text: String
}

private struct SecondNote: CodableEvent {
    static let kind = EventKind(1, schema: 2, beginsStream: true)
    var text: String
    var words: Int
    init(upcasting older: FirstNote) { (text, words) = (older.text, older.text.split(separator: " ").count) }
}

private struct Note: CodableEvent {
    static let kind = EventKind(1, schema: 3, beginsStream: true)
    var lines: [String]
    var words: Int

    init(_ lines: String...) { (self.lines, words) = (lines, 0) }
    init(upcasting older: SecondNote) throws {
        guard older.text != "unreadable" else { throw Refusal.malformed }
        (lines, words) = ([older.text], older.words)
    }
}

private enum Refusal: Error { case malformed, empty }

private struct Notes<Newest: CodableEvent>: CodableApplication {
    struct State: Codable { var schema: UInt16 }
    var name: String { "notes" }
    var events: [any CodableEvent.Type] { [Newest.self] }

    func state(after event: StoredEvent, from state: State?) throws -> State {
        if let note = try event.decode(Newest.self) as? Note, note.lines.isEmpty { throw Refusal.empty }
        return State(schema: event.schema)
    }
}

@Suite("Events that are Swift values", .timed)
struct CodableEventTests {
    let folder: Folder
    let stream = StreamID.random()

    init() throws { folder = try Folder() }

    @Test("come back as they were, and equal values have equal bytes with sorted keys")
    func roundTrip() async throws {
        let store = try Store.create(at: folder("s"), for: Notes<Note>())
        try await store.append(Note("오늘", "a/b"), to: stream, expecting: .noStream, key: "k")
        try await store.append(Note("오늘", "a/b"), to: stream, expecting: .noStream, key: "k")
        let event = try #require(try store.events(of: stream).first)
        #expect(String(decoding: event.body, as: UTF8.self) == #"{"lines":["오늘","a/b"],"words":0}"#)
        #expect(try event.decode(Note.self).lines == ["오늘", "a/b"])
        #expect(try store.stream(stream)?.decode(Notes<Note>.State.self).schema == 3)
        #expect(throws: Refusal.empty) { try appendNow(Note(), to: .random(), store) }
        #expect(try store.head() == 2)
    }

    @Test("of any older shape are lifted through all shapes between")
    func lifted() throws {
        let first = try Store.create(at: folder("s"), for: Notes<FirstNote>())
        try appendNow(FirstNote(text: "one two three"), to: stream, first)
        let unreadable = StreamID.random()
        try appendNow(FirstNote(text: "unreadable"), to: unreadable, first)
        let third = try Store(at: folder("s"), for: Notes<Note>())
        let note = try #require(try third.events(of: stream).first)
        #expect(note.schema == 1)
        #expect(try note.decode(Note.self).lines == ["one two three"] && note.decode(Note.self).words == 3)
        #expect(try third.events(of: unreadable).isEmpty, "it cannot be lifted")
        #expect(try third.forEachEvent { _ in true } == [3])
    }

    @Test("refuse to be read as another type, and print their errors in words")
    func refused() throws {
        let store = try Store.create(at: folder("s"), for: Notes<Note>())
        try appendNow(Note("x"), to: stream, store)
        struct Other: CodableEvent { static let kind = EventKind(2) }
        let event = try #require(try store.events(of: stream).first)
        #expect(throws: CodableEventError.otherKind(1)) { try event.decode(Other.self) }
        #expect((EventStoreError.busy as any Error).localizedDescription == EventStoreError.busy.description)
    }

    /// Under each event's number: the schema in the states before and after it, and how many lines it has.
    private struct Schemas: Projection {
        let name = "schemas"
        let version: UInt16 = 1

        func changes(after event: ProjectedEvent, in rows: inout ProjectionRows) throws -> [RowChange] {
            let before = try event.before(as: Notes<Note>.State.self)?.schema ?? 0
            let after = try event.after(as: Notes<Note>.State.self).schema
            let lines = try event.decode(Note.self).lines.count
            return [.put(event.stream.bytes + event.sequence.bytes, [UInt8(before), UInt8(after), UInt8(lines)])]
        }
    }

    @Test("are shown to a projection with the states around them as values")
    func projected() throws {
        let store = try Store.create(at: folder("s"), for: Notes<Note>(), projections: [Schemas()])
        try appendNow(Note("x", "y"), to: stream, store)
        let key = stream.bytes + SequenceNumber(2).bytes
        #expect(try store.head() == 2 && SequenceNumber(258).bytes == [0, 0, 0, 0, 0, 0, 1, 2])
        #expect(try store.ask(Schemas()) { rows, _ in try rows.value(for: key) } == [0, 3, 2])
    }

    private func appendNow(_ event: some CodableEvent, to stream: StreamID, _ store: Store) throws {
        try store.append(event, to: stream, expecting: .noStream)
    }
}
