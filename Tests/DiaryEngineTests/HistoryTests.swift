import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// What an entry was: its versions, who wrote each line, and what changed between two moments.
@Suite(.timed) final class HistoryTests: InScratch {
    private func versions() throws -> EntryID {
        let entry = try scratch.add("제목\n첫 줄\n둘째 줄\n")
        try scratch.edit(entry.id, text: "제목\n첫 줄\n둘째 줄 고침\n")
        try scratch.edit(entry.id) { $0.isStarred = true }
        try scratch.edit(entry.id, text: "새 제목\n첫 줄\n둘째 줄 고침\n셋째 줄\n")
        _ = try scratch.perform(.delete, on: entry.id)
        return entry.id
    }

    @Test("a version says what it did: an edit of what stood deleted brought it back, and the weather came by itself")
    func acts() throws {
        let id = try versions()
        _ = try scratch.perform(.restore, on: id)
        _ = try scratch.diary.write(.observe(Weather(main: "비", icon: "10d"), of: id), in: scratch.context)
        _ = try scratch.diary.undo(in: scratch.context)
        let acts = try #require(try scratch.diary.history(of: id)).map(\.act)
        #expect(acts == [.deleted, .observed, .restored, .deleted, .edited, .edited, .edited, .created])
        _ = try scratch.diary.undo(in: scratch.context)
        #expect(try scratch.diary.history(of: id)?.first?.act == .restored)
    }

    @Test(arguments: seeds(2))
    func `blame says what comparing each version with the one before says, as of any moment`(seed: UInt64) throws {
        var chance = Chance(for: "blame of versions", seed: seed)
        let id = try scratch.add("하나\n둘\n셋\r\n넷").id
        var lines = ["하나", "둘", "셋", "넷"]
        for _ in 0..<70 {
            switch chance.below(12) {
            case 0: _ = try scratch.perform(.delete, on: id)
            case 1: _ = try scratch.diary.undo(in: scratch.context)
            case 2:
                let isStarred = chance.isLucky(oneIn: 2)
                _ = try scratch.perform(.restore, on: id)
                try scratch.edit(id) { $0.isStarred = isStarred }
            default:
                _ = try scratch.perform(.restore, on: id)
                let position = chance.below(lines.count)
                if lines.count > 3, chance.isLucky(oneIn: 3) { lines.remove(at: position) }
                lines.insert(chance.pick(["하나", "둘", "새 줄", "x", ""]), at: min(position, lines.count))
                try scratch.edit(id, text: lines.joined(separator: chance.pick(["\n", "\n", "\r\n"])) + "끝")
            }
            if chance.isLucky(oneIn: 20) { try scratch.flushTail() }
        }
        let head = try scratch.head
        for at in [head, head - 1] + (0..<12).map({ _ in UInt64(1 + chance.below(Int(head))) }) {
            var expected = Blame()
            let point = DiaryPoint.event(SequenceNumber(at))
            for version in try scratch.diary.versions(of: id, at: point) {
                expected.apply(version.content.text, by: version.sequence.rawValue)
            }
            guard let found = try scratch.diary.blame(id, at: point) else {
                #expect(expected.attributed.isEmpty)
                continue
            }
            #expect(found.map(\.text) == expected.attributed.map(\.text))
            #expect(found.map(\.sequence.rawValue) == expected.attributed.map(\.author))
            for line in found {
                let version = try #require(try scratch.diary.version(line.version, of: id))
                #expect(version.sequence == line.sequence && version.modifiedAt == line.recordedAt)
            }
        }
    }

    @Test func `a version is found by its number and by a prefix of its event's id`() throws {
        let id = try versions()
        #expect(try scratch.diary.version(2, of: id)?.text == "제목\n첫 줄\n둘째 줄 고침\n")
        #expect(try scratch.diary.version(6, of: id) == nil)
        let event = try #require(try scratch.diary.log(of: id).events.last)
        let first = try scratch.diary.version(byEvent: String(event.id.hexadecimal.prefix(12)), of: id)
        #expect(first?.version == 1)
        #expect(try scratch.diary.version(5, of: id)?.text.isEmpty == false)
    }

    @Test("a diff between moments tells what was added, changed and removed, and backwards the other way round")
    func diff() throws {
        let id = try versions()
        let other = try scratch.add("다른 글")
        let change = try scratch.diary.diff(from: .event(2), to: .event(5))
        #expect(change.items.map(\.change) == [.changed] && change.items.first?.id == id)
        let hunk = try #require(change.items.first?.hunks.first)
        #expect(hunk.lines.filter { $0.kind == .added }.map(\.text) == ["새 제목", "둘째 줄 고침", "셋째 줄"])
        #expect(hunk.lines.filter { $0.kind == .removed }.map(\.text) == ["제목", "둘째 줄"])
        let later = try scratch.diary.diff(from: .event(5), to: .head)
        #expect(later.items.map(\.change) == [.removed, .added] && later.items.last?.id == other.id)
        let back = try scratch.diary.diff(from: .head, to: .event(5))
        #expect(back.items.map(\.change) == [.added, .removed])
        #expect(try scratch.diary.diff(from: .head, to: .head).items.isEmpty)
    }

    @Test func `a long diff is handed out while it is read, and tells each entry once`() throws {
        let rows = (0..<2500).map { ImportedRow(content: plain("row \($0)"), identity: Array("\($0)".utf8)) }
        _ = try scratch.diary.import(rows, in: scratch.context)
        let ids = try scratch.diary.log(limit: 2500).events.compactMap(\.entry).reversed() as [EntryID]
        for id in ids.prefix(40) { try scratch.edit(id, text: "new \(id.hexadecimal)") }
        let meter = ReadMeter()
        var found: [EntryID] = []
        var atFirst = 0
        try ReadMeter.$current.withValue(meter) {
            try scratch.diary.forEachDifference(from: 0, to: 2541) { item in
                if found.isEmpty { atFirst = meter.frames }
                found.append(item.id)
            }
        }
        #expect(found == ids)
        #expect(atFirst * 2 < meter.frames)
        #expect(try scratch.diary.diff(from: .event(2501), to: .head).items.map(\.id) == Array(ids.prefix(40)))
    }

    @Test("an entry whose first event between two moments is damaged is told once, at its next", arguments: [0, 1, 2])
    func damagedDiff(damaged: Int) throws {
        let ids = try (0..<3).map { try scratch.add("entry \($0)").id }
        try scratch.flushTail()
        let start = try scratch.head
        for round in 0..<3 {
            for id in ids { try scratch.edit(id, text: "round \(round) of \(id.hexadecimal)") }
        }
        let end = try scratch.head
        try scratch.flushTail()
        try scratch.flip(start + UInt64(3 * damaged) + 1, at: 90)
        let found = try scratch.diary.diff(from: .event(SequenceNumber(start)), to: .event(SequenceNumber(end))).items
            .map(\.id)
        #expect(found == (damaged == 0 ? [ids[1], ids[2], ids[0]] : ids))
    }
}
