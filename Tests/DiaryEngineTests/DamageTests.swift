import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Bytes that changed on the disk: what is lost, and what is said of it.
@Suite(.timed) final class DamageTests: InScratch {
    /// An entry with forty versions, some edits close together, some far apart, all of it in the tables.
    private struct Aged {
        let scratch: Scratch
        let id: EntryID
        /// The event of each version and the entry after it.
        var versions: [(sequence: UInt64, entry: Entry)] = []

        init(_ chance: inout Chance) throws {
            scratch = try Scratch()
            var entry = try scratch.add(chance.content())
            id = entry.id
            versions.append((try scratch.head, entry))
            while versions.count < 40 {
                scratch.wall += 1_000_000
                for _ in 0..<(chance.below(3) == 0 ? chance.below(30) : 0) { try scratch.add("other") }
                switch chance.below(12) {
                case 0: entry = try #require(try scratch.perform(.delete, on: id).entries.first)
                case 1: entry = try #require(try scratch.perform(.restore, on: id).entries.first)
                default:
                    var edit = chance.edit(of: entry.content)
                    if chance.below(3) > 0 { edit.text = [120] + entry.content.text }
                    guard let changed = try scratch.perform(.edit(edit), on: id).entries.first else { continue }
                    entry = changed
                }
                if entry.version.rawValue > versions.count { versions.append((entry.sequence.rawValue, entry)) }
            }
            try scratch.flushTail()
        }

        /// Which versions are not what they were; a version that is another without saying so is an issue.
        func lost() throws -> [UInt64] {
            var lost: [UInt64] = []
            for (sequence, entry) in versions {
                let found = try versionOrNothing(at: sequence)
                let isSame = found?.content == entry.content && found?.isDeleted == entry.isDeleted
                if isSame, found?.version == entry.version { continue }
                lost.append(entry.version.rawValue)
                #expect(found?.isRecovered != false, "version \(entry.version) is another, and does not say so")
            }
            return lost
        }

        /// Nil where the diary says that nothing is left.
        private func versionOrNothing(at sequence: UInt64) throws -> Entry? {
            do { return try scratch.diary.entry(id, at: .event(SequenceNumber(sequence))) } catch .damaged {
                return nil
            }
        }
    }

    @Test("damaged events, one or many, cost their own versions and what deletes after them show, and no other")
    func many() throws {
        var chance = Chance(for: "many damaged events")
        for _ in 0..<runs(debug: 1) {
            let aged = try Aged(&chance)
            #expect(try aged.lost() == [])
            // Each alone; then two side by side, two anywhere, or up to all of them.
            let choices = (0..<80).map { turn -> Set<Int> in
                if turn < 40 { return [turn] }
                let first = chance.below(40)
                if turn % 3 == 0 { return [first, min(first + 1, 39)] }
                return Set([first] + (0..<(turn % 3 == 1 ? 1 : chance.below(40))).map { _ in chance.below(40) })
            }
            for lost in choices {
                let numbers = lost.map { aged.versions[$0].sequence }.sorted()
                let frames = try numbers.map { try ($0, aged.scratch.flip($0, at: chance.below(4_000))) }
                let costs = lost.flatMap { index in
                    [aged.versions[index]] + aged.versions[(index + 1)...].prefix { $0.entry.isDeleted }
                }
                #expect(try Set(costs.map(\.entry.version.rawValue)).isSuperset(of: aged.lost()), "\(lost.sorted())")
                if numbers.count == 1 { try checkNamed(numbers[0], in: aged) }
                for (sequence, frame) in frames { try aged.scratch.put(frame, at: sequence) }
            }
            #expect(try aged.lost() == [])
        }
    }

    private func checkNamed(_ sequence: UInt64, in aged: Aged) throws {
        let damaged = [SequenceNumber(sequence)]
        #expect(try aged.scratch.diary.log().damaged == damaged)
        let history = try aged.scratch.diary.log(of: aged.id)
        #expect(history.damaged == damaged && history.events.count == 39)
        #expect(try aged.scratch.diary.replay().damaged.contains(damaged[0]))
    }

    @Test("an entry put together around a damaged event says so, with its text, its times and its number")
    func recovered() throws {
        let entry = try scratch.add("one")
        for number in 2...6 {
            scratch.wall += 1_000_000
            try scratch.edit(entry.id, text: "\(number) one")
        }
        try scratch.flushTail()
        try scratch.flip(4, at: 60)
        let third = try #require(try scratch.diary.entry(entry.id, at: .event(4)))
        #expect(third.text == "2 one", "what was before it is shown")
        #expect(third.isRecovered)
        #expect(third.version == 3)
        #expect(third.createdAt == entry.createdAt)
        #expect(third.sequence == 4)
        let fourth = try #require(try scratch.diary.entry(entry.id, at: .event(5)))
        #expect(fourth.text == "4 one")
        #expect(fourth.modifiedAt.wall == entry.createdAt.wall + 3_000_000)
        #expect(try scratch.diary.entry(entry.id, at: .event(3))?.isRecovered == false)
        #expect(try scratch.diary.entry(entry.id)?.isRecovered == false)
    }

    @Test func `a change made on a text that was lost is not put on another text`() throws {
        let entry = try scratch.add("0123456789")
        try scratch.edit(entry.id, text: "the very long beginning 0123456789")
        try scratch.edit(entry.id, text: "the very long beginning 0123456789 and an end")
        try scratch.edit(entry.id, text: "the! very long beginning 0123456789 and an end")
        try scratch.flip(3, at: 90)
        // Of the four versions, a text that the person never wrote is none.
        let texts = [
            "0123456789", "the very long beginning 0123456789", "the! very long beginning 0123456789 and an end",
        ]
        let found = try #require(try scratch.diary.entry(entry.id)).text
        #expect(texts.contains(found), "\(found)")
        try scratch.flushTail()
        #expect(texts.contains(try #require(try scratch.diary.entry(entry.id)).text))
    }

    @Test func `a lost event has the number after its parent's: a text beside it with a greater one is shown`() throws {
        let mine = try Scratch()
        let entry = try mine.add("one")
        let (theirs, third) = (try mine.copied(), try mine.copied())
        for number in 0..<9 { try theirs.add("far ahead \(number)") }
        for number in 0..<3 { try mine.add("ahead \(number)") }
        try mine.edit(entry.id, text: "mine")
        try theirs.edit(entry.id, text: "theirs")
        try third.takeOver(from: theirs)
        let lost = try third.head
        try third.takeOver(from: mine)
        let both = DiaryPoint.event(SequenceNumber(try third.head))
        _ = try third.perform(.delete, on: entry.id)
        #expect(try third.diary.entry(entry.id, at: both)?.text == "theirs")
        try third.flip(lost, at: 60)
        #expect(try third.diary.entry(entry.id, at: both)?.text == "mine")
    }

    @Test func `the newest event, of which nothing is left, costs the list what it added, and is named`() throws {
        for number in 0..<12 { try scratch.add("entry \(number)") }
        let newest = try scratch.head
        try scratch.put([UInt8](repeating: 0xEE, count: 300), at: newest)
        let diary = try Diary(at: scratch.path)
        let (list, damage) = FoundDamage.collecting { try diary.list() }
        #expect(try list.get().entries.count == 11 && damage.events == [SequenceNumber(newest)])
    }
}
