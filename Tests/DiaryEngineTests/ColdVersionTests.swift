import DiaryEngine
import DiarylogTestSupport
import EventStore
import Testing

/// Versions that several threads read ahead.
@Suite(.timed) struct ColdVersionTests {
    @Test("threads read the versions ahead: of each entry that has a newer one than as of the point")
    func ahead() throws {
        let scratch = try Scratch()
        let ids = try (0..<20).map { try scratch.add("entry \($0)").id }
        let point = try scratch.head
        for id in ids.dropLast(3) { try scratch.edit(id, text: "later") }
        let store = scratch.diary.store
        let reader = try store.beginRead()
        let rows = try ids.map { try #require(try reader.view.stream($0)) }
        // Three entries have no newer version than their rows.
        #expect(ColdVersions(of: store, asOf: point).read(rows, reader.view) == 17)
        #expect(ColdVersions(of: store, asOf: try scratch.head).read(rows, reader.view) == 0)
    }
}
