import EventStore
import Host
import TestSupport
import Testing

@testable import DiaryEngine

/// What is searched for after an entry was forgotten.
@Suite struct ResidueTests {
    @Test func `a file that another program removes while the folder is searched is none that anything is left in`()
        throws
    {
        let scratch = try Scratch()
        let entry = try scratch.add("nobody else says forgetmenot")
        let reader = try scratch.diary.store.beginRead()
        let row = try #require(try reader.view.stream(entry.id))
        let residue = try Residue(of: row, in: reader.view, path: scratch.path)
        let place = scratch.folder("place")
        try FileSystem.makeDirectory(place + "/making", withParents: true)
        let isDone = Flag()
        let worker = Worker { [isDone] in
            while !isDone.isRaised {
                for name in ["/log", "/making/log"] {
                    try? FileSystem.makeDirectory(place + "/making")
                    try? FileSystem.write([UInt8](repeating: 7, count: 64).span, to: place + name, sync: false)
                }
                try? FileSystem.removeFile(place + "/log")
                try? FileSystem.removeTree(place + "/making")
            }
        }
        for _ in 0..<3_000 {
            do throws(SystemError) { #expect(try residue.hits(in: place) == 0) } catch {
                Issue.record("\(error)")
                break
            }
        }
        isDone.raise()
        worker.join()
    }
}
