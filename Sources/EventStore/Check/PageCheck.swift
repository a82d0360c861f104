internal import DiarylogHost

/// Walks the trees of an LMDB file page by page, without LMDB: which ends the process at some damaged pages.
///
///     page    number u64 | pad u16 | flags u16: 1 branch, 2 leaf, 4 overflow | lower u16, upper u16; or pages u32
///     node    lo u16 | hi u16 | flags u16 | key length u16 | key | value
///     branch  the child's page is lo, hi and flags;  leaf  the value's length is lo and hi
///
/// Reads each page of the trees once, some 0.7 µs a page.
struct PageCheck {
    private let file: FileReader
    private let pageSize: Int
    /// The tables in whose trees a page is not what it must be, each with the number of the first such page.
    private(set) var broken: [String: UInt64] = [:]
    /// A bit for each page of the file: whether a tree led to it.
    private var visited: [UInt64] = []
    /// Room for pages, one for each level of a tree.
    private var rooms: [[UInt8]] = []
    /// The roots of the tables, by name; that of the unnamed one is empty.
    private var roots: [(name: String, root: UInt64)] = []
    /// The name under which LMDB's own list of free pages is said to be broken.
    static let freeList = "free list"

    private static let none = UInt64.max
    private static let (isBig, isTable): (UInt16, UInt16) = (1, 2)

    /// Walks all trees as of a transaction. Nil if LMDB has overwritten the meta page of that transaction.
    init?(_ path: String, transaction: Int) throws(SystemError) {
        file = try FileReader(path)
        var found: (size: Int, root: UInt64, free: UInt64)?
        for offset in [0, 4096, 8192, 16_384, 65_536] {
            let meta = try file.read(at: offset, count: 152)
            guard meta.count == 152, meta.span.littleEndian(at: 16) as UInt32 == 0xBEEF_C0DE,
                meta.span.littleEndian(at: 144) as UInt64 == UInt64(transaction)
            else { continue }
            found = (
                Int(meta.span.littleEndian(at: 40) as UInt32), meta.span.littleEndian(at: 128),
                meta.span.littleEndian(at: 80)
            )
        }
        guard let found, found.size >= 4096, found.size <= 65_536 else { return nil }
        pageSize = found.size
        roots = [("", found.root), (Self.freeList, found.free)]
        var next = 0
        while next < roots.count {
            let (name, root) = roots[next]
            try walk(root, of: name) { _, _ in }
            next += 1
        }
    }

    /// Visits the rows of a table that its tree still leads to, in the order of their keys.
    mutating func forEachRow(
        of name: String, _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Void
    ) throws(SystemError) {
        visited = []
        guard let root = roots.first(where: { $0.name == name })?.root else { return }
        try walk(root, of: name, reading: true, visit)
    }

    private mutating func walk(
        _ number: UInt64, of table: String, depth: Int = 0, reading: Bool = false,
        _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Void
    ) throws(SystemError) {
        guard number != Self.none else { return }
        guard depth < 32, isFirstVisit(number), let page = try read(number, into: rooms.popLast()) else {
            return note(number, table)
        }
        defer { rooms.append(page) }
        // Bits that LMDB uses in memory only do not count.
        let flags = (page.span.littleEndian(at: 10) as UInt16) & 0x7FEF
        let (lower, upper) = (
            Int(page.span.littleEndian(at: 12) as UInt16), Int(page.span.littleEndian(at: 14) as UInt16)
        )
        guard flags == 1 || flags == 2, lower >= 16, lower & 1 == 0, lower <= upper, upper <= pageSize,
            flags == 2 || lower >= 20
        else { return note(number, table) }
        for index in 0..<(lower - 16) / 2 {
            let offset = Int(page.span.littleEndian(at: 16 + index * 2) as UInt16)
            guard offset >= upper, offset + 8 <= pageSize, let node = Node(page, offset) else {
                note(number, table)
                continue
            }
            if flags == 1 {
                try walk(node.child, of: table, depth: depth + 1, reading: reading, visit)
            } else if try !take(node, page, table, reading: reading, visit) {
                note(number, table)
            }
        }
    }

    /// Takes a row of a leaf; false if it does not lie within its page, or its value is not where it says.
    private mutating func take(
        _ node: Node, _ page: [UInt8], _ table: String, reading: Bool,
        _ visit: (_ key: [UInt8], _ value: [UInt8]) -> Void
    ) throws(SystemError) -> Bool {
        let isBig = node.flags & Self.isBig != 0
        let end = node.value + (isBig ? 8 : node.length)
        guard end <= page.count else { return false }
        if isBig {
            let first: UInt64 = page.span.littleEndian(at: node.value)
            guard let head = try read(first, into: [UInt8](repeating: 0, count: 16)),
                head.span.littleEndian(at: 10) as UInt16 == 4,
                Int(head.span.littleEndian(at: 12) as UInt32) * pageSize >= node.length + 16
            else { return false }
            if reading {
                visit(
                    Array(page[node.key..<node.value]),
                    try file.read(at: Int(first) * pageSize + 16, count: node.length))
            }
            return true
        }
        if reading { visit(Array(page[node.key..<node.value]), Array(page[node.value..<end])) }
        if table.isEmpty, !reading, node.flags & Self.isTable != 0, node.length == 48 {
            let name = String(decoding: page[node.key..<node.value], as: UTF8.self)
            roots.append((name, page.span.littleEndian(at: node.value + 40)))
        }
        return true
    }

    /// The bytes of a page, as many as there is room; nil if it is not there, or another one lies in its place.
    private func read(_ number: UInt64, into room: [UInt8]?) throws(SystemError) -> [UInt8]? {
        guard number < UInt64(file.size / pageSize) else { return nil }
        var bytes = room ?? [UInt8](repeating: 0, count: pageSize)
        guard try file.read(at: Int(number) * pageSize, into: &bytes) else { return nil }
        return bytes.span.littleEndian(at: 0) as UInt64 == number ? bytes : nil
    }

    /// Notes that a tree led to a page; false if one did before.
    private mutating func isFirstVisit(_ number: UInt64) -> Bool {
        let pages = file.size / pageSize
        guard number < UInt64(pages) else { return true }
        if visited.isEmpty { visited = [UInt64](repeating: 0, count: pages / 64 + 1) }
        let (word, bit) = (Int(number / 64), UInt64(1) << (number % 64))
        defer { visited[word] |= bit }
        return visited[word] & bit == 0
    }

    private mutating func note(_ number: UInt64, _ table: String) {
        if broken[table] == nil { broken[table] = number }
    }

    private struct Node {
        let flags: UInt16
        let key: Int
        let value: Int
        let length: Int
        let child: UInt64

        /// Nil if its key does not lie within the page.
        init?(_ page: [UInt8], _ offset: Int) {
            let low: UInt16 = page.span.littleEndian(at: offset)
            let high: UInt16 = page.span.littleEndian(at: offset + 2)
            flags = page.span.littleEndian(at: offset + 4)
            key = offset + 8
            value = key + Int(page.span.littleEndian(at: offset + 6) as UInt16)
            length = Int(low) | Int(high) << 16
            child = UInt64(low) | UInt64(high) << 16 | UInt64(flags) << 32
            if value > page.count { return nil }
        }
    }
}
