/// Imports that are too large for one transaction: they appear at once, as one operation, or not at all.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogSearchIndex
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@Suite(.timed) final class LargeImportTests: InScratch {
    private static let count = 90
    private static let part = 20

    private func row(_ number: Int) -> ImportedRow {
        ImportedRow(content: plain("비 row \(number)"), identity: Array("\(number)".utf8))
    }

    private func spool(_ rows: [ImportedRow], _ scratch: Scratch) throws -> RowSpool {
        let spool = RowSpool(in: [scratch.folder.path])
        for row in rows { #expect(try spool.add(row) == nil) }
        return spool
    }

    /// Imports rows in parts; what it says of them.
    private func imported(_ rows: [ImportedRow]) throws -> String {
        try scratch.diary.import(from: try spool(rows, scratch), in: scratch.context, part: Self.part).words
    }

    private func generation(_ scratch: Scratch) throws -> UInt32 {
        try scratch.diary.store.beginRead().view.log.meta.generation
    }

    private func files(_ scratch: Scratch) throws -> [String] {
        try FileSystem.contents(of: scratch.path).filter { !$0.hasSuffix("-lock") }
    }

    /// Rows with a past and with times, equal ones, and some that name their entries.
    private func variedRows() -> [ImportedRow] {
        (0..<Self.count).map { number in
            var row = row(number % 80)
            row.identity += [0]
            if number % 7 == 0 {
                let digest = Digest(hashing: [UInt8(number & 255), UInt8(number >> 8)])
                row.id = EntryID(digest.bytes.span)
            }
            let time = ClockReading(wall: 1_600_000_000_000_000 + Int64(number * 79 % 50), offset: 0)
            if number % 5 == 0 {
                row.earlier = [
                    ImportedVersion(content: plain("earlier \(number)"), writtenAt: time),
                    ImportedVersion(content: plain("deleted \(number)"), isDeleted: number % 2 == 0),
                ]
            }
            if number % 3 == 0 { row.writtenAt = ClockReading(wall: time.wall + 1_000, offset: 32_400) }
            return row
        }
    }

    @Test func `a large import leaves one segment to search in`() throws {
        _ = try scratch.diary.import(from: try spool((0..<Self.count).map(row), scratch), part: Self.part)
        let reader = try scratch.diary.store.beginRead()
        let tables = try reader.view.log.tables(of: "search")
        #expect(try IndexReader(IndexTables(tables), in: reader.view).segments == 1)
    }

    @Test func `a large import is the operation that a small one would be, event for event`() throws {
        let (one, two) = (try Scratch(), try Scratch())
        for (rows, again) in [((0..<Self.count).map(row), false), (variedRows(), false), (variedRows(), true)] {
            let left = try one.diary.import(rows, again: again, in: one.context)
            let right = try two.diary.import(from: try spool(rows, two), again: again, in: two.context, part: Self.part)
            #expect(left.words == right.words)
        }
        let (those, these) = (try one.events(), try two.events())
        #expect(those.map(\.header) == these.map(\.header) && those.map(\.payload) == these.map(\.payload))
        #expect(try generation(one) == 1 && generation(two) == 4)
        #expect(try two.diary.replay(.checking).differences == [])
        #expect(try two.diary.list().entries == one.diary.list().entries)
        #expect(try files(two) == ["lock", "log-000004.mdb"])
    }

    @Test func `it is undone and done again as one, and what is known is not imported once more`() throws {
        try scratch.add("before")
        let rows = (0..<Self.count).map(row)
        #expect(try imported(rows) == "90 90 0 \(ImportLosses())")
        #expect(try generation(scratch) == 2 && scratch.diary.totals().live == 91)
        _ = try scratch.diary.write(.undo(), in: scratch.context)
        #expect(try scratch.diary.totals().live == 1)
        _ = try scratch.diary.write(.redo(), in: scratch.context)
        #expect(try scratch.diary.totals().live == 91)
        let head = try scratch.head
        #expect(try imported(rows) == "0 0 90 \(ImportLosses())")
        #expect(try scratch.head == head && generation(scratch) == 2)
        // What was taken back comes back, part by part as well.
        _ = try scratch.diary.write(.undo(), in: scratch.context)
        #expect(try imported(rows) == "90 90 0 \(ImportLosses())")
        #expect(try scratch.diary.totals().live == 91 && generation(scratch) == 3)
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `drafts stay, and somebody who writes meanwhile loses nothing`() throws {
        let other = try Diary(at: scratch.path, patience: 20)
        _ = try other.write(.begin(DraftStart(), with: plain("a draft")), in: scratch.context)
        var calls = 0
        let outcome = try scratch.diary.import(
            from: try spool((0..<Self.count).map(row), scratch), in: scratch.context, part: Self.part,
            progress: { done, _ in
                calls += 1
                if calls == 10 { #expect((try? other.add("meanwhile")) != nil) }
                if calls > Self.count, done == 10 { #expect((try? other.add("held up")) == nil) }
            })
        #expect(outcome.words == "90 90 0 \(ImportLosses())")
        #expect(try scratch.diary.totals().live == 91 && other.totals().live == 91)
        #expect(try scratch.diary.drafts().map(\.content.text) == [Array("a draft".utf8)])
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    @Test func `where an event is damaged, the file that has it stays, and the entries are imported`() throws {
        for number in 0..<20 { try scratch.add("old \(number)") }
        try scratch.flip(5, at: 150)
        #expect(try imported((0..<Self.count).map(row)) == "90 90 0 \(ImportLosses())")
        #expect(try generation(scratch) == 1 && files(scratch) == ["lock", "log-000001.mdb"])
    }

    @Test(arguments: [1, 70] + [.copied, .completed, .named, .committed].map(place))
    func `is there whole or not at all, wherever the process is killed`(at place: Int) async throws {
        try scratch.add("before")
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = scratch.path as String, folder = scratch.folder.path as String, place = place as Int] in
            try importMany(into: path, folder, killedAt: place)
        }
        let isThere = place == Self.place(.committed)
        #expect(try scratch.diary.totals().live == (isThere ? 91 : 1))
        try scratch.add("after")
        try scratch.diary.catchUp()
        #expect(try files(scratch) == ["lock", isThere ? "log-000002.mdb" : "log-000001.mdb"])
        #expect(try scratch.diary.replay(.checking).differences == [])
    }

    /// A step as a number, beside numbers of events.
    fileprivate static func place(_ step: GenerationStep) -> Int {
        -1 - (GenerationStep.allCases.firstIndex(of: step) ?? 0)
    }
}

/// Imports many rows, and ends this process at once after a step, or when so many events are written.
private func importMany(into path: String, _ folder: String, killedAt place: Int) throws {
    let spool = RowSpool(in: [folder])
    for number in 0..<90 {
        _ = try spool.add(ImportedRow(content: plain("row \(number)"), identity: Array("\(number)".utf8)))
    }
    _ = try Diary(at: path).import(
        from: spool, in: Scratch.context(wall: 1_608_651_333_000_000, seed: 5), part: 20,
        after: { step in if LargeImportTests.place(step) == place { raise(SIGKILL) } },
        progress: { done, _ in if done == place { raise(SIGKILL) } })
}
