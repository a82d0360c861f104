/// What entries were before: written by an export, kept by an import into another diary.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Interchange
import Testing

@Suite(.timed) struct PastTests {
    /// 2020-12-22T15:35:33Z.
    private static let start: Int64 = 1_608_651_333_000_000

    private func context(_ wall: Int64, offset: Int32 = 32_400) -> WriteContext {
        WriteContext(wall: wall, offset: offset, zone: offset == 32_400 ? "Asia/Seoul" : "", entropy: .seeded([1]))
    }

    private func diary(at path: String, _ wall: Int64) throws -> Diary {
        var context = context(wall)
        try Diary.create(at: path, in: &context)
        return try Diary(at: path)
    }

    /// All that is to come back: nil in `past` for a version that cannot be computed.
    private struct Whole: Equatable {
        var id: EntryID
        var content: EntryContent
        var isDeleted: Bool
        var version: UInt64
        var createdAt: ClockReading
        var modifiedAt: ClockReading
        var past: [Entry]

        init(_ entry: Entry, _ diary: Diary) throws {
            (id, content, isDeleted) = (entry.id, entry.content, entry.isDeleted)
            (version, createdAt, modifiedAt) = (entry.version.rawValue, entry.createdAt, entry.modifiedAt)
            past = try diary.versions(of: entry.id).map { version in
                var version = version
                (version.sequence, version.event) = (0, .zero)
                return version
            }
        }
    }

    private func whole(_ diary: Diary) throws -> [EntryID: Whole] {
        var all: [EntryID: Whole] = [:]
        for entry in try diary.list().entries { all[entry.id] = try Whole(entry, diary) }
        return all
    }

    private func exported(_ diary: Diary) throws -> [UInt8] {
        let entries = try diary.list().entries.map { entry in
            let earlier = try diary.versions(of: entry.id).filter { $0.sequence < entry.sequence }
            return EntryJSON.object(entry, isFull: true, earlier: earlier)
        }
        return JSONWriter.bytes(.array(entries))
    }

    private func read(_ bytes: [UInt8]) throws -> RowsOfFile {
        let now = EntryDate(seconds: 1_000_000, offset: 0, zone: "UTC", precision: .second)
        return try readRows(bytes, defaults: RowDefaults(now: now, zone: "UTC", dateMissing: .now))
    }

