import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogTestSupport
import EventStore

@testable import DiaryEngine

// What is asked of both diaries, and the upkeep that must change no answer.

extension World {
    // MARK: Upkeep

    func maintain(_ kind: WorldStep.Kind) throws -> Effect {
        switch kind {
        case .compact: _ = try diary.compact()
        case .backUp: try compareBackup()
        case .takeSnapshot: return try diary.takeSnapshot() == nil ? .refused : .applied
        case .pruneSnapshots: return try diary.pruneSnapshots(all: true) == 0 ? .refused : .applied
        case .rebuild: try diary.rebuild()
        case .catchUp: try diary.catchUp()
        default: try scratch.reopen()
        }
        return .applied
    }

    private func compareBackup() throws {
        let files = naive.files(at: naive.head, withDrafts: true).count
        for round in 0..<2 {
            let copied = try diary.backUp(to: scratch.folder("safe")).attachments
            check(copied.lost.isEmpty && copied.files == files, "the backup lacks files")
            check(round == 0 || copied.fresh == 0, "the second backup copied what was there")
        }
        let copy = try Diary(at: scratch.folder("safe"))
        let report = try copy.checkAttachments(proving: true)
        check(report.lost.isEmpty && report.files == files, "the backup has other files")
        let (entries, wanted) = (try copy.list().entries, naive.list(at: naive.head))
        let isSame = entries.map(\.id) == wanted && entries.allSatisfy { matches($0, naive.head) }
        check(isSame, "the backup has other entries")
    }

    /// The folder has what is named and nothing else.
    func compareFolder() throws {
        let root = scratch.path + "/attachments"
        var there: Set<String> = []
        for outer in (try? FileSystem.contents(of: root)) ?? [] {
            for inner in (try? FileSystem.contents(of: root + "/" + outer)) ?? [""] { there.insert(outer + inner) }
        }
        let named = Set(naive.files(at: naive.head, withDrafts: true).map { Digest($0.span).hexadecimal })
        check(there == named, "the folder has \(there), and named is \(named)")
    }

    // MARK: After each step

    func compareNow() throws {
        let (head, wanted) = (try diary.resolve(.head).rawValue, naive.head)
        check(head == wanted, "the head is \(head), not \(wanted)")
        guard head == wanted else { return }
        let totals = try diary.totals()
        check(totals == naive.totals(at: head), "\(totals), not \(naive.totals(at: head))")
        for id in naive.ids.count > 100 ? (0..<6).map({ _ in chance.pick(naive.ids) }) : naive.ids {
            try compareEntry(id, head)
        }
        try compareDrafts()
        let (undo, redo) = (try diary.undoStack(limit: .max), try diary.redoStack(limit: .max))
        let stacks = naive.stacks
        check(undo.map(\.id.event) == stacks.undo.reversed(), "what can be undone is another")
        check(redo.map(\.id.event) == stacks.redo.reversed(), "what can be redone is another")
        check(try diary.undoStack(limit: 2) == Array(undo.prefix(2)), "the next two undos are others")
        if chance.isLucky(oneIn: 3) { try compareFiles() }
    }

    private func compareDrafts() throws {
        let found = try diary.drafts()
        let wanted = naive.drafts.keys.sorted { left, right in
            let (kept, other) = (naive.drafts[left]?.keptAt ?? 0, naive.drafts[right]?.keptAt ?? 0)
            return (other, right) < (kept, left)
        }
        check(found.map(\.number) == wanted, "the drafts are \(found.map(\.number)), not \(wanted)")
        for draft in found {
            let wanted = naive.drafts[draft.number]
            let isSame =
                draft.content == wanted?.content && draft.entry == wanted?.entry && draft.revision == wanted?.revision
                && draft.isNew == (wanted?.base == nil) && draft.baseVersion.rawValue == wanted?.base?.number ?? 0
            check(isSame, "\(draft) is not \(String(describing: wanted))")
        }
    }

    /// Every file that is named is there, whole.
    private func compareFiles() throws {
        let report = try diary.checkAttachments(proving: true)
        check(report.lost.isEmpty, "lost: \(report.lost)")
        let points: [(DiaryPoint, UInt64)] = [
            (.head, naive.head), (.event(SequenceNumber(naive.head / 2)), naive.head / 2),
        ]
        for (point, sequence) in points {
            let named = Set(try diary.namedAttachments(at: point).map { $0.file.hash })
            let wanted = Set(naive.files(at: sequence, withDrafts: point == .head).map { Digest($0.span) })
            check(named == wanted, "as of \(sequence), \(named.count) files are named, not \(wanted.count)")
        }
    }

