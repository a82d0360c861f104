internal import DiarylogHost
internal import DiarylogLMDB

/// Walks the trees of an LMDB file page by page, without LMDB: which ends the process at some damaged pages, and would
/// write over pages in use that its list of free pages names.
///
/// Reads each page of the trees once, some 0.7 µs a page.
struct PageCheck {
    private let file: PageFile
    private let meta: PageLayout.Meta
    /// The tables in whose trees a page is not what it must be, each with the number of the first such page.
    private(set) var broken: [String: UInt64] = [:]
    /// A bit for each page of the file: whether a tree led to it.
    private var visited: [UInt64] = []
    /// How many rows the tree has that is being walked.
    private var rows: UInt64 = 0
    /// Room for pages, one for each level of a tree.
    private var rooms: [[UInt8]] = []
    /// What LMDB has noted of the tables, by name; that of the unnamed one is empty.
    private var records: [(name: String, record: PageLayout.Record)] = []
    /// The name under which LMDB's own list of free pages is said to be broken.
    static let freeList = "free list"

    /// Walks all trees as of a transaction. Nil if LMDB has overwritten the meta page of that transaction.
    init?(_ path: String, transaction: Int) throws(SystemError) {
        guard let (file, meta) = try PageFile.open(path, as: transaction) else { return nil }
        (self.file, self.meta) = (file, meta)
        records = [("", meta.unnamed)]
        var next = 0
        while next < records.count {
            let (name, record) = records[next]
            if !record.fits(in: file.count, isFreeList: false) { note(record.root, name) }
            rows = 0
            try walk(record.root, of: name) { _, _ in }
            if rows != record.rows { note(record.root, name) }
            next += 1
        }
        try walkFreeList()
    }

    /// Walks what every commit writes, the unnamed table and the list of free pages, as of the newest transaction. Nil
    /// if there is no meta page. Of the tables it reads the branch pages, one of some fifty: they name all pages in use
    /// but those of values longer than a page. Where a table has such values, it reads its leaves, too, unless they are
    /// many.
    init?(ofEachCommit path: String) throws(SystemError) {
        guard let (file, meta) = try PageFile.open(path) else { return nil }
        (self.file, self.meta) = (file, meta)
        records = [("", meta.unnamed)]
        if !meta.unnamed.fits(in: file.count, isFreeList: false) { note(meta.unnamed.root, "") }
        try walk(meta.unnamed.root, of: "") { _, _ in }
        for (name, record) in records.dropFirst() {
            let hasLongValues = record.counts[2] > 0 && record.counts[1] <= Self.leavesMost
            try visit(record.root, of: name, levels: record.depth, through: hasLongValues ? 1 : 2)
        }
        try walkFreeList()
    }

    /// The most leaves of a table that are read before a write, some 2 ms.
    private static let leavesMost: UInt64 = 2048

    /// Visits the pages of a tree, of which it reads those down to a level, the leaves being the first. Notes a page
    /// above them that is no branch, nor a leaf, or a branch that says it is another page: LMDB would write to where it
    /// lies, not write what it must, or give up the other.
    private mutating func visit(
        _ number: UInt64, of table: String, levels: Int, through last: Int
    ) throws(SystemError) {
        guard number < file.count, levels < 32, isFirstVisit(number), levels >= last else { return }
        let page = try file.file.read(at: Int(number) * file.pageSize, count: file.pageSize)
        guard page.count == file.pageSize else { return }
        let head = PageLayout.Page(page.span)
        let isItself = head.number == number
        if levels > 1, head.isBranch ? !isItself : isItself && !head.isLeaf { note(number, table) }
        guard let nodes = head.nodes(in: file.pageSize) else { return }
        for index in 0..<nodes {
            guard let node = PageLayout.Node(index, of: page.span) else { continue }
            if head.isBranch {
                try visit(node.child, of: table, levels: levels - 1, through: last)
            } else if node.isLong, node.value + 8 <= page.count {
                let first: UInt64 = page.span.littleEndian(at: node.value)
                let pages = UInt64((node.length + PageLayout.header - 1) / file.pageSize + 1)
                if first < file.count, pages <= file.count - first { _ = isFirstVisit(first..<first + pages) }
            }
        }
    }

