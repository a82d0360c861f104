import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite("Making a store", .timed) struct CreationTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    @Test("the release says the format that a store is made in")
    func format() { #expect(Release.format == Meta.supportedFormat) }

    private func error(opening path: String) -> EventStoreError? {
        storeError { _ = try Store(opening: path) }
    }

    private func error(making path: String) -> EventStoreError? {
        storeError {
            try Store.create(at: path, model: CounterStreams(), store: storeID(0)) { _ throws(EventStoreError) in }
        }
    }

    @Test func `leaves three files, and nothing beside them`() throws {
        _ = try makeStore(at: folder("a/b/store"))
        #expect(try FileSystem.contents(of: folder("a/b")) == ["store"])
        let files = try FileSystem.contents(of: folder("a/b/store")).filter { !$0.hasSuffix("-lock") }
        #expect(files == ["lock", "log-000001.mdb"])
    }

    @Test func `is refused where something is, and opening where nothing is, each with its own error`() throws {
        #expect(error(opening: folder("none")) == .missing(path: folder("none")))
        try FileSystem.write([1].span, to: folder("file"))
        #expect(error(opening: folder("file")) == .isAFile(path: folder("file")))
        #expect(error(making: folder("file")) == .isAFile(path: folder("file")))
        try FileSystem.makeDirectory(folder("empty"))
        #expect(error(opening: folder("empty")) == .notAStore(path: folder("empty")))
        #expect(try FileSystem.contents(of: folder("empty")) == [])
        #expect(error(making: folder("empty")) == nil)
        #expect(error(making: folder("empty")) == .occupied(path: folder("empty")))
        #expect(error(making: folder("file/below")) != nil)
    }

    @Test(arguments: [".", "./", "../here"])
    func `in the folder one stands in is refused: the shell would be left in the old one`(name: String) async throws {
        await #expect(processExitsWith: .success) { [name] in
            let folder = try Folder()
            try FileSystem.makeDirectory(folder("here"))
            guard unsafe chdir(folder("here")) == 0 else { throw Absent() }
            let error = storeError {
                try Store.create(at: name, model: CounterStreams(), store: storeID(0)) {
                    _ throws(EventStoreError) in
                }
            }
            guard case .storage = error, try FileSystem.contents(of: folder.path) == ["here"] else {
                throw Absent()
            }
        }
    }

    @Test("in an empty folder works by whatever name", arguments: ["here", "here/", "./here/../here", "link/../here"])
    func emptyFolder(name: String) throws {
        try FileSystem.makeDirectory(folder("here"))
        let linked = unsafe symlink(folder("here"), folder("link"))
        #expect(linked == 0)
        _ = try makeStore(at: folder(name))
        let store = try Store(opening: folder("here"))
        try store.openStream(1)
        #expect(try store.head == 2, "the place is the same by every name")
        #expect(try FileSystem.contents(of: folder.path) == ["here", "link"])
    }

    @Test("through a symbolic link is refused, wherever it leads", arguments: ["link", "link/", "./link", "nowhere"])
    func link(name: String) throws {
        try FileSystem.makeDirectory(folder("here"))
        #expect(unsafe symlink(folder("here"), folder("link")) == 0)
        #expect(unsafe symlink(folder("none"), folder("nowhere")) == 0)
        #expect(error(making: folder(name)) == .isALink(path: folder(name)))
        #expect(try FileSystem.contents(of: folder.path) == ["here", "link", "nowhere"])
        #expect(try FileSystem.isEmptyDirectory(folder("here")))
    }

    @Test func `in a folder of another user is refused, and what others laid beside it is not looked into`() throws {
        guard geteuid() == 0 else { return print("skipped: only root can make folders of others") }
        for name in ["theirs", ".store.creating-theirs", ".store.creating-empty"] {
            try FileSystem.makeDirectory(folder(name))
            #expect(unsafe chown(folder(name), 12_345, 12_345) == 0)
        }
        #expect(unsafe symlink(folder("theirs"), folder(".store.creating-link")) == 0)
        try FileSystem.write([1].span, to: folder(".store.creating-theirs/letter"))
        #expect(error(making: folder("theirs")) == .foreignFolder(path: folder("theirs")))
        _ = try makeStore(at: folder("store"))
        #expect(try FileSystem.isEmptyDirectory(folder("theirs")))
        #expect(try FileSystem.contents(of: folder(".store.creating-theirs")) == ["letter"])
        #expect(try FileSystem.contents(of: folder.path).count == 5)
    }

    @Test("opening a folder that only looks like a store leaves nothing in it", arguments: [0, 5, 20, 8192])
    func looksLikeOne(size: Int) throws {
        try FileSystem.makeDirectory(folder("other"))
        #expect(error(opening: folder("other")) == .notAStore(path: folder("other")))
        #expect(try FileSystem.contents(of: folder("other")) == [])
        let bytes = [UInt8](repeating: 7, count: size)
        try FileSystem.write(bytes.span, to: folder("other/log-000001.mdb"))
        guard case .damaged = error(opening: folder("other")) else { return #expect(Bool(false), "believed") }
        #expect(try FileSystem.contents(of: folder("other")) == ["log-000001.mdb"])
        #expect(try FileSystem.read(folder("other/log-000001.mdb")) == bytes)
    }

    @Test func `a store whose lock file is lost is read without one, and the next writer makes it`() throws {
        do { try makeStore(at: folder("store")).openStream(1) }
        try FileSystem.removeFile(folder("store/lock"))
        let store = try Store(opening: folder("store"))
        #expect(try store.head == 2)
        #expect(try FileSystem.kind(of: folder("store/lock")) == .missing)
        try store.openStream(2)
        #expect(try FileSystem.kind(of: folder("store/lock")) == .file)
        let held = try store.beginWrite()
        let other = try Store(opening: folder("store"), patience: 0)
        #expect(try other.head == 3)
        let busy = storeError { try other.openStream(3) }
        #expect(busy == .busy)
        _ = consume held
        try other.openStream(3)
        #expect(try store.problems() == [] && store.head == 4)
    }

    @Test func `of a newer format is refused by its number, before anything else is looked at`() throws {
        _ = try makeStore(at: folder("store"))
        let environment = try Environment.open(folder("store/log-000001.mdb"))
        var transaction = try environment.beginWrite()
        let newer = Array("DLM1".utf8) + [9, 0, 1, 2, 3]
        let key = TableKey.meta
        try transaction.put(newer.span, for: key.span, in: .main)
        try transaction.commit()
        #expect(error(opening: folder("store")) == .newerFormat(found: 9, supported: 1))
    }

    @Test func `sweeps up what killed makings left, and nothing that lives`() throws {
        let (dead, bare, living) = (".store.creating-dead01", ".store.creating-bare01", ".store.creating-live01")
        for name in [dead, bare, living, ".other.creating-dead01"] { try FileSystem.makeDirectory(folder(name)) }
        try FileSystem.write([1].span, to: folder("\(dead)/lock"))
        try FileSystem.write([1].span, to: folder("\(dead)/log-000001.mdb"))
        let lockFile = try LockFile.open(folder("\(living)/lock"), creating: true)
        #expect(try lockFile.tryLock(byte: 0, .exclusive))
        _ = try makeStore(at: folder("store"))
        #expect(try FileSystem.contents(of: folder.path) == [living, ".other.creating-dead01", "store"].sorted())
        try lockFile.unlock(byte: 0)
    }

    @Test func `that fails leaves nothing`() throws {
        let error = storeError {
            try Store.create(at: folder("store"), model: CounterStreams(), store: storeID(0)) {
                _ throws(EventStoreError) in
                throw EventStoreError.overLimit("of patience")
            }
        }
        #expect(error == .overLimit("of patience"))
        #expect(try FileSystem.contents(of: folder.path) == [])
    }

    @Test("killed at any moment leaves nothing at the place, or a store", arguments: 0..<100)
    func killed(round: Int) async throws {
        var chance = Chance(for: "killed while it creates, round \(round)")
        let (path, times) = (folder.path, Double.random(in: 0..<3, using: &chance))
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, times = times as Double] in
            try repeatUntilKilled(within: times) { _ = try makeStore(at: "\(path)/store \($0)") }
        }
        let whole = try FileSystem.contents(of: folder.path).filter { !$0.hasPrefix(".") }
        #expect(whole.contains("store 0"))
        for name in whole {
            let store = try Store(opening: folder(name))
            try store.openStream(1)
            #expect(try store.head == 2 && store.problems() == [])
        }
        let left = try FileSystem.contents(of: folder.path).filter { $0.hasPrefix(".") }
        #expect(left.count <= 1)
        for name in left {
            _ = try makeStore(at: folder(String(name.dropFirst().prefix { $0 != "." })))
        }
        #expect(try FileSystem.contents(of: folder.path).allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("by many at once makes one store, and the other is told so", arguments: 0..<300)
    func manyMakers(round: Int) async throws {
        let path = folder("store")
        let errors = await withTaskGroup(of: EventStoreError?.self) { group in
            for maker in 0..<4 {
                var chance = Chance(seed: UInt64(round * 4 + maker))
                let delay = UInt32(chance.below(1501))
                group.addTask {
                    // Mixes who is first; one of them is, whoever that be.
                    usleep(delay)
                    return make(at: path, maker)
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(errors.filter { $0 == nil }.count == 1, "\(errors)")
        #expect(errors.allSatisfy { $0 == nil || $0 == .occupied(path: path) }, "\(errors)")
        let store = try Store(opening: path)
        #expect(try store.head == 1)
        #expect(try FileSystem.contents(of: folder.path) == ["store"])
    }
}

/// Makes a store on whatever thread this runs.
private func make(at path: String, _ maker: Int) -> EventStoreError? {
    storeError {
        var moment = context(maker)
        try Store.create(at: path, model: CounterStreams(), store: storeID(maker)) { writer in
            try writer.ensureDevice(in: &moment)
        }
    }
}
