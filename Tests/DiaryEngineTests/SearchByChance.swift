/// Texts that search is hard in, queries in every form of the grammar, and diaries of such texts, by chance.

import DiaryEngine
import DiaryModel
import DiarylogTestSupport
import EventStore
import Testing

@testable import DiaryEngine

/// The same request without the index.
enum SearchScanProbe {
    static func scan(_ diary: Diary, _ request: SearchRequest) throws -> [SearchHit] {
        try diary.read(request.point) { view, sequence in
            try request.scanned(asOf: sequence, in: view).hits
        }
    }

    /// The hits that match as typed, with their scores, in order; nil where these follow from more than one text of an
    /// entry, or from more than whole terms.
    static func scored(_ diary: Diary, _ request: SearchRequest) throws -> [SearchHit]? {
        try diary.read(request.point) { view, sequence in
            var scan = try SearchScan(request, isLoose: false, asOf: sequence, in: view)
            return scan.tellsScores ? try scan.page(in: view).hits.filter { !$0.isWide } : nil
        }
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
    mutating func diaryContent() -> EntryContent {
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
