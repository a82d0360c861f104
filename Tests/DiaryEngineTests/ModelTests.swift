import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// The diary against the simplest diary there can be.
@Suite(.timed) struct ModelTests {
    /// From part 4 on, the weather comes by itself now and then.
    @Test("whatever is done, every moment of the diary is that of the naive one", arguments: 0..<6)
    func histories(part: Int) throws {
        var chance = Chance(for: "histories \(part)")
        for _ in 0..<runs(debug: 80) / 4 {
            let seed = chance.next()
            let length = 20 + chance.below(60)
            guard let problem = try ModelRun.problem(seed: seed, commands: length, part > 3) else { continue }
            for shorter in 1..<length {
                if let problem = try ModelRun.problem(seed: seed, commands: shorter, part > 3) {
                    Issue.record("run \(seed), \(shorter) commands: \(problem)")
                    return
                }
            }
            Issue.record("run \(seed), \(length) commands: \(problem)")
            return
        }
    }
}

/// One history, played on both.
private struct ModelRun {
    private var chance: Chance
    private var naive = NaiveDiary()
    private let scratch: Scratch
    private var ids: [EntryID] = []
    /// A list being paged through while the diary changes.
    private var pager: (cursor: ListCursor, left: [EntryID])?
    private var problem: String?

    /// What is wrong after so many commands; nil if nothing is.
    static func problem(seed: UInt64, commands: Int, _ observes: Bool) throws -> String? {
        var run = try ModelRun(seed: seed)
        for _ in 0..<commands where run.problem == nil {
            try run.command()
            if observes, run.chance.below(3) == 0 { try run.observe() }
            try run.turnPage()
        }
        if run.problem == nil { try run.compare() }
        return run.problem
    }

    private init(seed: UInt64) throws {
        chance = Chance(seed: seed)
        scratch = try Scratch(seed: seed)
        naive.note(at: scratch.wall)
    }

    private mutating func check(_ isRight: Bool, _ what: @autoclosure () -> String) {
        if !isRight, problem == nil { problem = what() }
    }

    // MARK: Commands

    private mutating func command() throws {
        scratch.wall += Int64(chance.below(5) - 1) * 60_000_000
        // Ten minutes back and more are a leap, which the naive diary does not know; ClockTests has those.
        scratch.wall = max(scratch.wall, naive.now.arrivedAt - 9 * 60_000_000)
        let wall = scratch.wall
        switch chance.below(20) {
        case 0..<5: try add()
        case 5..<11:
            try one { chance, naive, id in
                let edit = chance.edit(of: naive.now.entries[id]?.content ?? plain("a"))
                naive.edit(id, edit, at: wall)
                return .edit(edit)
            }
        case 11..<13:
            try one { _, naive, id in
                naive.delete(id, at: wall)
                return .delete
            }
        case 13..<15:
            try one { _, naive, id in
                naive.restore(id, at: wall)
                return .restore
            }
        case 15:
            try one { chance, naive, id in
                // Any content of any moment.
                let moment = naive.moments[chance.below(naive.moments.count)]
                let content = moment.entries[id]?.content ?? chance.content()
                naive.set(content, of: id, at: wall)
                return .become(content)
            }
        case 16: try several()
        case 17: try bring()
        case 18: try scratch.reopen()
        default: try startPaging()
        }
        let (head, expected) = (try scratch.head, naive.head)
        check(head == expected, "the head is \(head), not \(expected)")
    }

    private mutating func add() throws {
        let content = chance.content()
        let entry = try scratch.add(content)
        naive.create(content, as: entry.id, at: scratch.wall)
        ids.append(entry.id)
        check(entry.content == content, "an added entry is another")
    }

    private mutating func one(
        _ choose: (inout Chance, inout NaiveDiary, EntryID) -> EntryCommand
    ) throws {
        guard !ids.isEmpty else { return }
        let id = chance.pick(ids)
        let command = choose(&chance, &naive, id)
        let outcome = try scratch.diary.perform(
            [EntryRequest(entry: id, command: command)], in: scratch.context)
        if let entry = outcome.entries.first {
            let isRight = matches(entry, id, naive.head)
            check(isRight, "the outcome of \(command) shows another entry")
        }
    }

    /// The weather arrives, whether or not it is wanted by now.
    private mutating func observe() throws {
        guard !ids.isEmpty else { return }
        let id = chance.pick(ids)
        var weather = Weather(main: chance.pick(["Rain", "맑음"]), icon: "")
        weather.temperature = Int16(chance.below(4_000) - 2_000)
        _ = try scratch.diary.write(.observe(weather, of: id), in: scratch.context)
        naive.observe(weather, of: id, at: scratch.wall)
        let (head, expected) = (try scratch.head, naive.head)
        check(head == expected, "after an observation the head is \(head), not \(expected)")
    }