    private func content(_ chance: inout Chance) -> EntryContent {
        var text = "x"
        for _ in 0..<chance.below(12) { text += chance.pick([" ", "\n", ""]) + chance.pick(SampleWords.entries) }
        let seconds = Int64(chance.below(1 << 30)) * 3
        var content = EntryContent(
            text: Array(text.utf8),
            date: EntryDate(seconds: seconds, offset: -75, zone: "Europe/London", precision: .second))
        content.tags = Set((0..<chance.below(3)).map { _ in Tag(chance.pick(["산책", "x y", "a"])) }).sorted()
        content.isStarred = chance.isLucky(oneIn: 3)
        if chance.isLucky(oneIn: 3) { content.place = Place(latitude: Int32(chance.below(900_000_000)), longitude: -1) }
        if chance.isLucky(oneIn: 3) { content.weather = Weather(main: "맑음", icon: "") }
        for (key, value) in [("mood", "3"), ("text", #"["a",{"b":null}]"#), ("placeName", "남산, 서울"), ("제목", "3.50")] {
            guard chance.isLucky(oneIn: 3) else { continue }
            content.extra.append(ExtraField(key: key, value: Array(value.utf8)))
        }
        return content
    }

    /// A diary that was lived in: entries are added, changed, deleted and brought back; at times the clock is set.
    private func lived(at path: String, _ chance: inout Chance) throws -> (Diary, now: Int64) {
        var wall = Self.start
        let diary = try diary(at: path, wall)
        var ids: [EntryID] = []
        for _ in 0..<120 {
            wall += Int64(chance.below(5_000_000_000)) - (chance.isLucky(oneIn: 8) ? 90_000_000 : 0)
            let context = context(wall, offset: chance.pick([32_400, -18_000]))
            guard let id = ids.isEmpty || chance.isLucky(oneIn: 4) ? nil : chance.pick(ids) else {
                if case .changed(_, let entries) = try diary.add(content(&chance), in: context) {
                    ids += entries.map(\.id)
                }
                continue
            }
            let command: EntryCommand =
                chance.isLucky(oneIn: 5)
                ? chance.isLucky(oneIn: 2) ? .delete : .restore : .become(content(&chance))
            _ = try diary.perform([EntryRequest(entry: id, command: command)], in: context)
        }
        return (diary, wall + 3_600_000_000)
    }

    @Test(
        "what an export says of entries and their past is what an empty diary says after the import", arguments: 1...6)
    func roundTrip(round: Int) throws {
        var chance = Chance(for: "a past that is kept")
        let folder = try Folder()
        let (first, now) = try lived(at: folder("first"), &chance)
        let file = try read(try exported(first))
        #expect(file.losses.isEmpty && file.unknown.isEmpty)
        let second = try diary(at: folder("second"), now)
        guard
            case .imported(let receipt?, let added, 0, let losses) = try second.import(
                file.rows, in: context(now + 1))
        else { return #expect(Bool(false)) }
        #expect(losses == ImportLosses())
        #expect(try whole(second) == whole(first))
        #expect(try added == whole(first).count)
        // Two operations: a device's beginning and the import, which has the time of the import.
        let operations = try second.operations()
        #expect(operations.map(\.recordedAt.wall) == [now + 1, now])
        #expect(try second.list(ListRequest(at: .instant(now))).entries.isEmpty)
        let report = try second.verify(deep: true)
        #expect(report.findings.isEmpty && report.leaps.count == 0)
        // The same once more is nothing, and undoing it leaves nothing.
        guard case .imported(nil, 0, _, _) = try second.import(file.rows, in: context(now + 2)) else {
            return #expect(Bool(false))
        }
        _ = try second.undo(in: context(now + 3))
        #expect(try second.list().entries.isEmpty)
        guard case .imported(_, added, 0, _) = try second.import(file.rows, in: context(now + 4)) else {
            return #expect(Bool(false))
        }
        #expect(try Set(whole(second).keys) == Set(whole(first).keys))
        #expect(receipt.count == file.rows.reduce(1) { $0 + $1.earlier.count + 1 })
    }

    @Test("an entry that is here already stays as it is, and is told if the row says something else")
    func known() throws {
        var chance = Chance(for: "entries that are here")
        let folder = try Folder()
        let (diary, now) = try lived(at: folder("first"), &chance)
        let file = try read(try exported(diary))
        let head = try diary.resolve(.head)
        guard case .imported(nil, 0, file.rows.count, let losses) = try diary.import(file.rows, in: context(now)) else {
            return #expect(Bool(false))
        }
        #expect(losses == ImportLosses())
        var rows = file.rows
        rows[0].content.isStarred.toggle()
        guard case .imported(nil, 0, _, let reported) = try diary.import(rows, in: context(now)) else {
            return #expect(Bool(false))
        }
        #expect(reported.differing == 1)
        #expect(try diary.resolve(.head) == head)
        let twice = [rows[1], rows[1]]
        guard case .imported(_, 2, 0, _) = try diary.import(twice, again: true, in: context(now)) else {
            return #expect(Bool(false))
        }
    }

    @Test("what cannot be kept is counted: other programs' ids and times, versions that are not there, the future")
    func losses() throws {
        let file = try read(
            Array(
                #"""
                [{"text":"a","id":"b-1","createdAt":12,"version":1},
                 {"text":"b","id":"00000000000000000000000000000000","createdAt":"2020-01-01","version":3},
                 {"text":"c","id":"000000000000000000000000000000aa","createdAt":"2999-01-01T00:00:00Z",
                  "alternatives":[{}],"earlier":[{"text":"c","recordedAt":"2020-01-01T00:00:00Z","deleted":false}],
                  "version":2,"modifiedAt":"2020-01-02T00:00:00.5+01:00"}]
                """#.utf8))
        #expect(file.losses == [.ids: 2, .times: 2, .versions: 1, .branches: 1])
        #expect(file.rows[2].writtenAt == ClockReading(wall: 1_577_919_600_500_000, offset: 3600))
        let folder = try Folder()
        let diary = try diary(at: folder("diary"), Self.start)
        guard case .imported(_, 3, 0, let losses) = try diary.import(file.rows, in: context(Self.start)) else {
            return #expect(Bool(false))
        }
        // The second version of c differs from the first in its date, which the row does not say.
        #expect(losses == ImportLosses(equalVersions: 1, times: 1))
        for bad in [#""earlier":{}"#, #""earlier":[1]"#, #""earlier":[{"deleted":false}]"#] {
            #expect(throws: ReadProblem.self) { try read(Array("{\"text\":\"a\",\(bad)}".utf8)) }
        }
    }
}

extension ListRequest {
    fileprivate init(at point: DiaryPoint) {
        self.init()
        self.point = point
    }
}
