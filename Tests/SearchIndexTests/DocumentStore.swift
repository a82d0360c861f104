import DiarylogHost
import DiarylogTestSupport
import DiarylogTextSearch
import EventStore
import Testing

@testable import DiarylogSearchIndex

/// A store with nothing but an index: documents are put into it as a test likes, without events.
final class DocumentStore {
    private let folder: Folder
    private let store: Store
    /// The event that brings the next change.
    private(set) var event: UInt64 = 0
    /// All that was put, with the events that brought it.
    private var puts: [(event: UInt64, put: Put)] = []

    init() throws {
        folder = try Folder()
        var context = WriteContext(
            wall: 1_700_000_000_000_000, offset: 0, zone: "UTC", entropy: .seeded([1]))
        let model = NoStreams()
        try Store.create(at: folder("store"), model: model, store: context.entropy.identifier()) { writer in
            try writer.ensureDevice(in: &context)
        }
        store = try Store(opening: folder("store"), model: model)
    }

    /// Puts documents in one transaction, each by an event of its own. `maintained` says how often the index was
    /// maintained since the last time.
    func put(_ changes: [Put], maintained: Int = 0) throws {
        var writer = try store.beginWrite()
        var index = IndexWriter(try tables(writer.view))
        for change in changes {
            event += 1
            puts.append((event, change))
            try index.put(change.id, change.after, replacing: change.before, event: event, in: &writer.view)
        }
        try index.finish(in: &writer.view, maintained: maintained)
        try writer.commit()
    }

    /// Maintains the index, as some transactions between two flushes do, or as an import does at its end; whether
    /// there is more to do.
    @discardableResult
    func maintain(behindMany: Bool = false) throws -> Bool {
        var writer = try store.beginWrite()
        let left = try IndexWriter.maintain(try tables(writer.view), behindMany: behindMany, in: &writer.view)
        try writer.commit()
        return left
    }

    /// Puts documents in a transaction that is given up.
    func drop(_ changes: [Put]) throws {
        var writer = try store.beginWrite()
        var index = IndexWriter(try tables(writer.view))
        for change in changes {
            try index.put(change.id, change.after, replacing: change.before, event: event + 1, in: &writer.view)
        }
    }

    /// Asks the index.
    func read<Answer>(_ body: (IndexReader, borrowing StoreView) throws -> Answer) throws -> Answer {
        let reader = try store.beginRead()
        return try body(try IndexReader(try tables(reader.view), in: reader.view), reader.view)
    }

    /// The candidates of a query, in the order in which they are offered: now, as of an event, or of any time.
    func candidates(_ query: IndexQuery, asOf event: UInt64? = nil, ofAnyTime: Bool = false) throws -> [DocumentID] {
        try read { index, view in
            var index = index
            if let event { index = try index.asOf(event, in: view) }
            if ofAnyTime { index = index.ofAnyTime }
            var walk = try CandidateWalk(query, in: index, from: index.documents, view)
            var found: [DocumentID] = []
            while let document = try walk.next(view) { found.append(document) }
            return found
        }
    }

    /// The best of a query's candidates that count, with their scores.
    func scores(
        _ query: IndexQuery, best wanted: Int = .max, where counts: (DocumentID) -> Bool = { _ in true }
    ) throws -> [DocumentID: Double] {
        try read { index, view in
            var walk = try CandidateWalk(query, in: index, from: index.documents, ranked: true, view)
            try walk.weigh(view)
            let best = try walk.best(wanted, view) { document, _ in counts(document) }
            return Dictionary(uniqueKeysWithValues: best.map { ($0.document, $0.score) })
        }
    }

    /// What a check with all that was put finds; however many shares there are, it finds the same.
    func differences() throws -> [String] {
        let reader = try store.beginRead()
        let found = try [1, 3].map { count in
            var check = try IndexCheck(try tables(reader.view), in: reader.view)
            var shares = [IndexShare](repeating: check.share, count: count)
            for (event, put) in puts {
                try shares[Int(put.id) % count].put(
                    put.id, put.after, replacing: put.before, event: event, in: reader.view)
            }
            for number in shares.indices { shares[number].finish() }
            return try check.finish(shares, in: reader.view)
        }
        #expect(found[0] == found[1])
        return found[0]
    }

    /// What a check of the seals alone finds.
    func seals() throws -> [CheckFinding] {
        let reader = try store.beginRead()
        return try SealCheck.findings(try tables(reader.view), in: reader.view).all
    }

