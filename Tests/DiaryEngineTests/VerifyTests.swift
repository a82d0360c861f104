import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// A verification finds what is wrong in any table, and nothing where nothing is wrong.
@Suite(.timed) final class VerifyTests: InScratch {
    /// A diary with rows in every table: edits, deletions, conflicts no, keys and a snapshot yes.
    private func filled(_ chance: inout Chance) throws -> Scratch {
        let scratch = try Scratch.lived(&chance, events: 260)
        try scratch.add(plain("keyed"), key: "a key")
        try scratch.flushTail()
        _ = try scratch.diary.takeSnapshot()
        return scratch
    }

    private func check(_ scratch: Scratch, deep: Bool = false) throws -> VerifyReport {
        try scratch.diary.verify(deep: deep)
    }

    @Test func `nothing is wrong where two devices wrote, and where the log was exported and read back`() throws {
        var chance = Chance(for: "verifying two devices")
        let mine = try Scratch.lived(&chance, events: 60)
        let theirs = try mine.copied()
        for _ in 0..<3 {
            try mine.differ(from: theirs, &chance)
            for scratch in [mine, theirs] { #expect(try check(scratch, deep: true).findings == []) }
        }
        let copy = try Scratch(events: mine.events(), wall: mine.wall)
        #expect(try check(copy, deep: true).findings == [])
    }

    @Test func `a flip in any table is seen by a verification and by a replay that checks`() throws {
        for round in 0..<runs(debug: 2) {
            var chance = Chance(for: "flips in tables, round \(round)")
            let scratch = try filled(&chance)
            #expect(try check(scratch).findings == [])
            for name in try scratch.tableNames() {
                for _ in 0..<3 {
                    let undo = try scratch.flipRow(of: name, &chance)
                    let report = try check(scratch)
                    let differences = try scratch.diary.replay(.checking).differences
                    #expect(report.hasDamagedTables, "\(name): \(undo.what)")
                    #expect(differences != [], "\(name): \(undo.what)")
                    try scratch.write(undo.rows, to: name)
                }
            }
            #expect(try check(scratch, deep: true).findings == [])
        }
    }

    @Test func `the row that says which parts the search index has is missed`() throws {
        var chance = Chance(for: "no manifest")
        let scratch = try filled(&chance)
        let first = try #require(try scratch.rows(named: "search").first)
        try scratch.write([(first.key, nil)], to: "search")
        #expect(try check(scratch).findings == [CheckFinding(.row(table: "search", key: first.key), .missing)])
    }

    @Test func `a row that is gone, and one too many, are named in every table`() throws {
        var chance = Chance(for: "rows gone and too many")
        let scratch = try filled(&chance)
        for name in try scratch.tableNames() where name != "searchchanges" {
            let rows = try scratch.rows(named: name)
            let victim = chance.pick(rows)
            try scratch.write([(victim.key, nil)], to: name)
            // Nobody misses a snapshot.
            #expect(try check(scratch).hasDamagedTables == (name != "snapshots"), "\(name) lacks a row")
            var stranger = victim.key
            stranger[stranger.count - 1] ^= 0x55
            let known = rows.contains { $0.key == stranger }
            try scratch.write([(victim.key, victim.value)] + (known ? [] : [(stranger, victim.value)]), to: name)
            if !known {
                #expect(try check(scratch).hasDamagedTables, "\(name) has a row too many")
                try scratch.write([(stranger, nil)], to: name)
            }
        }
        #expect(try check(scratch).findings == [])
    }

    @Test func `each damaged event is named with its reason, and all others are checked`() throws {
        var chance = Chance(for: "verifying damaged events")
        let scratch = try filled(&chance)
        // How many events a diary by chance has, is chance, too.
        let head = try scratch.head
        let damaged = (1...5).map { head * $0 / 6 }
        for sequence in damaged { try scratch.flip(sequence, at: 90) }
        for isDeep in [false, true] {
            let report = try check(scratch, deep: isDeep)
            #expect(report.damagedEvents.map(\.rawValue) == damaged)
            let events = report.findings.filter { !$0.isOfTable && $0.reason != .baseless }
            #expect(events == damaged.map { CheckFinding(.event(SequenceNumber($0)), .damaged) })
        }
    }

    @Test func `totals of the tail that are wrong are damage, though their frames are sound`() throws {
        for number in 0..<20 { try scratch.add("entry \(number)") }
        let wrong = try scratch.head - 1
        try scratch.put(try miscounted(scratch, wrong), at: wrong)
        for isDeep in [false, true] {
            #expect(
                try check(scratch, deep: isDeep).findings == [CheckFinding(.event(SequenceNumber(wrong)), .counters)])
        }
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context)
        #expect(report.holes == [] && report.doubtful == [])
        #expect(try Diary(at: scratch.folder("mended")).verify(deep: true).findings == [])
    }

    /// A frame with another number of words after it, and a right checksum.
    private func miscounted(_ scratch: Scratch, _ sequence: UInt64) throws -> [UInt8] {
        let reader = try scratch.diary.store.beginRead()
        var bytes = try #require(try reader.view.frameCopy(sequence))
        let frame = try Frame(bytes.span, expecting: sequence)
        // Behind version, two distances and the number of entries; both numbers take one byte.
        var labels = ByteReader(bytes.span, from: frame.header.bytes.upperBound)
        for _ in 0..<4 { _ = try labels.varint() }
        let place = labels.position
        bytes[place] = 99
        let sum = FrameLayout.checksum(of: bytes.span, sequence: sequence)
        for index in 0..<4 {
            bytes[FrameLayout.checksumOffset + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index)))
        }
        #expect(try Frame(bytes.span, expecting: sequence).counters.second == 99 && frame.counters.second < 128)
        return bytes
    }

    @Test func `a creation that cannot be read is named alone, and no row of another entry with it`() throws {
        for number in 0..<30 { try scratch.add("entry \(number)", day: Int64(number)) }
        try scratch.flushTail()
        try scratch.flip(8, at: 37)
        let findings = try check(scratch).findings
        #expect(findings.filter { $0.reason != .damaged } == [])
        #expect(findings.contains(CheckFinding(.event(8), .damaged)))
    }

    @Test func `a clock that went back is told, and is no damage`() throws {
        try scratch.add("now")
        scratch.wall -= 7_200_000_000
        try scratch.add("two hours ago")
        scratch.wall += 9_000_000_000
        try scratch.add("later")
        let report = try check(scratch)
        #expect(report.findings == [])
        #expect(report.leaps.count == 1)
        #expect(report.leaps.farthest?.event == 3 && report.leaps.farthest?.back == 7_200_000_000)
    }

    @Test func `the figures tell the tables' rows, the free pages, and whether a compaction pays`() throws {
        var chance = Chance(for: "figures")
        let scratch = try filled(&chance)
        let figures = try check(scratch).figures
        let rows = Dictionary(
            uniqueKeysWithValues: figures.tables.map { (String($0.name.prefix { $0 != "." }), $0.rows) })
        for name in try scratch.tableNames() {
            let count = try scratch.rows(named: name).count
            #expect(rows[name] == UInt64(count), "\(name)")
        }
        #expect(figures.bytes > 0 && figures.pages > 0 && figures.pageSize >= 4096)
        #expect(figures.readers.isEmpty && figures.deadReaders.isEmpty)
        #expect(!figures.compactionPays)
        // What is written and taken away again leaves free pages behind.
        let keys: [[UInt8]] = (0..<3000).map { [9, UInt8($0 >> 8), UInt8($0 & 255)] }
        try scratch.write(keys.map { ($0, [UInt8](repeating: 7, count: 900)) }, to: "keys")
        try scratch.write(keys.map { ($0, nil) }, to: "keys")
        let after = try check(scratch).figures
        #expect(after.freePages > figures.freePages + 500)
        #expect(after.compactionPays)
    }
}