    /// Several requests as one operation; the same entry may be named twice.
    private mutating func several() throws {
        guard !ids.isEmpty else { return }
        let chosen = (0...chance.below(20)).map { _ in chance.pick(ids) }
        let isDeletion = chance.below(2) == 0
        _ = try scratch.diary.perform(
            chosen.map { EntryRequest(entry: $0, command: isDeletion ? .delete : .restore) },
            in: scratch.context)
        for id in chosen {
            if isDeletion { naive.delete(id, at: scratch.wall) } else { naive.restore(id, at: scratch.wall) }
        }
    }

    private mutating func bring() throws {
        let rows = (0..<chance.below(24)).map { _ in
            let number = UInt8(chance.below(12))
            var content = plain("row \(number)", day: Int64(number))
            content.unknown = [UnknownField(number: 99, bytes: [number])]
            return ImportedRow(content: content, identity: [number])
        }
        let again = chance.below(4) == 0
        let before = naive.head
        let fresh = naive.fresh(rows, again: again)
        let outcome = try scratch.diary.import(rows, again: again, in: scratch.context)
        guard case .imported(let receipt, let added, let skipped, _) = outcome else {
            return check(false, "an import was refused")
        }
        check(added == fresh.count && skipped == rows.count - added, "\(added) rows were added, not \(fresh.count)")
        check((receipt?.count ?? 0) == fresh.count, "the receipt of an import is wrong")
        var sequence = before
        for index in fresh {
            sequence += 1
            let log = try scratch.diary.log(limit: 1, at: .event(SequenceNumber(sequence)))
            guard let id = log.events.first?.entry else { return check(false, "event \(sequence) has no entry") }
            naive.create(rows[index].content, as: id, at: scratch.wall)
            ids.append(id)
        }
    }

    // MARK: Paging while the diary changes

    private mutating func startPaging() throws {
        guard pager == nil else { return }
        var request = ListRequest()
        request.point = .event(SequenceNumber(UInt64(chance.below(Int(naive.head) + 1))))
        request.limit = 1 + chance.below(4)
        let page = try scratch.diary.list(request)
        let whole = naive.list(at: page.at.rawValue)
        let isRight = page.entries.map(\.id) == Array(whole.prefix(page.entries.count))
        check(isRight, "the first page as of \(page.at) is wrong")
        if let cursor = page.next { pager = (cursor, Array(whole.dropFirst(page.entries.count))) }
    }

    private mutating func turnPage() throws {
        guard let (cursor, left) = pager, chance.below(2) == 0 else { return }
        var request = ListRequest()
        request.limit = 1 + chance.below(5)
        request.after = ListCursor(text: cursor.text)
        let page = try scratch.diary.list(request)
        check(page.at == cursor.at, "a page left its moment")
        check(page.entries.map(\.id) == Array(left.prefix(request.limit ?? 0)), "a page as of \(cursor.at) is wrong")
        check((page.next == nil) == (left.count <= page.entries.count), "the end of the pages is wrong")
        pager = page.next.map { ($0, Array(left.dropFirst(page.entries.count))) }
    }

    // MARK: Comparing every moment

    private func matches(_ entry: Entry, _ id: EntryID, _ sequence: UInt64) -> Bool {
        guard let other = naive.moments[Int(sequence)].entries[id] else { return false }
        return entry.id == id && entry.content == other.content && entry.isDeleted == other.isDeleted
            && entry.version.rawValue == other.version && entry.sequence.rawValue == other.sequence
            && entry.createdAt == Stamp(wall: other.createdAt, offset: 32_400)
            && entry.modifiedAt == Stamp(wall: other.modifiedAt, offset: 32_400) && !entry.isRecovered
    }

    private mutating func compare() throws {
        for sequence in 0...naive.head {
            try compareList(sequence)
            let totals = try scratch.diary.totals(at: .event(SequenceNumber(sequence)))
            check(totals == naive.totals(at: sequence), "totals as of \(sequence) are \(totals)")
            // Every entry at the moments around its own events, and at some others.
            for id in ids {
                let isNear = sequence == naive.head || touches(id, sequence) || touches(id, sequence + 1)
                if isNear || chance.below(12) == 0 { try compareEntry(id, sequence) }
            }
            if sequence % 7 == 0 { try comparePrefix(sequence) }
            if chance.below(3) == 0 { try compareLists(sequence) }
            if chance.below(8) == 0 { try compareReplay(sequence) }
        }
        try compareTimes()
        let report = try scratch.diary.replay(.checking)
        check(report.differences == [], "the tables differ: \(report.differences ?? [])")
        check(report.damaged == [], "damaged: \(report.damaged)")
        let hash = try stateHash(at: naive.head)
        check(report.stateHash == hash, "the state hash is another")
    }

