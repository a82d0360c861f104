internal import DiarylogHost
internal import DiarylogLMDB

/// Searches the leaf pages of an LMDB file for rows of streams, whatever its B-trees say: pages that no tree leads to
/// any more hold older ones.
///
/// A row has a checksum over its key, which stands before it, and itself; so it is known wherever its page lies. A long
/// one lies in pages of its own, and the leaf says where. In memory some 100 bytes a row.
struct RowScan {
    /// A row, and where it lies.
    struct Found {
        var file: Int
        var position: Int
        var length: Int
        var ordinal: UInt32
        /// The event that it is of.
        var head: UInt64
        var headID: Digest
    }

    private let files: [PageFile]
    /// What was found, by stream.
    private(set) var found: [StreamID: [Found]] = [:]

    private static let bytesAtOnce = 8 << 20

    /// Searches files.
    init(_ paths: [String]) throws(SystemError) {
        var files: [PageFile] = []
        for path in paths { files.append(try PageFile(path)) }
        self.files = files
        for index in files.indices { try search(index) }
    }

    /// A row that was found.
    func row(_ found: Found) throws(SystemError) -> StreamRow? {
        let bytes = try files[found.file].file.read(at: found.position, count: found.length)
        return try? StreamRow(bytes.span, ordinal: found.ordinal)
    }

    private mutating func search(_ file: Int) throws(SystemError) {
        let (reader, size) = (files[file].file, files[file].pageSize)
        var start = 0
        while start < reader.size {
            let bytes = try reader.read(at: start, count: Self.bytesAtOnce)
            guard bytes.count >= size else { return }
            for offset in stride(from: 0, through: bytes.count - size, by: size) {
                try searchPage(bytes.span.extracting(offset..<offset + size), start + offset, file)
            }
            start += bytes.count
        }
    }

    private mutating func searchPage(_ page: Span<UInt8>, _ position: Int, _ file: Int) throws(SystemError) {
        let head = PageLayout.Page(page)
        guard head.isLikelyLeaf, head.lower >= PageLayout.header, head.lower <= page.count else { return }
        for index in 0..<(head.lower - PageLayout.header) / 2 {
            guard let node = PageLayout.Node(index, of: page), node.value == node.key + 4 else { continue }
            let ordinal: UInt32 = page.bigEndian(at: node.key)
            if !node.isLong {
                guard node.value + node.length <= page.count else { continue }
                let value = page.extracting(node.value..<node.value + node.length)
                note(try? StreamRow(value, ordinal: ordinal), Range(position + node.value, node.length), file)
            } else if node.value + 8 <= page.count, node.length <= EventLimits.body {
                let first: UInt64 = page.littleEndian(at: node.value)
                guard let start = files[file].position(ofValueIn: first) else { continue }
                let value = try files[file].file.read(at: start, count: node.length)
                note(try? StreamRow(value.span, ordinal: ordinal), Range(start, node.length), file)
            }
        }
    }

    private mutating func note(_ row: StreamRow?, _ position: Range<Int>, _ file: Int) {
        guard let row, row.create > 0, row.create <= row.head, row.version > 0, row.version <= row.head else { return }
        found[row.object, default: []].append(
            Found(
                file: file, position: position.lowerBound, length: position.count, ordinal: row.ordinal, head: row.head,
                headID: row.headID))
    }
}

extension Range<Int> {
    /// So many offsets from one on.
    fileprivate init(_ start: Int, _ count: Int) { self = start..<start + count }
}
