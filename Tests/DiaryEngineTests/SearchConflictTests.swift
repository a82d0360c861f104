import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// An entry whose texts cannot be put together is found by each of them.
@Suite(.timed) struct SearchConflictTests {
    /// Two copies of a diary with an entry that both rewrote.
    private func conflict() throws -> (mine: Scratch, theirs: Scratch, id: EntryID, before: UInt64) {
        let mine = try Scratch()
        let id = try mine.add("plain weather").id
        for number in 0..<5 { try mine.add("filler \(number)") }
        let theirs = try mine.copied()
        try mine.edit(id, text: "apple orchard")
        try theirs.edit(id, text: "walnut grove 바다")
        let before = try mine.head
        try mine.exchange(with: theirs)
        return (mine, theirs, id, before)
    }

    private func found(_ scratch: Scratch, _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) throws
        -> [FoundEntry]
    {
        var request = try SearchRequest(query)
        change(&request)
        let page = try scratch.diary.search(request)
        let scan = try SearchScanProbe.scan(scratch.diary, request)
        #expect(scan.map(\.ordinal) == page.hits.map(\.ordinal), "\(query)")
        #expect(try scratch.diary.count(request, exactly: true).count == page.hits.count)
        return try scratch.diary.found(page.hits, by: request, at: page.at)
    }

    @Test func `what a conflict does not show is found as what it shows is, in the tail and in the tables`() throws {
        let (mine, theirs, id, before) = try conflict()
        for scratch in [mine, theirs] {
            for isFolded in [false, true] {
                if isFolded { try scratch.flushTail() }
                #expect(try scratch.diary.entry(id)?.status == .conflict)
                for query in ["apple", "walnut", "orchard apple", "바다", "wal*", "title:grove"] {
                    #expect(try found(scratch, query).map(\.entry.id) == [id], "\(query)")
                }
                // Words of two texts stand in none.
                for query in ["apple walnut", "weather"] { #expect(try found(scratch, query).map(\.entry.id) == []) }
                for sort in SearchRequest.Sort.allCases {
                    #expect(try found(scratch, "walnut") { $0.sort = sort }.map(\.entry.id) == [id])
                }
                #expect(try found(scratch, "-apple is:conflict").map(\.entry.id) == [id])
                // A list by the same words takes the same entries: what is deleted by them was found by them.
                for query in [
                    "apple", "walnut", "orchard apple", "바다", "apple walnut", "weather", "-apple is:conflict",
                ] {
                    var list = ListRequest()
                    list.filter = try EntryFilter(query: query)
                    let listed = try scratch.diary.list(list).entries.map(\.id)
                    #expect(listed == (try found(scratch, query).map(\.entry.id)), "\(query)")
                }
            }
        }
        #expect(try found(mine, "walnut") { $0.point = .event(SequenceNumber(before)) }.isEmpty)
        #expect(try found(mine, "apple") { $0.point = .event(SequenceNumber(before)) }.count == 1)
    }

    @Test func `the piece that is shown of a hit is of the text that answers`() throws {
        let (mine, _, _, _) = try conflict()
        for (query, text) in [("apple", "apple orchard"), ("walnut", "walnut grove 바다")] {
            let piece = try #require(try found(mine, query).first)
            #expect(piece.snippet == text && piece.matches.count == 1)
        }
    }

    @Test func `what was found as typed by one text is not found again by another that is half typed`() throws {
        let mine = try Scratch()
        let id = try mine.add("old").id
        let theirs = try mine.copied()
        try mine.edit(id, text: "바ㄷ ㅋ")
        try theirs.edit(id, text: "바다 하늘")
        try mine.exchange(with: theirs)
        for isFolded in [false, true] {
            if isFolded { try mine.flushTail() }
            #expect(try found(mine, "바ㄷ") { $0.isTyping = true }.map(\.hit.isWide) == [false])
        }
    }

    @Test("is:conflict finds and lists entries in conflict, as of any moment, until somebody settles them")
    func filter() throws {
        let (mine, theirs, id, before) = try conflict()
        var request = ListRequest()
        request.filter = .conflict
        for scratch in [mine, theirs] {
            #expect(try found(scratch, "is:conflict").map(\.entry.id) == [id])
            #expect(try found(scratch, "상태:충돌 apple").map(\.entry.id) == [id])
            #expect(try scratch.diary.list(request).entries.map(\.id) == [id])
        }
        #expect(try found(mine, "is:conflict") { $0.point = .event(SequenceNumber(before)) }.isEmpty)
        let conflicted = try mine.head
        try mine.edit(id, text: "settled")
        try mine.flushTail()
        #expect(try found(mine, "is:conflict").isEmpty && found(mine, "walnut").isEmpty)
        #expect(try mine.diary.list(request).entries.isEmpty)
        #expect(
            try found(mine, "is:conflict") { $0.point = .event(SequenceNumber(conflicted)) }.map(\.entry.id) == [id])
        #expect(try found(mine, "walnut") { $0.point = .event(SequenceNumber(conflicted)) }.map(\.entry.id) == [id])
        request.point = .event(SequenceNumber(conflicted))
        #expect(try mine.diary.list(request).entries.map(\.id) == [id])
    }

    @Test func `all versions are what each event left, on whichever branch, with the index and without`() throws {
        let (mine, _, id, _) = try conflict()
        try mine.edit(id) { $0.isStarred = true }
        for isFolded in [false, true] {
            if isFolded { try mine.flushTail() }
            for query in ["plain", "apple", "walnut"] {
                let versions = try found(mine, query) { $0.allVersions = true }
                #expect(versions.map(\.entry.id) == [id], "\(query)")
                #expect(versions.first.map { $0.entry.text.contains(query) } == true)
            }
        }
    }
}
