import EventStore
import Host
import SearchIndex
import TestSupport
import Testing

/// A store with nothing but an index: documents are put into it as a test likes, without events.
final class DocumentStore {
    private let folder: Folder
    private let store: EventStore
    /// The event that brings the next change.
    private(set) var event: UInt64 = 0

    init() throws {
        folder = try Folder()
        var context = WriteContext(
            wall: 1_700_000_000_000_000, offset: 0, zone: "UTC", entropy: .seeded([1]))
        let model = NoStreams()
        try EventStore.create(at: folder("store"), model: model, store: context.entropy.identifier()) {
            (writer) throws(EventStoreError) in
            try writer.beginDevice(in: &context)
        }
        store = try EventStore(opening: folder("store"), model: model)
    }

    /// Puts documents in one transaction, each by an event of its own; false, and nothing is written, where the index
    /// says that it is damaged.
    @discardableResult
    func put(_ changes: [Put]) throws -> Bool {
        var writer = try store.beginWrite()
        var index = IndexWriter(try tables(writer.view))
        for change in changes {
            event += 1
            try index.put(change.id, change.after, replacing: change.before, event: event, in: &writer.view)
        }
        guard try index.finish(in: &writer.view) else { return false }
        try writer.commit()
        return true
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

    /// Changes a byte in every value of a table.
    func spoil(_ name: String) throws {
        var writer = try store.beginWrite()
        let all = try #require(writer.view.log.tables(of: NoStreams.name))
        let table = all[try #require(IndexTables.names.firstIndex(of: name))]
        var rows: [(key: [UInt8], value: [UInt8])] = []
        do {
            var cursor = try writer.view.cursor(in: table)
            while try cursor.next() {
                rows.append(([UInt8](copying: cursor.key), [UInt8](copying: cursor.value)))
            }
        }
        for var row in rows {
            row.value[row.value.count / 2] ^= 0x40
            try writer.view.put(row.value.span, for: row.key.span, in: table)
        }
        try writer.commit()
    }

    private func tables(_ view: borrowing StoreView) throws -> IndexTables {
        let tables = view.log.tables(of: NoStreams.name)
        return IndexTables(try #require(tables))
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
    func standing(
        after event: borrowing EventView, of object: StreamID, from row: StreamRow?, in view: borrowing StoreView
    ) -> StreamStanding? { nil }
    func counters(of state: [UInt8]) -> Counters { Counters() }
    func isCreation(kind: UInt16) -> Bool { false }
    func isKeyframe(kind: UInt16, body: Span<UInt8>) -> Bool { false }

    private struct Untouched: TableProjection {
        var name: String { NoStreams.name }
        var version: UInt16 { 1 }
        var tables: [String] { IndexTables.names }
        func apply(_ event: ProjectedEvent, in view: inout StoreView, tables: [Table]) -> String? { nil }
    }
}
