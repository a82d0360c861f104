import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("A table whose name was changed in the file", .timed)
struct LostTableTests {
    private let folder: Folder
    private let store: Store

    init() throws {
        folder = try Folder()
        store = try makeStore(at: folder("store"))
        for number in 1...30 { try store.append([Counter.open(stream(number), 1)], in: context(number)) }
        try store.append([Counter.add(stream(3), 4, after: 1)], in: context(40))
    }

    /// A node of a table in the unnamed one, up to its value: its flags, the length of the name, the name.
    private static func node(of name: String) -> [UInt8] { [2, 0, UInt8(name.utf8.count), 0] + Array(name.utf8) }

    /// The page at which the newest state's unnamed table begins: a leaf, as long as the tail is empty.
    private static func mainRoot(_ bytes: [UInt8]) -> Int {
        let states = [0, 4096].map { page in
            (bytes.span.littleEndian(at: page + 144) as UInt64, bytes.span.littleEndian(at: page + 128) as UInt64)
        }
        return Int(states.max { $0.0 < $1.0 }?.1 ?? 0)
    }

    /// A copy of the store with other bytes.
    private func copy(_ change: (inout [UInt8]) throws -> Void) throws -> String {
        let path = folder("copy")
        try FileSystem.makeDirectory(path)
        var bytes = try FileSystem.read(Layout.generation(1, store.path))
        try change(&bytes)
        try FileSystem.write(bytes.span, to: Layout.generation(1, path))
        let lock = try FileSystem.read(Layout.lockFile(store.path))
        try FileSystem.write(lock.span, to: Layout.lockFile(path))
        return path
    }

    /// A copy in which one bit of a table's name is another, wherever LMDB has its record.
    private func copy(misnaming name: String) throws -> String {
        try copy { bytes in
            let node = Self.node(of: name)
            var found = 0
            for start in 0..<(bytes.count - node.count) where bytes[start] == 2 {
                if bytes[start..<(start + node.count)].elementsEqual(node) {
                    bytes[start + node.count - 1] ^= 2
                    found += 1
                }
            }
            #expect(found > 0)
        }
    }

    @Test(
        "is made anew by the next write, or by a rebuild", arguments: ["streams", "ids", "devices", "keys"],
        [false, true])
    func write(name: String, isRebuild: Bool) throws {
        let path = try copy(misnaming: name)
        let other = try Store(opening: path, model: CounterStreams())
        if isRebuild {
            try other.rebuildTables()
        } else {
            try other.append([Counter.add(stream(9), 2, after: 1)], in: context(50))
            #expect(try other.row(of: stream(9))?.version == 2)
        }
        let fresh = try Store(opening: path, model: CounterStreams())
        #expect(try fresh.problems() == [])
        #expect(fresh.doubts.damage.isNone)
        #expect(try fresh.check(isDeep: false, threads: 1).findings.all.isEmpty)
        try fresh.rebuildTables()
        var mirror = try Mirror(of: fresh, at: folder("mirror"))
        try mirror.catchUp()
        #expect(try differences(fresh.tables(), mirror.store.tables()) == [])
    }

    @Test("is told where it follows from nothing: the drafts are gone, and the name is nobody's")
    func drafts() throws {
        let path = try copy(misnaming: "drafts")
        let other = try Store(opening: path, model: CounterStreams())
        #expect(try other.head == store.head)
        #expect(other.doubts.damage == Damage(tables: ["drafts"]))
        #expect(try !other.check(isDeep: false, threads: 1).findings.all.isEmpty)
    }

    @Test(
        "or whose root page holds zeroes: the rows come from the log once that was met, each answer says so",
        arguments: ["streams", "ids", "devices", "keys"])
    func unreadable(name: String) throws {
        let key = EventHeader.Key(kind: .command, code: Digest(hashing: Array("key".utf8)))
        try store.append([Counter.open(stream(50), 1, key: key)], in: context(41))
        try store.rebuildTables()
        let whole = try store.tables()
        let path = try copy { bytes in
            let page = Self.mainRoot(bytes) * 4096
            let node = Self.node(of: name)
            let position = try #require((page..<(page + 4096)).first { bytes[$0...].starts(with: node) })
            let root = Int(bytes.span.littleEndian(at: position + node.count + 40) as UInt64) * 4096
            bytes.replaceSubrange(root..<(root + 64), with: Array(repeating: 0, count: 64))
        }
        let other = try Store(opening: path, model: CounterStreams())
        #expect(storeError { try other.walkAll() } != nil)
        #expect(other.unreadableTables == 1)
        #expect(try other.tables() == whole)
        #expect(other.doubts.damage == Damage(tables: [name]))
        for read in [
            { try $0.stream(stream(3))?.version }, { try $0.stream(stream(3), asOf: 31)?.version },
            { try UInt64($0.events(of: stream(3)).count) },
        ] as [(Store) throws -> UInt64?] {
            let first = try read(Store(opening: path, model: CounterStreams()))
            #expect(try first == read(store), "met for the first time")
        }
    }

