import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import DiarylogTextSearch
import EventStore
import Testing

@testable import DiaryEngine

/// Searching finds what reading every text finds: now, as of any event, in all versions, whatever was merged.
///
/// `DIARYLOG_RUNS=25600` makes as many changes, one after the other.
@Suite(.timed) struct SearchModelTests {
    @Test func `the index finds what reading every text finds`() throws {
        let events = min(runs(debug: 300), 25_600)
        var chance = Chance(for: "searching")
        let scratch = try Scratch.searched(&chance, events: events)
        try compare(scratch, &chance, queries: 400)
        try scratch.reopen()
        try scratch.diary.catchUp(SearchProjection.name, anew: true) { _ in true }
        try compare(scratch, &chance, queries: 100)
    }

    @Test func `while it is merged the index finds the same`() throws {
        var chance = Chance(for: "merging while searching")
        let scratch = try Scratch.searched(&chance, events: 40)
        for _ in 0..<12 {
            try scratch.fill(&chance, entries: 60 + chance.below(200))
            try compare(scratch, &chance, queries: 30)
        }
    }

    @Test func `pages put together are the whole`() throws {
        var chance = Chance(for: "pages of a search")
        let scratch = try Scratch.searched(&chance, events: 300)
        for _ in 0..<80 {
            guard var request = chance.request(head: try scratch.head), request.sort == .newest else { continue }
            request.limit = nil
            let whole = try scratch.diary.search(request).hits
            request.limit = 1 + chance.below(7)
            var pages: [SearchHit] = []
            repeat {
                let page = try scratch.diary.search(request)
                pages += page.hits
                request.after = page.next
            } while request.after != nil
            #expect(pages == whole, "\(request.query)")
        }
    }

    @Test(arguments: [120, 2_100])
    func `where entries are edited, phrases of frequent words are found as in their texts`(entries: Int) throws {
        // An index that begins with two thousand entries has frequent terms.
        var chance = Chance(for: "phrases in edited prose")
        let scratch = try Scratch(seed: chance.next())
        var texts = (0..<entries).map { _ in chance.prose(words: 8 + chance.below(30)) }
        let rows = texts.enumerated().map { ImportedRow(content: plain($1), identity: Array("\($0)".utf8)) }
        _ = try scratch.diary.import(rows, in: scratch.context)
        for id in try scratch.diary.list().entries.map(\.id).prefix(120) {
            scratch.wall += 1_000_000
            let text = try #require(try scratch.diary.entry(id)?.text)
            var words = text.split(separator: " ").map(String.init)
            let more = chance.prose(words: 1 + chance.below(5))
            switch chance.below(4) {
            case 0: words.append(more)
            case 1: words.insert(more, at: chance.below(words.count))
            case 2: words[chance.below(words.count)] = more
            default: words.remove(at: chance.below(words.count))
            }
            texts.append(words.joined(separator: " "))
            try scratch.edit(id, text: words.joined(separator: " "))
        }
        try compare(scratch, &chance, queries: 120) { chance, head in
            var request = try? SearchRequest(chance.phrase(in: texts))
            request?.sort = chance.below(3) == 0 ? .relevance : .newest
            if chance.below(2) == 0 { request?.point = .event(SequenceNumber(UInt64(chance.below(Int(head)) + 1))) }
            return request
        }
    }

