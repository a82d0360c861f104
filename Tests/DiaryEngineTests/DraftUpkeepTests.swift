import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Glibc
import Testing

@testable import DiaryEngine

/// Drafts through everything that makes a diary's file anew, checks it, or finds it damaged.
@Suite(.timed) struct DraftUpkeepTests {
    private let scratch: Scratch
    private let entry: Entry
    private var diary: Diary { scratch.diary }

    init() throws {
        scratch = try Scratch()
        entry = try scratch.add("비밀이 아닌 글, 고치기 전")
        for text in ["새 초안 하나", "버릴 초안", "새 초안 셋"] {
            _ = try diary.write(.begin(DraftStart(), with: plain(text)), in: scratch.context)
        }
        let wide = plain("고치던 글 " + String(repeating: "가나다라마바사", count: 500))
        _ = try diary.write(.begin(DraftStart(of: entry.id), with: wide), in: scratch.context)
        _ = try diary.write(.discard(DraftNumber(rawValue: 2)))
    }

    private func verified(_ diary: Diary) throws -> [Draft] {
        #expect(try diary.verify(deep: true).findings == [])
        return try diary.drafts()
    }

    @Test func `they survive a compaction, a rebuild and a backup, and are counted on from there`() throws {
        let before = try diary.drafts()
        #expect(before.count == 3)
        _ = try diary.compact()
        #expect(try verified(diary) == before)
        try diary.rebuild()
        #expect(try verified(diary) == before)
        _ = try diary.backUp(to: scratch.folder("backup"))
        let backup = try Diary(at: scratch.folder("backup"))
        #expect(try verified(backup) == before)
        let next5 = try backup.write(.begin(DraftStart(), with: plain("x")), in: scratch.context)
        #expect(next5.draft?.number.rawValue == 5)
    }

    @Test func `what is kept, committed and discarded while the file is made anew is so in the new one`() throws {
        let kept = try #require(try diary.drafts().first { $0.number.rawValue == 1 })
        _ = try diary.store.compact { step in
            guard step == .copied else { return }
            _ = try diary.write(.keep(plain("새 초안 하나, 더"), in: kept.number), in: scratch.context)
            _ = try diary.write(.commit(DraftNumber(rawValue: 3)), in: scratch.context)
            _ = try diary.write(.begin(DraftStart(), with: plain("그사이")), in: scratch.context)
        }
        let texts = try verified(diary).sorted { $0.number < $1.number }.map { $0.headline.title }
        #expect(texts == ["새 초안 하나, 더", texts[1], "그사이"] && texts[1]?.hasPrefix("고치던 글") == true)
        #expect(try diary.list().entries.count == 2)
    }

    @Test func `forgetting an entry counts its drafts and takes them along, and leaves the others`() throws {
        let plan = try #require(try diary.planForgetting(entry.id))
        #expect(plan.drafts == 1)
        let residue = try Residue(of: entry.id, in: diary)
        try diary.forget(entry.id, in: scratch.context)
        #expect(try residue.hits(in: scratch.path) == 0)
        #expect(Set(try verified(diary).map(\.number.rawValue)) == [1, 3])
        let file = try FileSystem.read(scratch.path + "/log-000002.mdb")
        #expect(file.firstRange(of: Array("가나다라마바사".utf8)) == nil)
        #expect(file.firstRange(of: Array("새 초안 하나".utf8)) != nil)
    }

    /// Flips a byte of a draft's row.
    private func flip(_ number: UInt64, at position: Int) throws {
        try diary.store.write { writer in
            let key = TableKey.sequence(number)
            let table = writer.view.log.tables.drafts
            var bytes: [UInt8] = []
            if let value = try writer.view.bytes(for: key, in: table) { bytes = [UInt8](copying: value) }
            guard !bytes.isEmpty else { throw EventStoreError.damaged("no row") }
            bytes[position % bytes.count] ^= 0x10
            try writer.view.put(bytes.span, for: key.span, in: table)
            // Something that makes the change worth a commit.
            try writer.removeDraft(1)
        }
    }

