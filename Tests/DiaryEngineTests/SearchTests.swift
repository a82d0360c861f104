import DiaryEngine
import DiaryModel
import DiarylogHost
import DiarylogSearchIndex
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// What a search promises, one sentence each; that it finds what reading finds is in `WorldTests`.
@Suite(.timed) final class SearchTests: InScratch {
    func texts(_ scratch: Scratch, _ request: SearchRequest) throws -> [String] {
        let page = try scratch.diary.search(request)
        return try scratch.diary.found(page.hits, by: request, at: page.at).map { $0.entry.text }
    }

    func texts(_ scratch: Scratch, _ query: String) throws -> [String] { try texts(scratch, SearchRequest(query)) }

    @Test func `a word is found within words, whole before beginning before within where the best come first`() throws {
        for text in ["겨울날씨 이야기", "날씨가 좋다", "맑은 날씨", "바다"] { try scratch.add(text) }
        #expect(Set(try texts(scratch, "날씨")) == ["겨울날씨 이야기", "날씨가 좋다", "맑은 날씨"])
        let request = try with(SearchRequest("날씨")) { $0.sort = .relevance }
        #expect(try texts(scratch, request) == ["맑은 날씨", "날씨가 좋다", "겨울날씨 이야기"])
    }

    @Test func `by relevance, a word counts, too, where another part of the query lets all entries pass`() throws {
        for (text, day) in [("비", 1), ("눈", 2), ("눈과 비", 3), ("해", 4)] as [(String, Int64)] {
            try scratch.add("\(text) \(day)", day: day)
        }
        let request = try with(SearchRequest("비 OR date:x") { _ in 86_400...(4 * 86_400) }) { $0.sort = .relevance }
        for _ in 0..<2 {
            #expect(try texts(scratch, request).prefix(2) == ["비 1", "눈과 비 3"])
            try scratch.flushTail()
        }
    }

    @Test func `a list by words takes what a search finds: the tags that were given, and the name of the place`() throws
    {
        var content = EntryContent(text: Array("hello".utf8), date: plain("").date)
        content.tags = [Tag("sea")]
        content.extra = [ExtraField(key: EntryContent.placeNameKey, value: Array("한강공원, 서울".utf8))]
        try scratch.add(content)
        try scratch.add("hello again")
        for query in ["sea", "#sea", "-sea", "한강공원", "-한강공원", "hello sea", "hello OR sea"] {
            var list = ListRequest()
            list.filter = try EntryFilter(query: query)
            let listed = try scratch.diary.list(list).entries.map(\.text)
            #expect(Set(listed) == Set(try texts(scratch, query)), "\(query)")
            let search = with(SearchRequest()) { $0.filter = list.filter }
            #expect(Set(try texts(scratch, search)) == Set(listed), "\(query)")
        }
        #expect(throws: QueryProblem.self) { try SearchRequest("tag:\"\"") }
    }

    @Test func `what was typed comes before what it may become`() throws {
        try scratch.add("ㄴㅆ라고 썼다", day: 0)
        try scratch.add("날씨", day: 86_400)
        #expect(try texts(scratch, "ㄴㅆ") == ["ㄴㅆ라고 썼다", "날씨"])
        #expect(try scratch.diary.search(try SearchRequest("ㄴㅆ")).hits.map(\.isWide) == [false, true])
        #expect(try texts(scratch, "\"ㄴㅆ\"") == ["ㄴㅆ라고 썼다"])
    }

    @Test func `a Korean word has a space within only where few have it as typed, and pages and counts agree`() throws {
        for day in Int64(0)..<31 { try scratch.add("참 좋은날 \(day)", day: day) }
        for day in Int64(40)..<45 { try scratch.add("참 좋은 날 \(day)", day: day) }
        func pages() throws -> [Bool] {
            var request = try SearchRequest("좋은날")
            request.limit = 10
            var found: [Bool] = []
            while true {
                let page = try scratch.diary.search(request)
                found += page.hits.map(\.isWide)
                guard let next = page.next else { break }
                request.after = next
            }
            let best = try with(SearchRequest("좋은날")) { $0.sort = .relevance }
            #expect(try scratch.diary.search(best).hits.map(\.isWide) == found)
            #expect(try scratch.diary.count(best).count == found.count)
            let scores = try scratch.diary.read(.head) { view, sequence in
                try best.scanned(asOf: sequence, in: view).hits.map(\.isWide)
            }
            #expect(scores == found)
            return found
        }
        #expect(try pages() == Array(repeating: false, count: 31) + Array(repeating: true, count: 5))
        try scratch.add("또 좋은날", day: 50)
        #expect(try pages() == Array(repeating: false, count: 32))
    }

    @Test func `a word is found by its beginning only where few have it as typed, behind these, and not in quotes`()
        throws
    {
        for day in Int64(0)..<31 { try scratch.add("a walk, day \(day)", day: day) }
        for (day, word) in ["Walked", "walking", "walkers"].enumerated() {
            try scratch.add("\(word) 30 \(day)", day: 100 + Int64(day))
        }
        func loose(_ query: String, _ sort: SearchRequest.Sort = .newest) throws -> [Bool] {
            let request = try with(SearchRequest(query)) { $0.sort = sort }
            let hits = try scratch.diary.search(request).hits
            #expect(try scratch.diary.count(request).count == hits.count, "\(query)")
            return hits.map(\.isWide)
        }
        for _ in 0..<2 {
            for sort in SearchRequest.Sort.allCases {
                #expect(try loose("walk", sort) == Array(repeating: false, count: 31) + [true, true, true])
            }
            #expect(try loose("\"walk\"").count == 31 && loose("WALKE") == [true, true])
            #expect(try loose("\"walke\"") == [] && loose("walke -walked") == [true])
            // Of a number, or of one letter, too much would begin so.
            #expect(try loose("3").allSatisfy { !$0 } && loose("w") == [])
            #expect(try loose("walk day 3") == [false] && loose("wal 30").count(where: \.self) == 4)
            try scratch.flushTail()
        }
        try scratch.add("another walk", day: 50)
        #expect(try loose("walk") == Array(repeating: false, count: 32))
    }

