/// A store whose folder another one takes the place of.

import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite(.timed) struct ChangeFolderTests: OfPlace {
    let place: Place

    init() throws {
        place = try Place(2...40)
        for (name, text) in [("attachments/ab/one", "1"), ("sync/remote", "2"), ("backups", "3")] {
            try FileSystem.makeDirectory(FileSystem.parent(of: "\(path)/\(name)"), withParents: true)
            try FileSystem.write(Array(text.utf8).span, to: "\(path)/\(name)")
        }
    }

    private struct Stopped: Error {}

    /// All files of the folder with their bytes, but for what readers make.
    private func files(_ folder: String) throws -> [String: [UInt8]] {
        var found: [String: [UInt8]] = [:]
        for name in try FileSystem.contents(of: folder) where !name.hasSuffix("-lock") {
            let path = "\(folder)/\(name)"
            if try FileSystem.kind(of: path) == .directory {
                for (below, bytes) in try files(path) { found["\(name)/\(below)"] = bytes }
            } else {
                found[name] = try FileSystem.read(path)
            }
        }
        return found
    }

    @Test func `all goes along byte for byte, the device writes on, and who has the store open follows`() throws {
        let reading = try Store(opening: path)
        #expect(try reading.head == 40)
        let (before, identity) = (try files(path), try FileSystem.identity(of: path))
        var seen: [String] = []
        try store.changeFolder(
            preparing: { seen = try FileSystem.contents(of: $0) },
            proving: { folder in
                let (copy, own) = (try Store(opening: folder).frames(), try store.frames())
                #expect(copy == own)
            })
        #expect(seen.isEmpty, "it was empty when it was prepared")
        #expect(try FileSystem.identity(of: path) != identity && files(path) == before)
        #expect(try FileSystem.contents(of: folder.path) == ["store"])
        for handle in [store, reading] { #expect(try handle.head == 40) }
        let late = try Store(opening: path)
        try late.openStream(50)
        #expect(!late.hasBegunDevice)
        #expect(try late.head == 41 && late.problems() == [] && store.head == 41)
    }

    @Test(arguments: FolderStep.allCases)
    func `stopped after any step there is one whole store, and the same again goes on`(step: FolderStep) throws {
        let (before, identity) = (try files(path), try FileSystem.identity(of: path))
        #expect(throws: EventStoreError.self) {
            try store.changeFolder(preparing: { _ in }, proving: { _ in }) { if $0 == step { throw Stopped() } }
        }
        #expect(try files(path) == before)
        let isChanged = [.exchanged, .removed].contains(step)
        #expect(try (FileSystem.identity(of: path) != identity) == isChanged)
        let again = try Store(opening: path)
        if isChanged {
            try Store.removeLeftFolder(of: path)
        } else {
            try again.changeFolder(preparing: { _ in }, proving: { _ in })
            #expect(try FileSystem.identity(of: path) != identity)
        }
        #expect(try files(path) == before && FileSystem.contents(of: folder.path) == ["store"])
        try again.openStream(50)
        #expect(try again.head == 41 && again.problems() == [])
    }

    @Test func `what a killed change left goes with the next one, or after any other change, and not while it is made`()
        throws
    {
        func leave() throws {
            let left = folder(".store.changing")
            try FileSystem.makeDirectory(left + "/deep", withParents: true)
            try FileSystem.write([1].span, to: left + "/deep/file")
        }
        try leave()
        var isEmpty = false
        try store.changeFolder(
            preparing: { isEmpty = try FileSystem.isEmptyDirectory($0) },
            proving: { other in
                try Store(opening: path).removeLeftovers()
                #expect(try FileSystem.kind(of: other) == .directory)
            })
        #expect(isEmpty)
        #expect(try FileSystem.contents(of: folder.path) == ["store"])
        try leave()
        try store.removeLeftovers()
        #expect(try FileSystem.contents(of: folder.path) == ["store"])
    }

    @Test func `a store that is locked is let go by whoever waits for its changes, and goes on once it is open`() throws
    {
        guard let disk = try EncryptedDisk() else { return }
        let store = try makeStore(at: disk.path + "/store")
        let bytes = [UInt8](repeating: 7, count: FolderEncryption.keySize)
        let key = try FolderEncryption.add(bytes, at: disk.path)
        try store.changeFolder(preparing: { try FolderEncryption.encrypt($0, by: key) }, proving: { _ in })
        let head = try store.head
        #expect(try FolderEncryption.remove(key, at: disk.path) == .openFiles)
        let told = storeError { _ = try store.waitForChange(since: SequenceNumber(head)) }
        #expect(told == .locked(path: store.path))
        eventually("it has let go") { (try? FolderEncryption.remove(key, at: disk.path)) == .nothing }
        #expect(storeError { _ = try store.head } == .locked(path: store.path))
        _ = try FolderEncryption.add(bytes, at: disk.path)
        try store.openStream(50)
        #expect(try store.head == head + 1)
    }

    @Test func `a copy that is not what was copied does not count`() throws {
        let before = try files(path)
        #expect(throws: EventStoreError.self) {
            try store.changeFolder(
                preparing: { _ in }, proving: { _ in },
                after: { step in
                    if step == .copied { try FileSystem.write([9].span, to: folder(".store.changing/backups")) }
                })
        }
        #expect(try files(path) == before && FileSystem.contents(of: folder.path) == ["store"])
    }

    @Test func `nobody writes meanwhile, and a change that waits is refused rather than lost`() throws {
        let writing = try Store(opening: path, patience: 0)
        var refusals: [EventStoreError] = []
        func attempt() {
            do { try writing.openStream(60) } catch { refusals.append(error) }
        }
        try store.changeFolder(preparing: { _ in }, proving: { _ in attempt() })
        #expect(refusals == [.busy])
        attempt()
        #expect(refusals.last == .replaced(path: path), "it had the old folder in mind")
        attempt()
        #expect(try refusals.count == 2 && store.head == 41)
    }

    @Test func `no folder in clear takes the place of one that is encrypted by a key of its own`() throws {
        guard let disk = try EncryptedDisk() else { return }
        let place = disk.path + "/place"
        let key = try FolderEncryption.add([UInt8](repeating: 7, count: FolderEncryption.keySize), at: disk.path)
        defer { _ = try? FolderEncryption.remove(key, at: disk.path) }
        try FileSystem.makeDirectory(place, mode: 0o700)
        #expect(!FolderEncryption.isOwn(place))
        try FolderEncryption.encrypt(place, by: key)
        #expect(FolderEncryption.isOwn(place))
        #expect(storeError { _ = try makeStore(at: place) } != nil)
        #expect(storeError { _ = try store.backUp(to: place) } != nil)
        #expect(try FileSystem.contents(of: place) == [])
        // Below it all is encrypted alike.
        try FileSystem.makeDirectory(place + "/below", mode: 0o700)
        #expect(!FolderEncryption.isOwn(place + "/below"))
        _ = try store.backUp(to: place + "/below/backup")
        #expect(try FolderEncryption(of: place + "/below/backup")?.key == key)
    }
}
