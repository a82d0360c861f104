import DiarylogTestSupport
import EventStore
import Testing

@testable import DiarylogSearchIndex
@testable import DiarylogTextSearch

/// An index is compared with the documents that were put into it: an honest one agrees, and whatever was changed behind
/// its back is named.
@Suite(.timed) struct CheckTests {
    /// Documents that were made, changed in every way, deleted and restored, in many transactions.
    private func lived(_ chance: inout Chance, transactions: Int, each: Int) throws -> DocumentStore {
        let store = try DocumentStore()
        let stock = ["날씨", "날씨가", "비", "바다", "walk", "walking", "cafe", "☀", "3월"]
        var documents: [IndexedDocument] = []
        for _ in 0..<transactions {
            var puts: [Put] = []
            for _ in 0..<1 + chance.below(each) {
                let event = store.event + UInt64(puts.count) + 1
                guard !documents.isEmpty, chance.below(3) > 0 else {
                    var new = IndexedDocument(
                        chance.text(words: 1 + chance.below(9), of: stock), date: Int64(chance.below(900)), born: event,
                        tags: [chance.pick(stock)])
                    if chance.below(8) == 0 { new.otherTexts = [Array(chance.pick(stock).utf8)] }
                    documents.append(new)
                    puts.append(Put(id: DocumentID(documents.count), after: new))
                    continue
                }
                let position = chance.below(documents.count)
                let before = documents[position]
                var after = before
                after.version += 1
                switch chance.below(6) {
                case 0: after.isDeleted.toggle()
                case 1: after.date = Int64(chance.below(900))
                case 2: after.tags = chance.below(2) == 0 ? [] : [Array(chance.pick(stock).utf8)]
                case 3: after.text = Array((chance.pick(stock) + " ").utf8) + after.text
                default:
                    var words = String(decoding: after.text, as: UTF8.self).split(separator: " ").map(String.init)
                    words.insert(chance.pick(stock), at: chance.below(words.count + 1))
                    if words.count > 3, chance.below(2) == 0 { words.remove(at: chance.below(words.count)) }
                    after.text = Array(words.joined(separator: " ").utf8)
                }
                documents[position] = after
                puts.append(Put(id: DocumentID(position + 1), after: after, before: before))
            }
            try store.put(puts)
        }
        return store
    }

    @Test func `an honest index agrees with its documents, whatever was merged`() throws {
        var chance = Chance(for: "honest indexes")
        for transactions in [0, 1, 3, 40, 120] {
            let store = try lived(&chance, transactions: transactions, each: 30)
            #expect(try store.differences() == [])
        }
    }