    /// Compares answers with those of reading every text.
    func compare(
        _ scratch: Scratch, _ chance: inout Chance, queries: Int,
        asking request: (inout Chance, UInt64) -> SearchRequest? = { $0.request(head: $1) }
    ) throws {
        let head = try scratch.head
        let texts = try NaiveTexts(scratch.diary, head: head)
        for _ in 0..<queries {
            guard let request = request(&chance, head) else { continue }
            let sequence = try scratch.diary.resolve(request.point)
            let expected = texts.found(request, at: sequence.rawValue)
            let page = try scratch.diary.search(request)
            #expect(!page.isScan)
            let label: Comment = "\(request.query) at \(sequence) versions \(request.allVersions) \(request.filter)"
            let isFound = page.hits.map { "\($0.ordinal)/\(request.allVersions ? $0.born : 0)/\($0.isWide)" }
            if request.sort == .newest {
                #expect(isFound == expected, label)
            } else {
                #expect(isFound.sorted() == expected.sorted(), label)
            }
            if request.sort == .relevance, !request.allVersions, request.trees(isLoose: true).wide == nil {
                let placements = try page.hits.prefix(64).map { try texts.placement(of: $0, request, at: sequence) }
                #expect(placements == placements.sorted(by: >), label)
            }
            if request.sort == .relevance {
                var few = request
                few.limit = 1 + chance.below(8)
                #expect(try scratch.diary.search(few).hits == Array(page.hits.prefix(few.limit ?? 0)), label)
            }
            let count = try scratch.diary.count(request, exactly: true)
            #expect(count.count == expected.count && count.isExact, label)
            var scan = try SearchScanProbe.scan(scratch.diary, request)
            scan.sort { HitList.precedes($0, $1, .newest) }
            var hits = page.hits
            hits.sort { HitList.precedes($0, $1, .newest) }
            #expect(scan.map(\.ordinal) == hits.map(\.ordinal), label)
        }
    }
}

/// The same request without the index.
enum SearchScanProbe {
    static func scan(_ diary: Diary, _ request: SearchRequest) throws -> [SearchHit] {
        try diary.read(request.point) { view, sequence in
            try request.scanned(asOf: sequence, in: view).hits
        }
    }
}

/// Every text that every entry had, found by looking at the diary after each event.
struct NaiveTexts {
    struct Text {
        var ordinal: UInt32
        var born: UInt64
        var died: UInt64
        /// The whole content at each event: a star may change under the same text.
        var contents: [(from: UInt64, content: EntryContent)]

        func content(at sequence: UInt64) -> EntryContent? { contents.last { $0.from <= sequence }?.content }
    }

    private(set) var texts: [Text] = []

    init(_ diary: Diary, head: UInt64) throws {
        var living: [EntryID: Int] = [:]
        var ordinals: [EntryID: UInt32] = [:]
        for event in try diary.log(at: .event(SequenceNumber(head))).events.reversed() {
            guard let id = event.entry, let entry = try diary.entry(id, at: .event(event.sequence)) else { continue }
            if ordinals[id] == nil { ordinals[id] = UInt32(ordinals.count) + 1 }
            let content = entry.content
            if let index = living[id], let last = texts[index].contents.last?.content {
                let isSame = Self.read(last) == Self.read(content) && last.tags == content.tags
                if isSame, last.date.seconds == content.date.seconds, !entry.isDeleted {
                    texts[index].contents.append((event.sequence.rawValue, content))
                    continue
                }
                texts[index].died = event.sequence.rawValue
                living[id] = nil
            }
            if entry.isDeleted { continue }
            living[id] = texts.count
            texts.append(
                Text(
                    ordinal: ordinals[id] ?? 0, born: event.sequence.rawValue, died: .max,
                    contents: [(event.sequence.rawValue, content)]))
        }
    }

    /// The text, and below it what another program called the place.
    private static func read(_ content: EntryContent) -> [UInt8] {
        content.text + content.extra.filter { $0.key == "placeName" }.flatMap { [0x0A] + $0.value }
    }

    /// How the words of a request stand in an entry: a whole word counts 2, the beginning of one 1.
    func placement(of hit: SearchHit, _ request: SearchRequest, at sequence: SequenceNumber) throws -> Int {
        let text = texts.last { $0.ordinal == hit.ordinal && $0.born <= sequence.rawValue }
        let content = try #require(text?.content(at: sequence.rawValue))
        let units = TextUnits(Self.read(content))
        return request.trees(isLoose: false).asked.patterns.reduce(0) { $0 + ($1.placement(in: units)?.rawValue ?? 0) }
    }

