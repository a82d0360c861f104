import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("Numbers that damaged rows claim", .timed) struct BoundTests: OfPlace {
    let place: Place

    init() throws { place = try Place(2...40) }

    /// Adds a row to a table, behind the store's back.
    private func put(_ key: [UInt8], _ value: [UInt8], in table: String?) throws {
        try tamper(store, key, in: table) { $0 = value }
    }

    @Test func `a key that no tail could hold moves the log's head nowhere`() throws {
        try put(TableKey.tail(1 << 60), [1, 2, 3], in: nil)
        #expect(try store.head == 40)
        // Without the meta record the keys alone say which event is the newest.
        try tamper(store, TableKey.meta) { $0 = [] }
        #expect(try store.head == 40)
        try store.openStream(50)
        #expect(try store.head == 42 && store.problems() == [])
    }

    @Test("an entry's number beyond all events is told as damage, and made none by who writes the next entry")
    func ordinals() throws {
        try put(TableKey.ordinal(.max), [1, 2, 3], in: "streams")
        #expect(storeError { _ = try store.beginRead().view.storedStreams() } == .damagedTable("streams"))
        #expect(try store.row(of: stream(5))?.version == 1)
        try store.openStreams(50...70)
        let streams = try store.beginRead().view.storedStreams()
        #expect(streams > 39 && streams < 70)
    }

    @Test func `a device's run of more events than there are stops nobody`() throws {
        let reader = try store.beginRead()
        let device = try #require(try reader.view.devices().first)
        _ = consume reader
        let most = Array(repeating: UInt8.max, count: 8)
        try put(TableKey.run(device, 1, 1), most, in: "devices")
        try store.openStreams(50...90)
        let events = try store.portable(after: 80).prefix(1)
        _ = storeError {
            try store.write { writer in
                for event in events { try writer.importEvent(event.event, arrivedAt: 1, record: 1) }
            }
        }
        try FileSystem.rename(from: folder("store"), to: folder("other"))
        let moved = try Store(opening: folder("other"))
        try moved.openStream(91)
        #expect(try moved.problems() == [])
    }

    @Test func `a last key of the log that is none of its events is not where a derived record begins`() throws {
        let flushed = try store.beginRead().view.log.meta.flushed
        try put(TableKey.sequence(1 << 60), [1, 2, 3], in: "log")
        try tamper(store, TableKey.meta) { $0 = [] }
        #expect(try store.beginRead().view.log.meta.flushed == flushed + 1)
    }
}
