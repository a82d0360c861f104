import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import DiarylogLMDB
@testable import EventStore

@Suite("The pages of the file, read without LMDB", .timed) struct PageTests {
    let folder: Folder
    private let store: Store

    init() throws {
        folder = try Folder()
        var trial = try Trial(120, seed: 5, in: folder)
        store = trial.store
        // A value of several pages, twice.
        try store.takeSnapshot(of: KindCounts.self)
        try trial.step(40)
        try store.takeSnapshot(of: KindCounts.self, flushingTail: true)
    }

    private func bytes() throws -> [UInt8] { try FileSystem.read(StorePaths.generation(1, store.path)) }

    /// The newest meta page of a file.
    private func meta(_ file: [UInt8]) throws -> PageLayout.Meta {
        let metas = [0, 4096].compactMap { PageLayout.Meta(file.span.extracting($0..<$0 + PageLayout.Meta.length)) }
        return try #require(metas.max { $0.transaction < $1.transaction })
    }

    /// The store's file without pages that are not in use.
    private func compacted() throws -> [UInt8] {
        try store.current().environment.copy(to: folder("copy"))
        return try FileSystem.read(folder("copy"))
    }

    /// The last node of each leaf of a file, how many nodes that has, and where the page begins.
    private func lastNodes(_ file: [UInt8]) throws -> [(node: PageLayout.Node, count: Int, start: Int)] {
        try (2..<file.count / 4096).compactMap { page in
            let bytes = file.span.extracting(page * 4096..<(page + 1) * 4096)
            let head = PageLayout.Page(bytes)
            guard head.number == UInt64(page), head.isLeaf, let count = head.nodes(in: 4096), count > 0 else {
                return nil
            }
            let found = PageLayout.Node(count - 1, of: bytes)
            return (try #require(found), count, page * 4096)
        }
    }

    /// The first row of the list of free pages, and where its page begins.
    private func firstFree(_ file: [UInt8]) throws -> (node: PageLayout.Node, start: Int) {
        let start = Int(try meta(file).freeList.root) * 4096
        let found = PageLayout.Node(0, of: file.span.extracting(start..<start + 4096))
        return (try #require(found), start)
    }

    /// A store of a file, under a name.
    private func opened(_ file: [UInt8], _ name: String) throws -> Store {
        try FileSystem.makeDirectory(folder(name))
        try FileSystem.write(file.span, to: StorePaths.generation(1, folder(name)), sync: false)
        return try Store(opening: folder(name))
    }

    /// The tables that a walk over a file finds broken.
    private func broken(_ file: [UInt8]) throws -> Set<String> {
        let path = folder("flipped")
        try FileSystem.write(file.span, to: path, sync: false)
        let check = try PageCheck(path, transaction: Int(meta(file).transaction))
        return Set(try #require(check).broken.keys)
    }

    @Test func `a file with pages of 16 KiB holds the same, is checked, and is searched`() throws {
        let large = try opened(inLargePages(bytes()), "large")
        #expect(try large.figures().pageSize == 16_384)
        #expect(try large.frames() == store.frames())
        #expect(try large.check(isDeep: true, threads: 2).findings.all == [])
        let (own, other) = ([StorePaths.generation(1, store.path)], [StorePaths.generation(1, large.path)])
        let (rows, largeRows) = (try RowScan(own).found, try RowScan(other).found)
        #expect(!rows.isEmpty && rows.mapValues { Set($0.map(\.head)) } == largeRows.mapValues { Set($0.map(\.head)) })
        let (frames, largeFrames) = (try FrameScan(own).found, try FrameScan(other).found)
        #expect(frames.mapValues { $0.map(\.isAligned) } == largeFrames.mapValues { $0.map(\.isAligned) })
        try large.openStream(901)
        #expect(try large.check(isDeep: true, threads: 2).findings.all == [])
    }

    @Test("wherever in memory a file with pages of 16 KiB lies, its pages are found, and it is written to")
    func largePagesAnywhere() throws {
        let file = try inLargePages(bytes())
        // On a file system in memory, three of four lie where no page of that size would begin.
        for round in 0..<12 {
            let large = try opened(file, "large\(round)")
            let maps = String(decoding: try FileSystem.read("/proc/self/maps"), as: UTF8.self)
            let line = maps.split(separator: "\n").first { $0.hasSuffix(StorePaths.generation(1, large.path)) }
            let found = try large.current().environment.addresses.lowerBound
            #expect(String(found, radix: 16) == line.map { String($0.prefix { $0 != "-" }) })
            try large.openStream(901)
            #expect(try large.check(isDeep: true, threads: 1).findings.all == [])
        }
    }

    @Test func `each bit of a page's flags counts, those included that LMDB uses in memory`() throws {
        let file = try compacted()
        #expect(try broken(file) == [])
        var pages = 0
        for page in 2..<file.count / 4096 {
            let start = page * 4096
            // What else lies there goes on with a long value.
            guard PageLayout.Page(file.span.extracting(start..<start + 16)).number == UInt64(page) else { continue }
            pages += 1
            for bit in 0..<16 {
                var flipped = file
                flipped[start + 10 + bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(try !broken(flipped).isEmpty, "page \(page), bit \(bit)")
            }
        }
        #expect(pages > 10)
    }

    @Test func `a node that says of its row what no row here is, is named`() throws {
        let file = try compacted()
        let nodes = try lastNodes(file)
        for (node, _, start) in nodes {
            for bit in 2..<16 {
                var flipped = file
                flipped[start + node.key - 4 + bit / 8] ^= 1 << UInt8(bit % 8)
                #expect(try !broken(flipped).isEmpty, "page at \(start), bit \(bit)")
            }
        }
        #expect(nodes.count > 5)
    }

    @Test func `a list of free pages that names a page in use, none at all, or one twice, is named`() throws {
        let file = try bytes()
        let meta = try meta(file)
        #expect(try broken(file) == [])
        let (node, start) = try firstFree(file)
        let value = start + node.value
        let count: UInt64 = file.span.littleEndian(at: value)
        #expect(count > 1 && !node.isLong)
        let second: UInt64 = file.span.littleEndian(at: value + 16)
        let changes: [(offset: Int, number: UInt64)] = [
            (0, count + 1_000), (8, meta.unnamed.root), (8, meta.freeList.root), (8, 1), (8, second),
            (8, meta.lastPage + 1),
        ]
        for (offset, number) in changes {
            var changed = file
            for index in 0..<8 { changed[value + offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
            #expect(try broken(changed) == [PageCheck.freeList], "\(number) at \(offset)")
        }
        // LMDB goes by the length of the row.
        for length in [0, 4, 7, node.length - 8, node.length + 8] {
            var changed = file
            (changed[start + node.key - 8], changed[start + node.key - 7]) = (UInt8(length & 0xFF), UInt8(length >> 8))
            #expect(try broken(changed) == [PageCheck.freeList], "\(length) bytes")
        }
    }

    @Test("a bit of the list of free pages, or of what the meta page says of it, costs no write and nothing written")
    func writesWithoutFreeList() throws {
        let (file, meta) = try (bytes(), meta(bytes()))
        let (node, page) = try firstFree(file)
        let newest = file.span.littleEndian(at: 144) == meta.transaction ? 0 : 4096
        let places =
            Array(newest + 44..<newest + 88) + Array(page..<page + 18)
            + Array(page + node.key - 8..<page + node.value + 16)
        var chance = Chance(for: "bits of the list of free pages")
        for place in places {
            var flipped = file
            flipped[place] ^= 1 << UInt8(chance.below(8))
            let flippedStore = try opened(flipped, "flipped at \(place)")
            try flippedStore.openStreams(901...903)
            #expect(try flippedStore.frames().starts(with: store.frames()), "at \(place)")
            #expect(try flippedStore.check(isDeep: true, threads: 1).findings.all == [], "at \(place)")
        }
    }

    @Test("a bit of a page's flags that LMDB uses in memory costs no write, or is told, and nothing written is lost")
    func writesToFlagged() throws {
        let file = try compacted()
        let before = try store.frames()
        var (pages, refused) = (0, 0)
        for page in 2..<file.count / 4096 {
            let start = page * 4096
            let head = PageLayout.Page(file.span.extracting(start..<start + 16))
            guard head.number == UInt64(page) else { continue }
            pages += 1
            for bit in [4, 14, 15] {
                var flipped = file
                flipped[start + 10 + bit / 8] ^= 1 << UInt8(bit % 8)
                let flippedStore = try opened(flipped, "page \(page), bit \(bit)")
                do throws(EventStoreError) {
                    try flippedStore.openStreams(901...920)
                } catch {
                    // The log and the unnamed table follow from nothing.
                    guard case .damaged = error else { throw error }
                    refused += 1
                }
                #expect(try flippedStore.frames().starts(with: before), "page \(page), bit \(bit)")
            }
        }
        #expect(pages > 10 && refused > 0 && refused < pages * 2)
    }

    @Test func `a length or a place that leads beyond a page ends no reading, and is named`() throws {
        let file = try compacted()
        let nodes = try lastNodes(file)
        for (node, count, start) in nodes {
            // The length of a value within the page, and where the node begins.
            let lengths = node.isLong ? [] : (12..<32).map { (node.key - 8 + $0 / 8, $0 % 8) }
            for (offset, bit) in lengths + (4..<8).map({ (PageLayout.header + 2 * count - 1, $0) }) {
                var flipped = file
                flipped[start + offset] ^= 1 << UInt8(bit)
                let name = "page at \(start), offset \(offset), bit \(bit)"
                guard let flippedStore = try? opened(flipped, name) else { continue }
                _ = try? flippedStore.frames()
                _ = try? flippedStore.openStream(901)
                let found = try? flippedStore.check(isDeep: true, threads: 1).findings.all
                #expect(found != [], "\(name)")
            }
        }
        #expect(nodes.count > 5)
    }

    @Test func `a table of more rows or pages than the file has room for, or of another order, is named`() throws {
        let (file, meta) = try (bytes(), meta(bytes()))
        let newest = file.span.littleEndian(at: 144) == meta.transaction ? 0 : 4096
        for (offset, bit) in [(92, 2), (92, 4), (101, 6), (110, 0), (119, 7), (125, 3), (127, 7)] {
            var flipped = file
            flipped[newest + offset] ^= 1 << UInt8(bit)
            #expect(try broken(flipped) == [""], "\(offset), \(bit)")
        }
    }

    @Test(
        "where LMDB does not copy, since pages are in no tree and not free, compacting and a backup make the file anew")
    func leaks() throws {
        var file = try bytes()
        let (node, start) = try firstFree(file)
        let value = start + node.value
        let count: UInt64 = file.span.littleEndian(at: value)
        #expect(count > 1 && !node.isLong)
        // The last page that it names is forgotten.
        file[value] -= 1
        let length = node.length - 8
        (file[start + node.key - 8], file[start + node.key - 7]) = (UInt8(length & 0xFF), UInt8(length >> 8))
        let leaking = try opened(file, "leaking")
        _ = try leaking.backUp(to: folder("safe"))
        #expect(try Store(opening: folder("safe")).frames() == store.frames())
        _ = try leaking.compact()
        #expect(try leaking.frames() == store.frames())
        #expect(try leaking.check(isDeep: true, threads: 2).findings.all == [])
    }

    /// The same file as a machine with pages of 16 KiB writes it.
    private func inLargePages(_ file: [UInt8]) -> [UInt8] {
        let (size, larger) = (4096, 16_384)
        let shift = larger - size
        var large = [UInt8](repeating: 0, count: file.count / size * larger)
        func set(_ number: Int, _ count: Int, at offset: Int) {
            for index in 0..<count { large[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * index)) }
        }
        for page in 0..<file.count / size {
            let (from, to) = (page * size, page * larger)
            let head = PageLayout.Page(file.span.extracting(from..<from + 16))
            if page < 2 {
                large.replaceSubrange(to..<to + size, with: file[from..<from + size])
                set(larger, 4, at: to + 40)
            } else if head.number == UInt64(page), head.isOverflow {
                let count = min(head.pages * size, file.count - from)
                large.replaceSubrange(to..<to + count, with: file[from..<from + count])
                set((head.pages * size + larger - 1) / larger, 4, at: to + 12)
            } else if head.number == UInt64(page), head.isBranch || head.isLeaf, let nodes = head.nodes(in: size) {
                large.replaceSubrange(to..<to + larger, with: [UInt8](repeating: 0, count: larger))
                large.replaceSubrange(to..<to + head.lower, with: file[from..<from + head.lower])
                set(head.upper + shift, 2, at: to + 14)
                for index in 0..<nodes {
                    let offset = from + PageLayout.header + 2 * index
                    set(Int(file.span.littleEndian(at: offset) as UInt16) + shift, 2, at: to - from + offset)
                }
                let nodes = file[from + head.upper..<from + size]
                large.replaceSubrange(to + head.upper + shift..<to + larger, with: nodes)
            }
        }
        return large
    }
}
