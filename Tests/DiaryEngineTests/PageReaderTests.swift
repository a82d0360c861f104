/// The page of the format against the engine: another program, written from the page, reads the same diaries.

import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@Suite("The reader by the page", .timed) final class PageReaderTests: InScratch {
    /// Compares what the reader finds in a diary's files with what the engine says: order, status, text, state hash.
    private func compare(_ scratch: Scratch, _ name: String) throws {
        guard let found = try PageReader(scratch.path) else { return }
        #expect(found.code == 0 && found.error.isEmpty, "\(name): \(found.error)\(found.lines)")
        #expect(try found.lines.last == "state hash \(scratch.stateHash.hexadecimal)", "\(name)")
        let list = try scratch.diary.list().entries
        #expect(found.lines.count == list.count + 1, "\(name)")
        for (line, entry) in zip(found.lines, list) {
            let start =
                "{\"id\": \"\(entry.id.hexadecimal)\", \"version\": \(entry.version), \"status\": \"\(entry.status)\""
            #expect(line.hasPrefix(start), "\(name)")
        }
    }

    @Test(
        "finds what the engine finds: copies that part, meet, merge, conflict, delete and forget",
        arguments: seeds(4) + [413_699_833_216, 724_907_849_936, 991_677_184_673])
    func copies(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let mine = try Scratch()
        let ids = try (0..<6).map { _ in try mine.add(chance.content(words: 30)).id }
        let theirs = try mine.copied()
        for round in 0..<90 {
            let device = chance.isLucky(oneIn: 2) ? mine : theirs
            device.wall += Int64(chance.below(5_000_000))
            device.seed = UInt64(round) * 2 + (device === mine ? 0 : 1)
            let id = chance.pick(ids)
            guard let entry = try device.diary.entry(id) else { continue }
            switch chance.below(14) {
            case 0: try device.add(chance.content())
            case 1: _ = try device.perform(.delete, on: id)
            case 2: _ = try device.perform(.restore, on: id)
            case 3: _ = try device.diary.undo(in: device.context)
            case 4: _ = try device.diary.redo(in: device.context)
            case 5: _ = try device.diary.write(.observe(Weather(main: "비", icon: "10d"), of: id), in: device.context)
            case 6: _ = try device.perform(.become(chance.content()), on: id)
            case 7: try? device.create(chance.content(), under: EntryID(high: 1, low: 1), expecting: .noStream)
            default: _ = try device.perform(.edit(chance.edit(of: entry.content)), on: id)
            }
            if chance.isLucky(oneIn: 12) { try mine.exchange(with: theirs) }
        }
        try compare(mine, "seed \(seed), one device's view")
        try mine.exchange(with: theirs)
        try compare(mine, "seed \(seed)")
        _ = try theirs.diary.forget(ids[0], in: theirs.context)
        try compare(theirs, "seed \(seed), forgotten")
    }

    @Test("finds what the engine finds where two copies had their say on an entry at once", arguments: seeds(3))
    func pairs(seed: UInt64) throws {
        var chance = Chance(seed: seed)
        let mine = try Scratch()
        let text = "the sea was wide\n\tand so blue"
        let ids = try (0..<60).map { try mine.add(text, day: Int64($0 % 3)).id }
        try mine.add(String(repeating: "a long way ", count: 900))
        let theirs = try mine.copied()
        for id in ids {
            for device in [mine, theirs] {
                device.seed += 2
                for _ in 0...chance.below(2) {
                    guard let entry = try device.diary.entry(id), !entry.isDeleted else { continue }
                    var edit = EntryEdit()
                    switch chance.below(8) {
                    case 0: _ = try device.perform(.delete, on: id)
                    case 1:
                        let weather = Weather(main: "\(device.seed)", icon: "10d")
                        _ = try device.diary.write(.observe(weather, of: id), in: device.context)
                    case 2:
                        edit.addedTags = chance.tags()
                        _ = try device.perform(.edit(edit), on: id)
                    default:
                        edit.text = chance.retouched(entry.content.text)
                        _ = try device.perform(.edit(edit), on: id)
                    }
                }
            }
        }
        try mine.exchange(with: theirs)
        try compare(mine, "seed \(seed)")
        let statuses = try Set(mine.diary.list().entries.map(\.status))
        #expect(statuses == [.one, .merged, .conflict])
    }

    @Test("finds what stands in the logs of other times: schema 1, and two devices with branches, a hole and a forget")
    func fixtures() throws {
        let wall: Int64 = 1_608_651_333_000_000
        try compare(Scratch(events: UpcastingTests.fixture(), wall: wall), "schema 1")
        try compare(Scratch(records: BranchFixtureTests.fixture(), wall: wall), "two devices")
    }

    @Test func `finds what the engine finds where values differ in their normal form alone: they are two`() throws {
        let names = ["e\u{301}", "\u{E9}"]
        func content(_ key: String) -> EntryContent {
            var content = plain("바다에 갔다")
            content.attachments = names.map {
                Attachment(name: $0, mediaType: "", size: 1, hash: [UInt8](repeating: 1, count: 32))
            }
            content.date.zone = key
            content.weather = Weather(main: key, icon: "")
            content.extra = [ExtraField(key: key, value: [])]
            return content
        }
        let id = try scratch.add(content(names[0])).id
        let changed = try scratch.perform(.become(content(names[1])), on: id)
        let after = try #require(changed.receipt != nil ? changed.entries.first?.content : nil)
        #expect(after.attachments.map(\.name.utf8.count) == [3, 2])
        #expect([after.date.zone, after.weather?.main, after.extra.first?.key].map { $0?.utf8.count } == [2, 2, 2])
        try compare(scratch, "normal forms")
        let copy = try scratch.copy()
        #expect(try copy.stateHash == scratch.stateHash)
    }

    @Test func `lists the scalars that draw nothing as the page does, and as the program has them`() throws {
        let invisible = (0...0x10FFFF).filter { value in
            Unicode.Scalar(UInt32(value)).map { !hasVisibleCharacter(String($0)) } ?? false
        }
        for path in ["Docs/FormatEvents.md", "Docs/Examples/events.py"] {
            let text = String(decoding: try FileSystem.read(projectFile(path)), as: UTF8.self)
            let start = try #require(text.firstRange(of: "0-20 7f-a0")).lowerBound
            let end = try #require(text[start...].firstRange(of: "e0000-e0fff")).upperBound
            let listed = try text[start..<end].split(whereSeparator: \.isWhitespace).flatMap { span in
                let ends = span.split(separator: "-").compactMap { Int($0, radix: 16) }
                return Array(try #require(ends.first)...(try #require(ends.last)))
            }
            #expect(listed == invisible, "\(path)")
        }
    }

    @Test func `names the event whose frame, header or payload was changed`() throws {
        try scratch.add("one")
        try scratch.add("two")
        for position in [9, 40, 100, 260] {
            let frame = try scratch.flip(3, at: position)
            guard let found = try PageReader(scratch.path) else { return }
            #expect(found.code == 1 && found.error.contains("frame 3"), "\(position): \(found.error)")
            try scratch.put(frame, at: 3)
        }
        #expect(try PageReader(scratch.path)?.code ?? 0 == 0)
    }
}