    private func touches(_ id: EntryID, _ sequence: UInt64) -> Bool {
        sequence <= naive.head && naive.moments[Int(sequence)].entries[id]?.sequence == sequence
    }

    private mutating func compareList(_ sequence: UInt64) throws {
        let expected = naive.list(at: sequence)
        var request = ListRequest()
        request.point = .event(SequenceNumber(sequence))
        let page = try scratch.diary.list(request)
        let isSame = page.entries.map(\.id) == expected && page.next == nil && page.leftOut == 0
        check(isSame, "the list as of \(sequence) is \(page.entries.count) entries, or in another order")
        let isRight = page.entries.allSatisfy { matches($0, $0.id, sequence) }
        check(isRight, "a listed entry as of \(sequence) is another")
        guard chance.below(6) == 0 else { return }
        var paged: [EntryID] = []
        repeat {
            request.limit = 1 + chance.below(6)
            let page = try scratch.diary.list(request)
            paged += page.entries.map(\.id)
            request.after = page.next
        } while request.after != nil && paged.count <= expected.count
        check(paged == expected, "the pages as of \(sequence) are not the list")
    }

    /// Lists in every order, either way round, of the living or the deleted, through a filter.
    private mutating func compareLists(_ sequence: UInt64) throws {
        var request = ListRequest()
        request.point = .event(SequenceNumber(sequence))
        request.sort = chance.pick(ListRequest.Sort.allCases)
        request.isReversed = chance.below(2) == 0
        request.deleted = chance.below(3) == 0
        request.filter = chance.filter()
        let expected = naive.list(request, at: sequence)
        var paged: [EntryID] = []
        repeat {
            request.limit = 1 + chance.below(8)
            let page = try scratch.diary.list(request)
            paged += page.entries.map(\.id)
            request.after = page.next.flatMap { ListCursor(text: $0.text) }
        } while request.after != nil && paged.count <= expected.count
        check(
            paged == expected,
            "\(request.sort) reversed \(request.isReversed) deleted \(request.deleted) \(request.filter) as of \(sequence)"
        )
    }

    private mutating func compareEntry(_ id: EntryID, _ sequence: UInt64) throws {
        let entry = try scratch.diary.entry(id, at: .event(SequenceNumber(sequence)))
        let isRight = entry.map { matches($0, id, sequence) } ?? (naive.moments[Int(sequence)].entries[id] == nil)
        check(isRight, "entry \(id.hexadecimal) as of \(sequence) is \(entry == nil ? "missing" : "another")")
    }

    private mutating func comparePrefix(_ sequence: UInt64) throws {
        guard !ids.isEmpty else { return }
        let prefix = String(chance.pick(ids).hexadecimal.prefix(chance.below(3)))
        let limit = 1 + chance.below(6)
        let found = try scratch.diary.entries(withPrefix: prefix, limit: limit, at: .event(SequenceNumber(sequence)))
            .map(\.id)
        let fitting = naive.moments[Int(sequence)].entries.keys.filter { $0.hexadecimal.hasPrefix(prefix) }.sorted()
        let expected = prefix.isEmpty ? [] : Array(fitting.prefix(limit))
        check(found == expected, "entries \(prefix)… as of \(sequence): \(found.count), not \(expected.count)")
    }

    private func stateHash(at sequence: UInt64) throws -> Digest {
        try naive.stateHash(at: sequence) { id in
            try scratch.diary.log(of: id, limit: 1, at: .event(SequenceNumber(sequence))).events.first?.id ?? .zero
        }
    }

    private mutating func compareReplay(_ sequence: UInt64) throws {
        let report = try scratch.diary.replay(to: .event(SequenceNumber(sequence)))
        let hash = try stateHash(at: sequence)
        var options = ReplayOptions()
        options.threads = 1 + chance.below(3)
        let oneByOne = try scratch.diary.replay(to: .event(SequenceNumber(sequence)), options)
        check(oneByOne.stateHash == hash && oneByOne.entries == report.entries, "entries one by one as of \(sequence)")
        check(report.stateHash == hash, "the state hash as of \(sequence)")
        check(report.entries == naive.list(at: sequence).count, "the living entries as of \(sequence)")
    }

    private mutating func compareTimes() throws {
        for _ in 0..<10 {
            let instant = 1_608_651_333_000_000 + Int64(chance.below(200) - 10) * 30_000_000
            let found = try scratch.diary.resolve(.instant(instant))
            check(
                found.rawValue == naive.newest(notAfter: instant, now: .max),
                "the newest event at \(instant) is \(found)")
        }
    }
}
