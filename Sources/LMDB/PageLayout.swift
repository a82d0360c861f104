/// How LMDB 0.9 lays out a file, for those who read one without LMDB, because it is damaged.
///
///     page    number u64 | pad u16 | flags u16: 1 branch, 2 leaf, 4 overflow | lower u16, upper u16; or pages u32
///             | in a branch or leaf, up to lower: where each node begins, u16 | room | nodes, from upper on
///     node    lo u16 | hi u16 | flags u16: 1 long value, 2 record of a table | key length u16 | key | value
///             in a branch the child's number is lo, hi and flags; in a leaf the value's length is lo and hi, and of a
///             long value the number of the overflow page behind whose header it begins stands in its place
///     meta    header of a page 16 | magic u32 | version u32 | address u64 | size of the map u64
///             | record of the free list | record of the unnamed table | last page u64 | transaction u64
///     record  pad u32: in the free list's, the size of a page | flags u16 | depth u16
///             | branch, leaf and overflow pages u64 each | rows u64 | root u64
///
/// Pages 0 and 1 are meta pages. Numbers are little-endian. A row of the free list has the number of a transaction for
/// its key, and how many pages that freed, and their numbers, u64 each, for its value.
package enum PageLayout {
    /// How long the header of a page is.
    package static let header = 16
    /// The page that none is.
    package static let none = UInt64.max

    /// What a meta page says.
    package struct Meta {
        package let pageSize: Int
        package let freeList: Record
        package let unnamed: Record
        package let lastPage: UInt64
        package let transaction: UInt64

        package static let length = 152
        /// Where the record of the free list begins in it.
        static let freeListAt = 40
        /// Where a meta page may begin: the second one, behind a page of whatever size.
        package static let offsets = [0, 4096, 8192, 16_384, 32_768, 65_536]

        /// Whether bytes begin as a meta page does.
        static func isOne(_ bytes: Span<UInt8>) -> Bool {
            bytes.count >= length && bytes.number(at: 16, 4) == 0xBEEF_C0DE
        }

        /// Nil if it is none, or its pages have a size that none can have.
        package init?(_ bytes: Span<UInt8>) {
            guard Self.isOne(bytes), let freeList = Record(bytes.extracting(Self.freeListAt..<88)),
                let unnamed = Record(bytes.extracting(88..<136))
            else { return nil }
            pageSize = Int(bytes.number(at: 40, 4))
            (self.freeList, self.unnamed) = (freeList, unnamed)
            (lastPage, transaction) = (bytes.number(at: 136, 8), bytes.number(at: 144, 8))
            guard pageSize >= 4096, pageSize <= 65_536, pageSize & (pageSize - 1) == 0 else { return nil }
        }
    }

    /// What LMDB has noted of a table.
    package struct Record {
        package let flags: UInt16
        /// How many levels its tree has.
        package let depth: Int
        /// How many pages it has of each kind: branch, leaf, overflow.
        package let counts: [UInt64]
        package let rows: UInt64
        package let root: UInt64

        package static let length = 48
        /// The bits of `flags` that say how rows are ordered, and that of them that the free list has.
        package static let orders: UInt16 = 0x7E
        package static let numbersAsKeys: UInt16 = 8

        package var pages: UInt64 { counts.reduce(0) { $0.addingReportingOverflow($1).partialValue } }

        /// Whether it may be that of a table, or of the free list, in a file of so many pages.
        package func fits(in file: UInt64, isFreeList: Bool) -> Bool {
            counts.allSatisfy { $0 <= file } && rows <= file * 4096
                && flags & Self.orders == (isFreeList ? Self.numbersAsKeys : 0)
        }

        /// Nil for bytes of another length.
        package init?(_ bytes: Span<UInt8>) {
            guard bytes.count == Self.length else { return nil }
            flags = UInt16(truncatingIfNeeded: bytes.number(at: 4, 2))
            depth = Int(bytes.number(at: 6, 2))
            counts = [bytes.number(at: 8, 8), bytes.number(at: 16, 8), bytes.number(at: 24, 8)]
            (rows, root) = (bytes.number(at: 32, 8), bytes.number(at: 40, 8))
        }
    }

    /// The header of a page.
    package struct Page {
        package let number: UInt64
        package let flags: UInt16
        package let lower: Int
        package let upper: Int
        /// Of overflow pages, how many there are.
        package let pages: Int

        /// For at least sixteen bytes.
        @inlinable
        package init(_ bytes: Span<UInt8>) {
            number = bytes.number(at: 0, 8)
            flags = UInt16(truncatingIfNeeded: bytes.number(at: 10, 2))
            (lower, upper) = (Int(bytes.number(at: 12, 2)), Int(bytes.number(at: 14, 2)))
            pages = Int(bytes.number(at: 12, 4))
        }

        @inlinable package var isBranch: Bool { flags == 1 }
        @inlinable package var isLeaf: Bool { flags == 2 }
        @inlinable package var isOverflow: Bool { flags == 4 }
        /// The same, whatever the bits say that LMDB uses in memory only.
        @inlinable package var isLikelyLeaf: Bool { flags & 0x3FEF == 2 }
        /// How many nodes it has, if it is a branch or a leaf of such a size; nil if it cannot be.
        @inlinable
        package func nodes(in size: Int) -> Int? {
            lower >= header && lower & 1 == 0 && lower <= upper && upper <= size ? (lower - header) / 2 : nil
        }
    }

    /// A node of a page.
    package struct Node {
        package let flags: UInt16
        /// Where its key and its value begin in the page.
        package let key: Int
        package let value: Int
        package let length: Int
        package let child: UInt64

        @inlinable package var isLong: Bool { flags & 1 != 0 }
        @inlinable package var isRecord: Bool { flags & 2 != 0 }

        /// The node by its place among those of a page; nil if it or its key does not lie within the page.
        @inlinable
        package init?(_ index: Int, of page: Span<UInt8>) {
            let offset = Int(page.number(at: header + index * 2, 2))
            guard offset >= header, offset + 8 <= page.count else { return nil }
            let words = page.number(at: offset, 8)
            flags = UInt16(truncatingIfNeeded: words >> 32)
            key = offset + 8
            value = key + Int(words >> 48)
            length = Int(words & 0xFFFF_FFFF)
            child = words & 0xFFFF_FFFF_FFFF
            if value > page.count { return nil }
        }
    }
}

extension Span where Element == UInt8 {
    /// The little-endian number of so many bytes.
    @inlinable
    package func number(at offset: Int, _ count: Int) -> UInt64 {
        var number: UInt64 = 0
        var index = offset + count
        while index > offset {
            index -= 1
            number = number << 8 | UInt64(self[index])
        }
        return number
    }
}
