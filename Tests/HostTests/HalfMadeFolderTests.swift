/// Folders that are filled beside their place: who removes which.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite(.timed) final class HalfMadeFolderTests: InFolder {
    @Test func `a sweep takes what nobody holds, and leaves what somebody fills, and other names`() throws {
        let living = try #require(try HalfMadeFolder(in: folder.path, prefix: ".x-"))
        try FileSystem.makeDirectory(folder(".y-dead"))
        for dead in [".x-dead", ".x-bare"] { try FileSystem.makeDirectory(folder(dead)) }
        try FileSystem.write([1].span, to: folder(".x-dead/lock"))
        try FileSystem.write([1].span, to: folder(".x-dead/text"))
        HalfMadeFolder.sweep(folder.path, ".x-")
        let name = String(living.path.dropFirst(folder.path.count + 1))
        #expect(try FileSystem.contents(of: folder.path) == [name, ".y-dead"].sorted())
        living.release()
        HalfMadeFolder.sweep(folder.path, ".x-")
        #expect(try FileSystem.contents(of: folder.path) == [".y-dead"])
    }

    @Test func `a folder is claimed once, and again when its holder let go`() throws {
        let first = try #require(try HalfMadeFolder(in: folder.path, prefix: ".x-"))
        #expect(try HalfMadeFolder(claiming: first.path) == nil)
        first.release()
        #expect(try HalfMadeFolder(claiming: first.path) != nil)
        first.remove()
        #expect(try HalfMadeFolder(claiming: first.path) == nil)
    }
}
