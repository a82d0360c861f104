import DiaryEngine
import DiaryModel
import DiarylogFiller
import DiarylogHost
import DiarylogLMDB
import DiarylogTestSupport
import EventStore
import Testing

/// What a change and a list cost in a large diary, counted, not timed: 40,000 events in a release build, or as many as
/// `DIARYLOG_SCALE` says, as `make test` and `make bench-check` do.
@Suite(.timed) struct ScaleModelTests {
    private static var events: Int { scale(debug: 6_000, release: 40_000) }

    @Test("in a large diary an add writes little, and lists and entries as of any moment look at few rows")
    func costs() throws {
        let scratch = try Scratch()
        var filler = Filler(seed: 20_261_120)
        try filler.fill(scratch.diary, events: Self.events)
        let head = try scratch.head
        print("\(head) events, \(try scratch.diary.totals().live) live entries")
        try lists(scratch, head)
        try adds(scratch.diary, "right after batches", most: 48 << 10, &filler)
        let compact = try compacted(scratch)
        try adds(compact, "once compacted", most: 32 << 10, &filler)
        try changes(compact, &filler)
        try drafts(compact, &filler)
        try size(compact)
    }

    /// The same diary without the free pages that big batches leave, which LMDB writes out again at every commit.
    private func compacted(_ scratch: Scratch) throws -> Diary {
        let copy = scratch.folder("compacted")
        try FileSystem.makeDirectory(copy)
        let environment = try Environment.open(scratch.path + "/log-000001.mdb")
        try environment.copy(to: copy + "/log-000001.mdb")
        let lock = try FileSystem.read(scratch.path + "/lock")
        try FileSystem.write(lock.span, to: copy + "/lock")
        return try Diary(at: copy)
    }

    /// Bytes and write calls of single edits and deletions, and of a batch.
    private func changes(_ diary: Diary, _ filler: inout Filler) throws {
        let entries = try diary.list { $0.limit = Self.events < 10_000 ? 40 : 400 }.entries
        var edits: [Cost] = []
        var deletions: [Cost] = []
        for (number, entry) in entries.enumerated() {
            var edit = EntryEdit()
            edit.text = entry.content.text + Array(" and a few words more \(number)".utf8)
            let order = EntryRequest(entry: entry.id, command: .edit(edit))
            edits.append(try cost { _ = try diary.perform([order], in: filler.context()) })
        }
        for entry in entries {
            let order = EntryRequest(entry: entry.id, command: .delete)
            deletions.append(try cost { _ = try diary.perform([order], in: filler.context()) })
        }
        let rows = (0..<1_000).map { ImportedRow(content: filler.content(), identity: Array("batch \($0)".utf8)) }
        let batch = try cost { _ = try diary.import(rows, in: filler.context()) }
        print("an edit writes \(mean(edits).bytes) B in \(mean(edits).calls) calls,", terminator: " ")
        print("a deletion \(mean(deletions).bytes) B in \(mean(deletions).calls) calls")
        print("a batch of 1,000 adds writes \(batch.bytes / 1_000) B and \(Double(batch.calls) / 1_000) calls for each")
        // Both together: forty changes are two flushes and a half, and merges fall on one kind or the other.
        let both = mean(edits + deletions)
        #expect(both.bytes <= 24 << 10 && both.calls <= 6)
        // The batch also merges the segments that the single changes have left.
        #expect(batch.bytes <= 7 << 20 && batch.calls <= 200)
    }

    /// Bytes and write calls of keeping a draft, as at each pause of somebody who types on.
    private func drafts(_ diary: Diary, _ filler: inout Filler) throws {
        for size in [400, 5_000, 50_000] {
            var content = filler.content()
            content.text = Array(String(repeating: "오늘은 비가 왔다. ", count: size / 24).utf8)
            let draft = try #require(try diary.write(.begin(DraftStart(), with: content), in: filler.context()).draft)
            var costs: [Cost] = []
            for _ in 0..<200 {
                content.text += Array("그리고 ".utf8)
                costs.append(try cost { _ = try diary.write(.keep(content, in: draft.number), in: filler.context()) })
            }
            let mean = mean(costs)
            print("keeping a draft of \(size) B writes \(mean.bytes) B in \(mean.calls) calls")
            // Some eight pages of a small one lie wherever some are free: at worst each takes a call of its own.
            #expect(mean.bytes <= UInt64(24 << 10) + 2 * UInt64(content.text.count) && mean.calls <= 8)
            _ = try diary.write(.discard(draft.number))
        }
    }

    private struct Cost {
        var bytes: UInt64
        var calls: UInt64
    }

    private func cost(_ work: () throws -> Void) throws -> Cost {
        let before = try ProcessCounters.currentThread()
        try work()
        let after = try ProcessCounters.currentThread()
        return Cost(bytes: after.writtenBytes - before.writtenBytes, calls: after.writeCalls - before.writeCalls)
    }

    private func mean(_ costs: [Cost]) -> Cost {
        let count = UInt64(max(costs.count, 1))
        return Cost(bytes: costs.reduce(0) { $0 + $1.bytes } / count, calls: costs.reduce(0) { $0 + $1.calls } / count)
    }

    /// The bytes of the file that have ever been in use.
    private func used(_ diary: Diary) throws -> Int {
        let figures = try diary.store.figures()
        return Int(figures.pages) * figures.pageSize
    }

    /// What an event takes in the file, indexes, rows and the list's tables included.
    private func size(_ diary: Diary) throws {
        let head = try diary.resolve(.head).rawValue
        let bytes = try used(diary)
        print("\(bytes) B for \(head) events: \(bytes / Int(head)) B an event")
        // In a smaller file the free pages of its adds weigh more.
        #expect(Self.events < 400_000 || bytes / Int(head) <= 1_100)
    }

    /// Blocks of eighty and groups of 128 blocks: a list of twenty passes over what it cannot show.
    private func lists(_ scratch: Scratch, _ head: UInt64) throws {
        for share in [0.001, 0.01, 0.5, 0.99, 1] {
            var request = ListRequest()
            request.point = .event(SequenceNumber(UInt64(Double(head) * share)))
            request.limit = 20
            let page = try scratch.diary.list(request)
            print("list of 20 as of \(share * 100) %: \(page.visited)")
            #expect(page.visited.rows <= 1_000 && page.visited.blocks <= 150 && page.visited.groups <= 60)
            guard let entry = page.entries.first else { continue }
            #expect(try scratch.diary.entry(entry.id, at: request.point) == entry)
        }
    }

    /// Bytes that 2,000 durable adds of one entry each hand to the system; folding, every sixteenth, is among them.
    private func adds(_ diary: Diary, _ state: String, most: UInt64, _ filler: inout Filler) throws {
        var written: [UInt64] = []
        for _ in 0..<(Self.events < 10_000 ? 200 : 2_000) {
            let content = filler.content()
            written.append(try cost { _ = try diary.add(content, in: filler.context()) }.bytes)
        }
        written.sort()
        let mean = written.reduce(0, +) / UInt64(written.count)
        let (median, last) = (written[written.count / 2], written[written.count - 1])
        print("\(state), a durable add writes \(mean) B on average, \(median) B at the median, \(last) B at most")
        #expect(mean <= most)
        #expect(last <= 512 << 10)
    }
}
