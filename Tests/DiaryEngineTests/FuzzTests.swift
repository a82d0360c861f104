import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Bodies and rows that no diary writes are refused or read.
@Suite("Forged bodies and rows", .timed)
struct FuzzTests {
    @Test("the bodies of events, and the rows of entries")
    func bodies() throws {
        var chance = Chance(for: "bodies")
        let contents = (0..<60).map { _ in chance.content() }
        forge("contents", contents.map { ContentCodec.encode($0) }, times: runs(debug: 4000)) { bytes in
            let content = try ContentCodec.decode(bytes.span)
            #expect(try ContentCodec.decode(ContentCodec.encode(content).span) == content)
        }
        let changes = zip(contents, contents.dropFirst()).map { old, new in
            EntryEventCodec.body(
                of: .changed(old.changes(to: new)), after: EntryState(content: new), salt: Array(0..<16),
                keyframe: old.isStarred)
        }
        forge("changes", changes, times: runs(debug: 4000)) { bytes in
            _ = try EntryEventCodec.decode(kind: EntryEventCodec.Kind.change, body: bytes.span)
        }
        let rows = contents.map { (0..<53).map { UInt8($0) } + ContentCodec.encode($0) }
        forge("rows", rows, times: runs(debug: 4000)) { bytes in _ = try EntryRow(bytes) }
    }
}