extension Scratch {
    /// The tables that a check compares, by their names.
    fileprivate func tableNames() throws -> [String] {
        ["streams", "ids", "devices", "keys", "snapshots"] + SpanProjection().tables + SearchProjection().tables
    }

    /// Flips a bit in a row of a table, in its key or its value; gives the rows that undo it, and says what was done.
    fileprivate func flipRow(
        of name: String, _ chance: inout Chance
    ) throws -> (rows: [(key: [UInt8], value: [UInt8]?)], what: String) {
        let row = chance.pick(try rows(named: name))
        let position = chance.below(row.key.count + row.value.count)
        let mask = UInt8(1 << chance.below(8))
        var (key, value) = (row.key, row.value)
        if position < key.count { key[position] ^= mask } else { value[position - key.count] ^= mask }
        let what = "byte \(position) of \(row.key.count) + \(row.value.count), bit \(mask)"
        if key == row.key {
            try write([(key, value)], to: name)
            return ([(row.key, row.value)], what)
        }
        let taken = try rows(named: name).first { $0.key == key }
        try write([(row.key, nil), (key, value)], to: name)
        return ([(key, taken?.value), (row.key, row.value)], what)
    }
}

extension VerifyReport {
    /// Whether something is wrong that the log does not lack: building the tables anew mends it.
    fileprivate var hasDamagedTables: Bool { findings.contains(where: \.isOfTable) }
}
