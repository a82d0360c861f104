import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore
import Testing

/// What a damaged diary shows, a mended one shows or names.
///
/// Random histories, of which one to twelve bits are flipped where they lie in the file: in frames and their envelopes,
/// in the tail, in keys and in rows. More of them with `DIARYLOG_RUNS`.
@Suite("The law of mending", .timed) struct MendLawTests {
    /// How a diary is mended.
    enum Road: CaseIterable { case repair, salvage, rebuild }

    @Test("what list, show and search show before is shown or named afterwards", arguments: Road.allCases)
    func law(road: Road) throws {
        var (asked, named, wrong) = (0, 0, [String]())
        for round in 0..<runs(debug: 20) {
            var chance = Chance(for: "law of mending, round \(round)")
            let scratch = try Scratch.lived(&chance, events: 20 + chance.below(80))
            let flips = try FlippedFile(of: scratch, &chance)
            let damaged = try flips.copy("damaged")
            guard let diary = try? Diary(at: damaged) else { continue }
            let ids = try Set(scratch.diary.log().events.compactMap(\.entry)).sorted()
            let (truth, before) = (Shown(by: scratch.diary, ids), Shown(by: diary, ids))
            if before.entries.isEmpty { continue }
            let after: Shown
            var told: Set<EntryID> = []
            do {
                switch road {
                case .repair:
                    let report = try diary.mend(into: damaged + "-mended", in: scratch.context)
                    (after, told) = (Shown(by: try Diary(at: damaged + "-mended"), ids), Set(report.doubtful))
                case .salvage:
                    let report = try Diary.salvage(damaged, into: damaged + "-mended", in: scratch.context).mended
                    (after, told) = (Shown(by: try Diary(at: damaged + "-mended"), ids), Set(report.doubtful))
                case .rebuild:
                    _ = try diary.rebuild()
                    after = Shown(by: try Diary(at: damaged), ids)
                    if after.isTold { told = Set(before.entries.keys) }
                }
            } catch {
                if road != .rebuild { wrong.append("round \(round): \(error); \(flips.places)") }
                continue
            }
            for (id, content) in before.entries.sorted(by: { $0.key < $1.key }) {
                asked += 1
                // An event that is whole again may say more than the damaged diary knew.
                let isRight = after.entries[id] == content || after.entries[id] == truth.entries[id]
                let isFound = after.found.contains(id) || !before.found.contains(id) || !truth.found.contains(id)
                if isRight, isFound { continue }
                if told.contains(id) {
                    named += 1
                } else {
                    let text = after.entries[id].map { $0 == content ? "not found" : "old" } ?? "gone"
                    wrong.append("round \(round): \(id) is \(text); \(flips.places)")
                }
            }
        }
        print("\(road): \(asked) entries shown before, \(named) lost and named, \(wrong.count) lost and not named")
        #expect(wrong == [])
    }
}

/// What a diary shows: entries with their contents, by list and by name, and those that a search finds.
private struct Shown {
    private(set) var entries: [EntryID: EntryContent] = [:]
    private(set) var found: Set<EntryID> = []
    /// Whether an answer said that something is damaged.
    private(set) var isTold = false

    /// Asks a diary, also for entries by their names.
    init(by diary: Diary, _ ids: [EntryID]) {
        let everything = with(ListRequest()) { $0.limit = 1000 }
        let deleted = with(everything) { $0.deleted = true }
        for request in [everything, deleted] {
            for entry in ask({ try diary.list(request).entries }) ?? [] { entries[entry.id] = entry.content }
        }
        for id in ids { if let entry = ask({ try diary.entry(id) }) ?? nil { entries[id] = entry.content } }
        for word in ["갔다", "sea", "비가", "오늘", "cold"] {
            let hits = ask {
                let request = try SearchRequest(word)
                let page = try diary.search(request)
                return try diary.found(page.hits, by: request, at: page.at)
            }
            for hit in hits ?? [] { found.insert(hit.entry.id) }
        }
    }

    private mutating func ask<Answer>(_ question: () throws -> Answer) -> Answer? {
        let (result, damage) = FoundDamage.collecting(question)
        if !damage.isNone { isTold = true }
        guard case .success(let answer) = result else {
            isTold = true
            return nil
        }
        return answer
    }
}

/// A diary's file with some bits flipped where they lie, in every copy of a row that its pages have.
private struct FlippedFile {
    private let scratch: Scratch
    private var bytes: [UInt8]
    /// What was hit.
    private(set) var places: [String] = []

    init(of scratch: Scratch, _ chance: inout Chance) throws {
        self.scratch = scratch
        bytes = try scratch.file
        let rows = try scratch.storedRows(of: ["tail", "log", "streams", "ids", "devices", "keys"])
        // In some rounds only the log is hit; in some, few rows again and again.
        let isOfLog = chance.isLucky(oneIn: 2)
        let isNarrow = chance.isLucky(oneIn: 2)
        let frames = ["tail", "log"]
        // Where a row lies, as it was found before anything of it was flipped.
        var known: [[UInt8]: [Int]] = [:]
        var hit: [StoredRow] = []
        for _ in 0...chance.below(12) {
            let tables = ["tail", "log", "log", "key", "log"] + (isOfLog ? [] : ["streams", "ids", "devices"])
            let wanted = chance.pick(tables)
            let choice = rows.filter { wanted == "key" ? frames.contains($0.table) : $0.table == wanted }
            guard !choice.isEmpty else { continue }
            let isAgain = isNarrow && !hit.isEmpty && !chance.isLucky(oneIn: 3)
            let row = isAgain && wanted != "key" ? chance.pick(hit) : chance.pick(choice)
            let isEnvelope = frames.contains(row.table) && chance.isLucky(oneIn: 3)
            let room = wanted == "key" ? row.key.count : isEnvelope ? 64 : row.value.count
            if room == 0 { continue }
            let (offset, mask) = (chance.below(room), UInt8(1) << UInt8(chance.below(8)))
            let position = wanted == "key" ? offset - row.key.count : offset
            let found = known[row.key + row.value] ?? places(of: row.value, after: row.key)
            known[row.key + row.value] = found
            for start in found { bytes[start + position] ^= mask }
            if wanted != "key" { hit.append(row) }
            places.append("\(row.table) \(row.key.map { String($0, radix: 16) }.joined(separator: ".")): \(position)")
        }
    }

    /// Where a value lies behind its key, or, if it is long, alone.
    private func places(of value: [UInt8], after key: [UInt8]) -> [Int] {
        let isLong = value.count > 1900
        let wanted = isLong ? value : key + value
        var found: [Int] = []
        var position = 8192
        while position + wanted.count <= bytes.count {
            if bytes[position] == wanted[0], bytes[position..<position + wanted.count].elementsEqual(wanted) {
                found.append(position + (isLong ? 0 : key.count))
            }
            position += 1
        }
        return found
    }

    /// The diary with that file in a folder of its own, without what the lock file knows.
    func copy(_ name: String) throws -> String { try scratch.lay(bytes, lock: [], in: name) }
}
