import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// A damaged diary is mended into a new one: from a copy, and out of its own pages.
@Suite(.timed) final class MendTests: InScratch {
    private func stateHash(at path: String) throws -> Digest {
        let diary = try Diary(at: path)
        #expect(try diary.verify(deep: true).findings.filter { $0.reason != .hole && $0.reason != .baseless } == [])
        return try diary.replay().stateHash
    }

    private func ids(_ diary: Diary) throws -> [Digest] {
        try diary.events().map(\.id)
    }

    @Test func `a backup gives back what is damaged, and the damaged file is not written to`() throws {
        var chance = Chance(for: "mending from a backup")
        let scratch = try Scratch.lived(&chance, events: 200)
        try scratch.flushTail()
        let backup = try Diary(at: scratch.lay(scratch.file, in: "backup"))
        let (hash, events) = (try scratch.stateHash, try ids(scratch.diary))
        let damaged = (0..<8).map { _ in UInt64(1 + chance.below(events.count)) }
        for sequence in Set(damaged) { try scratch.lose(sequence, at: chance.below(300)) }
        let before = try scratch.file
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context) { wanted in
            (try? backup.events(withIDs: wanted)) ?? [:]
        }
        // An event that refers to a damaged one may be healed, too, since nothing here proves it.
        #expect(Set(report.healed.map(\.rawValue)).isSuperset(of: damaged))
        #expect(report.holes == [] && report.lost == [] && report.events == UInt64(events.count))
        #expect(try stateHash(at: scratch.folder("mended")) == hash)
        #expect(try ids(Diary(at: scratch.folder("mended"))) == events)
        #expect(try scratch.file == before)
    }

    @Test func `events in a row that lost their ids are found in a copy, each by the one after it`() throws {
        var chance = Chance(for: "mending neighbours")
        let scratch = try Scratch.lived(&chance, events: 60)
        try scratch.flushTail()
        let backup = try Diary(at: scratch.lay(scratch.file, in: "backup"))
        let (hash, events) = (try scratch.stateHash, try ids(scratch.diary))
        // Byte 50 lies in the id; the last of them keeps its own.
        for sequence in [UInt64(20), 21, 22] { try scratch.lose(sequence, at: 50) }
        try scratch.lose(23, at: 37)
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context) { wanted in
            (try? backup.events(withIDs: wanted)) ?? [:]
        }
        #expect(report.holes == [] && report.lost == [] && Set(report.healed).isSuperset(of: [20, 21, 22, 23]))
        #expect(try stateHash(at: scratch.folder("mended")) == hash)
        #expect(try ids(Diary(at: scratch.folder("mended"))) == events)
    }

    @Test func `where a copy has the event that the newest ones stand on, nothing older is written over them`() throws {
        let entry = try scratch.add("alpha")
        let other = try scratch.add("of no copy")
        try scratch.flushTail()
        try scratch.edit(entry.id, text: "alpha beta")
        let middle = try scratch.head
        try scratch.edit(entry.id, text: "alpha beta gamma")
        let backup = try Diary(at: scratch.lay(scratch.file, in: "backup"))
        let events = try ids(scratch.diary)
        let gone = try scratch.head - 3
        for sequence in [gone, middle] { try scratch.lose(sequence, at: 29) }
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context) { wanted in
            ((try? backup.events(withIDs: wanted)) ?? [:]).filter { $0.key != events[Int(gone) - 1] }
        }
        #expect(report.healed.map(\.rawValue).contains(middle) && !report.holes.isEmpty)
        let mended = try Diary(at: scratch.folder("mended"))
        #expect(try mended.entry(entry.id)?.text == "alpha beta gamma")
        #expect(try mended.entry(other.id)?.text == "of no copy" || report.doubtful.contains(other.id))
    }

    /// The creation of the entry with most events: the others are of no entry where it is a hole.
    private func creation(in scratch: Scratch) throws -> UInt64 {
        let reader = try scratch.diary.store.beginRead()
        var streams: [StreamID: (create: UInt64, events: Int)] = [:]
        for sequence in try 1...scratch.head {
            guard let frame = try reader.view.soundFrame(sequence), frame.object != .zero else { continue }
            streams[frame.object, default: (sequence, 0)].events += 1
        }
        return try #require(streams.values.max { $0.events < $1.events }?.create)
    }

    @Test(
        "without a copy what is damaged becomes a hole, and all other events are kept under their numbers",
        // Nil: as the name says. In the other, events of the tail stand on a lost one, and only the row is sound.
        arguments: [nil, 173_784_706_941_538_141] as [UInt64?])
    func alone(seed: UInt64?) throws {
        var chance = seed.map { Chance(for: "mending alone", seed: $0) } ?? Chance(for: "mending alone")
        let scratch = try Scratch.lived(&chance, events: 150)
        let events = try scratch.events().map(\.id)
        // Two in a row too: the first of them is named by no event after it, unless one was made on it.
        let first = UInt64(2 + chance.below(events.count - 2))
        let damaged = try Set(
            [first, first + 1, creation(in: scratch)]
                + (0..<6).map { _ in UInt64(2 + chance.below(events.count - 1)) })
        // In the checksum or in the identifier: both stand in what names the event.
        for sequence in damaged { try scratch.lose(sequence, at: chance.isLucky(oneIn: 2) ? 29 : 37) }
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context)
        #expect(Set(report.holes.map(\.rawValue)) == damaged && report.lost == [])
        let mended = try Diary(at: scratch.folder("mended"))
        // Behind them stands what the new device wrote of rows.
        let sound = (1...UInt64(events.count)).filter { !damaged.contains($0) }.map { events[Int($0) - 1] }
        #expect(try Array(ids(mended).prefix(sound.count)) == sound)
        try expectNothingOld(in: mended, of: scratch.diary, report)
        let found = try mended.verify(deep: true).findings
        #expect(found.filter { $0.reason == .hole }.count == damaged.count)
        #expect(found.filter { $0.reason != .hole && $0.reason != .baseless } == [])
    }

    /// Expects each entry to show what it showed before, or to be marked: nothing old is shown without a word.
    private func expectNothingOld(in mended: Diary, of damaged: Diary, _ report: MendReport) throws {
        let shown = try mended.list().entries.map(\.content)
        for entry in try damaged.list().entries {
            let (found, damage) = FoundDamage.collecting { try mended.entry(entry.id) }
            if try found.get()?.content == entry.content { continue }
            #expect(!damage.isNone && report.doubtful.contains(entry.id), "\(entry.text)")
            #expect(shown.contains(entry.content), "\(entry.text)")
        }
    }

    @Test func `a wrong bit in each of many frames costs nothing, be it in the envelope, the header or a text`() throws
    {
        var chance = Chance(for: "one wrong bit a frame")
        let scratch = try Scratch.lived(&chance, events: 150)
        let (hash, events) = (try scratch.stateHash, try ids(scratch.diary))
        for sequence in try 1...scratch.head where !chance.isLucky(oneIn: 3) {
            try scratch.flip(sequence, at: chance.below(600), with: 1 << UInt8(chance.below(8)))
        }
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context)
        #expect(report.holes == [] && report.lost == [] && report.healed == [] && report.doubtful == [])
        #expect(try stateHash(at: scratch.folder("mended")) == hash)
        #expect(try ids(Diary(at: scratch.folder("mended"))) == events)
    }

    @Test func `another event under the wanted number is no cure, nor is one that was changed`() throws {
        let entry = try scratch.add("a")
        try scratch.edit(entry.id, text: "b")
        try scratch.add("c")
        let events = try scratch.events()
        try scratch.lose(3, at: 130)
        let wrong = try events[2].bent { $0.wall += 1 }
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context) { wanted in
            #expect(wanted.contains(events[2].id))
            return [events[2].id: wrong]
        }
        #expect(report.healed == [] && report.holes == [3])
    }

    /// A diary in which an entry was written, changed and forgotten, and the events that have its words.
    private func forgotten() throws -> (scratch: Scratch, secret: [PortableEvent]) {
        let scratch = try Scratch()
        try scratch.add("kept")
        var author = try Author(after: scratch.events())
        let id = EntryID(high: 5, low: 5)
        let begin = author.begin()
        let create = author.create(id, plain("a secret word"))
        let change = author.edit(of: id, on: [create.id], to: starred("a secret word"))
        let forget = author.event(EntryEventCodec.Kind.forget, of: id, on: [change.id], body: [])
        var (bare, blank) = (create, change)
        (bare.payload, blank.payload) = (nil, nil)
        #expect(try scratch.take([begin, bare, blank, forget]).allSatisfy { $0 == .accepted })
        try scratch.add("after")
        try scratch.flushTail()
        return (scratch, [create, change])
    }

    @Test func `what was forgotten is not brought back by a copy that still has it`() throws {
        let (scratch, secret) = try forgotten()
        for sequence in [4, 5] as [UInt64] { try scratch.lose(sequence, at: 100) }
        let report = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context) { wanted in
            Dictionary(uniqueKeysWithValues: secret.map { ($0.id, $0) }).filter { wanted.contains($0.key) }
        }
        #expect(report.healed == [4, 5] && report.holes == [])
        #expect(report.forgotten == 2)
        let bytes = try FileSystem.read(StorePaths.generation(1, scratch.folder("mended")))
        #expect(!bytes.holds(Array("secret".utf8)))
    }

    @Test func `where the event that forgets is lost as well, the row says that the words are not to come back`() throws
    {
        let (scratch, secret) = try forgotten()
        for sequence in [4, 5, 6] as [UInt64] { try scratch.lose(sequence, at: 100) }
        _ = try scratch.diary.mend(into: scratch.folder("mended"), in: scratch.context) { wanted in
            Dictionary(uniqueKeysWithValues: secret.map { ($0.id, $0) }).filter { wanted.contains($0.key) }
        }
        let bytes = try FileSystem.read(StorePaths.generation(1, scratch.folder("mended")))
        #expect(!bytes.holds(Array("secret".utf8)))
        #expect(try Diary(at: scratch.folder("mended")).search(SearchRequest("secret")).hits.isEmpty)
    }

    @Test func `a salvage makes the same diary of a sound file, with no tree's help`() throws {
        var chance = Chance(for: "salvaging a sound file")
        for tail in [0, 5] {
            let scratch = try Scratch.lived(&chance, events: 180)
            try scratch.add(String(repeating: "long ", count: 4000))
            try scratch.flushTail()
            for number in 0..<tail { try scratch.add("tail \(number)") }
            let report = try Diary.salvage(scratch.path, into: scratch.folder("new"), in: scratch.context)
            #expect(try report.found == scratch.head && report.mended.events == scratch.head)
            #expect(try stateHash(at: scratch.folder("new")) == scratch.stateHash)
            #expect(try ids(Diary(at: scratch.folder("new"))) == ids(scratch.diary))
        }
    }

    @Test func `after flips and zeroed sectors in branch and leaf pages, 99 of 100 frames that are left are back`()
        throws
    {
        for round in 0..<runs(debug: 3) {
            var chance = Chance(for: "salvaging a broken tree, round \(round)")
            let scratch = try Scratch.lived(&chance, events: 300)
            for _ in 0..<20 { try scratch.fill(&chance, entries: 40) }
            let head = try scratch.head
            let all = try scratch.events().map(\.id)
            var bytes = try scratch.file
            breakTrees(&bytes, &chance)
            let broken = try scratch.lay(bytes, in: "broken")
            let report = try Diary.salvage(broken, into: scratch.folder("new"), in: scratch.context)
            // Behind them stands what the new device wrote of rows.
            let saved = try ids(Diary(at: scratch.folder("new"))).prefix(Int(report.mended.events))
            print("round \(round): \(head) events, \(report.found) found, \(saved.count) back")
            #expect(Set(saved).isSubset(of: Set(all)))
            #expect(saved.count * 100 >= Int(report.found) * 99)
            #expect(Int(report.found) * 100 >= Int(head) * 98)
            _ = try stateHash(at: scratch.folder("new"))
        }
    }

    /// Zeroes the header of every branch page and flips a bit in every leaf's; zeroes a sector in one page of 300.
    private func breakTrees(_ bytes: inout [UInt8], _ chance: inout Chance) {
        for page in stride(from: 8192, to: bytes.count - 4095, by: 4096) {
            let flags = bytes[page + 10]
            if flags & 1 != 0 { for index in 0..<512 { bytes[page + index] = 0 } }
            if flags & 2 != 0 {
                bytes[page + 8 + chance.below(8)] ^= UInt8(1 << chance.below(8))
                if chance.isLucky(oneIn: 300) {
                    let sector = page + 512 * chance.below(8)
                    for index in 0..<512 { bytes[sector + index] = 0 }
                }
            }
        }
    }

    @Test func `the chain decides between two events of one number`() throws {
        for number in 0..<40 { try scratch.add("entry \(number)") }
        let events = try scratch.events()
        // Somebody else's event of the same device, with the same number, in the place of the 25th.
        let twin = try events[24].bent { $0.wall += 5_000_000 }
        let rival = try Scratch(events: Array(events.prefix(24)) + [twin], wall: scratch.wall + 9_000_000)
        let (own, other) = (try scratch.file, try rival.file)
        for (name, bytes) in [("before", other + own), ("behind", own + other)] {
            let diaryFolder = try scratch.lay(bytes, in: name)
            let report = try Diary.salvage(diaryFolder, into: diaryFolder + "-new", in: scratch.context)
            #expect(report.mended.holes == [] && report.copies > report.found)
            #expect(try ids(Diary(at: diaryFolder + "-new")) == events.map(\.id))
        }
    }

    @Test func `what was forgotten is not brought back from old pages`() throws {
        let (scratch, secret) = try forgotten()
        // An older file still has the words; its pages lie behind, as pages that are not in use do.
        let old = try Scratch(events: Array(try scratch.events().prefix(3)) + secret, wall: scratch.wall)
        let bytes = try scratch.file + old.file
        #expect(bytes.holds(Array("secret".utf8)))
        let diaryFolder = try scratch.lay(bytes, in: "old")
        let report = try Diary.salvage(diaryFolder, into: diaryFolder + "-new", in: scratch.context)
        #expect(try report.mended.events == scratch.head && report.mended.holes == [])
        #expect(try !FileSystem.read(StorePaths.generation(1, diaryFolder + "-new")).holds(Array("secret".utf8)))
        #expect(try stateHash(at: diaryFolder + "-new") == scratch.stateHash)
    }
}
