import DiaryEngine
import DiarylogExchange
import DiarylogHost
import DiarylogTestSupport
import DiarylogZlib
import EventStore
import Testing

/// Names and lines that nobody of ours wrote.
@Suite(.timed) struct FuzzTests {
    @Test func `a forged name is refused, or is written exactly as it is read`() {
        let file = FileName(name: String(repeating: "a", count: 32), size: 12, hash: Digest(hashing: [1]))
        let samples = [ObjectNameTests.path, ObjectNameTests.hole, file.path].map { Array($0.utf8) }
        forge("names of objects", samples, times: 20_000) { bytes in
            let path = String(decoding: bytes, as: UTF8.self)
            if let name = ObjectName(path: path) {
                #expect(name.path == path && name.first <= name.last)
            } else if let name = FileName(path: path) {
                #expect(name.path == path)
            } else {
                throw Absent()
            }
        }
    }

    @Test("a remote with forged names lists what is ours, counts the rest, and no diary but by a whole marker")
    func listing() throws {
        let names = ["diary-" + String(repeating: "0a", count: 16), "key-0123456789abcdef.age", Listing.readMe]
        forge("names of markers and keys", names.map { Array($0.utf8) }, times: 20_000) { bytes in
            let remote = HostileRemote(seed: 1)
            let name = String(decoding: bytes, as: UTF8.self)
            remote.files[name] = [1]
            let listing = try Listing(from: remote)
            #expect(
                listing.diaries.allSatisfy { Listing.marker(of: $0) == name } && listing.keys.allSatisfy { $0 == name })
            #expect(listing.diaries.count + listing.keys.count + listing.ignored == (name == Listing.readMe ? 0 : 1))
            if listing.ignored > 0 { throw Absent() }
        }
    }

    @Test func `forged text of a key is refused, or is identities that are written as they were read`() throws {
        let samples = [try FileSystem.read(Fixture("remote.key").path)]
        forge("keys", samples, times: 5_000) { bytes in
            guard let key = SyncKey(bytes) else { throw Absent() }
            #expect(SyncKey(Array(key.text.utf8)) == key && key.ending.utf8.count == 6)
        }
    }

    @Test func `a forged marker is not believed, or names what is needed`() throws {
        let desk = try Desk(seed: 211)
        var copy = try desk.begin()
        let path = try #require(desk.remote.files.keys.first { $0.hasPrefix("diary-") })
        let samples = [#"{"diarylog":1,"needs":["ink","종이"]}"#, #"{"diarylog":1,"needs":[]}"#].map { Array($0.utf8) }
        forge("markers", samples, times: 300) { bytes in
            desk.remote.files[path] = bytes
            try FileSystem.removeTree(copy.path + "/sync")
            try copy.exchange(desk.remote, desk.seal)
            #expect(copy.report.unsent == 0)
        }
    }

    @Test func `forged lines of an object are refused with a fault, or are one chain`() throws {
        let (store, segment) = try sample()
        let samples = [try text(of: segment.bytes())]
        forge("lines of objects", samples, times: 2_000) { bytes in
            let read = try Segment(reading: Self.gzip(bytes), of: store)
            #expect(!read.records.isEmpty && read.last >= read.first)
        }
        forge("compressed objects", [segment.bytes()], times: 2_000) { bytes in
            _ = try Segment(reading: bytes, of: store)
        }
    }

    @Test func `an object that unfolds to more than it may is refused`() throws {
        let (store, segment) = try sample()
        // Empty lines say nothing: but for its size, the object would be taken.
        let bytes = Self.bomb(try text(of: segment.bytes()), lines: Segment.limit)
        #expect(bytes.count < 1 << 20)
        #expect(throws: Segment.Fault.malformed) { try Segment(reading: bytes, of: store) }
    }

    @Test func `a first line that claims to hold a hundred thousand devices is read`() throws {
        var (store, segment) = try sample()
        for number in 0..<100_000 { segment.holds[DeviceID(high: 9, low: UInt64(number))] = "1-00" }
        #expect(try Segment(reading: segment.bytes(), of: store).holds.count >= 100_000)
    }

    private func sample() throws -> (StoreID, Segment) {
        let desk = try Desk(seed: 201)
        var copy = try desk.begin()
        for number in 0..<3 { try copy.diary.add(Copy.words(number)) }
        try copy.exchange(desk.remote, desk.seal)
        let path = try #require(desk.paths().first)
        let name = try #require(ObjectName(path: path))
        try FileSystem.makeDirectory(desk.place("look/events"), withParents: true)
        let bytes = try #require(desk.remote.files[path])
        try FileSystem.write(bytes.span, to: desk.place("look/\(path)"))
        let identity = try copy.diary.identity()
        let opener = ObjectOpener(seal: desk.seal, folder: SyncFolder(of: copy.path), diary: identity)
        guard case .segment(let segment, _) = try opener.open(name, in: desk.place("look")) else { throw Absent() }
        return (identity, segment)
    }

    private func text(of compressed: [UInt8]) throws -> [UInt8] {
        var inflation = Inflation(.gzip)
        guard let step = inflation.step(compressed.span, room: 1 << 20) else { throw Absent() }
        return step.bytes
    }

    private static func bomb(_ text: [UInt8], lines: Int) -> [UInt8] {
        var deflation = Deflation(.gzip)
        var bytes = deflation.step(text.span)
        let part = [UInt8](repeating: 0x0A, count: 1 << 20)
        for _ in 0...(lines >> 20) { bytes += deflation.step(part.span) }
        return bytes + deflation.finish()
    }

    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var deflation = Deflation(.gzip)
        return deflation.step(bytes.span) + deflation.finish()
    }
}