    /// `ordinal/born/is only half typed`, in the order of dates.
    func found(_ request: SearchRequest, at sequence: UInt64) -> [String] {
        let loose = found(request, at: sequence, isLoose: true)
        // Korean words have a space within only where few entries have them as typed.
        return loose.count { $0.hasSuffix("false") } < 32 ? loose : found(request, at: sequence, isLoose: false)
    }

    private func found(_ request: SearchRequest, at sequence: UInt64, isLoose: Bool) -> [String] {
        let (asked, wide) = request.trees(isLoose: isLoose)
        var found: [(text: Text, date: Int64, isWide: Bool)] = []
        for text in texts {
            let isThere = text.born <= sequence && (request.allVersions || sequence < text.died)
            guard isThere, let content = text.content(at: request.allVersions ? text.born : sequence) else { continue }
            let read = Self.read(content)
            let units = TextUnits(read)
            let (bytes, date) = (read.span, content.date.seconds)
            if asked.matches(bytes, units, date: date, content) {
                found.append((text, content.date.seconds, false))
            } else if wide?.matches(bytes, units, date: date, content) == true {
                found.append((text, content.date.seconds, true))
            }
        }
        found.sort { left, right in
            if left.isWide != right.isWide { return right.isWide }
            if left.date != right.date { return left.date > right.date }
            if left.text.ordinal != right.text.ordinal { return left.text.ordinal > right.text.ordinal }
            return left.text.born > right.text.born
        }
        return found.map { "\($0.text.ordinal)/\(request.allVersions ? $0.text.born : 0)/\($0.isWide)" }
    }
}

extension Chance {
    /// Words that a query may be about, and that texts hold.
    static let words = [
        "날씨", "날씨가", "겨울날씨", "비", "비가", "나비", "오늘", "오늘은", "ㅋㅋㅋ", "ㅋㅋㅋㅋ", "바닷가", "바다", "하늘", "한글", "값", "갑자기", "갑 자기",
        "좋은날", "좋은 날", "walk",
        "walking",
        "Walk", "cafe\u{301}", "café", "3월", "13월", "10:30", "東京", "東京都", "が", "か\u{3099}", "👍🏽", "❤️", "don't",
        "\u{1102}\u{1161}\u{11AF}\u{110A}\u{1175}", "ｗａｌｋ", "꿩",
    ]

    mutating func diaryText() -> String {
        var text = ""
        for _ in 0..<1 + below(12) { text += pick(Self.words) + pick(["", " ", " ", " ", ". ", "\n"]) }
        return text
    }

    /// Prose of a few words that stand everywhere, in two languages.
    mutating func prose(words count: Int) -> String {
        let words = ["of", "the", "in", "and", "the sea", "이", "그", "이런", "영화", "영화가", "수", "있는", "할", "것이", "좋은", "날"]
        return (0..<count).map { _ in pick(words) }.joined(separator: " ")
    }

    /// Neighbouring words of a text, quoted; the last one may end in its midst.
    mutating func phrase(in texts: [String]) -> String {
        let words = pick(texts).split(separator: " ")
        let start = below(words.count)
        let phrase = words[start..<min(words.count, start + 1 + below(4))].joined(separator: " ")
        let quoted = "\"" + (below(4) == 0 ? String(phrase.dropLast()) : phrase) + "\""
        return below(5) == 0 ? quoted + " -" + pick(["영화", "the", "날"]) : quoted
    }

    /// A query in any form of the grammar, with filters, at any moment.
    mutating func request(head: UInt64) -> SearchRequest? {
        var request: SearchRequest
        if below(6) == 0 {
            guard let exact = SearchRequest(containing: substring()) else { return nil }
            request = exact
        } else {
            guard let words = try? SearchRequest(query(depth: 2), isTyping: below(4) == 0, day: { _ in 0...86_399 })
            else { return nil }
            request = words
        }
        if below(2) == 0 { request.point = .event(SequenceNumber(UInt64(below(Int(head)) + 1))) }
        request.allVersions = below(4) == 0
        request.sort = below(4) == 0 ? .relevance : .newest
        if below(4) == 0 { request.filter = filter() }
        return request
    }

