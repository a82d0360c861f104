import DiaryEngine
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// A list without its tables: folded from the log, from a snapshot and the log, and from tables built anew.
@Suite(.timed) struct ListFoldTests {
    /// Lists of many kinds, now and at several moments, page by page.
    private func lists(_ diary: Diary, _ head: UInt64) throws -> [[Entry]] {
        var found: [[Entry]] = []
        for point in [head, head - 1, head - 9, head / 2, head / 3, 3, 1, 0] {
            for isDeleted in [false, true] {
                for isReversed in [false, true] {
                    var request = ListRequest()
                    (request.point, request.deleted, request.isReversed) = (
                        .event(SequenceNumber(point)), isDeleted, isReversed
                    )
                    found.append(try diary.list(request).entries)
                    request.limit = 7
                    var page = try diary.list(request)
                    while let next = page.next {
                        found.append(page.entries)
                        request.after = next
                        page = try diary.list(request)
                    }
                    found.append(page.entries)
                }
            }
        }
        return found
    }

    @Test("without its tables the list is the same, with and without snapshots, at any moment")
    func same() throws {
        var chance = Chance(for: "list fold")
        for _ in 0..<3 {
            let scratch = try Scratch.lived(&chance, events: 150)
            let head = try scratch.head
            let statistics = try scratch.diary.statistics(today: 18_000).days
            let expected = try lists(scratch.diary, head)
            #expect(try scratch.diary.list().folded == nil)
            try scratch.diary.store.drop(SpanProjection.name)
            #expect(try lists(scratch.diary, head) == expected)
            #expect(try scratch.diary.statistics(today: 18_000).days == statistics)
            #expect(try scratch.diary.list().folded?.start == 0)
            let taken = try #require(try scratch.diary.takeSnapshot())
            #expect(try lists(scratch.diary, head) == expected)
            #expect(try scratch.diary.list().folded?.start == taken.sequence.rawValue)
            #expect(try scratch.diary.takeSnapshot() == nil)
            try scratch.diary.catchUp(SpanProjection.name, anew: false) { _ in true }
            #expect(try lists(scratch.diary, head) == expected)
            #expect(try scratch.diary.list().folded == nil)
            #expect(try scratch.diary.pruneSnapshots(all: true) == 1)
            #expect(try scratch.diary.snapshots() == [])
        }
    }

    @Test("built anew, beside the old or after they were dropped, the tables are the living ones byte for byte")
    func anew() throws {
        var chance = Chance(for: "list anew")
        for round in 0..<3 {
            let scratch = try Scratch.lived(&chance, events: 200)
            try scratch.flushTail()
            let living = try (0..<4).map { try scratch.listRows($0) }
            if round == 1 { try scratch.diary.store.drop(SpanProjection.name) }
            try scratch.diary.store.catchUp(SpanProjection.name, anew: true, slice: 37)
            #expect(try (0..<4).map { try scratch.listRows($0) } == living)
            // And goes on with the log.
            let copy = try Scratch(events: try scratch.events(), wall: scratch.wall)
            for number in 0..<40 {
                try scratch.add("more \(number)", day: Int64(number))
                try copy.add("more \(number)", day: Int64(number))
            }
            #expect(try scratch.diary.replay(.checking).differences == [])
        }
    }

    @Test("while the tables are built, the list is answered in full and the diary can be written")
    func meanwhile() throws {
        var chance = Chance(for: "meanwhile")
        let scratch = try Scratch.lived(&chance, events: 200)
        try scratch.diary.store.drop(SpanProjection.name)
        var slices = 0
        try scratch.diary.store.catchUp(SpanProjection.name, slice: 23) { progress in
            slices += 1
            guard !progress.isCurrent else { return true }
            let entry = try? scratch.add("written meanwhile \(slices)", day: 40_000 + Int64(slices))
            let page = try? scratch.diary.list()
            #expect(page?.entries.first?.id == entry?.id)
            #expect(page?.folded != nil)
            return true
        }
        #expect(slices > 5)
        let page = try scratch.diary.list()
        #expect(page.folded == nil && page.entries.first?.text == "written meanwhile \(slices - 1)")
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("bringing up what is current folds the tail and follows each event once")
    func current() throws {
        var chance = Chance(for: "current")
        let scratch = try Scratch.lived(&chance, events: 40)
        for number in 0..<30 {
            try scratch.add("number \(number)", day: Int64(number % 5))
            try scratch.diary.catchUp(SpanProjection.name, anew: false) { _ in true }
            #expect(try scratch.diary.replay(.checking).differences == [])
        }
        #expect(try scratch.diary.projections().allSatisfy { try $0.checkpoint?.rawValue == scratch.head })
    }

    @Test("tables that were lost come back while the diary is written, a slice after each change")
    func healed() throws {
        var chance = Chance(for: "healed")
        let scratch = try Scratch.lived(&chance, events: 100)
        try scratch.diary.store.drop(SpanProjection.name)
        #expect(try scratch.diary.list().folded != nil)
        for _ in 0..<20 where try scratch.diary.list().folded != nil {
            try scratch.add("one more")
            try scratch.diary.store.catchUpAll(slice: 15)
        }
        #expect(try scratch.diary.list().folded == nil)
        try scratch.diary.catchUp()
        #expect(try scratch.diary.store.catchUpAll() == false)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test("a snapshot whose bytes were changed is not used, and the list says so")
    func damaged() throws {
        var chance = Chance(for: "damaged snapshot")
        let scratch = try Scratch.lived(&chance, events: 150)
        let expected = try scratch.diary.list().entries
        let taken = try #require(try scratch.diary.takeSnapshot())
        try scratch.diary.store.drop(SpanProjection.name)
        var writer = try scratch.diary.store.beginWrite()
        let table = try #require(writer.view.log.tables.snapshots)
        var (key, value): ([UInt8], [UInt8]) = ([], [])
        do {
            var cursor = try writer.view.cursor(in: table)
            while try cursor.next() { (key, value) = ([UInt8](copying: cursor.key), [UInt8](copying: cursor.value)) }
        }
        value[value.count / 2] ^= 1
        try writer.view.put(value.span, for: key.span, in: table)
        try writer.commit()
        let page = try scratch.diary.list()
        #expect(page.entries == expected)
        #expect(page.folded?.ignored == [taken.sequence.rawValue] && page.folded?.start == 0)
        #expect(try scratch.diary.snapshots().map(\.isSound) == [false])
        #expect(try scratch.diary.takeSnapshot()?.sequence == taken.sequence)
        #expect(try scratch.diary.snapshots().map(\.isSound) == [true])
    }

    @Test("any bytes whatever are a list or refused, and what is read is written back the same")
    func bytes() throws {
        var chance = Chance(for: "list bytes")
        let scratch = try Scratch.lived(&chance, events: 100)
        let reader = try scratch.diary.store.beginRead()
        let (list, _) = try reader.view.fold(ListFold.self, to: reader.view.log.meta.flushed)
        let bytes = list.bytes
        #expect(try ListFold(bytes: bytes.span).bytes == bytes)
        for _ in 0..<2_000 {
            var changed = bytes
            changed[chance.below(changed.count)] = UInt8(truncatingIfNeeded: chance.next())
            if chance.below(3) == 0 { changed.removeLast(chance.below(changed.count)) }
            if let read = try? ListFold(bytes: changed.span) { #expect(read.bytes.count <= changed.count) }
        }
    }
}
