import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// Groups of blocks: an early moment passes over what came later, and damage costs the list, never the log.
@Suite(.timed) struct SpanGroupTests {
    /// An entry a day, in one operation: more blocks than one group holds. (A debug build takes its time.)
    private static var days: Int {
        #if DEBUG
            11_000
        #else
            30_000
        #endif
    }

    private static let tables = ["spans", "spangroups"]

    private func filled() throws -> Scratch {
        let scratch = try Scratch()
        let rows = (0..<Self.days).map { number in
            ImportedRow(
                content: plain("day \(number)", day: Int64(number)),
                identity: [UInt8(truncatingIfNeeded: number), UInt8(truncatingIfNeeded: number >> 8)])
        }
        _ = try scratch.diary.import(rows, in: scratch.context)
        return scratch
    }

    @Test func `an early moment passes over what came later, and a list over what was undone`() throws {
        let scratch = try filled()
        for point: UInt64 in [31, 300, 5_000, UInt64(Self.days) - 90] {
            let page = try scratch.diary.list { ($0.point, $0.limit) = (.event(SequenceNumber(point)), 20) }
            #expect(page.entries.count == 20)
            #expect(
                page.visited.groups <= 7 && page.visited.blocks <= 130 && page.visited.rows <= 240,
                "as of \(point): \(page.visited)")
            let first = page.entries.first.map { $0.content.date.seconds / 86_400 }
            #expect(first == Int64(point) - 2)
        }
        _ = try scratch.diary.undo(in: scratch.context)
        let page = try scratch.diary.list()
        #expect(page.entries.isEmpty && page.visited.blocks == 0)
    }

    @Test func `what was undone in between is passed over group by group, in both directions`() throws {
        let scratch = try filled()
        _ = try scratch.diary.undo(in: scratch.context)
        try scratch.add("before", day: -40_000)
        try scratch.add("behind", day: 40_000)
        for number in 0..<20 { try scratch.add("\(number)", day: -50_000) }
        var request = ListRequest()
        request.limit = 3
        let newest = try scratch.diary.list(request)
        request.isReversed = true
        let oldest = try scratch.diary.list(request)
        #expect(newest.entries.map(\.text) == ["behind", "before", "19"])
        #expect(oldest.entries.map(\.text) == ["0", "1", "2"])
        request.filter = .dates(-45_000 * 86_400...Int64.max)
        let oldestOfThese = try scratch.diary.list(request)
        #expect(oldestOfThese.entries.map(\.text) == ["before", "behind"])
        // A group holds 128 blocks of up to 44 spans; those of its edges may be looked at.
        for page in [newest, oldest, oldestOfThese] { #expect(page.visited.blocks <= 140, "\(page.visited)") }
        let days = try scratch.diary.statistics(today: 0).days
        #expect(days.counts.map(\.day) == [-50_000, -40_000, 40_000])
        #expect(days.counts.map(\.entries) == [20, 1, 1] && days.byDay[-50_000] == 20)
    }

    /// What is asked of a list that lacks a row: both directions, spans of days, the past, and the days of all entries.
    private func answers(of scratch: Scratch, upTo date: Int64) -> [String] {
        var requests: [ListRequest] = []
        // A block has 44 days: spans of days that begin in the block of the date, and in the one before.
        for filter in [EntryFilter.everything, .dates(date - 3 * 86_400...date), .dates(date - 50 * 86_400...date)] {
            for isReversed in [false, true] {
                for point in filter == .everything ? [nil, UInt64(Self.days / 3)] : [nil] {
                    var request = ListRequest()
                    (request.filter, request.isReversed, request.limit) = (filter, isReversed, 20)
                    if let point { request.point = .event(SequenceNumber(point)) }
                    requests.append(request)
                }
            }
        }
        let lists = requests.map { request in
            answer { try scratch.diary.list(request).entries.map(\.text).joined(separator: " ") }
        }
        return lists + [answer { "\(try scratch.diary.statistics(today: 0).days)" }]
    }

    /// An answer, or that the list is said to be damaged.
    private func answer(_ question: () throws -> String) -> String {
        do { return try question() } catch EventStoreError.damagedTable("spans") { return "told" } catch {
            return "none"
        }
    }

    @Test func `a block or group that stands under another key is missed, wherever it goes`() throws {
        let whole = try filled()
        var reported = 0
        for (table, count) in zip(Self.tables, [3, 2]) {
            let keys = try keys(of: table, in: whole)
            for index in (0..<count).map({ $0 * (keys.count - 1) / (count - 1) }) {
                // The key begins with the date of the block's newest entry.
                let key = keys[index]
                let date = Int64(bitPattern: ~key.span.bigEndian(at: 0) ^ 1 << 63)
                let truth = answers(of: whole, upTo: date)
                let scratch = try whole.copy()
                try move(key, in: scratch, table)
                for (answer, right) in zip(answers(of: scratch, upTo: date), truth) where answer != right {
                    #expect(answer == "told", "instead of \(right): table \(table), row \(index)")
                    reported += 1
                }
            }
        }
        #expect(reported > 10)
    }

    @Test func `a group that stands under another key is missed backwards, too, where those before it hold nothing`()
        throws
    {
        let scratch = try filled()
        _ = try scratch.diary.undo(in: scratch.context)
        // A list that ends is counted; this one has ten of forty.
        for number in 0..<20 { try scratch.add("\(number)", day: Int64(-50_000 - number)) }
        for number in 20..<40 { try scratch.add("\(number)", day: 40_000) }
        let request = with(ListRequest()) { ($0.limit, $0.isReversed) = (10, true) }
        let right = try scratch.diary.list(request).entries.map(\.text)
        let key = try #require(try keys(of: "spangroups", in: scratch).last)
        try move(key, in: scratch, "spangroups")
        #expect(right == (10..<20).reversed().map(String.init))
        let list = answer { try scratch.diary.list(request).entries.map(\.text).joined(separator: " ") }
        #expect(list == "told")
    }

    private func keys(of table: String, in scratch: Scratch) throws -> [[UInt8]] {
        try scratch.rows(named: table).map(\.key)
    }

    /// Changes the first byte of a key, which takes the row to one end of the table.
    private func move(_ key: [UInt8], in scratch: Scratch, _ table: String) throws {
        let value = try scratch.rows(named: table).first { $0.key == key }?.value
        var moved = key
        moved[0] ^= 0x40
        try scratch.write([(key, nil), (moved, value)], to: table)
    }
}