    /// Walks the list of free pages, which must name no page in use, and none twice.
    private mutating func walkFreeList() throws(SystemError) {
        if !meta.freeList.fits(in: file.count, isFreeList: true) { note(meta.freeList.root, Self.freeList) }
        var freed: [(transaction: UInt64, pages: [UInt8])] = []
        try walk(meta.freeList.root, of: Self.freeList, reading: true) { key, value in
            freed.append((key.count == 8 ? key.span.littleEndian(at: 0) : .max, value))
        }
        for (transaction, pages) in freed {
            // LMDB goes by the length of the row, and writes so many numbers into its memory.
            let count: UInt64 = pages.count < 8 ? .max : pages.span.littleEndian(at: 0)
            guard transaction <= meta.transaction, count < .max / 8, UInt64(pages.count) == 8 + 8 * count else {
                note(0, Self.freeList)
                continue
            }
            for index in 0..<Int(count) {
                let page: UInt64 = pages.span.littleEndian(at: 8 + 8 * index)
                if page < 2 || page > meta.lastPage || !isFirstVisit(page) { note(page, Self.freeList) }
            }
        }
    }

    /// Visits the rows of a table that its tree still leads to, in the order of their keys.
    mutating func forEachRow(
        of name: String, _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Void
    ) throws(SystemError) {
        visited = []
        guard let root = records.first(where: { $0.name == name })?.record.root else { return }
        try walk(root, of: name, reading: true, visit)
    }

    private mutating func walk(
        _ number: UInt64, of table: String, depth: Int = 0, reading: Bool = false,
        _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Void
    ) throws(SystemError) {
        guard number != PageLayout.none else { return }
        guard depth < 32, isFirstVisit(number), let page = try read(number, into: rooms.popLast()) else {
            return note(number, table)
        }
        defer { rooms.append(page) }
        let head = PageLayout.Page(page.span)
        guard head.isBranch || head.isLeaf, let nodes = head.nodes(in: file.pageSize), head.isLeaf || nodes >= 2 else {
            return note(number, table)
        }
        for index in 0..<nodes {
            guard let node = PageLayout.Node(index, of: page.span), node.key >= head.upper + 8 else {
                note(number, table)
                continue
            }
            if head.isBranch {
                try walk(node.child, of: table, depth: depth + 1, reading: reading, visit)
            } else if try !checkRow(node, page, table, reading: reading, visit) {
                note(number, table)
            }
        }
    }

    /// Checks a row of a leaf; false if it does not lie within its page, or its value is not where it says.
    private mutating func checkRow(
        _ node: PageLayout.Node, _ page: [UInt8], _ table: String, reading: Bool,
        _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Void
    ) throws(SystemError) -> Bool {
        let end = node.value + (node.isLong ? 8 : node.length)
        // At another flag LMDB looks for rows that share a key, which no table here has, and ends the process.
        rows += 1
        guard end <= page.count, node.flags <= 1 || (node.flags == 2 && table.isEmpty) else { return false }
        if node.isLong {
            let first: UInt64 = page.span.littleEndian(at: node.value)
            guard let bytes = try read(first, into: [UInt8](repeating: 0, count: PageLayout.header)) else {
                return false
            }
            let head = PageLayout.Page(bytes.span)
            guard head.isOverflow, head.pages * file.pageSize >= node.length + PageLayout.header,
                UInt64(head.pages) <= file.count - first, isFirstVisit(first..<first + UInt64(head.pages)),
                let start = file.position(ofValueIn: first)
            else { return false }
            if reading { visit(Array(page[node.key..<node.value]), try file.file.read(at: start, count: node.length)) }
            return true
        }
        if reading { visit(Array(page[node.key..<node.value]), Array(page[node.value..<end])) }
        if table.isEmpty, !reading, node.isRecord,
            let record = PageLayout.Record(page.span.extracting(node.value..<end))
        {
            records.append((String(decoding: page[node.key..<node.value], as: UTF8.self), record))
        }
        return true
    }

    /// The bytes of a page, as many as there is room; nil if it is not there, or another one lies in its place.
    private func read(_ number: UInt64, into room: [UInt8]?) throws(SystemError) -> [UInt8]? {
        var bytes = room ?? [UInt8](repeating: 0, count: file.pageSize)
        return try file.read(number, into: &bytes) ? bytes : nil
    }

    /// Notes that a tree led to a page; false if one did before.
    private mutating func isFirstVisit(_ number: UInt64) -> Bool {
        guard number < file.count else { return true }
        if visited.isEmpty { visited = [UInt64](repeating: 0, count: Int(file.count / 64 + 1)) }
        let (word, bit) = (Int(number / 64), UInt64(1) << (number % 64))
        defer { visited[word] |= bit }
        return visited[word] & bit == 0
    }

    /// The same of pages that lie side by side.
    private mutating func isFirstVisit(_ pages: Range<UInt64>) -> Bool {
        pages.reduce(true) { isFirstVisit($1) && $0 }
    }

    private mutating func note(_ number: UInt64, _ table: String) {
        if broken[table] == nil { broken[table] = number }
    }
}
