import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite("Attached files", .timed) struct AttachmentTests: OfPlace {
    let place: Place

    init() throws { place = try Place(patience: 50) }

    private func path(_ file: AttachedFile) -> String {
        let digits = file.hash.hexadecimal
        return store.path + "/attachments/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// Every file below the folder of attachments, by its path from there.
    private func files() throws -> [String] {
        let root = store.path + "/attachments"
        guard try FileSystem.kind(of: root) == .directory else { return [] }
        var found: [String] = []
        for outer in try FileSystem.contents(of: root) {
            guard try FileSystem.kind(of: root + "/" + outer) == .directory else {
                found.append(outer)
                continue
            }
            found += try FileSystem.contents(of: root + "/" + outer).map { outer + "/" + $0 }
        }
        return found
    }

    @Test func `a file lies under its hash, for this user alone, and is read back`() throws {
        let bytes = Array("한강".utf8)
        let intake = try store.beginAttaching()
        let file = try intake.put(bytes)
        #expect(file == AttachedFile(hash: Digest(hashing: bytes), size: UInt64(bytes.count)))
        #expect(try FileSystem.read(path(file)) == bytes)
        for part in ["", "/attachments", "/attachments/" + file.hash.hexadecimal.prefix(2)] {
            #expect(try ChildProcess.run(["sh", "-c", "test \"$(stat -c %a '\(store.path + part)')\" = 700"]) == 0)
        }
        #expect(try ChildProcess.run(["sh", "-c", "test \"$(stat -c %a '\(path(file))')\" = 600"]) == 0)
        let reader = try #require(try store.attachment(file.hash))
        #expect(reader.size == bytes.count)
        #expect(try reader.read(at: 3, count: 99) == Array(bytes[3...]))
        #expect(store.state(of: file, proving: true) == .present)
    }

    @Test func `what is put twice is there once, and putting it again mends it`() throws {
        let intake = try store.beginAttaching()
        let file = try intake.put([1, 2, 3])
        #expect(try intake.put([1, 2, 3]) == file)
        #expect(try files().count == 1)
        try FileSystem.write([1, 2, 4].span, to: path(file))
        #expect(store.state(of: file) == .present)
        #expect(store.state(of: file, proving: true) == .otherHash)
        try FileSystem.write([1, 2].span, to: path(file))
        #expect(store.state(of: file) == .otherSize)
        try FileSystem.removeFile(path(file))
        #expect(store.state(of: file) == .missing)
        #expect(try store.attachment(file.hash) == nil)
        _ = try intake.put([1, 2, 3])
        #expect(store.state(of: file, proving: true) == .present)
    }

    @Test func `an empty file is a file`() throws {
        let file = try store.beginAttaching().put([])
        #expect(file.size == 0)
        #expect(store.state(of: file, proving: true) == .present)
    }

    @Test func `a file that is dropped half way leaves nothing`() throws {
        let intake = try store.beginAttaching()
        do {
            var file = try intake.begin()
            try file.write([UInt8](repeating: 7, count: 1 << 20))
        }
        #expect(try files() == [])
    }

    @Test func `a large file goes through a buffer and comes back`() throws {
        let source = folder("large")
        var chance = Chance(seed: 5)
        let bytes = (0..<300_001).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        try FileSystem.write(bytes.span, to: source, sync: false)
        let file = try store.beginAttaching().put(fileAt: source)
        #expect(file.hash == Digest(hashing: bytes))
        var back: [UInt8] = []
        try #require(try store.attachment(file.hash)).forEachPart { back += $0 }
        #expect(back == bytes)
    }

    @Test func `what is no file is refused, and none of it is waited for`() throws {
        let pipe = folder("pipe")
        #expect(try ChildProcess.run(["mkfifo", pipe]) == 0)
        let intake = try store.beginAttaching()
        for path in [pipe, folder.path, "/dev/zero", folder("none")] {
            #expect(storeError { _ = try intake.put(fileAt: path) } != nil, "\(path)")
        }
        #expect(try files() == [])
    }

    @Test func `a link in the place of the folder, of its parts or of a file is not followed`() throws {
        let elsewhere = folder("elsewhere")
        try FileSystem.makeDirectory(elsewhere)
        let file = AttachedFile(hash: Digest(hashing: [9]), size: 1)
        let digits = file.hash.hexadecimal
        try FileSystem.makeDirectory(elsewhere + "/" + digits.prefix(2))
        try FileSystem.write([9].span, to: elsewhere + "/" + digits.prefix(2) + "/" + digits.dropFirst(2))
        let root = store.path + "/attachments"
        func link(_ target: String, _ name: String) throws {
            #expect(try ChildProcess.run(["ln", "-s", target, name]) == 0)
        }
        try link(elsewhere, root)
        #expect(store.state(of: file) == .unreadable)
        #expect(storeError { _ = try store.beginAttaching().put([8]) } != nil)
        try FileSystem.removeFile(root)
        try FileSystem.makeDirectory(root)
        try link(elsewhere + "/" + digits.prefix(2), root + "/" + digits.prefix(2))
        #expect(store.state(of: file) == .unreadable)
        #expect(storeError { _ = try store.beginAttaching().put([9]) } != nil)
        #expect(try store.sweepAttachments(removing: true) { [] }.files == 0)
        try FileSystem.removeFile(root + "/" + digits.prefix(2))
        try FileSystem.makeDirectory(root + "/" + digits.prefix(2))
        try link(elsewhere + "/" + digits.prefix(2) + "/" + digits.dropFirst(2), path(file))
        #expect(store.state(of: file, proving: true) == .unreadable)
        #expect(try store.beginAttaching().put([9]) == file)
        #expect(store.state(of: file, proving: true) == .present)
        #expect(try FileSystem.contents(of: elsewhere) == [String(digits.prefix(2))])
    }

    @Test func `sweeping removes what nothing names, and nothing else`() throws {
        let intake = try store.beginAttaching()
        let (kept, lost) = (try intake.put([1]), try intake.put([2, 2]))
        intake.end()
        try FileSystem.write([0].span, to: store.path + "/attachments/.diarylog-left")
        try FileSystem.write([0].span, to: store.path + "/attachments/mine.txt")
        let reported = try store.sweepAttachments(removing: false) { [kept.hash] }
        #expect(reported.files == 1 && reported.bytes == 2 && !reported.isDone)
        #expect(store.state(of: lost) == .present)
        let done = try store.sweepAttachments(removing: true) { [kept.hash] }
        #expect(done.files == 2 && done.bytes == 3 && done.isDone)
        #expect(store.state(of: lost) == .missing && store.state(of: kept) == .present)
        #expect(try FileSystem.kind(of: store.path + "/attachments/mine.txt") == .file)
        #expect(try store.sweepAttachments(removing: true) { nil }.isDone == false)
        #expect(store.state(of: kept) == .present)
    }

    @Test func `a small picture is kept of a file, is nobody's file, and goes before it does`() throws {
        let intake = try store.beginAttaching()
        let (kept, lost) = (try intake.put([1]), try intake.put([2, 2]))
        for file in [kept, lost] { try intake.keep(smallPicture: [UInt8(file.size)], of: file.hash) }
        try intake.keep(smallPicture: [7], of: kept.hash)
        intake.end()
        let folder = store.path + "/attachments/small"
        #expect(try store.smallPicture(of: kept.hash)?.read(at: 0, count: 9) == [7])
        #expect(try store.smallPicture(of: Digest(hashing: [3])) == nil)
        #expect(try store.sweepAttachments(removing: false) { [kept.hash] }.files == 1)
        #expect(try FileSystem.contents(of: folder).count == 2)
        // One that is asked about alone goes alone.
        _ = try store.sweepAttachments(removing: true, only: [kept.hash]) { [] }
        #expect(try FileSystem.contents(of: folder) == [lost.hash.hexadecimal])
        try FileSystem.write([0].span, to: folder + "/.diarylog-left")
        // What somebody else put there is no reason to keep what was forgotten.
        try FileSystem.makeDirectory(folder + "/mine")
        let swept = try store.sweepAttachments(removing: true) { [] }
        #expect(swept.files == 1 && swept.bytes == 2)
        #expect(try FileSystem.contents(of: folder) == ["mine"])
        try FileSystem.removeEmptyDirectory(folder + "/mine")
        // No link is followed, neither to read nor to write.
        try FileSystem.removeEmptyDirectory(folder)
        let elsewhere = store.path + "-elsewhere"
        try FileSystem.makeDirectory(elsewhere)
        #expect(unsafe symlink(elsewhere, folder) == 0)
        #expect(storeError { try store.beginAttaching().keep(smallPicture: [1], of: kept.hash) } != nil)
        #expect(storeError { _ = try store.smallPicture(of: kept.hash) } != nil)
        #expect(try FileSystem.contents(of: elsewhere) == [])
    }

    @Test func `nothing is swept while somebody puts a file, and nobody puts one while it is`() throws {
        let other = try Store(opening: store.path, patience: 50)
        let intake = try other.beginAttaching()
        let file = try intake.put([1])
        #expect(
            storeError { _ = try store.sweepAttachments(removing: true) { [] } } == .busy)
        #expect(store.state(of: file) == .present)
        intake.end()
        let swept = try store.sweepAttachments(removing: true) {
            #expect(storeError { _ = try other.beginAttaching() } == .busy)
            return []
        }
        #expect(swept.files == 1)
        _ = try other.beginAttaching()
    }

    @Test func `two processes put the same file at once, and it is there once, whole`() throws {
        let bytes = [UInt8](repeating: 3, count: 200_000)
        let workers = (0..<4).map { _ in
            Worker { [path = store.path] in
                do {
                    let handle = try Store(opening: path)
                    for _ in 0..<10 { _ = try handle.beginAttaching().put(bytes) }
                } catch { Issue.record("\(error)") }
            }
        }
        for worker in workers { worker.join() }
        #expect(try files().count == 1)
        let file = AttachedFile(hash: Digest(hashing: bytes), size: 200_000)
        #expect(store.state(of: file, proving: true) == .present)
    }
}
