/// Folders that the kernel encrypts: what is said where it cannot, and what its keys do where it can.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) struct FolderEncryptionTests {
    let folder: Folder
    private let key = [UInt8](0..<64)

    init() throws { folder = try Folder() }

    @Test func `a folder in memory is clear, and none there can be encrypted`() throws {
        try FileSystem.makeDirectory(folder("a"))
        #expect(try FolderEncryption(of: folder("a")) == nil)
        #expect(FolderEncryption.closed(at: folder("a/b/c")) == nil)
        if try FileSystem.kind(of: "/dev/shm") == .directory {
            #expect(try !FolderEncryption.isPossible(in: "/dev/shm"))
        }
        let none = systemError { () throws(SystemError) in _ = try FolderEncryption(of: folder("none")) }
        #expect(none?.isMissing == true)
    }

    @Test func `an ext4 without the feature says that it cannot`() throws {
        guard let disk = try EncryptedDisk(isAble: false) else { return }
        #expect(try !FolderEncryption.isPossible(in: disk.path))
        #expect(try FolderEncryption(of: disk.path) == nil)
    }

    @Test func `a folder is read while its key is there, and by its right key alone`() throws {
        guard let disk = try EncryptedDisk() else { return }
        let path = disk.path + "/d"
        try FileSystem.makeDirectory(path)
        #expect(try FolderEncryption.isPossible(in: disk.path))
        let name = try FolderEncryption.add(key, at: disk.path)
        #expect(try FolderEncryption.add(key, at: disk.path) == name, "twice is once")
        try FolderEncryption.encrypt(path, by: name)
        try FileSystem.write([1, 2, 3].span, to: path + "/file")
        let open = try #require(try FolderEncryption(of: path))
        #expect(open.key == name && open.access == .open)

        #expect(try FolderEncryption.remove(name, at: disk.path) == .nothing)
        #expect(try FolderEncryption(of: path)?.access == .closed)
        #expect(try !FileSystem.contents(of: path).contains("file"), "names cannot be read")
        #expect(FolderEncryption.closed(at: path) == path && FolderEncryption.closed(at: path + "/file/x") == path)
        let refused = systemError { () throws(SystemError) in try FileSystem.write([1].span, to: path + "/new") }
        #expect(refused?.isLocked == true, "nothing can be written in clear: \(refused.map { "\($0)" } ?? "written")")

        #expect(try FolderEncryption.add(key.reversed(), at: disk.path) != name)
        #expect(try FolderEncryption(of: path)?.access == .closed)
        _ = try FolderEncryption.add(key, at: disk.path)
        #expect(try FileSystem.read(path + "/file") == [1, 2, 3])
    }

    @Test func `a file that is open keeps the folder closing, and its process is named`() throws {
        guard let disk = try EncryptedDisk() else { return }
        let path = disk.path + "/d"
        try FileSystem.makeDirectory(path)
        let name = try FolderEncryption.add(key, at: disk.path)
        try FolderEncryption.encrypt(path, by: name)
        try FileSystem.write([1].span, to: path + "/file")
        do {
            let reader = try FileReader(path + "/file")
            #expect(FileSystem.identities(below: path).count == 2)
            #expect(try FolderEncryption.remove(name, at: disk.path) == .openFiles)
            #expect(try FolderEncryption(of: path)?.access == .closing && FolderEncryption.closed(at: path) == path)
            #expect(try reader.read(at: 0, count: 1) == [1], "who has it open reads on")
        }
        #expect(try FolderEncryption.remove(name, at: disk.path) == .nothing)
        #expect(try FolderEncryption(of: path)?.access == .closed)
        // It can be removed without its key.
        try FileSystem.removeTree(path)
    }

    @Test func `processes that have a folder open, or stand in it, are named`() throws {
        try FileSystem.makeDirectory(folder("a"))
        try FileSystem.write([1].span, to: folder("a/file"))
        let files = FileSystem.identities(below: folder("a"))
        #expect(files.count == 2 && Processes.using(files).isEmpty)
        let script = "exec 9< \"$0/a/file\"; echo $$ > \"$0/pid\"; while [ ! -e \"$0/end\" ]; do sleep 0.02; done"
        let path = folder.path
        let ended = Semaphore()
        #expect(
            Threads.detach {
                _ = try? Child.run(
                    ["bash", "-c", script, path], environment: ["PATH": "/usr/bin:/bin"],
                    streams: Child.Streams(input: "/dev/null", output: path + "/out", error: path + "/err"))
                ended.signal()
            })
        eventually("it has the file open") { (try? FileSystem.size(of: path + "/pid")) ?? 0 > 0 }
        let number = String(decoding: try FileSystem.read(path + "/pid"), as: UTF8.self).filter(\.isNumber)
        #expect(Processes.using(files).contains { String($0.number) == number && $0.name == "bash" })
        try FileSystem.write([UInt8]().span, to: path + "/end")
        #expect(ended.wait(milliseconds: 120_000))
    }
}

@Suite(.timed) struct FolderCopyTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    @Test func `a folder is copied byte for byte, and each difference is found`() throws {
        for name in ["a", "a/b", "c"] { try FileSystem.makeDirectory(folder(name)) }
        let long = [UInt8](repeating: 7, count: (1 << 20) + 1)
        try FileSystem.write(long.span, to: folder("a/long"))
        try FileSystem.write([UInt8]().span, to: folder("a/empty"), mode: 0o640)
        try FileSystem.write([1].span, to: folder("a/b/x"))
        try FileSystem.write([1].span, to: folder("a/left"))
        let isLeft = { (name: String) in name == "left" }
        try FileSystem.copyContents(of: folder("a"), into: folder("c"), skipping: isLeft)
        #expect(try FileSystem.contents(of: folder("c")) == ["b", "empty", "long"])
        #expect(try FileSystem.difference(between: folder("a"), folder("c"), skipping: isLeft) == nil)
        #expect(try FileSystem.difference(between: folder("a"), folder("c")) == folder("a"))
        try FileSystem.write([2].span, to: folder("c/b/x"))
        #expect(try FileSystem.difference(between: folder("a"), folder("c"), skipping: isLeft) == folder("a/b/x"))
        try FileSystem.write((long + [1]).span, to: folder("c/long"))
        #expect(try FileSystem.difference(between: folder("c"), folder("a"), skipping: isLeft) != nil)
    }

    @Test func `a link is not copied but refused`() throws {
        for name in ["a", "c"] { try FileSystem.makeDirectory(folder(name)) }
        #expect(unsafe symlink("/etc/passwd", folder("a/link")) == 0)
        let refused = systemError { () throws(SystemError) in
            try FileSystem.copyContents(of: folder("a"), into: folder("c"))
        }
        #expect(refused?.path == folder("a/link"))
    }
}