    @Test func `half way through a merge the index agrees, and so does one whose histories were cut`() throws {
        var chance = Chance(for: "checking while merging")
        let store = try DocumentStore()
        let stock = (0..<9_000).map { String($0 * 7919 % 1_000_003, radix: 36) }
        var newest: DocumentID = 0
        func documents(_ count: Int) -> [Put] {
            (0..<count).map { _ in
                newest += 1
                return Put(id: newest, after: IndexedDocument(chance.text(words: 24, of: stock)))
            }
        }
        // One document goes on being rewritten, so that the segments' histories of it are cut when they are merged.
        var before = IndexedDocument("sea")
        try store.put([Put(id: 1, after: before)])
        newest = 1
        func rewriting(_ times: Int) -> [Put] {
            (0..<times).map { _ in
                var after = before
                after.version += 1
                after.text = Array(chance.text(words: 200, of: ["sea", "sea", "sea", "walk", "비"]).utf8)
                defer { before = after }
                return Put(id: 1, after: after, before: before)
            }
        }
        for _ in 0..<7 { try store.put(rewriting(3) + documents(300)) }
        try store.put(documents(60))
        var halfWay = 0
        for round in 0..<120 {
            if try store.read({ index, _ in index.merges }) > 0 { halfWay += 1 } else if halfWay > 0 { break }
            if round % 16 == 0 { #expect(try store.differences() == []) }
            try store.put(rewriting(2) + documents(10))
        }
        #expect(halfWay >= 2)
        #expect(try store.read { index, _ in index.merges } == 0)
        let isCut = try store.read { index, view in
            var reading = SegmentReading(index.manifest, SegmentSums(segments: index.segments))
            try reading.readAll(index.tables, view)
            return !reading.sums.forgotten.isEmpty
        }
        #expect(isCut)
    }

    /// An index of forty documents, two of which have changed.
    private func small() throws -> DocumentStore {
        let store = try DocumentStore()
        let first = (1...40).map { Put(id: $0, after: IndexedDocument("비 바다 \($0)", tags: ["가족"])) }
        try store.put(first)
        let edit = IndexedDocument("비 눈 바다 1", date: 5, version: 2, tags: ["가족"])
        try store.put([Put(id: 1, after: edit, before: first[0].after)])
        let longer = IndexedDocument("비 바다 2 눈", version: 2, tags: ["가족"])
        try store.put([Put(id: 2, after: longer, before: first[1].after)])
        #expect(try store.differences() == [])
        return store
    }

    private let third = "the segment of events 42 to 42 does not hold what they brought"

    private func pages(_ name: String, _ differing: Int = 0, missing: Int = 0, others: Int = 0) -> String {
        "of 1 pages of \(name), \(differing) differ and \(missing) are missing; there are \(others) others"
    }

    @Test func `a segment is named whose signs no document brought, or that lacks some`() throws {
        let terms = { (text: String) in DocumentTerms(texts: [TextUnits(Array(text.utf8))]) }
        var wrong: [(SegmentBuilder, [String])] = []
        // The third segment as it should be holds what the change of document 2 brought.
        var builder = SegmentBuilder()
        _ = builder.add(
            2, version: 2, terms("비 바다 2 눈"), replacing: terms("비 바다 2"), layout: .plain)
        wrong.append((builder, []))
        builder = SegmentBuilder()
        _ = builder.add(
            2, version: 2, terms("비 바다 2 꽃"), replacing: terms("비 바다 2"), layout: .plain)
        wrong.append((builder, [third]))
        builder = SegmentBuilder()
        _ = builder.add(
            2, version: 3, terms("비 바다 2 눈"), replacing: terms("비 바다 2"), layout: .plain)
        wrong.append((builder, [third]))
        builder = SegmentBuilder()
        _ = builder.add(
            2, version: 2, terms("비 바다 2 x 눈"), replacing: terms("비 바다 2 x"), layout: .plain)
        wrong.append((builder, [third]))
        builder = SegmentBuilder()
        builder.add(2, terms("눈"))
        wrong.append((builder, [third]))
        for (builder, named) in wrong {
            let store = try small()
            try store.replaceSegment(3, by: builder.leaves(), from: builder.least)
            #expect(try store.differences() == named)
        }
    }

    @Test func `a segment is named that counts a term wrongly`() throws {
        let store = try small()
        var postings = TermPostings()
        postings.append(2, 2)
        postings.count(4 << 2 | 3)
        postings.net = 2
        var writer = LeafWriter(firstDocument: 2)
        writer.add(Array("눈".utf8), postings)
        writer.finish()
        try store.replaceSegment(3, by: writer.leaves, from: 2)
        #expect(try store.differences() == [third])
    }

    @Test func `a segment that is said to tell of other events is named`() throws {
        let store = try small()
        try store.changeManifest { manifest in
            manifest.segments.swapAt(1, 2)
            (manifest.segments[1].events, manifest.segments[2].events) = (41...41, 42...42)
        }
        let differences = try store.differences()
        #expect(
            differences == [41, 42].map { "the segment of events \($0) to \($0) does not hold what they brought" })
        let late = try small()
        try late.changeManifest { $0.segments[0].events = 3...40 }
        #expect(try late.differences().first == "no segment tells of 2 events from 1 on")
    }

    @Test func `a manifest's sums are compared one by one`() throws {
        let changes: [(String, (inout IndexManifest) -> Void)] = [
            ("the number of documents differs", { $0.documents += 1 }),
            ("the number of living documents differs", { $0.living -= 1 }),
            ("the number of units differs", { $0.units += 3 }),
            ("whether a document ever had several texts differs", { $0.hadConflicts = true }),
        ]
        for (sentence, change) in changes {
            let store = try small()
            try store.changeManifest(change)
            #expect(try store.differences() == [sentence])
        }
    }

