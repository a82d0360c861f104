import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

/// Tags of which there are many; that all others are counted is in `WorldTests`.
@Suite(.timed) final class TagTests: InScratch {
    private func tags(_ count: Int) -> [DiaryModel.Tag] { (0..<count).map { DiaryModel.Tag("t\($0)") } }

    @Test func `an entry is given 256 tags, and no others before it has lost some`() throws {
        var content = plain("many")
        content.tags = tags(257)
        #expect(try scratch.diary.add(content, in: scratch.context).refusal == .tooManyTags(count: 257))
        let row = ImportedRow(content: content, identity: [1])
        guard case .refused(1, .tooManyTags(257)) = try scratch.diary.import([row], in: scratch.context) else {
            Issue.record("imported")
            return
        }
        content.tags = tags(256) + tags(1)
        let entry = try scratch.add(content)
        var edit = EntryEdit()
        edit.addedTags = [DiaryModel.Tag("more")]
        #expect(try scratch.perform(.edit(edit), on: entry.id).refusal == .tooManyTags(count: 257))
        edit.removedTags = [DiaryModel.Tag("t7")]
        #expect(try scratch.perform(.edit(edit), on: entry.id).entries.first?.content.tags.count == 256)
    }

    @Test func `an entry that came with more tags is edited, and loses some, but gets no others`() throws {
        let state = EntryState(content: with(plain("more")) { $0.tags = tags(300).sorted() })
        func decided(_ change: (inout EntryEdit) -> Void) -> Decision {
            var edit = EntryEdit()
            change(&edit)
            return decide(.edit(edit), state)
        }
        for decision in [
            decided { $0.text = Array("other".utf8) }, decided { $0.removedTags = [DiaryModel.Tag("t1")] },
        ] {
            guard case .events(let events) = decision else {
                Issue.record("\(decision)")
                continue
            }
            #expect(events.count == 1)
        }
        #expect(decided { $0.addedTags = [DiaryModel.Tag("new")] } == .refused(.tooManyTags(count: 301)))
    }

    @Test("tags that differ by case, normal form, what nobody sees or tatweel are one, shown as it was first written")
    func same() throws {
        let names = [
            "Trip", "trip", "TRIP", "caf\u{E9}", "cafe\u{301}", "CAF\u{C9}", "wa\u{200B}lk", "walk",
            "ك\u{640}تاب", "كتاب",
        ]
        for (day, name) in names.enumerated() {
            // The one with the latest date is written first.
            let content = with(plain("entry \(day)", day: Int64(100 - day))) { $0.tags = [DiaryModel.Tag(name)] }
            try scratch.add(content)
        }
        try scratch.add("said #tRip and #TRip", day: 200)
        for _ in 0..<2 {
            let counts = try scratch.diary.tags(ListRequest()).counts.sorted
            #expect(counts.map(\.tag) == ["TRIP", "CAF\u{C9}", "walk", "كتاب"] && counts.map(\.count) == [4, 3, 2, 2])
            for name in names + ["tRIp"] {
                let listed = try scratch.diary.list { $0.filter = .tag(DiaryModel.Tag(name)) }.entries.count
                let found = try scratch.diary.count(SearchRequest("tag:\(name)")).count
                let expected = name.lowercased().hasPrefix("t") ? 4 : name.lowercased().hasPrefix("c") ? 3 : 2
                #expect(listed == expected && found == expected, "\(name)")
            }
            try scratch.flushTail()
        }
    }

    @Test func `a tag that an entry has is not added under another name, and is taken off under any`() throws {
        var content = plain("trip")
        content.tags = [DiaryModel.Tag("Trip"), DiaryModel.Tag("caf\u{E9}")]
        let entry = try scratch.add(content)
        func after(adding added: [String], removing removed: [String]) throws -> [String] {
            var edit = EntryEdit()
            (edit.addedTags, edit.removedTags) = (
                added.map { DiaryModel.Tag($0) }, removed.map { DiaryModel.Tag($0) }
            )
            _ = try scratch.perform(.edit(edit), on: entry.id)
            return try #require(try scratch.diary.entry(entry.id)).content.tags.map(\.text)
        }
        #expect(try after(adding: ["trip", "sea", "Sea"], removing: []) == ["Trip", "caf\u{E9}", "sea"])
        #expect(try after(adding: ["trip"], removing: ["Trip", "CAFE\u{301}"]) == ["sea", "trip"])
    }

    @Test func `a tag that was given is found as a word and with its sign`() throws {
        var content = plain("Walked along the Han.")
        content.tags = [DiaryModel.Tag("walk"), DiaryModel.Tag("@민수"), DiaryModel.Tag("긴 말")]
        try scratch.add(content)
        try scratch.add("rain")
        for _ in 0..<2 {
            for query in ["walk", "#walk", "WALK", "\"#walk\"", "@민수", "민수", "긴 말", "han walk", "han -rain"] {
                let page = try scratch.diary.search(try SearchRequest(query))
                #expect(page.hits.count == 1 && page.hits.allSatisfy { !$0.isWide }, "\(query)")
            }
            #expect(try scratch.diary.count(SearchRequest("han -walk")).count == 0)
            try scratch.flushTail()
        }
    }

    @Test func `of an entry its first 32 tags are paired, and all of them are counted`() throws {
        func seconds(_ count: Int) -> Double {
            var many = plain("many")
            many.tags = (0..<count).map { DiaryModel.Tag("t\(10_000 + $0)") }
            return threadTime {
                var counts = TagCounts()
                counts.add(many)
                #expect(counts.sorted.count == count)
                #expect(counts.beside("t10000").count == 31 && counts.beside("t10032").isEmpty)
                counts.remove(many)
                #expect(counts == TagCounts())
            }
        }
        _ = seconds(100)
        #expect(seconds(1_600) < max(seconds(100), 0.001) * 80)
    }
}
