/// Bytes out of memory: what was kept comes back, from wherever it lies.

import DiarylogHost
import DiarylogTestSupport
import Testing

@Suite("A spool of bytes", .timed) struct ByteSpoolTests {
    @Test(arguments: [0, 300, 1 << 20])
    func `what was kept comes back, whole and in part, and leaves no name behind`(most: Int) throws {
        let folder = try Folder()
        var chance = Chance(for: "byte spool \(most)")
        let spool = ByteSpool(in: [folder.path + "/none", folder.path], holding: most)
        var kept: [(place: Range<Int>, bytes: [UInt8])] = []
        for _ in 0..<60 {
            let bytes = chance.bytes(chance.below(400))
            kept.append((try spool.append(bytes), bytes))
            let (place, held) = chance.pick(kept)
            #expect(try spool.read(place) == held)
            let start = chance.below(held.count + 1)
            #expect(try spool.read(place.lowerBound + start..<place.upperBound) == Array(held[start...]))
        }
        #expect(try FileSystem.contents(of: folder.path) == [])
    }
}
