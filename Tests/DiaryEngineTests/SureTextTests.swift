import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What an entry shows though events of it are lost, and what is said of it, in a damaged diary and in one made of it.
@Suite("An entry that has lost events", .timed) struct SureTextTests {
    private let scratch: Scratch
    private let id: EntryID
    /// The events of the entry's versions.
    private let versions: [UInt64]

    /// An entry of ten versions, of which the last only starred it, another of one, and all of them in the tables.
    init() throws {
        scratch = try Scratch()
        id = try scratch.add("first words").id
        var versions = [try scratch.head]
        try scratch.add("another entry")
        for number in 2...10 {
            if number < 10 {
                try scratch.edit(id, text: "first words, changed for the \(number)th time")
            } else {
                _ = try scratch.perform(.edit(.star), on: id)
            }
            versions.append(try scratch.head)
        }
        self.versions = versions
        try scratch.flushTail()
    }

    private func damage<Answer>(_ ask: () throws -> Answer) throws -> (answer: Answer, damage: Damage) {
        let (result, damage) = FoundDamage.collecting(ask)
        return (try result.get(), damage)
    }

    /// A copy of the folder in which every copy of some events is damaged, those on old pages too; and every row of an
    /// entry, if asked for.
    private func damaged(_ events: [UInt64], rowsOf id: EntryID? = nil, in name: String = "damaged") throws -> String {
        var bytes = try scratch.file
        var count = 0
        for position in 0..<bytes.count - 200 where bytes[position] == 0x44 && bytes[position + 1] == 0x4C {
            let magic: UInt32 = bytes.span.littleEndian(at: position)
            guard magic == FrameLayout.magic else { continue }
            let sequence: UInt64 = bytes.span.littleEndian(at: position + 8)
            // What is left of an old copy may lie before what is in use.
            let end = position + Int(bytes.span.littleEndian(at: position + 4) as UInt32)
            guard events.contains(sequence), end > position + 150, end <= bytes.count,
                (try? Frame(bytes.span.extracting(position..<end), expecting: sequence)) != nil
            else { continue }
            // Neither the checksum nor a hash puts that right.
            bytes[position + 150] ^= 4
            bytes[end - 1] ^= 3
            count += 1
        }
        #expect(count >= events.count)
        if let id {
            let name = id.bytes
            // The identifier stands behind head, creation, version and flags.
            for position in 25..<bytes.count - 73 where bytes[position] == name[0] && bytes[position - 1] <= 3 {
                if bytes[position..<position + 16].elementsEqual(name) { bytes[position + 20] ^= 4 }
            }
        }
        return try scratch.lay(bytes, lock: scratch.lock, in: name)
    }

    private func mended(_ path: String, _ isSalvage: Bool) throws -> (report: MendReport, diary: Diary) {
        let position = path + "-mended"
        if isSalvage {
            let report = try Diary.salvage(path, into: position, in: scratch.context)
            return (report.mended, try Diary(at: position))
        }
        return (try Diary(at: path).mend(into: position, in: scratch.context), try Diary(at: position))
    }

    @Test("shows in the mended diary what its row says, and a new device's event says it", arguments: [false, true])
    func kept(isSalvage: Bool) throws {
        let before = try #require(try scratch.diary.entry(id))
        let (report, diary) = try mended(damaged([versions[9]]), isSalvage)
        #expect(report.holes == [SequenceNumber(versions[9])] && report.kept == [id] && report.doubtful == [])
        let (after, damage) = try damage { try diary.entry(id) }
        #expect(after?.modifiedAt == before.modifiedAt && after?.createdAt == before.createdAt)
        #expect(after?.content == before.content && damage.isNone)
        #expect(try diary.list().entries.count == scratch.diary.list().entries.count)
        #expect(try self.damage { try diary.list() }.damage.isNone)
        #expect(try diary.verify(deep: true).findings.filter { $0.reason != .hole && $0.reason != .baseless } == [])
    }

    @Test func `comes out of the pages as its row says where the lost event is the newest of all`() throws {
        var number = 10
        repeat {
            number += 1
            try scratch.edit(id, text: "first words, changed for the \(number)th time")
        } while try scratch.diary.store.beginRead().view.log.meta.flushed < scratch.head
        let before = try #require(try scratch.diary.entry(id))
        let (report, diary) = try mended(damaged([scratch.head]), true)
        #expect(report.kept == [id] && report.doubtful == [])
        #expect(try diary.entry(id)?.content == before.content)
    }