    private mutating func substring() -> String {
        let scalars = Array((pick(Self.words) + pick(["", " ", ". "]) + pick(Self.words)).unicodeScalars)
        let start = below(scalars.count)
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[start..<min(scalars.count, start + 1 + below(6))])
        return text
    }

    private mutating func query(depth: Int) -> String {
        switch below(depth == 0 ? 6 : 11) {
        case 0, 1: return pick(Self.words)
        case 2: return pick(["날ㅆ", "ㄴㅆ", "ㅎㄴ", "ㅋㅋ", "바ㄷ", "하", "한", "갑", "비", "ㅂ", "꿩", "ㄲ"])
        case 3: return pick(["wal*", "do*", "13*", "날*", "caf*"])
        case 4: return "\"" + pick(Self.words) + " " + pick(Self.words) + "\""
        case 5: return pick(["tag:a", "star:yes", "star:no", "date:x", "before:x", "after:x", "title:날씨", "제목:walk*"])
        case 6: return "-" + query(depth: 0)
        case 7: return query(depth: depth - 1) + " OR " + query(depth: depth - 1)
        case 8: return "(" + query(depth: depth - 1) + ") " + query(depth: 0)
        default: return query(depth: depth - 1) + " " + query(depth: depth - 1)
        }
    }
}

extension Scratch {
    /// A diary of texts that search is hard in, changed in every way.
    static func searched(_ chance: inout Chance, events: Int) throws -> Scratch {
        let scratch = try Scratch(seed: chance.next())
        try scratch.change(&chance, events: events, among: [])
        return scratch
    }

    /// Makes changes of every sort: new entries, and changes of these and of some others.
    func change(_ chance: inout Chance, events: Int, among others: [EntryID]) throws {
        var ids = others
        for _ in 0..<events {
            wall += 1_000_000
            switch chance.below(12) {
            case 0..<4: ids.append(try add(chance.diaryContent()).id)
            case 4..<8 where !ids.isEmpty:
                var edit = EntryEdit()
                if chance.below(4) > 0 { edit.text = Array(chance.diaryText().utf8) }
                if chance.below(4) == 0 { edit.date = chance.date() }
                if chance.below(4) == 0 { edit.isStarred = chance.below(2) == 0 }
                if chance.below(6) == 0 { edit.place = Place(latitude: 37, longitude: Double(chance.below(3))) }
                _ = try perform(.edit(edit), on: chance.pick(ids))
            case 8 where !ids.isEmpty: _ = try perform(.delete, on: chance.pick(ids))
            case 9 where !ids.isEmpty: _ = try perform(.restore, on: chance.pick(ids))
            case 10: _ = try diary.undo(in: context)
            default: try fill(&chance, entries: chance.below(3))
            }
        }
    }

    /// Imports entries, all at once.
    func fill(_ chance: inout Chance, entries: Int) throws {
        let rows = (0..<entries).map { _ in ImportedRow(content: chance.diaryContent(), identity: chance.bytes(16)) }
        wall += 1_000_000
        _ = try diary.import(rows, in: context)
    }
}

extension Chance {
    fileprivate mutating func diaryContent() -> EntryContent {
        var content = EntryContent(text: Array(diaryText().utf8), date: date())
        content.tags = tags()
        content.isStarred = below(3) == 0
        if below(4) == 0 {
            let name = pick(Self.words) + ", " + pick(Self.words)
            content.extra.append(ExtraField(key: below(3) == 0 ? "x" : "placeName", value: Array(name.utf8)))
        }
        return content
    }
}
