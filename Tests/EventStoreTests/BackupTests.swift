import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("A backup", .timed) struct BackupTests: OfPlace {
    let place: Place
    private var safe: String { folder("safe") }

    init() throws { place = try Place(2...40) }

    private func names() throws -> [String] { try FileSystem.contents(of: folder.path) }

    @Test func `is a store by itself, with the same events and rows`() throws {
        let backup = try store.backUp(to: safe)
        #expect(backup.head == 40 && backup.damaged.isEmpty && backup.path == safe)
        #expect(try FileSystem.contents(of: safe) == ["lock", "log-000001.mdb", "log-000001.mdb-lock"])
        #expect(try FileSystem.size(of: safe + "/log-000001.mdb") == backup.bytes)
        let copy = try Store(opening: safe)
        #expect(try copy.frames() == store.frames() && differences(copy.tables(), store.tables()) == [])
        #expect(try copy.problems() == [])
        #expect(try names() == ["safe", "store"])
        #expect(store.knownBackups() == [safe])
    }

    @Test func `of a later generation is found by that number`() throws {
        _ = try store.compact()
        _ = try store.backUp(to: safe)
        #expect(try FileSystem.contents(of: safe) == ["lock", "log-000002.mdb", "log-000002.mdb-lock"])
        #expect(try Store(opening: safe).frames() == store.frames())
    }

    @Test func `is made while others write, as of one moment`() throws {
        let isDone = Flag()
        let writer = Worker { [path = store.path, isDone] in
            do {
                let handle = try Store(opening: path)
                var number = 0
                while !isDone.isRaised {
                    try handle.append(
                        (0..<3).map { Counter.open(stream(100 + 3 * number + $0), 1) }, in: context(number))
                    number += 1
                }
            } catch {
                Issue.record("\(error)")
            }
        }
        var last: UInt64 = 0
        for _ in 0..<8 {
            let backup = try store.backUp(to: safe)
            #expect(backup.head.rawValue >= last && (backup.head.rawValue - 40) % 3 == 0, "operations are whole")
            last = backup.head.rawValue
            #expect(try Store(opening: safe).problems() == [])
        }
        isDone.raise()
        writer.join()
    }

    @Test func `takes the place of the one before, or keeps as many as it is told`() throws {
        for round in 1...5 {
            try store.append([Counter.open(stream(100 + round), 1)], in: context(round))
            _ = try store.backUp(to: safe, keeping: round == 5 ? 1 : 3)
            #expect(try Store(opening: safe).head == UInt64(40 + round))
            if round == 4 {
                #expect(try names() == ["safe", "safe.1", "safe.2", "store"])
                #expect(try Store(opening: safe + ".1").head == 43 && Store(opening: safe + ".2").head == 42)
            }
        }
        // One that keeps none leaves those that are there alone.
        #expect(try names() == ["safe", "safe.1", "safe.2", "store"])
        #expect(store.knownBackups() == [safe, safe + ".1", safe + ".2"])
    }

    @Test("that is to keep fewer takes those away that are too many, and renames none where one is no backup")
    func keepingFewer() throws {
        for round in 1...4 {
            try store.append([Counter.open(stream(100 + round), 1)], in: context(round))
            _ = try store.backUp(to: safe, keeping: 4)
        }
        #expect(try names() == ["safe", "safe.1", "safe.2", "safe.3", "store"])
        try FileSystem.rename(from: safe + ".3", to: folder("aside"))
        try FileSystem.makeDirectory(safe + ".3")
        let error = storeError { _ = try store.backUp(to: safe, keeping: 2) }
        #expect(error == .occupied(path: safe + ".3"))
        #expect(
            try Store(opening: safe).head == 44 && Store(opening: safe + ".1").head == 43
                && Store(opening: safe + ".2").head == 42)
        try FileSystem.removeEmptyDirectory(safe + ".3")
        try FileSystem.rename(from: folder("aside"), to: safe + ".3")
        try store.openStream(105)
        _ = try store.backUp(to: safe, keeping: 2)
        #expect(try names() == ["safe", "safe.1", "store"])
        #expect(try Store(opening: safe).head == 45 && Store(opening: safe + ".1").head == 44)
    }

    @Test func `never takes the place of anything else`() throws {
        func error(_ path: String) -> EventStoreError? {
            storeError { _ = try store.backUp(to: path) }
        }
        try FileSystem.makeDirectory(folder("full"))
        let something: [UInt8] = [1]
        try FileSystem.write(something.span, to: folder("full/file"))
        #expect(error(folder("full")) == .occupied(path: folder("full")))
        #expect(error(folder("full/file")) == .isAFile(path: folder("full/file")))
        _ = try makeStore(at: folder("other"), seed: 9)
        #expect(error(folder("other")) == .occupied(path: folder("other")))
        #expect(error(store.path) == .insideStore(path: store.path))
        #expect(error(store.path + "/safe") == .insideStore(path: store.path + "/safe"))
        try FileSystem.makeDirectory(folder("empty"))
        #expect(error(folder("empty")) == nil)
        #expect(try names() == ["empty", "full", "other", "store"])
    }

    @Test func `is not made in a folder that is sealed, or below one, and neither is a store`() throws {
        try FileSystem.makeDirectory(folder("cloud/files"), withParents: true)
        try FileSystem.write([1].span, to: folder("cloud/diary-") + String(repeating: "0a", count: 16))
        for place in [folder("cloud/safe"), folder("cloud/files/safe")] {
            #expect(throws: EventStoreError.self) { try store.backUp(to: place) }
            #expect(throws: EventStoreError.self) { try makeStore(at: place, seed: 9) }
        }
        #expect(try FileSystem.contents(of: folder("cloud/files")).isEmpty)
    }

    @Test func `that was written to is not replaced: it has events that are nowhere else`() throws {
        _ = try store.backUp(to: safe)
        try Store(opening: safe).openStream(900)
        try store.openStream(901)
        try store.openStream(902)
        #expect(
            storeError { _ = try store.backUp(to: safe) } == .holdsMore(path: safe))
        #expect(try Store(opening: safe).head == 42)
    }

    @Test func `with damaged events goes to a free place and says so, and takes the place of no other`() throws {
        _ = try store.backUp(to: safe)
        try tamper(store, at: 7) { $0[100] ^= 1 }
        #expect(
            storeError { _ = try store.backUp(to: safe) } == .damagedEvents([7]))
        #expect(try Store(opening: safe).problems() == [])
        #expect(try store.backUp(to: folder("late")).damaged == [7])
        #expect(try names() == ["late", "safe", "store"])
    }

    @Test func `that a killed process left half made is swept up by the next`() throws {
        let half = folder(".safe.backup-aaaaaa")
        try FileSystem.makeDirectory(half)
        let nothing: [UInt8] = []
        try FileSystem.write(nothing.span, to: half + "/lock")
        // One that was being removed, and had lost its lock file by then.
        let going = folder(".safe.backup-bbbbbb.2")
        try FileSystem.makeDirectory(going + "/attachments/ab", withParents: true)
        try FileSystem.write(nothing.span, to: going + "/log-000001.mdb")
        _ = try store.backUp(to: safe)
        #expect(try names() == ["safe", "store"])
    }

    @Test("has room on the disk for LMDB's lock file, which who opens it on a full medium could not make")
    func roomForLock() throws {
        _ = try store.backUp(to: safe)
        let lock = StorePaths.generation(1, safe) + "-lock"
        #expect(try FileSystem.size(of: lock) > 0)
        let blocks = folder("blocks")
        #expect(try ChildProcess.run(["sh", "-c", "stat -c '%b' \"$1\" >\"$2\"", "sh", lock, blocks]) == 0)
        let count = Int(String(decoding: try FileSystem.read(blocks).dropLast(), as: UTF8.self)) ?? 0
        #expect(count * 512 >= 1024 * 64 + 192)
    }

    @Test func `copied over a lost store, it goes on as a store`() throws {
        _ = try store.backUp(to: safe)
        let head = try store.head
        #expect(try ChildProcess.run(["cp", "-r", safe, folder("back")]) == 0)
        let back = try Store(opening: folder("back"))
        try back.openStream(77)
        #expect(try back.head == head + 2, "a device begins where the store was never written before")
        #expect(try back.problems() == [])
    }
}