    @Test func `and a copy that has the lost event takes what the mended diary wrote, and shows the same`() throws {
        let whole = try Scratch(events: scratch.events(), wall: scratch.wall)
        let before = try #require(try whole.diary.entry(id))
        let diary = try mended(damaged([versions[9]]), false).diary
        #expect(try whole.take(diary.events()).allSatisfy { $0 == .accepted || $0 == .known })
        #expect(try whole.diary.entry(id)?.content == before.content)
        #expect(try whole.diary.entry(id)?.status == .one)
    }

    @Test(arguments: [false, true])
    func `comes back whole where only its creation, its newest event, or all of them are lost`(isSalvage: Bool) throws {
        let before = try #require(try scratch.diary.entry(id))
        for (index, lost) in [[versions[0]], [versions[9]], versions, [versions[8], versions[9]]].enumerated() {
            let (report, diary) = try mended(damaged(lost, in: "damaged \(index)"), isSalvage)
            let texts = try diary.list().entries.map(\.text)
            #expect(texts.contains(before.text), "\(lost)")
            #expect(try diary.list().entries.contains { $0.content == before.content }, "\(lost)")
            // An event after the lost ones says what the entry is; else the row does.
            #expect(report.kept == (lost.last == versions[9] ? [id] : []) && report.doubtful == [], "\(lost)")
        }
    }

    @Test(
        "costs no event after it, though the one beside it is lost as well: frames hold their ids",
        arguments: [false, true])
    func beside(isSalvage: Bool) throws {
        let other = try scratch.add("yet another")
        try scratch.edit(id, text: "eleven")
        let first = try scratch.head
        try scratch.edit(other.id, text: "yet another, changed")
        try scratch.edit(id, text: "twelve")
        try scratch.flushTail()
        let (report, diary) = try mended(damaged([first, first + 1]), isSalvage)
        #expect(try report.events == scratch.head - 2 && report.lost == [])
        #expect(report.holes == [SequenceNumber(first), SequenceNumber(first + 1)])
        #expect(try diary.entry(id)?.text == "twelve" && diary.entry(other.id)?.text == "yet another, changed")
    }

    @Test("is marked by every answer where no row says what it is, until somebody writes it", arguments: [false, true])
    func marked(isSalvage: Bool) throws {
        let lost = SequenceNumber(versions[8])
        let (report, diary) = try mended(damaged([versions[8]], rowsOf: id), isSalvage)
        #expect(report.kept == [] && report.doubtful == [id])
        try expectMarks(diary, lost)
        _ = try diary.perform([EntryRequest(entry: id, command: .edit(.text("written anew")))], in: scratch.context)
        #expect(try damage { try diary.list() }.damage.isNone)
        #expect(try damage { try diary.entry(id)?.text }.answer == "written anew")
    }

    @Test func `is marked by every answer in a diary that an export made`() throws {
        try scratch.flip(versions[8], at: 200)
        let copy = try Scratch(records: scratch.records(), wall: scratch.wall)
        try expectMarks(copy.diary, SequenceNumber(versions[8]))
        #expect(try copy.diary.replay(.checking).differences == [])
        try copy.diary.rebuild()
        try expectMarks(copy.diary, SequenceNumber(versions[8]))
        #expect(try copy.take(scratch.events()).allSatisfy { $0 != .accepted })
    }

    private func expectMarks(_ diary: Diary, _ lost: SequenceNumber) throws {
        let roads: [() throws -> Void] = [
            { _ = try diary.entry(id) }, { _ = try diary.list() },
            { _ = try diary.entries(withPrefix: id.hexadecimal) },
            { _ = try diary.search("first words") }, { _ = try diary.history(of: id) },
        ]
        for (index, road) in roads.enumerated() {
            #expect(try damage(road).damage.events == [lost], "road \(index)")
        }
        // What was before it is whole, version by version, and so are the others.
        #expect(try damage { try diary.version(5, of: id) }.damage.isNone)
        #expect(try damage { try diary.entry(id, at: .event(SequenceNumber(versions[5]))) }.damage.isNone)
        #expect(try damage { try diary.entry(id, at: .event(SequenceNumber(versions[0]))) }.damage.isNone)
        #expect(try damage { try diary.search("another entry") }.damage.isNone)
    }
}