    @Test func `pages of records, briefs and dates are counted that say something else`() throws {
        let key = RowPage<DocumentRecord>.key(0)
        func differs<Row>(_ table: String, _ name: String, _ change: (inout RowPage<Row>) -> Void) throws {
            let store = try small()
            try store.change(table, key) { value in
                guard var page = RowPage<Row>(value.span, key: key) else { return nil }
                change(&page)
                return page.value(key: key)
            }
            #expect(try store.differences() == [pages(name, 1)])
        }
        try differs("searchdocuments", "records") { (page: inout RowPage<DocumentRecord>) in page[7].born = 9 }
        try differs("searchdocuments", "records") { (page: inout RowPage<DocumentRecord>) in page[8].flags = [.deleted]
        }
        try differs("searchbriefs", "briefs") { (page: inout RowPage<DocumentBrief>) in page[9].length += 1 }
        try differs("searchdates", "dates") { (page: inout RowPage<NewestDate>) in page[0].date = 90 }
    }

    @Test(arguments: ["searchdocuments", "searchbriefs", "searchdates"])
    func `a page that was written before the newest one is sealed as well, and told by the sum of all`(
        table: String
    ) throws {
        let (store, key) = (try small(), RowPage<DocumentRecord>.key(0))
        #expect(try store.seals() == [])
        var (old, new): ([UInt8], [UInt8]) = ([], [])
        try store.change(table, key) {
            old = $0
            return $0
        }
        let before = IndexedDocument("비 바다 3", tags: ["가족"])
        let after = IndexedDocument("비 바다 3 눈 그리고 또 긴 글이 더 있다", date: 500, version: 2, tags: ["가족"])
        try store.put([Put(id: 3, after: after, before: before)])
        #expect(try store.seals() == [])
        try store.change(table, key) {
            new = $0
            return old
        }
        #expect(old != new)
        #expect(try store.seals() == [CheckFinding(.table("searchdocuments"), .differs)])
        try store.change(table, key) { _ in new }
        #expect(try store.seals() == [] && store.differences() == [])
    }

    @Test func `so are pages of what documents were, with their layouts`() throws {
        let key = ChangePage.key(41)
        for part in 0..<3 {
            let store = try small()
            try store.change("searchchanges", key) { value in
                var page = ChangePage(first: 41)
                _ = ChangeRows(key.span, value.span)?.forEach { change in
                    var change = change
                    if part == 0, change.event == 42 { change.version = 9 }
                    if part == 1, change.event == 41 { change.layout = .plain }
                    if part == 2, change.event == 42 { return true }
                    page.append(change)
                    return true
                }
                return page.row.value
            }
            #expect(try store.differences() == [pages("changes", 1)])
        }
    }

    @Test func `so are pages that are missing, or that no document made`() throws {
        let key = RowPage<DocumentRecord>.key
        for (table, name) in ["searchdocuments": "records", "searchbriefs": "briefs", "searchdates": "dates"] {
            let store = try small()
            try store.change(table, key(0)) { _ in nil }
            #expect(try store.differences() == [pages(name, missing: 1)])
            let more = try small()
            try more.change(table, key(9)) { _ in RowPage<NewestDate>().value(key: key(9)) }
            #expect(try more.differences() == [pages(name, others: 1)])
        }
        let store = try small()
        try store.change("searchchanges", ChangePage.key(41)) { _ in nil }
        #expect(try store.differences() == [pages("changes", missing: 1)])
    }

    @Test func `leaves that no segment has, or that a lookup does not find, count as damage`() throws {
        let surplus = try small()
        try surplus.change("search", LeafRow.key(9, Leaf.key(Array("비".utf8), 1))) { _ in [0, 0, 0, 0] }
        #expect(try surplus.differences() == ["1 leaves are of no segment"])
        let moved = try small()
        let leaf = try moved.leaf(of: 3)
        try moved.replaceSegment(
            3, by: [Leaf(key: Leaf.key(Array("가".utf8), 2), bytes: leaf.bytes)], from: 2)
        #expect(try moved.differences() == ["segment 3 has a damaged leaf behind 0 sound ones"])
        let count = try small()
        try count.changeManifest { $0.segments[1].leaves = 2 }
        #expect(try count.differences() == ["segment 2 has 1 leaves in a row, not 2"])
        let range = try small()
        try range.changeManifest { $0.segments[0].greatest = 39 }
        #expect(try range.differences().count == 1)
    }

    @Test func `one leaf whose checksum is wrong is named, and all else is compared`() throws {
        let store = try small()
        try store.changeManifest { $0.units += 3 }
        try store.change("search", LeafRow.key(3, try store.leaf(of: 3).key)) { value in
            value.dropLast() + [(value.last ?? 0) ^ 1]
        }
        #expect(
            try store.differences() == [
                "segment 3 has a damaged leaf behind 0 sound ones", "the number of units differs",
            ])
    }
}