    @Test func `the best of all versions come first, however few are asked for`() throws {
        // The older ones are shorter, and so better; what a phrase adds no term tells of all versions.
        for number in 0..<300 { try scratch.add("비 " + String(repeating: "글 ", count: number / 10)) }
        var request = try SearchRequest("\"좋은 날 꽃이\" OR (비 글) OR 비")
        (request.sort, request.allVersions) = (.relevance, true)
        let all = try scratch.diary.search(request).hits
        #expect(all.count == 300)
        for limit in [1, 5, 40] {
            request.limit = limit
            #expect(try scratch.diary.search(request).hits == Array(all.prefix(limit)))
        }
    }

    @Test func `each key of a word being typed finds it`() throws {
        for number in 0..<40 { try scratch.add("다른 글 \(number)") }
        try scratch.add("어제는 하늘이 맑았다")
        for typed in ["ㅎ", "하", "한", "하느", "하늘", "하늘이"] {
            let request = try SearchRequest(typed, isTyping: true)
            #expect(try texts(scratch, request) == ["어제는 하늘이 맑았다"], "\(typed)")
        }
    }

    @Test("all versions of an entry are searched in one walk: so many looks at each, however many there are")
    func versionsCounted() throws {
        let entry = try scratch.add("비가 왔다 0")
        let request = try with(SearchRequest("비")) { $0.allVersions = true }
        var looks: [Int] = []
        for round in 1...2 {
            for number in 1...400 { try scratch.edit(entry.id, text: "비가 왔다 \(round * 1000 + number)") }
            try scratch.flushTail()
            let meter = ReadMeter()
            let found = try ReadMeter.$current.withValue(meter) { try scratch.diary.search(request).hits.count }
            #expect(found == round * 400 + 1)
            looks.append(meter.frames)
        }
        #expect(looks[0] < 400 * 8 && looks[1] < looks[0] * 5 / 2, "\(looks)")
    }

    @Test("a word of nearly a megabyte, as many tags as there may be, emoji and mere signs are entries like any other")
    func extremes() throws {
        let long = String(repeating: "가나다라", count: 80_000)
        let word = String(repeating: "abcdefgh", count: 120_000)
        try scratch.add("끝말 " + long + "꿩")
        try scratch.add(word + " tail")
        var content = plain("많은 꼬리표")
        content.tags = (0..<EntryLimits.tags).map { Tag("tag \($0)") }
        try scratch.add(content.inOrder)
        try scratch.add("👨‍👩‍👧 ❤️ 🇰🇷")
        try scratch.add("!!! …")
        for round in 0..<2 {
            #expect(try texts(scratch, "꿩").count == 1 && texts(scratch, "라가").count == 1)
            #expect(try texts(scratch, word).count == 1 && texts(scratch, word + "x").count == 0)
            #expect(try texts(scratch, String(word.prefix(2_000)) + "*").count == 1)
            #expect(try texts(scratch, "tag:\"tag 255\"").count == 1 && texts(scratch, "tag:\"tag\"").count == 0)
            #expect(try texts(scratch, "👨‍👩‍👧").count == 1 && texts(scratch, "❤").count == 1)
            #expect(try texts(scratch, "👧").count == 0 && texts(scratch, "🇷").count == 0)
            let signs = try #require(SearchRequest(containing: "!! …"))
            #expect(try texts(scratch, signs) == ["!!! …"])
            if round == 0 { try scratch.flushTail() }
        }
    }

    @Test func `a count that would read too many texts says about, and exactly on request`() throws {
        let rows = (0..<Diary.countBound * 2).map { number in
            ImportedRow(
                content: plain(number.isMultiple(of: 2) ? "the quick fox" : "quick the fox"),
                identity: Array("\(number)".utf8))
        }
        _ = try scratch.diary.import(rows, in: scratch.context)
        let head = try scratch.head
        let request = try #require(SearchRequest(containing: "the quick"))
        let about = try scratch.diary.count(request)
        #expect(!about.isExact && abs(about.count - Diary.countBound) < Diary.countBound / 10)
        #expect(
            try scratch.diary.count(request, exactly: true)
                == SearchCount(at: SequenceNumber(head), count: Diary.countBound, isExact: true))
        for query in ["quick", "\"the quick\"", "quick -fox", "qui* fox"] {
            #expect(try scratch.diary.count(try SearchRequest(query)).isExact)
        }
        // What is rare is counted to the end.
        try scratch.add("one zebra, once")
        let rare = try #require(SearchRequest(containing: "a, on"))
        #expect(try scratch.diary.count(rare) == SearchCount(at: SequenceNumber(head + 1), count: 1, isExact: true))
    }

    @Test func `a diary of some thousand entries is counted whole, wherever in it a word stands`() throws {
        let rows = (0..<3000).map { number in
            ImportedRow(
                content: plain(number < 600 ? "the quick fox" : "quick the fox", day: Int64(number)),
                identity: Array("\(number)".utf8))
        }
        _ = try scratch.diary.import(rows, in: scratch.context)
        let found = try scratch.diary.count(try #require(SearchRequest(containing: "the quick")))
        #expect(found.isExact && found.count == 600)
    }
}
