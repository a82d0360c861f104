internal import EventStore
internal import Host
internal import TextSearch

// The tables of the search index, and how their rows are read.
//
//     search       00000000                       ->  the manifest
//                  segment u32be ‖ key of a leaf      ->  the leaf ‖ checksum u32 over key and leaf
//     searchdocuments  page u32be                     ->  a page of documents
//     searchdates  page u32be                     ->  the newest dates of stretches of entries

/// The tables of one slot.
struct SearchTables {
    var index: Table
    var documents: Table
    var dates: Table

    init(_ tables: [Table]) {
        index = tables[0]
        documents = tables[1]
        dates = tables[2]
    }

    /// The key of a leaf in the table.
    static func key(_ segment: UInt32, _ leaf: [UInt8]) -> [UInt8] {
        var writer = ByteWriter(capacity: 4 + leaf.count)
        writer.bigEndian(segment)
        writer.append(leaf)
        return writer.bytes
    }

    /// A leaf that outlives its bytes; nil where they are not what was written.
    static func copy(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Leaf? {
        guard let entries = leaf(key, value) else { return nil }
        return Leaf(key: [UInt8](copying: key.extracting(4..<key.count)), bytes: [UInt8](copying: entries))
    }

    /// A leaf's entries; nil where they are not what was written.
    @_lifetime(copy value)
    static func leaf(_ key: Span<UInt8>, _ value: Span<UInt8>) -> Span<UInt8>? {
        guard value.count >= 4 else { return nil }
        let end = value.count - 4
        let sum = CRC32C.checksum(value.extracting(0..<end), continuing: CRC32C.checksum(key))
        return sum == value.littleEndian(at: end) ? value.extracting(0..<end) : nil
    }

    /// A value without its checksum; nil where that is not right.
    @_lifetime(copy value)
    static func checked(_ value: Span<UInt8>, _ key: [UInt8]) -> Span<UInt8>? { leaf(key.span, value) }

    /// A value with its checksum.
    static func sealed(_ bytes: [UInt8], _ key: [UInt8]) -> [UInt8] {
        var value = bytes
        value.append(littleEndian: CRC32C.checksum(bytes.span, continuing: CRC32C.checksum(key.span)))
        return value
    }
}

extension StoreView {
    /// The manifest; an index that nothing was written into has an empty one. Throws `damaged`.
    func searchManifest(_ tables: SearchTables) throws(EventStoreError) -> SearchManifest {
        guard let bytes = try bytes(for: SearchManifest.key, in: tables.index) else { return SearchManifest() }
        do { return try SearchManifest(bytes) } catch { throw .damaged("the manifest of the search index") }
    }

    /// The leaves of a segment from the one on that holds a term, at most so many.
    func searchLeaves(
        _ segment: UInt32, from term: [UInt8]?, limit: Int, _ tables: SearchTables
    ) throws(EventStoreError) -> [Leaf] {
        let start = SearchTables.key(segment, term.map { Leaf.key($0, 0) } ?? [])
        let prefix = SearchTables.key(segment, [])
        let leaves = try { () throws(EventStoreError) -> [Leaf]? in
            var leaves: [Leaf] = []
            var cursor = try cursor(in: tables.index)
            var isHere = try cursor.seekAtOrBefore(start.span)
            let isOfSegment = isHere && cursor.key.begins(with: prefix)
            if !isOfSegment { isHere = try cursor.next() }
            while isHere, leaves.count < limit, cursor.key.begins(with: prefix) {
                guard let leaf = SearchTables.copy(cursor.key, cursor.value) else { return nil }
                leaves.append(leaf)
                isHere = try cursor.next()
            }
            return leaves
        }()
        guard let leaves else { throw .damaged("a leaf of the search index") }
        return leaves
    }
}

extension Span<UInt8> {
    func begins(with prefix: [UInt8]) -> Bool {
        count >= prefix.count && extracting(0..<prefix.count).isEqual(to: prefix.span)
    }
}
