import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Entries of one date are listed by their creations and then by their identifiers, so that all devices list alike.
@Suite(.timed) struct ListOrderTests {
    private func texts(_ scratch: Scratch, reversed: Bool = false, at point: DiaryPoint = .head) throws -> [String] {
        return try scratch.diary.list { ($0.isReversed, $0.point) = (reversed, point) }.entries.map(\.text)
    }

    /// The list in pages of so many, each cursor by way of its text.
    private func paged(_ scratch: Scratch, by limit: Int, reversed: Bool = false) throws -> [String] {
        var request = ListRequest()
        request.isReversed = reversed
        request.limit = limit
        var texts: [String] = []
        while true {
            let page = try scratch.diary.list(request)
            texts += page.entries.map(\.text)
            guard let next = page.next else { return texts }
            request.after = ListCursor(text: next.text)
        }
    }

    private func expectAlike(_ mine: Scratch, _ theirs: Scratch) throws {
        let all = try texts(mine)
        #expect(try texts(theirs) == all)
        for scratch in [mine, theirs] {
            #expect(try texts(scratch, reversed: true) == all.reversed())
            for limit in [1, 3] {
                #expect(try paged(scratch, by: limit) == all)
                #expect(try paged(scratch, by: limit, reversed: true) == all.reversed())
            }
            let differences = try scratch.diary.replay(.checking).differences
            #expect(differences == [], "\(differences ?? [])")
            try expectFoundAsListed(scratch)
        }
    }

