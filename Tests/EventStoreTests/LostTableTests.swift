import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("A table that is damaged, or whose name is another", .timed) struct LostTableTests: OfPlace {
    let place: Place

    init() throws {
        place = try Place(1...30)
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
        var bytes = try FileSystem.read(StorePaths.generation(1, store.path))
        try change(&bytes)
        try FileSystem.write(bytes.span, to: StorePaths.generation(1, path))
        let lock = try FileSystem.read(StorePaths.lockFile(store.path))
        try FileSystem.write(lock.span, to: StorePaths.lockFile(path))
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

    private static let derived = ["streams", "ids", "devices", "keys", "byvalue", "byvalue-history"]

    @Test("is told by whoever reads it, and made anew by the next write, or by a rebuild", arguments: derived)
    func write(name: String) throws {
        for isRebuild in [true, false] {
            let path = try copy(misnaming: name)
            let other = try Store(opening: path)
            #expect(storeError { try other.walkAll() } == .damagedTable(name))
            #expect(try other.head == store.head, "the log is read without it")
            try heal(other, isRebuild)
            try FileSystem.removeTree(path)
        }
    }

    @Test(
        "is as good as missing where another program took rows out of it, one or all", arguments: derived,
        [false, true])
    func rowsTaken(name: String, areAll: Bool) throws {
        for isRebuild in [true, false] {
            let path = try copy { _ in }
            do {
                let environment = try Environment.open(StorePaths.generation(1, path))
                let table = try #require(try environment.databases([name], create: false)[0])
                var transaction = try environment.beginWrite()
                let keys = try keys(of: table, in: transaction)
                for key in areAll ? keys : [try #require(keys.last)] {
                    #expect(try transaction.delete(key.span, in: table))
                }
                try transaction.commit()
            }
            let other = try Store(opening: path)
            #expect(storeError { try other.walkAll() } == .damagedTable(name))
            #expect(try other.head == store.head, "the log is read without it")
            try heal(other, isRebuild)
            try FileSystem.removeTree(path)
        }
    }

    private func keys(of table: Database, in transaction: borrowing Transaction) throws -> [[UInt8]] {
        var cursor = try transaction.cursor(in: table)
        var keys: [[UInt8]] = []
        while try cursor.next() { keys.append([UInt8](copying: cursor.key)) }
        return keys
    }

    /// Lets the store be rebuilt, or written until all tables are, and looks whether all is then what it must be.
    private func heal(_ other: Store, _ isRebuild: Bool) throws {
        if isRebuild {
            try other.rebuild()
        } else {
            for number in 700...734 {
                try other.append([Counter.open(stream(number), 1, key: key(number))], in: context(number))
            }
            #expect(try other.row(of: stream(734))?.version == 1)
        }
        let fresh = try Store(opening: other.path)
        #expect(try fresh.problems() == [])
        #expect(fresh.damage.found.isNone)
        if !isRebuild { try fresh.rebuild() }
        #expect(try fresh.check(isDeep: true, threads: 1).findings.all.isEmpty)
        var mirror = try Mirror(of: fresh, at: folder("mirror"))
        try mirror.catchUp()
        #expect(try differences(fresh.tables(), mirror.store.tables()) == [])
        try FileSystem.removeTree(folder("mirror"))
    }

    @Test func `is told where it follows from nothing, and its rows come along under whatever name`() throws {
        try store.write { writer in
            let number = try writer.nextDraft()
            try writer.put(StoredDraft(number: number, revision: 1, object: stream(2), body: [1, 2, 3]))
        }
        let path = try copy(misnaming: "drafts")
        let other = try Store(opening: path)
        #expect(try other.head == store.head)
        #expect(storeError { _ = try other.beginRead().view.drafts() } == .damaged("the table drafts"))
        #expect(try !other.check(isDeep: false, threads: 1).findings.all.isEmpty)
        try other.openStream(70)
        try other.rebuild()
        #expect(other.damage.found == Damage(tables: ["drafts"]), "whether others were there, nobody can tell")
        let fresh = try Store(opening: path)
        #expect(try fresh.beginRead().view.drafts() == store.beginRead().view.drafts())
    }

    /// A copy of a larger store, in which 64 bytes of a page of a table are zero: of the page at its root, which is a
    /// branch if the table is large enough, or of a leaf.
    private func copy(breaking name: String, atLeaf: Bool) throws -> String {
        if try store.row(of: stream(100)) == nil {
            let events = (100...600).map { Counter.open(stream($0), 1, key: key($0)) }
            try store.append(events, in: context(60))
            try store.write { writer in try writer.flushTail() }
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
        "or one of whose pages holds zeroes is made anew by the next write that meets it, or by a rebuild", .serialized,
        arguments: derived, [false, true])
    func broken(name: String, atLeaf: Bool) throws {
        for isRebuild in [true, false] {
            let path = try copy(breaking: name, atLeaf: atLeaf)
            let other = try Store(opening: path)
            // At a leaf of zeroes LMDB itself ends the process that walks there.
            if !atLeaf { #expect(storeError { try other.walkAll() } == .damagedTable(name)) }
            #expect(try other.frames() == store.frames())
            try heal(other, isRebuild)
            try FileSystem.removeTree(path)
        }
    }

    @Test("stands in nobody's way who compacts or backs up: the copy is made of the log", arguments: derived)
    func copied(name: String) throws {
        let path = try copy(breaking: name, atLeaf: false)
        let other = try Store(opening: path)
        let backup = try other.backUp(to: folder("backup"))
        #expect(try backup.damaged.isEmpty && backup.head.rawValue == store.head)
        _ = try other.compact()
        for place in [folder("backup"), path] {
            let fresh = try Store(opening: place)
            #expect(try fresh.frames() == store.frames())
            #expect(try fresh.check(isDeep: true, threads: 1).findings.all.isEmpty)
        }
    }

    @Test func `is made anew with what its other pages say of events that are lost`() throws {
        _ = try copy(breaking: "streams", atLeaf: true)
        try FileSystem.removeTree(folder("copy"))
        // The last of them, whose row stands on another page than the first ones'.
        let right = try store.row(of: stream(600))
        let create = try #require(right?.create)
        let path = try copy(breaking: "streams", atLeaf: true)
        var bytes = try FileSystem.read(StorePaths.generation(1, path))
        for position in 0..<bytes.count - 200 where bytes[position] == 0x44 {
            let (magic, number): (UInt32, UInt64) = (
                bytes.span.littleEndian(at: position), bytes.span.littleEndian(at: position + 8)
            )
            if magic == FrameLayout.magic, number == create { bytes[position + 40] ^= 3 }
        }
        try FileSystem.removeTree(path)
        try FileSystem.makeDirectory(path)
        try FileSystem.write(bytes.span, to: StorePaths.generation(1, path))
        let other = try Store(opening: path)
        try other.rebuild()
        let fresh = try Store(opening: path)
        #expect(try fresh.row(of: stream(600)) == right)
        #expect(try (1...599).map { try fresh.row(of: stream($0)) } == (1...599).map { try store.row(of: stream($0)) })
    }

    @Test func `costs the events on its page where it is the log, and each that is looked up is named`() throws {
        let other = try Store(opening: copy(breaking: "log", atLeaf: true))
        let reader = try other.beginRead()
        let head = reader.view.log.head
        let lost = (1...head).filter { sequence in storeError { _ = try reader.view.soundFrame(sequence) } != nil }
        #expect(!lost.isEmpty && lost.count < Int(head))
        #expect(other.damage.found.events.map(\.rawValue) == lost)
    }

    @Test func `is damage where it is the log`() throws {
        let path = try copy(misnaming: "log")
        #expect(throws: EventStoreError.self) { try Store(opening: path) }
    }
}

extension Store {
    /// Reads every row of the store's own tables.
    fileprivate func walkAll() throws(EventStoreError) { _ = try dump(beginRead().view) }
}
