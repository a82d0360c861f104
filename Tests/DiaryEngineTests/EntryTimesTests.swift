import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// When an entry was created and modified, as of a point.
@Suite("The times of an entry as of an event", .timed) struct EntryTimesTests {
    @Test("are those of a diary that ends with that event, whatever devices wrote", arguments: seeds(3))
    func asOf(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let mine = try Scratch()
        try mine.add("begun")
        let theirs = try mine.copied()
        var ids = [EntryID(high: 1, low: 1), EntryID(high: 2, low: 2), EntryID(high: 3, low: 3)]
        for round in 0..<36 {
            let device = chance.isLucky(oneIn: 2) ? mine : theirs
            device.wall += Int64(chance.below(5_000_000))
            device.seed = UInt64(round) * 2 + (device === mine ? 0 : 1)
            let id = chance.pick(ids)
            if try device.diary.entry(id) == nil || chance.isLucky(oneIn: 9) {
                try? device.create(plain("created \(round)"), under: id, expecting: .noStream)
            } else if chance.isLucky(oneIn: 5) {
                _ = try device.perform(.delete, on: id)
                _ = try device.perform(.restore, on: id)
            } else {
                try device.edit(id) {
                    ($0.isStarred, $0.addedTags) = (chance.isLucky(oneIn: 2), [Tag("tag\(round)")].compactMap(\.self))
                }
            }
            if chance.isLucky(oneIn: 6) { try mine.exchange(with: theirs) }
        }
        try mine.exchange(with: theirs)
        ids += try mine.diary.list().entries.map(\.id)
        for device in [mine, theirs] {
            let events = try device.events()
            for count in stride(from: events.count, to: 1, by: -1) {
                guard let then = try? Scratch(events: Array(events.prefix(count)), wall: device.wall) else { continue }
                for id in ids {
                    let past = try device.diary.entry(id, at: .event(SequenceNumber(UInt64(count))))
                    let known = try then.diary.entry(id)
                    #expect(past?.createdAt == known?.createdAt, "created, e\(count) of \(id)")
                    #expect(past?.modifiedAt == known?.modifiedAt, "modified, e\(count) of \(id)")
                }
            }
        }
    }
}