    /// A search for what no entry lacks finds them in the order of the list, at once and in pages.
    private func expectFoundAsListed(_ scratch: Scratch) throws {
        let listed = try scratch.diary.list().entries.map(\.id)
        var request = try SearchRequest("-nowhere")
        for limit in [nil, 1, 3] {
            request.limit = limit
            request.after = nil
            var found: [EntryID] = []
            repeat {
                let page = try scratch.diary.search(request)
                found += try scratch.diary.found(page.hits, by: request, at: page.at).map(\.entry.id)
                request.after = page.next.flatMap { SearchCursor(text: $0.text) }
            } while request.after != nil
            #expect(found == listed)
            if limit == nil {
                let scan = try SearchScanProbe.scan(scratch.diary, request)
                #expect(
                    try scratch.diary.found(scan, by: request, at: SequenceNumber(scratch.head)).map(\.entry.id)
                        == listed)
            }
        }
    }

    @Test func `hits of one score and one date come as lists have them, on two devices alike`() throws {
        let mine = try Scratch()
        try mine.add("old")
        let theirs = try mine.copied()
        for (scratch, name) in [(mine, "m"), (theirs, "t")] {
            for number in 1...3 { try scratch.add("same word \(name)\(number)") }
            for number in 1...18 { try scratch.add("another \(number)") }
        }
        try mine.exchange(with: theirs)
        for query in ["word", "\"same word\"", "word -star:yes"] {
            var found: [[String]] = []
            for scratch in [mine, theirs] {
                for sort in SearchRequest.Sort.allCases {
                    for limit in [nil, 4] {
                        let request = try with(SearchRequest(query)) { ($0.sort, $0.limit) = (sort, limit) }
                        let page = try scratch.diary.search(request)
                        let texts = try scratch.diary.found(page.hits, by: request, at: page.at).map(\.entry.text)
                        found.append(Array(texts.prefix(4)))
                    }
                }
            }
            #expect(Set(found).count == 1 && found[0].count == 4, "\(found)")
        }
    }

    @Test func `entries that two devices made of one date are listed alike on both`() throws {
        let mine = try Scratch()
        try mine.add("old")
        let theirs = try mine.copied()
        for number in 1...4 { try mine.add("m\(number)") }
        // One number goes to the device's beginning: t1 has that of m2.
        for number in 1...4 { try theirs.add("t\(number)") }
        let early = try mine.head
        try mine.exchange(with: theirs)
        try expectAlike(mine, theirs)
        #expect(try texts(mine, at: .event(SequenceNumber(early))) == ["m4", "m3", "m2", "m1", "old"])
        let all = try texts(mine)
        #expect(all.first == "t4" && Array(all.suffix(2)) == ["m1", "old"], "\(all)")
        // In the tail as in the tables.
        try mine.add("new")
        #expect(try texts(mine) == ["new"] + all)
    }

    @Test("an earlier creation that comes in later moves its entry in the list, as of then and not before")
    func secondRoot() throws {
        let mine = try Scratch()
        try mine.add("old")
        let theirs = try mine.copied()
        let id = EntryID(high: 7, low: 7)
        try theirs.create(plain("twice"), under: id, expecting: .noStream)
        for number in 1...4 { try mine.add("m\(number)") }
        try mine.create(plain("twice"), under: id, expecting: .noStream)
        try mine.add("m5")
        let early = try mine.head
        #expect(try texts(mine) == ["m5", "twice", "m4", "m3", "m2", "m1", "old"])
        try mine.exchange(with: theirs)
        let all = try texts(mine)
        #expect(all.firstIndex(of: "twice").map { $0 >= 3 } == true, "\(all)")
        #expect(try texts(mine, at: .event(SequenceNumber(early))) == ["m5", "twice", "m4", "m3", "m2", "m1", "old"])
        try expectAlike(mine, theirs)
    }

    @Test("two devices that have the same events list alike", arguments: 0..<6)
    func alike(round: Int) throws {
        var chance = Chance(for: "lists of two devices \(round)")
        let mine = try Scratch(seed: chance.next())
        for number in 0..<3 { try mine.add("first \(number)", day: Int64(chance.below(2))) }
        let theirs = try mine.copied()
        for _ in 0..<4 {
            for scratch in [mine, theirs] {
                for _ in 0..<chance.below(6) { try live(scratch, &chance) }
            }
            if chance.below(2) == 0 {
                try mine.exchange(with: theirs)
                try expectAlike(mine, theirs)
            }
        }
        try mine.exchange(with: theirs)
        try expectAlike(mine, theirs)
    }

    @Test("a change that had not seen a merge is weighed against what the merge knew, in either order of arrival")
    func besideMerge() throws {
        let mine = try Scratch()
        let id = try mine.add("one").id
        let theirs = try mine.copied()
        var edit = EntryEdit()
        edit.text = Array("two".utf8)
        edit.date = plain("", day: 1).date
        _ = try mine.perform(.edit(edit), on: id)
        try theirs.edit(id, text: "three")
        try mine.exchange(with: theirs)
        // The greater stamp says no date.
        for number in 0..<4 { try theirs.add("later \(number)", day: 9) }
        try theirs.edit(id, text: "four")
        edit.text = nil
        edit.date = plain("", day: 5).date
        _ = try mine.perform(.edit(edit), on: id)
        try mine.exchange(with: theirs)
        for scratch in [mine, theirs] {
            #expect(try scratch.diary.entry(id)?.content.date.seconds == 5 * 86_400)
            #expect(try scratch.diary.replay(.checking).differences == [])
        }
    }

    @Test func `a device's first change ties with another's of one number as it does when it is read again`() throws {
        for seed: UInt64 in 1...6 {
            let mine = try Scratch(seed: seed)
            mine.seed = seed
            let id = try mine.add("one two three").id
            let theirs = try mine.copied()
            try mine.add("beside")
            try mine.edit(id, text: "one two 3")
            try theirs.edit(id, text: "1 two three")
            try mine.exchange(with: theirs)
            for scratch in [mine, theirs] { #expect(try scratch.diary.replay(.checking).differences == []) }
            let stamps = try [mine, theirs].map { try $0.diary.entry(id)?.modifiedAt }
            #expect(stamps[0] == stamps[1])
        }
    }

    private func live(_ scratch: Scratch, _ chance: inout Chance) throws {
        scratch.wall += 2_000_000
        let entries = try scratch.diary.list().entries
        guard chance.below(2) == 0, !entries.isEmpty else {
            try scratch.add("made \(scratch.wall)", day: Int64(chance.below(2)))
            return
        }
        let entry = chance.pick(entries)
        if chance.below(4) == 0 {
            _ = try scratch.perform(.delete, on: entry.id)
            return
        }
        var edit = EntryEdit()
        edit.date = plain("", day: Int64(chance.below(2))).date
        edit.text = chance.retouched(entry.content.text)
        _ = try scratch.perform(.edit(edit), on: entry.id)
    }
}
