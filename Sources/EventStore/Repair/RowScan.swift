internal import DiarylogHost

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

    private let files: [FileReader]
    /// What was found, by stream.
    private(set) var found: [StreamID: [Found]] = [:]

    private static let page = 4096
    private static let pagesAtOnce = 2048

    /// Searches files.
    init(_ paths: [String]) throws(SystemError) {
        var files: [FileReader] = []
        for path in paths { files.append(try FileReader(path)) }
        self.files = files
        for index in files.indices { try search(index) }
    }

    /// A row that was found.
    func row(_ found: Found) throws(SystemError) -> StreamRow? {
        let bytes = try files[found.file].read(at: found.position, count: found.length)
        return try? StreamRow(bytes.span, ordinal: found.ordinal)
    }

    private mutating func search(_ file: Int) throws(SystemError) {
        var start = 0
        while start < files[file].size {
            let bytes = try files[file].read(at: start, count: Self.page * Self.pagesAtOnce)
            guard bytes.count >= Self.page else { return }
            for offset in stride(from: 0, through: bytes.count - Self.page, by: Self.page) {
                try searchPage(bytes, offset, start + offset, file)
            }
            start += bytes.count
        }
    }

    private mutating func searchPage(_ bytes: [UInt8], _ offset: Int, _ position: Int, _ file: Int) throws(SystemError)
    {
        let page = bytes.span.extracting(offset..<offset + Self.page)
        let lower = Int(page.littleEndian(at: 12) as UInt16)
        // Bits that LMDB uses in memory only do not count; 2 is a leaf.
        guard (page.littleEndian(at: 10) as UInt16) & 0x7FEF == 2, lower >= 16, lower <= Self.page else { return }
        for index in 0..<(lower - 16) / 2 {
            let node = Int(page.littleEndian(at: 16 + index * 2) as UInt16)
            guard node >= 16, node + 12 <= Self.page, page.littleEndian(at: node + 6) as UInt16 == 4 else { continue }
            let (low, high) = (page.littleEndian(at: node) as UInt16, page.littleEndian(at: node + 2) as UInt16)
            let (ordinal, length) = (page.bigEndian(at: node + 8) as UInt32, Int(low) | Int(high) << 16)
            if (page.littleEndian(at: node + 4) as UInt16) & 1 == 0 {
                guard node + 12 + length <= Self.page else { continue }
                let value = page.extracting(node + 12..<node + 12 + length)
                note(try? StreamRow(value, ordinal: ordinal), Range(position + node + 12, length), file)
            } else if node + 20 <= Self.page, length <= EventLimits.body {
                // The value begins behind the header of the page that stands here.
                let first: UInt64 = page.littleEndian(at: node + 12)
                guard first < UInt64(files[file].size / Self.page) else { continue }
                let start = Int(first) * Self.page + 16
                let value = try files[file].read(at: start, count: length)
                note(try? StreamRow(value.span, ordinal: ordinal), Range(start, length), file)
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
