/// Folders and paths: kinds, identity, parents, trees, links, volumes.

import DiarylogHost
import DiarylogTestSupport
import Glibc
import Testing

@Suite(.timed) final class FolderTests: InFolder {
    @Test func `a path leads to a file, a folder, something else, or nothing; links are followed`() throws {
        try FileSystem.write(bytes("x").span, to: folder("file"))
        #expect(unsafe symlink(folder.path, folder("link")) == 0)
        #expect(unsafe symlink("nowhere", folder("dangling")) == 0)
        #expect(try FileSystem.kind(of: folder("file")) == .file)
        #expect(try FileSystem.kind(of: folder.path) == .directory)
        #expect(try FileSystem.kind(of: folder("link")) == .directory)
        #expect(try FileSystem.kind(of: "/dev/null") == .other)
        #expect(try FileSystem.kind(of: folder("dangling")) == .missing)
        #expect(try FileSystem.kind(of: folder("none")) == .missing)
        #expect(try FileSystem.kind(of: folder("file/below")) == .missing)
    }

    @Test func `two folders change places at once`() throws {
        for name in ["a", "b"] {
            try FileSystem.makeDirectory(folder(name))
            try FileSystem.write(bytes(name).span, to: folder(name) + "/\(name)")
        }
        if try !FileSystem.exchange(folder("a"), folder("b")) { try Test.cancel("names cannot be exchanged here") }
        #expect(try FileSystem.contents(of: folder("a")) == ["b"] && FileSystem.contents(of: folder("b")) == ["a"])
        let error = systemError { () throws(SystemError) in
            _ = try FileSystem.exchange(folder("a"), folder("none"))
        }
        #expect(error?.isMissing == true)
        #expect(try FileSystem.contents(of: folder("a")) == ["b"])
    }

    @Test func `two names of a file have one identity, a copy has another, and nothing has none`() throws {
        try FileSystem.write(bytes("x").span, to: folder("a"))
        try FileSystem.write(bytes("x").span, to: folder("b"))
        #expect(unsafe link(folder("a"), folder("c")) == 0)
        let one = try #require(try FileSystem.identity(of: folder("a")))
        #expect(try FileSystem.identity(of: folder("c")) == one)
        #expect(try FileSystem.identity(of: folder("b")) != one)
        #expect(try FileSystem.identity(of: folder("none")) == nil)
    }

