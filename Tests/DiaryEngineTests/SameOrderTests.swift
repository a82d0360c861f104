import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What a search answers follows from the texts that there are as of its point: hits, their order and their scores are
/// the same however the index came to be, and whatever is written later.
@Suite(.timed) struct SameOrderTests {
    /// Requests by relevance, and some by date; as of the head where no other point is given.
    private func requests(_ chance: inout Chance, count: Int) -> [SearchRequest] {
        var requests: [SearchRequest] = []
        while requests.count < count {
            guard var request = chance.request(head: 1) else { continue }
            request.point = .head
            request.sort = chance.below(8) == 0 ? .newest : .relevance
            requests.append(request)
        }
        return requests
    }

    private func change(_ scratch: Scratch, _ chance: inout Chance, events: Int) throws {
        try scratch.change(&chance, events: events, among: try scratch.diary.list().entries.map(\.id))
    }

    private func answers(_ requests: [SearchRequest], of diary: Diary, at point: DiaryPoint = .head) throws
        -> [[SearchHit]]
    {
        try requests.map { request in
            let page = try diary.search(with(request) { $0.point = point })
            return page.hits
        }
    }

    private func expectSame(
        _ found: [[SearchHit]], _ wanted: [[SearchHit]], _ requests: [SearchRequest], _ label: String
    ) {
        for (index, request) in requests.enumerated() where found[index] != wanted[index] {
            let position = zip(found[index], wanted[index]).prefix { $0 == $1 }.count
            let hits = [found, wanted].map { $0[index].dropFirst(position).first.map { "\($0)" } ?? "none" }
            let more = "all versions \(request.allVersions), \(request.filter), \(String(describing: request.query))"
            Issue.record("\(label), hit \(position): \(hits[0]), not \(hits[1]); \(more)")
        }
    }

    @Test func `a rebuild changes no answer, however much lies in the tail`() throws {
        var chance = Chance(for: "rebuilding the index")
        let scratch = try Scratch.searched(&chance, events: 200)
        let requests = requests(&chance, count: 40)
        for _ in 0..<16 {
            try change(scratch, &chance, events: 1 + chance.below(5))
            let before = try answers(requests, of: scratch.diary)
            let copy = try Scratch(copying: scratch)
            try copy.diary.rebuild()
            expectSame(try answers(requests, of: copy.diary), before, requests, "rebuilt")
        }
    }

    @Test func `the same events bring the same answers, in whatever commits they came`() throws {
        var chance = Chance(for: "commits of several sizes")
        let scratch = try Scratch.searched(&chance, events: 200)
        let requests = requests(&chance, count: 60)
        let before = try answers(requests, of: scratch.diary)
        let other = try Scratch(events: try scratch.events(), wall: scratch.wall)
        expectSame(try answers(requests, of: other.diary), before, requests, "in one commit")
    }

    @Test func `what was answered as of an event is answered so for ever`() throws {
        var chance = Chance(for: "answers of the past")
        let scratch = try Scratch.searched(&chance, events: 60)
        let requests = requests(&chance, count: 30)
        var answered: [(head: UInt64, hits: [[SearchHit]])] = []
        for _ in 0..<16 {
            try change(scratch, &chance, events: 1 + chance.below(16))
            answered.append((try scratch.head, try answers(requests, of: scratch.diary)))
        }
        try expectAgain(answered, requests, scratch)
    }

    @Test func `in a diary of two devices, with entries in conflict, it is no other`() throws {
        var chance = Chance(for: "answers of two devices")
        let mine = try Scratch.searched(&chance, events: 60)
        let theirs = try mine.copied()
        let requests = requests(&chance, count: 30).filter { !$0.allVersions }
        var answered: [(head: UInt64, hits: [[SearchHit]])] = []
        var conflicts = 0
        for _ in 0..<8 {
            let id = chance.pick(try mine.diary.list().entries.map(\.id))
            for scratch in [mine, theirs] {
                try scratch.edit(id, text: "\(scratch.seed) " + chance.diaryText())
                try change(scratch, &chance, events: 1 + chance.below(8))
            }
            try mine.exchange(with: theirs)
            conflicts += try mine.diary.list().entries.count { $0.status == .conflict }
            answered.append((try mine.head, try answers(requests, of: mine.diary)))
        }
        #expect(conflicts > 0)
        try expectAgain(answered, requests, mine)
    }

    /// Expects what was answered at each head as of it, as the index stands and rebuilt.
    private func expectAgain(
        _ answered: [(head: UInt64, hits: [[SearchHit]])], _ requests: [SearchRequest], _ scratch: Scratch
    ) throws {
        for isRebuilt in [false, true] {
            if isRebuilt { try scratch.diary.rebuild() }
            for (head, hits) in answered {
                let found = try answers(requests, of: scratch.diary, at: .event(SequenceNumber(head)))
                expectSame(found, hits, requests, "as of \(head), rebuilt \(isRebuilt)")
            }
        }
    }
}
