import DiarylogTestSupport
import EventStore
import Testing

@testable import DiarylogSearchIndex

/// What the index knows of documents beside their terms.
@Suite(.timed) struct DocumentTests {
    private func records(_ store: DocumentStore, _ ids: ClosedRange<DocumentID>) throws -> [DocumentRecord?] {
        try store.read { index, view in
            var reader = DocumentReader(index)
            var records: [DocumentRecord?] = []
            for id in ids { records.append(try reader.record(of: id, view)) }
            return records
        }
    }

    @Test func `a record tells of now, and whether that is what always was`() throws {
        let store = try DocumentStore()
        let first = IndexedDocument("비가 온다", date: -7, born: 3)
        try store.put([
            Put(id: 1, after: first),
            Put(id: 2, after: IndexedDocument("눈", date: 8, born: 4)),
        ])
        let redated = with(first) { $0.date = 90 }
        try store.put([Put(id: 1, after: redated, before: first)])
        let found = try records(store, 1...3)
        #expect(found[0]?.date == 90 && found[0]?.born == 3 && found[0]?.isUnchanged == false)
        #expect(found[1]?.date == 8 && found[1]?.isUnchanged == true && found[1]?.isDeleted == false)
        #expect(found[2] == nil)
    }

    @Test func `the newest document of a point is found by when it was made`() throws {
        let store = try DocumentStore()
        try store.put(
            (1...300).map { Put(id: $0, after: IndexedDocument("비", born: UInt64($0) * 10)) })
        try store.read { index, view in
            var reader = DocumentReader(index)
            for event in [UInt64(0), 9, 10, 11, 1_995, 2_999, 3_000, 9_000] {
                let newest = try reader.newest(upTo: index.documents, bornBy: event, view)
                #expect(newest == min(300, DocumentID(event / 10)))
            }
        }
    }

    @Test func `a page gives back what was put into it, and no damaged bytes`() {
        var chance = Chance(for: "pages")
        var page = RowPage<DocumentRecord>()
        var records: [DocumentID: DocumentRecord] = [:]
        for id in DocumentID(55)..<110 where chance.below(4) > 0 {
            var record = DocumentRecord(
                date: Int64(chance.below(1 << 40)) - 1 << 39, born: UInt64(chance.below(1 << 48)),
                flags: DocumentFlags(rawValue: UInt8(chance.below(32) * 2 + 1)))
            record.layout = UInt64(chance.below(1 << 48))
            records[id] = record
            page[id] = record
        }
        let key = RowPage<DocumentRecord>.key(1)
        var value = page.value(key: key)
        let read = RowPage<DocumentRecord>(value.span, key: key)
        for id in DocumentID(55)..<110 { #expect(read?[id] == records[id, default: .nothing]) }
        #expect(RowPage<DocumentRecord>(value.span, key: RowPage<DocumentRecord>.key(2)) == nil)
        value[chance.below(value.count)] ^= 1
        #expect(RowPage<DocumentRecord>(value.span, key: key) == nil)
    }
}