    @Test func `of a folder's names those that begin so are had, also where they are no UTF-8`() throws {
        let names = [
            "a", "ab", "ac", "b", "가", "가나", FileSystem.name([0x61, 0xFF]), FileSystem.name([0xB0, 0xA1, 0x31]),
        ]
        for name in names { try FileSystem.write(bytes("x").span, to: folder(name)) }
        for beginning in names + ["", "각", "z"] {
            #expect(
                try FileSystem.contents(of: folder.path, beginning: beginning)
                    == names.filter { $0.unicodeScalars.starts(with: beginning.unicodeScalars) }.sorted())
        }
    }

    @Test func `a folder is made for its owner only, and once`() throws {
        try FileSystem.makeDirectory(folder("a"))
        var status = stat()
        #expect(unsafe stat(folder("a"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(systemError { () throws(SystemError) in try FileSystem.makeDirectory(folder("a")) }?.isExisting == true)
        #expect(
            systemError { () throws(SystemError) in try FileSystem.makeDirectory(folder("x/y")) }?.isMissing == true)
    }

    @Test func `with parents, the folders above are made and one that is there is fine`() throws {
        try FileSystem.makeDirectory(folder("a//b/c/"), withParents: true)
        try FileSystem.makeDirectory(folder("a/b/c"), withParents: true)
        #expect(try FileSystem.kind(of: folder("a/b/c")) == .directory)
        try FileSystem.write(bytes("x").span, to: folder("file"))
        for path in [folder("file"), folder("file/below"), ""] {
            #expect(
                systemError { () throws(SystemError) in
                    try FileSystem.makeDirectory(path, withParents: true)
                } != nil)
        }
    }

    @Test func `the names in a folder come sorted, hidden ones too`() throws {
        for name in ["b", "a", ".c", "日記", "10", "9"] { try FileSystem.write(bytes("").span, to: folder(name)) }
        #expect(try FileSystem.contents(of: folder.path) == [".c", "10", "9", "a", "b", "日記"])
        #expect(
            systemError { () throws(SystemError) in _ = try FileSystem.contents(of: folder("x")) }?.isMissing == true)
    }

    @Test func `a folder is empty until something is in it`() throws {
        #expect(try FileSystem.isEmptyDirectory(folder.path))
        try FileSystem.write(bytes("").span, to: folder(".hidden"))
        #expect(try !FileSystem.isEmptyDirectory(folder.path))
    }

    @Test func `removing a tree removes links in it, never what they point to`() throws {
        try FileSystem.makeDirectory(folder("outside"))
        try FileSystem.write(bytes("keep").span, to: folder("outside/keep"))
        try FileSystem.makeDirectory(folder("tree/deep/deeper"), withParents: true)
        for name in 0..<300 { try FileSystem.write(bytes("").span, to: folder("tree/deep/\(name)"), sync: false) }
        #expect(unsafe symlink(folder("outside"), folder("tree/link")) == 0)
        #expect(unsafe symlink(folder("outside"), folder("tree/deep/link")) == 0)
        try FileSystem.removeTree(folder("tree"))
        #expect(try FileSystem.contents(of: folder.path) == ["outside"])
        #expect(try FileSystem.read(folder("outside/keep")) == bytes("keep"))
    }

    @Test func `removing a link as a tree removes the link, even with a slash behind it`() throws {
        try FileSystem.makeDirectory(folder("outside"))
        try FileSystem.write(bytes("keep").span, to: folder("outside/keep"))
        for ending in ["", "/"] {
            #expect(unsafe symlink(folder("outside"), folder("link")) == 0)
            try FileSystem.removeTree(folder("link") + ending)
            #expect(try FileSystem.contents(of: folder.path) == ["outside"])
        }
        #expect(try FileSystem.read(folder("outside/keep")) == bytes("keep"))
    }

    @Test func `removing what is not there is no error; the root is refused`() throws {
        try FileSystem.removeTree(folder("none"))
        for path in ["", "/", "//"] {
            #expect(systemError { () throws(SystemError) in try FileSystem.removeTree(path) }?.code == EINVAL)
        }
    }

    @Test func `a canonical path has no links and no dots`() throws {
        try FileSystem.makeDirectory(folder("real"))
        #expect(unsafe symlink("real", folder("link")) == 0)
        let real = try FileSystem.canonicalPath(folder("real"))
        #expect(try FileSystem.canonicalPath(folder("link/../link/.")) == real)
        #expect(
            systemError { () throws(SystemError) in _ = try FileSystem.canonicalPath(folder("x")) }?.isMissing == true)
    }

    @Test(
        "the parent of a path is the folder it lies in",
        arguments: [
            ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("/", "/"), ("a", "."), ("a/b", "a"), ("a//b", "a"),
            ("", "."),
        ])
    func parent(path: String, expected: String) {
        #expect(FileSystem.parent(of: path) == expected)
    }

    @Test func `a temporary folder is new each time, private, and where it was asked`() throws {
        let one = try FileSystem.makeTemporaryDirectory(in: folder.path, prefix: "t-")
        let two = try FileSystem.makeTemporaryDirectory(in: folder.path, prefix: "t-")
        #expect(one != two && one.hasPrefix(folder("t-")))
        var status = stat()
        #expect(unsafe stat(one, &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(FileSystem.temporaryDirectory.hasPrefix("/"))
    }

    @Test func `a missing file and a read-only volume are not writable, one's own file is`() throws {
        try FileSystem.write(bytes("x").span, to: folder("a"))
        #expect(FileSystem.isWritable(folder("a")))
        #expect(!FileSystem.isWritable(folder("b")))
    }

    @Test func `memory is no network; what NFS, SMB, 9p, FUSE, AFS and CEPH call themselves is`() throws {
        #expect(try !FileSystem.isNetwork("/proc"))
        let network: [UInt32] = [
            0x6969, 0x517B, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x6573_5546, 0x5346_414F, 0x6B41_4653, 0x00C3_6400,
        ]
        for magic in network { #expect(FileSystem.isNetwork(magic: magic)) }
        // ext4, tmpfs, btrfs, xfs, overlayfs.
        for magic: UInt32 in [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630] {
            #expect(!FileSystem.isNetwork(magic: magic))
        }
        #expect(try FileSystem.freeBytes(folder.path) > 0)
        #expect(systemError { () throws(SystemError) in _ = try FileSystem.isNetwork(folder("x")) }?.isMissing == true)
    }
}