    // MARK: Lists, while the diary changes

    func startPaging() throws -> Effect {
        var request = ListRequest()
        request.point = .event(SequenceNumber(UInt64(chance.below(Int(naive.head) + 1))))
        request.limit = 1 + chance.below(4)
        let page = try diary.list(request)
        let whole = naive.list(at: page.at.rawValue)
        let isRight = page.entries.map(\.id) == Array(whole.prefix(request.limit ?? 0))
        check(isRight, "the first page as of \(page.at) is wrong")
        pager = page.next.map { ($0, Set(page.entries.map(\.id))) }
        return .applied
    }

    func turnPage() throws {
        guard let (cursor, shown) = pager, chance.isLucky(oneIn: 2) else { return }
        var request = ListRequest()
        request.limit = 1 + chance.below(5)
        request.after = ListCursor(text: cursor.text)
        let page = try diary.list(request)
        // What was forgotten meanwhile is not shown any more.
        let left = naive.list(at: cursor.at.rawValue).filter { !shown.contains($0) }
        check(page.at == cursor.at, "a page left its moment")
        check(page.entries.map(\.id) == Array(left.prefix(request.limit ?? 0)), "a page as of \(cursor.at) is wrong")
        check((page.next == nil) == (left.count <= page.entries.count), "the end of the pages is wrong")
        pager = page.next.map { ($0, shown.union(page.entries.map(\.id))) }
    }

    // MARK: Every moment

    func matches(_ entry: Entry, _ sequence: UInt64) -> Bool {
        guard let version = naive.version(of: entry.id, at: sequence) else { return false }
        return entry.content == version.content && entry.isDeleted == version.isDeleted
            && entry.version.rawValue == version.number && entry.sequence.rawValue == version.sequence
            && entry.createdAt == ClockReading(wall: version.createdAt, offset: 32_400)
            && entry.modifiedAt == ClockReading(wall: version.modifiedAt, offset: 32_400) && !entry.isRecovered
    }

    func compare() throws {
        diary = scratch.diary
        for sequence in 0...naive.head where naive.ids.count < 100 || chance.isLucky(oneIn: 400) {
            try compareList(sequence)
            let totals = try diary.totals(at: .event(SequenceNumber(sequence)))
            check(totals == naive.totals(at: sequence), "totals as of \(sequence) are \(totals)")
            // Every entry at the moments around its own events, and at some others.
            for id in naive.ids {
                let isNear = [sequence, sequence + 1].contains { naive.version(of: id, at: $0)?.sequence == $0 }
                if isNear || chance.isLucky(oneIn: 12) { try compareEntry(id, sequence) }
            }
            if sequence % 7 == 0 { try comparePrefix(sequence) }
            if chance.isLucky(oneIn: 3) { try compareLists(sequence) }
            if chance.isLucky(oneIn: 8) { try compareReplay(sequence) }
            if chance.isLucky(oneIn: 8) { try compareDays(sequence) }
        }
        for id in naive.ids.prefix(60) { try compareHistory(id) }
        try compareTimes()
        try compareFiles()
        _ = try search()
        try compareBackup()
        try compareReplay(naive.head)
        let report = try diary.verify(deep: true)
        check(report.findings.isEmpty, "verify finds \(report.findings.prefix(3))")
        check(try diary.replay().stateHash == report.stateHash, "verify has another state hash than a replay")
        if problem == nil, naive.ids.count < 100, chance.isLucky(oneIn: 3) { try walkDownAndUp() }
    }

    private func compareEntry(_ id: EntryID, _ sequence: UInt64) throws {
        let entry = try diary.entry(id, at: .event(SequenceNumber(sequence)))
        let isRight = entry.map { matches($0, sequence) } ?? (naive.version(of: id, at: sequence) == nil)
        check(isRight, "\(place(id)) as of \(sequence) is \(entry.map { "\($0)" } ?? "missing")")
    }

