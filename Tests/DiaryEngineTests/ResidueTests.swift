import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What is searched for after an entry was forgotten.
@Suite(.timed) struct ResidueTests {
    @Test func `a file that another program removes while the folder is searched is none that anything is left in`()
        throws
    {
        let scratch = try Scratch()
        let entry = try scratch.add("nobody else says forgetmenot")
        let reader = try scratch.diary.store.beginRead()
        let row = try #require(try reader.view.stream(entry.id))
        let residue = try Residue(of: row, in: reader.view, path: scratch.path)
        let offset = scratch.folder("place")
        try FileSystem.makeDirectory(offset + "/making", withParents: true)
        let isDone = Flag()
        let worker = Worker { [isDone] in
            while !isDone.isRaised {
                for name in ["/log", "/making/log"] {
                    try? FileSystem.makeDirectory(offset + "/making")
                    try? FileSystem.write([UInt8](repeating: 7, count: 64).span, to: offset + name, sync: false)
                }
                try? FileSystem.removeFile(offset + "/log")
                try? FileSystem.removeTree(offset + "/making")
            }
        }
        for _ in 0..<3_000 {
            do throws(SystemError) { #expect(try residue.hits(in: offset) == 0) } catch {
                Issue.record("\(error)")
                break
            }
        }
        isDone.raise()
        worker.join()
    }

    @Test func `the number of a page behind the words of another is none of the entry's words`() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("the sea was\nas deep as a well")
        let reader = try scratch.diary.store.beginRead()
        let row = try #require(try reader.view.stream(entry.id))
        let residue = try Residue(of: row, in: reader.view, path: scratch.path)
        let offset = scratch.folder("place")
        try FileSystem.makeDirectory(offset)
        // Page 10 begins with its number, which is a line feed.
        var bytes = [UInt8](repeating: 0, count: 12 * 4096)
        bytes.replaceSubrange(40_960 - 11..<40_961, with: Array("the sea was\n".utf8))
        try FileSystem.write(bytes.span, to: offset + "/log", sync: false)
        #expect(try residue.hits(in: offset) == 0)
        bytes[40_961] = UInt8(ascii: "a")
        try FileSystem.write(bytes.span, to: offset + "/log", sync: false)
        #expect(try residue.hits(in: offset) == 2, "a text that goes on is no number")
        bytes.removeFirst()
        try FileSystem.write(bytes.span, to: offset + "/log", sync: false)
        #expect(try residue.hits(in: offset) == 2)
    }

    @Test func `what another entry ends with is none of the entry's words, whatever follows it in a file`() throws {
        let scratch = try Scratch()
        let entry = try scratch.add("by open-meteo and by hand")
        // A tag is the last thing in its event.
        var content = plain("measured")
        content.tags = [Tag("by open-meteo")]
        try scratch.add(content)
        let reader = try scratch.diary.store.beginRead()
        let row = try #require(try reader.view.stream(entry.id))
        let residue = try Residue(of: row, in: reader.view, path: scratch.path)
        let place = scratch.folder("place")
        try FileSystem.makeDirectory(place)
        for end in ["y open-meteo a", "y open-meteo", "open-meteo an"] {
            let bytes = [UInt8](repeating: 0, count: 64) + Array(end.utf8) + [UInt8](repeating: 0, count: 64)
            try FileSystem.write(bytes.span, to: place + "/log", sync: false)
            #expect(try residue.hits(in: place) == 0, "\(end)")
        }
        let bytes = [UInt8](repeating: 0, count: 64) + Array("meteo and by hand".utf8)
        try FileSystem.write(bytes.span, to: place + "/log", sync: false)
        #expect(try residue.hits(in: place) > 0)
    }
}