    /// Changes a value behind the index's back; what it returns is to be sealed already, nil removes the row.
    func change(_ name: String, _ key: [UInt8], _ body: ([UInt8]) throws -> [UInt8]?) throws {
        var writer = try store.beginWrite()
        let all = try writer.view.log.tables(of: NoStreams.name)
        let table = all[try #require(IndexTables.names.firstIndex(of: name))]
        var value: [UInt8] = []
        if let found = try writer.view.bytes(for: key, in: table) { value = [UInt8](copying: found) }
        if let changed = try body(value) {
            try writer.view.put(changed.span, for: key.span, in: table)
        } else {
            _ = try writer.view.delete(key.span, in: table)
        }
        try writer.commit()
    }

    /// The keys of a table.
    func keys(_ name: String) throws -> [[UInt8]] {
        let reader = try store.beginRead()
        let all = try reader.view.log.tables(of: NoStreams.name)
        var cursor = try reader.view.cursor(in: all[try #require(IndexTables.names.firstIndex(of: name))])
        var keys: [[UInt8]] = []
        while try cursor.next() { keys.append([UInt8](copying: cursor.key)) }
        return keys
    }

    /// Changes the manifest.
    func changeManifest(_ body: (inout IndexManifest) -> Void) throws {
        try change("search", IndexManifest.key) { value in
            var manifest = try IndexManifest(value.span)
            body(&manifest)
            return manifest.bytes
        }
    }

    /// Replaces the leaves of a segment, and says so in the manifest.
    func replaceSegment(_ id: UInt32, by leaves: [Leaf], from least: DocumentID) throws {
        var writer = try store.beginWrite()
        let tables = try tables(writer.view)
        try writer.view.removeLeaves(of: id, before: nil, in: tables)
        try writer.view.put(leaves, of: id, from: 0, in: tables)
        var manifest = try writer.view.manifest(in: tables)
        let index = try #require(manifest.segments.firstIndex { $0.id == id })
        (manifest.segments[index].least, manifest.segments[index].leaves) = (least, UInt32(leaves.count))
        try writer.view.put(manifest, in: tables)
        try writer.commit()
    }

    /// The first leaf of a segment.
    func leaf(of segment: UInt32) throws -> Leaf {
        try read { _, view in
            let tables = try tables(view)
            let found = try #require(try view.manifest(in: tables).segments.first { $0.id == segment })
            return try #require(try view.leaves(of: found, from: nil, limit: 1, in: tables).first)
        }
    }

    private func tables(_ view: borrowing StoreView) throws -> IndexTables {
        IndexTables(try view.log.tables(of: NoStreams.name))
    }
}

/// A document, and what it replaces.
struct Put {
    var id: DocumentID
    var after: IndexedDocument
    var before: IndexedDocument?
}

extension Chance {
    /// Words of a stock, with a space between them.
    mutating func text(words: Int, of stock: [String]) -> String {
        (0..<words).map { _ in pick(stock) }.joined(separator: " ")
    }
}

extension IndexedDocument {
    /// A text of a date, made by the event of the same number.
    init(_ text: String, date: Int64 = 0, born: UInt64 = 1, version: UInt32 = 1, tags: [String] = []) {
        self.init(
            text: Array(text.utf8), tags: tags.map { Array($0.utf8) }, date: date, born: born, version: version)
    }
}

/// A program without streams, which has the tables of an index.
private struct NoStreams: StreamModel {
    static let name = "index"

    var application: String { "documents" }
    var projections: [any TableProjection] { [Untouched()] }

    func understands(kind: UInt16, schema: UInt16) -> Bool { false }
    func upcast(kind: UInt16, schema: UInt16, body: Span<UInt8>) -> [UInt8]? { nil }
    func update(
        after event: borrowing EventView, from row: StreamRow?, in view: borrowing StoreView
    ) -> StreamUpdate? { nil }
    func counters(of state: [UInt8]) -> Counters { Counters() }
    func isCreation(kind: UInt16) -> Bool { false }
    func begins(kind: UInt16, schema: UInt16) -> Bool { false }

    private final class NoBatch: ProjectionBatch {
        func apply(_ change: StreamChange, in view: inout StoreView) -> String? { nil }
    }

    private struct Untouched: TableProjection {
        var name: String { NoStreams.name }
        var version: UInt16 { 1 }
        var tables: [String] { IndexTables.names }
        func batch(_ tables: [Table]) -> any ProjectionBatch { NoBatch() }
    }
}
