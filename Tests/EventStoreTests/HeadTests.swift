import DiarylogHost
import DiarylogTestSupport
import Testing

@testable import EventStore

@Suite("The newest event", .timed) struct HeadTests: OfPlace {
    let place: Place

    init() throws { place = try Place() }

    @Test("is nothing to doubt where another process wrote the file anew and then an event, whoever looks next")
    func writtenAnew() throws {
        try Counter.fill(store, stream(1), count: 5)
        let (reader, writer) = (try Store(opening: store.path), try Store(opening: store.path))
        #expect(try reader.head == store.head && writer.head == store.head)
        for turn in 0..<3 {
            _ = try store.compact()
            try store.append([Counter.open(stream(10 + turn), 1)], in: context(90 + turn))
            try writer.append([Counter.open(stream(20 + turn), 1)], in: context(90 + turn))
            #expect(try reader.head == writer.head)
            #expect(reader.damage.found.isNone && writer.damage.found.isNone, "turn \(turn)")
        }
    }

    @Test("is missed where LMDB went back to an older state, and once a new device has written, a hole names it")
    func hidden() throws {
        let path = folder("older")
        var before: [UInt8] = []
        do {
            let store = try makeStore(at: path)
            try Counter.fill(store, stream(1), count: 5)
            before = try FileSystem.read(StorePaths.generation(1, path))
            try store.append([Counter.add(stream(1), 1, after: 5)], in: context(90))
            let fresh = try Store(opening: path)
            #expect(try fresh.head == 7 && fresh.damage.found.isNone)
        }
        // At the same path: only the lock file can tell that the device has gone on.
        try FileSystem.write(before.span, to: StorePaths.generation(1, path))
        let older = try Store(opening: path)
        #expect(try older.head == 6)
        #expect(older.damage.found.events == [SequenceNumber(7)])
        let found = try older.check(isDeep: false, threads: 1).findings.all
        #expect(found == [CheckFinding(.event(SequenceNumber(7)), .missing)])
        try older.append([Counter.open(stream(2), 1)], in: context(91))
        #expect(try older.head == 9)
        let frames = try older.frames()
        let (hole, begin) = (frames[6], frames[7])
        let isHole = EventHole(hole.span, at: 7) != nil
        let kind = try Frame(begin.span, expecting: 8).kind
        #expect(isHole && kind == StoreKind.deviceBegin)
        let again = try Store(opening: path)
        #expect(try again.head == 9 && again.damage.found.isNone)
        let left = try again.check(isDeep: true, threads: 1).findings.all
        #expect(left == [CheckFinding(.event(SequenceNumber(7)), .hole)])
        try again.append([Counter.open(stream(3), 1)], in: context(92))
        #expect(try again.head == 10)
    }

    @Test("is missed where a flip in LMDB's number of a commit leads to the commit before", arguments: [0, 1])
    func flippedCommit(page: Int) throws {
        try Counter.fill(store, stream(1), count: 5)
        let file = try FileSystem.read(StorePaths.generation(1, store.path))
        let lock = try FileSystem.read(StorePaths.lockFile(store.path))
        let copy = folder("copy")
        try FileSystem.makeDirectory(copy)
        try FileSystem.write(lock.span, to: StorePaths.lockFile(copy))
        // mm_txnid, behind a page's head, four numbers, two tables and the last page.
        let position = page * 4096 + 144
        var hidden = 0
        for bit in 0..<64 {
            var bytes = file
            bytes[position + bit / 8] ^= 1 << (bit % 8)
            try? FileSystem.removeFile(StorePaths.generation(1, copy))
            try FileSystem.write(bytes.span, to: StorePaths.generation(1, copy))
            let opened = try Store(opening: copy)
            let head = try opened.head
            if head == 6 {
                #expect(opened.damage.found.isNone, "bit \(bit)")
            } else {
                hidden += 1
                #expect(opened.damage.found.events.contains(SequenceNumber(6)), "bit \(bit)")
            }
        }
        print("flips of page \(page): \(hidden) of 64 lead to the commit before, all told")
    }

    @Test("is named by the record after every sort of write", arguments: seeds(2))
    func everyWrite(seed: UInt64) throws {
        var trial = try Trial(seed: seed)
        for _ in 0..<60 {
            try trial.step()
            let reader = try trial.store.beginRead()
            let head = reader.view.log.head
            let (meta, newest) = (reader.view.log.meta, try #require(try reader.view.soundFrame(head)))
            #expect(meta.newest == newest.id && meta.counters == newest.counters && !reader.view.log.metaIsDerived)
            let own = try #require(try reader.view.soundFrame(meta.own.sequence))
            #expect(own.device == meta.device && own.id == meta.own.id)
            #expect(own.deviceSequence == meta.own.deviceSequence)
        }
        #expect(trial.store.damage.found.isNone)
    }

    @Test func `is no table, though its record is as long as LMDB's of one`() throws {
        try Counter.fill(store, stream(1), count: 3)
        #expect(try store.figures().tables.allSatisfy { $0.name != "M" })
    }
}
