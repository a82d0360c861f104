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

@Suite("Events that are Swift values")
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

    private func appendNow(_ event: some CodableEvent, to stream: StreamID, _ store: Store) throws {
        try store.append(event, to: stream, expecting: .noStream)
    }
}