    /// A copy of a larger store, in which 64 bytes of a page of a table are zero: of the page at its root, which is a
    /// branch if the table is large enough, or of a leaf.
    private func copy(breaking name: String, atLeaf: Bool) throws -> String {
        if try store.row(of: stream(100)) == nil {
            let events = (100...600).map { Counter.open(stream($0), 1, key: key($0)) }
            try store.append(events, in: context(60))
            try store.rebuildTables()
        }
        return try copy { bytes in
            let main = Self.mainRoot(bytes) * 4096
            let node = Self.node(of: name)
            let position = try #require((main..<(main + 4096)).first { bytes[$0...].starts(with: node) })
            var page = Int(bytes.span.littleEndian(at: position + node.count + 40) as UInt64) * 4096
            while atLeaf, bytes[page + 10] & 1 != 0 {
                let child = page + Int(bytes.span.littleEndian(at: page + 18) as UInt16)
                let low: UInt32 = bytes.span.littleEndian(at: child)
                page = Int(low) * 4096
            }
            bytes.replaceSubrange(page..<(page + 64), with: Array(repeating: 0, count: 64))
        }
    }

    private func key(_ number: Int) -> EventHeader.Key {
        EventHeader.Key(kind: .command, code: Digest(hashing: Array("key \(number)".utf8)))
    }

    @Test(
        "or one of whose pages holds zeroes is made anew by the next write that meets it, or by a rebuild",
        arguments: ["streams", "ids", "devices", "keys"], [false, true])
    func broken(name: String, atLeaf: Bool) throws {
        for isRebuild in [true, false] {
            let path = try copy(breaking: name, atLeaf: atLeaf)
            let other = try Store(opening: path, model: CounterStreams())
            if isRebuild {
                try other.rebuildTables()
            } else {
                // Seventeen, so that the tail is flushed, and each table is written.
                for number in 700...717 {
                    try other.append([Counter.open(stream(number), 1, key: key(number))], in: context(number))
                }
                try other.rebuildTables()
            }
            #expect(other.unreadableTables == 0)
            let fresh = try Store(opening: path, model: CounterStreams())
            #expect(try fresh.problems() == [])
            #expect(fresh.doubts.damage.isNone)
            #expect(try fresh.check(isDeep: true, threads: 1).findings.all.isEmpty)
            var mirror = try Mirror(of: fresh, at: folder("mirror"))
            try mirror.catchUp()
            #expect(try differences(fresh.tables(), mirror.store.tables()) == [])
            try FileSystem.removeTree(path)
            try FileSystem.removeTree(folder("mirror"))
        }
    }

    @Test(
        "or one of whose pages holds zeroes stands in nobody's way where it is a projection's", .serialized,
        arguments: ["byvalue", "byvalue-history"], [false, true])
    func brokenProjection(name: String, atLeaf: Bool) throws {
        for isRebuild in [true, false] {
            let path = try copy(breaking: name, atLeaf: atLeaf)
            let other = try Store(opening: path, model: CounterStreams())
            if isRebuild {
                try other.catchUp("byvalue", anew: true)
            } else {
                for number in 700...734 {
                    try other.append([Counter.open(stream(number), Int64(number))], in: context(number))
                }
                // A write goes by the root, but by the leaf only if it has something to write there.
                try other.catchUp("byvalue", anew: atLeaf)
            }
            let fresh = try Store(opening: path, model: CounterStreams())
            #expect(try fresh.problems() == [])
            #expect(try fresh.check(isDeep: true, threads: 1).findings.all.isEmpty)
            let flushed = try fresh.beginRead().view.log.meta.flushed
            #expect(try fresh.projectionStatus().map(\.checkpoint?.rawValue) == [flushed])
            var mirror = try Mirror(of: fresh, at: folder("mirror"))
            try mirror.catchUp()
            #expect(try differences(fresh.tables(), mirror.store.tables()) == [])
            try FileSystem.removeTree(path)
            try FileSystem.removeTree(folder("mirror"))
        }
    }

    @Test("is made anew with what its other pages say of events that are lost")
    func reachable() throws {
        _ = try copy(breaking: "streams", atLeaf: true)
        try FileSystem.removeTree(folder("copy"))
        // The last of them, whose row stands on another page than the first ones'.
        let right = try store.row(of: stream(600))
        let create = try #require(right?.create)
        let path = try copy(breaking: "streams", atLeaf: true)
        var bytes = try FileSystem.read(Layout.generation(1, path))
        for position in 0..<bytes.count - 200 where bytes[position] == 0x44 {
            let (magic, number): (UInt32, UInt64) = (
                bytes.span.littleEndian(at: position), bytes.span.littleEndian(at: position + 8)
            )
            if magic == FrameLayout.magic, number == create { bytes[position + 40] ^= 1 }
        }
        try FileSystem.removeTree(path)
        try FileSystem.makeDirectory(path)
        try FileSystem.write(bytes.span, to: Layout.generation(1, path))
        let other = try Store(opening: path, model: CounterStreams())
        try other.rebuildTables()
        let fresh = try Store(opening: path, model: CounterStreams())
        #expect(try fresh.row(of: stream(600)) == right)
        #expect(try (1...599).map { try fresh.row(of: stream($0)) } == (1...599).map { try store.row(of: stream($0)) })
    }

    @Test("is damage where it is the log")
    func log() throws {
        let path = try copy(misnaming: "log")
        #expect(throws: EventStoreError.self) { try Store(opening: path, model: CounterStreams()) }
    }
}

extension Store {
    /// Reads every row of the store's own tables.
    fileprivate func walkAll() throws(EventStoreError) { _ = try dump(beginRead().view) }
}
