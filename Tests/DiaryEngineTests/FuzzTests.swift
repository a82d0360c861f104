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
        let edits = zip(contents, contents.dropFirst()).map { old, new in
            EntryEventCodec.body(of: .edited(new, hunks: textHunks(from: old.text, to: new.text)))
        }
        forge("edits", edits, times: runs(debug: 4000)) { bytes in
            _ = try EntryEventCodec.decode(kind: EntryEventCodec.Kind.edit, body: bytes.span)
        }
        let rows = contents.map { (0..<53).map { UInt8($0) } + ContentCodec.encode($0) }
        forge("rows", rows, times: runs(debug: 4000)) { bytes in _ = try EntryRow(bytes) }
    }
}