    @Test(arguments: [0, 9, 20, 30, 60, 1000])
    func `a damaged draft is found and named, and the others are read`(position: Int) throws {
        try flip(4, at: position)
        #expect(try diary.drafts().map(\.number.rawValue) == [3])
        #expect(diary.damage.tables.contains("drafts"))
        #expect(
            try diary.verify().findings
                == [CheckFinding(.row(table: "drafts", key: TableKey.sequence(4)), .damaged)])
        #expect(
            try diary.write(.begin(DraftStart(), with: plain("x")), in: scratch.context).draft?.number.rawValue == 5)
    }

    @Test func `a count that is damaged is found, and no number is given twice as long as its draft is there`() throws {
        try flip(0, at: 9)
        let zero = TableKey.sequence(0)
        #expect(try diary.verify().findings == [CheckFinding(.row(table: "drafts", key: zero), .damaged)])
        #expect(
            try diary.write(.begin(DraftStart(), with: plain("x")), in: scratch.context).draft?.number.rawValue == 5)
        #expect(try diary.verify().findings == [])
    }

    @Test func `a mended diary has the drafts that can be read`() throws {
        try flip(4, at: 50)
        _ = try diary.write(.begin(DraftStart(of: entry.id), with: plain("또 고치던 글")), in: scratch.context)
        let report = try diary.mend(into: scratch.folder("mended"), in: scratch.context)
        #expect(report.drafts == 2)
        let mended = try Diary(at: scratch.folder("mended"))
        #expect(try verified(mended) == diary.drafts())
        let next6 = try mended.write(.begin(DraftStart(), with: plain("x")), in: scratch.context)
        #expect(next6.draft?.number.rawValue == 6)
    }

    @Test func `a mended diary has the drafts of a copy that are lost here, and counts those that nobody has`() throws {
        let copy = try Diary(at: scratch.lay(scratch.file, in: "backup"))
        let drafts = try copy.drafts()
        try flip(4, at: 50)
        let alone = try diary.mend(into: scratch.folder("alone"), in: scratch.context)
        #expect(alone.drafts == 1 && alone.lostDrafts == 1)
        let report = try diary.mend(into: scratch.folder("mended"), in: scratch.context, draftsFrom: copy)
        #expect(report.lostDrafts == 0)
        let mended = try Diary(at: scratch.folder("mended")).drafts()
        #expect(mended.contains { $0.number.rawValue == 4 } && mended.allSatisfy { drafts.contains($0) })
    }

    @Test func `drafts to which no page leads are missed, and no new file is made without them`() throws {
        // The root is the last of the record's numbers.
        let other = try copy("rootless", changing: "drafts", at: 40..<48) { $0 = 0xFF }
        #expect(throws: EventStoreError.damaged("the table drafts")) { try other.drafts() }
        #expect(try !other.verify().findings.isEmpty)
        #expect(throws: EventStoreError.self) { try other.rebuild() }
        #expect(throws: EventStoreError.self) { _ = try other.compact() }
        let backup = scratch.folder("backup")
        _ = try diary.backUp(to: backup)
        #expect(throws: EventStoreError.self) { _ = try other.backUp(to: backup) }
        #expect(try verified(Diary(at: backup)) == diary.drafts())
    }

    @Test func `they are in a backup that had to be made anew, since LMDB would not copy the file`() throws {
        // The table has a row less than its record says.
        let other = try copy("other", changing: "failures", at: 32..<33) { $0 += 1 }
        _ = try other.backUp(to: scratch.folder("backup"))
        #expect(try verified(Diary(at: scratch.folder("backup"))) == diary.drafts())
    }

    /// A copy of the diary in which bytes of a table's record are others.
    private func copy(
        _ name: String, changing table: String, at places: Range<Int>, _ change: (inout UInt8) -> Void
    ) throws -> Diary {
        var bytes = try scratch.file
        let node = [2, 0, UInt8(table.utf8.count), 0] + Array(table.utf8)
        var found = 0
        for start in 0..<bytes.count - node.count - 48 where bytes[start..<start + node.count].elementsEqual(node) {
            for place in places { change(&bytes[start + node.count + place]) }
            found += 1
        }
        #expect(found > 0)
        return try Diary(at: scratch.lay(bytes, in: name))
    }

    @Test func `a salvaged diary has each draft as it was kept last, though no tree leads to it`() throws {
        for text in ["새 초안 하나, 더", "새 초안 하나, 더, 더"] {
            _ = try diary.write(.keep(plain(text), in: DraftNumber(rawValue: 1)), in: scratch.context)
        }
        let kept = try diary.drafts()
        var bytes = try scratch.file
        // LMDB's two meta pages.
        for position in 0..<8192 { bytes[position] = 0 }
        let report = try Diary.salvage(
            scratch.lay(bytes, in: "broken"), into: scratch.folder("saved"), in: scratch.context)
        #expect(report.mended.drafts >= 3)
        let saved = try Diary(at: scratch.folder("saved"))
        for draft in kept { #expect(try saved.draft(draft.number) == draft) }
        #expect(try saved.list().entries.map(\.id) == diary.list().entries.map(\.id))
    }

    /// Keeps and commits forty drafts, in a process of its own.
    private static func keepMany(_ name: String, in path: String) async {
        await #expect(processExitsWith: .success) { [path = path as String, name = name as String] in
            let diary = try Diary(at: path)
            for round in 0..<40 {
                let text = "\(name) \(round)"
                let begun = try await diary.write(.begin(DraftStart(), with: plain(text)))
                guard case .kept(let draft) = begun else { throw Absent() }
                let kept = try await diary.write(.keep(plain(text + "!"), in: draft.number, after: 1))
                guard case .kept = kept else { throw Absent() }
                if round % 4 == 0, try await diary.write(.commit(draft.number)) == nil { throw Absent() }
            }
        }
    }

    /// Keeps and commits drafts in a process of its own, which is killed after a while.
    private static func commitMany(_ pause: Int, in path: String) async {
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, pause = pause as Int] in
            let diary = try Diary(at: path)
            // Where the kill falls is chance, but not before there is a draft: what is left is whole in any case.
            let begun = Semaphore()
            let isTicking = Threads.detach {
                _ = begun.wait(milliseconds: 120_000)
                WallClock.pause(nanoseconds: Int64(pause * 700_000))
                kill(getpid(), SIGKILL)
            }
            guard isTicking else { throw Absent() }
            for round in 0... {
                let draft = try await diary.write(.begin(DraftStart(), with: plain("kill \(pause) \(round)"))).draft
                guard let draft else { throw Absent() }
                if round == 0 { begun.signal() }
                guard try await diary.write(.commit(draft.number)) != nil else { throw Absent() }
            }
        }
    }

    @Test func `two processes that keep drafts at once lose none and share no number`() async throws {
        let (path, rounds) = (scratch.path, 40)
        async let one: Void = Self.keepMany("a", in: path)
        async let other: Void = Self.keepMany("b", in: path)
        _ = await (one, other)
        let texts = try verified(diary).compactMap { $0.headline.title.map(String.init) }
        let added = try diary.list().entries.map { $0.text }
        for name in ["a", "b"] {
            for round in 0..<rounds {
                #expect((round % 4 == 0 ? added : texts).contains("\(name) \(round)!"), "\(name) \(round)")
            }
        }
        #expect(texts.count == 3 + 2 * rounds * 3 / 4)
    }

    @Test func `killed at any moment, a draft is a draft or an entry, never both and never neither`() async throws {
        for pause in 0..<12 { await Self.commitMany(pause, in: scratch.path) }
        try scratch.reopen()
        let drafts = Set(try verified(diary).map(\.entry))
        let entries = Set(try diary.list().entries.map(\.id))
        #expect(drafts.subtracting([entry.id]).isDisjoint(with: entries))
        let rounds =
            try diary.list().entries.map(\.text) + diary.drafts().compactMap { $0.headline.title.map(String.init) }
        for pause in 0..<12 {
            let mine = rounds.filter { $0.hasPrefix("kill \(pause) ") }
            #expect(Set(mine) == Set(mine.indices.map { "kill \(pause) \($0)" }), "\(mine)")
        }
    }
}