    private func compareList(_ sequence: UInt64) throws {
        let expected = naive.list(at: sequence)
        let page = try diary.list { $0.point = .event(SequenceNumber(sequence)) }
        let isSame = page.entries.map(\.id) == expected && page.next == nil && page.leftOut == 0
        check(isSame, "the list as of \(sequence) is \(page.entries.count) entries, or in another order")
        check(page.entries.allSatisfy { matches($0, sequence) }, "a listed entry as of \(sequence) is another")
    }

    /// Lists in every order, either way round, of the living or the deleted, through a filter, page by page.
    private func compareLists(_ sequence: UInt64) throws {
        var request = ListRequest()
        request.point = .event(SequenceNumber(sequence))
        request.sort = chance.pick(ListRequest.Sort.allCases)
        request.isReversed = chance.isLucky(oneIn: 2)
        request.deleted = chance.isLucky(oneIn: 3)
        request.filter = chance.isLucky(oneIn: 3) ? .everything : chance.filter()
        let expected = naive.list(request, at: sequence)
        var tags = TagCounts()
        for id in expected { if let entry = naive.version(of: id, at: sequence) { tags.add(entry.content) } }
        let counted = try diary.tags(request)
        let isCounted = counted.counts == tags && counted.at.rawValue == sequence && counted.leftOut == 0
        check(isCounted, "the tags as of \(sequence) are others")
        var paged: [EntryID] = []
        repeat {
            request.limit = 1 + chance.below(8)
            let page = try diary.list(request)
            paged += page.entries.map(\.id)
            request.after = page.next.flatMap { ListCursor(text: $0.text) }
        } while request.after != nil && paged.count <= expected.count
        let how = "\(request.sort) reversed \(request.isReversed) deleted \(request.deleted) \(request.filter)"
        check(paged == expected, "pages \(how) as of \(sequence): \(paged.count), not \(expected.count)")
    }

    private func comparePrefix(_ sequence: UInt64) throws {
        guard !naive.ids.isEmpty else { return }
        let prefix = String(chance.pick(naive.ids).hexadecimal.prefix(chance.below(3)))
        let limit = 1 + chance.below(6)
        let found = try diary.entries(withPrefix: prefix, limit: limit, at: .event(SequenceNumber(sequence))).map(\.id)
        let fitting = naive.entries(at: sequence).map(\.id).filter { $0.hexadecimal.hasPrefix(prefix) }.sorted()
        let expected = prefix.isEmpty ? [] : Array(fitting.prefix(limit))
        check(found == expected, "entries \(prefix)… as of \(sequence): \(found.count), not \(expected.count)")
    }

    private func compareDays(_ sequence: UInt64) throws {
        var days: [Int: Int] = [:]
        for id in naive.list(at: sequence) {
            let seconds = naive.version(of: id, at: sequence)?.content.date.seconds ?? 0
            days[Int(floorDivide(seconds, 86_400)), default: 0] += 1
        }
        let found = try diary.statistics(today: 0, at: .event(SequenceNumber(sequence))).days.byDay
        check(found == days, "the days as of \(sequence) are \(found), not \(days)")
    }

    /// Replays to a moment: on one thread, on several, and from a snapshot.
    private func compareReplay(_ sequence: UInt64) throws {
        let point = DiaryPoint.event(SequenceNumber(sequence))
        let report = try diary.replay(to: point)
        check(report.entries == naive.list(at: sequence).count, "the living entries as of \(sequence)")
        check(report.damaged == [], "damaged: \(report.damaged)")
        var (options, snapshot) = (ReplayOptions(), ReplayOptions())
        options.threads = 1 + chance.below(3)
        snapshot.start = .head
        for options in [options, snapshot] {
            let other = try diary.replay(to: point, options)
            let isSame = other.stateHash == report.stateHash && other.entries == report.entries
            check(isSame, "another replay to \(sequence)")
        }
        // The hash of a forgotten entry is not of what it says.
        guard naive.forgotten.isEmpty else { return }
        let hash = try naive.stateHash(at: sequence) { event in
            try diary.log(limit: 1, at: .event(SequenceNumber(event))).events.first?.id ?? .zero
        }
        check(report.stateHash == hash, "the state hash as of \(sequence)")
    }

    private func compareHistory(_ id: EntryID) throws {
        let wanted = naive.versions[id] ?? []
        let versions = try diary.versions(of: id)
        check(versions.count == wanted.count, "\(place(id)) has \(versions.count) versions, not \(wanted.count)")
        for version in versions {
            check(matches(version, version.sequence.rawValue), "version \(version.version) of \(place(id)) is another")
        }
        let history = Array((try diary.history(of: id) ?? []).reversed())
        check(history.map(\.sequence.rawValue) == wanted.map(\.sequence), "the history of \(place(id)) is another")
        check(history.map(\.kind) == wanted.map(\.kind), "\(place(id)): \(history.map(\.kind))")
        check(history.map(\.size) == wanted.map(\.content.text.count), "the sizes of \(place(id)) are others")
    }

    private func compareTimes() throws {
        for _ in 0..<10 {
            let instant = 1_608_651_333_000_000 + Int64(chance.below(200) - 10) * 30_000_000
            let (found, wanted) = (try diary.resolve(.instant(instant)).rawValue, naive.newest(notAfter: instant))
            check(found == wanted, "the newest event at \(instant) is \(found), not \(wanted)")
        }
    }

    /// The law of undo: n undos lead to the empty diary without a conflict, and n redos back through the same states,
    /// whatever was done, undone, redone and taken back out of turn before.
    private func walkDownAndUp() throws {
        var states: [EntryState?] { naive.ids.map { naive.now($0)?.state } }
        var passed = [states]
        let undo = WorldStep(.undo, &chance), redo = WorldStep(.redo, &chance)
        while problem == nil, try carryOut(undo) == .applied { passed.append(states) }
        let bottom = try diary.totals().live
        check(bottom == 0, "\(bottom) entries are left at the bottom")
        for state in passed.dropLast().reversed() where problem == nil {
            check(try carryOut(redo) == .applied, "a redo failed")
            check(states == state, "a redo came to another state")
        }
        try compareNow()
    }

    // MARK: Searching

    /// Some searches, now, as of any event and in all versions: by the index, and by reading every text. What each
    /// entry says at a moment is compared elsewhere.
    func search() throws -> Effect {
        let contents = naive.ids.flatMap { naive.versions[$0] ?? [] }.map(\.content)
        let all = contents.map { String(decoding: $0.text, as: UTF8.self) }.filter { !$0.isEmpty }
        for _ in 0..<10 where problem == nil {
            guard var request = chance.request(head: naive.head) else { continue }
            if !all.isEmpty, chance.isLucky(oneIn: 3), var phrase = try? SearchRequest(chance.phrase(in: all)) {
                (phrase.point, phrase.sort) = (request.point, request.sort)
                request = phrase
            }
            try compareSearch(request)
        }
        return .applied
    }

    /// The hits that match as typed, and their scores, as texts alone tell them.
    private func compareOrder(_ page: SearchPage, _ request: SearchRequest, _ label: String) throws {
        guard let expected = try SearchScanProbe.scored(diary, request) else { return }
        let found = page.hits.filter { !$0.isWide }.map { "\($0.ordinal) \($0.score)" }
        check(found == expected.map { "\($0.ordinal) \($0.score)" }, "the best in another order: \(label)")
    }

    private func compareSearch(_ request: SearchRequest) throws {
        let sequence = try diary.resolve(request.point).rawValue
        let label =
            "\(String(describing: request.query)) at \(sequence) versions \(request.allVersions) \(request.sort) \(request.filter)"
        let (page, scan) = (try diary.search(request), try SearchScanProbe.scan(diary, request))
        func told(_ hits: [SearchHit]) -> [String] {
            hits.map { "\($0.ordinal)/\(request.allVersions ? $0.born : 0)/\($0.isWide)" }
        }
        let (found, expected) = (told(page.hits), told(scan))
        let isSame = request.sort == .newest ? found == expected : found.sorted() == expected.sorted()
        check(isSame, "found \(found), not \(expected): \(label)")
        if request.sort == .relevance { try compareOrder(page, request, label) }
        let count = try diary.count(request, exactly: true)
        check(count.count == expected.count && count.isExact, "counted \(count.count): \(label)")
        var pages = request
        pages.limit = 1 + chance.below(8)
        let few = try diary.search(pages)
        check(few.hits == Array(page.hits.prefix(pages.limit ?? 0)), "the first hits: \(label)")
        guard request.sort == .newest, page.hits.count < 200 else { return }
        var paged = few.hits
        pages.after = few.next
        while pages.after != nil, paged.count <= expected.count {
            let page = try diary.search(pages)
            paged += page.hits
            pages.after = page.next
        }
        check(paged == page.hits, "the pages of a search: \(label)")
    }
}
