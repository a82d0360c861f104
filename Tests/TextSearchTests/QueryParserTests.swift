import DiarylogTestSupport
import Testing

@testable import DiarylogTextSearch

/// The grammar of queries, and what is said of those that have none.
@Suite(.timed) struct QueryParserTests {
    func field(_ field: QueryField, _ value: String, at range: Range<Int>) -> ParsedQuery {
        .filter(FieldValue(field, value, at: range))
    }

    func word(_ text: String, isPrefix: Bool = false, isQuoted: Bool = false) throws -> ParsedQuery {
        .text(try #require(Pattern(Array(text.utf8), isPrefix: isPrefix)), isQuoted: isQuoted)
    }

    @Test func `words stand together, OR binds less, parentheses most`() throws {
        let (a, b, c) = (try word("비"), try word("눈"), try word("walk", isPrefix: true))
        #expect(try QueryParser.parse("비 눈") == .all([a, b]))
        #expect(try QueryParser.parse("비 AND 눈") == .all([a, b]))
        #expect(try QueryParser.parse("비 눈 OR walk*") == .any([.all([a, b]), c]))
        #expect(try QueryParser.parse("비 (눈 OR walk*)") == .all([a, .any([b, c])]))
        #expect(try QueryParser.parse("비 -눈") == .all([a, .not(b)]))
        #expect(try QueryParser.parse("-(비 눈)") == .not(.all([a, b])))
    }

    @Test func `a phrase is taken as it is typed, with any quotes`() throws {
        let phrase = try word("좋은 날", isQuoted: true)
        #expect(try QueryParser.parse("\"좋은 날\"") == phrase)
        #expect(try QueryParser.parse("“좋은 날”") == phrase)
        #expect(try QueryParser.parse("-\"좋은 날\"") == .not(phrase))
        #expect(try QueryParser.parse("a-b 10:30") == .all([try word("a-b"), try word("10:30")]))
    }

    @Test(arguments: ["\u{200E}", "\u{200F}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{202B}"])
    func `a sign that nobody sees makes no other query`(_ sign: String) throws {
        for query in ["비", "-비", "비 OR 눈", "walk*", "title:비", "-title:비", "(비 눈)", "비 AND 눈"] {
            var unseen = ""
            for word in query.split(separator: " ") { unseen += sign + word + sign + " " }
            #expect(try QueryParser.parse(unseen) == QueryParser.parse(query), "\(query)")
        }
        #expect(try QueryParser.parse("ti\(sign)tle:\(sign)비") == QueryParser.parse("title:비"))
        guard case .filter(let tag) = try QueryParser.parse("\(sign)tag:\(sign)여행\(sign)"), tag.field == .tag else {
            Issue.record("no tag")
            return
        }
        #expect(tag.value == "여행")
    }

    @Test func `an address that was pasted is text, and any other unknown field is not`() throws {
        let address = "https://example.org/a?b=1"
        #expect(try QueryParser.parse(address) == word(address))
        #expect(try QueryParser.parse("비 -\(address)") == .all([try word("비"), .not(try word(address))]))
        #expect(throws: QueryProblem(.unknownField("https"), at: 0..<6)) { try QueryParser.parse("https:example") }
        #expect(throws: QueryProblem(.unknownField("https"), at: 0..<6)) { try QueryParser.parse("https: //x") }
    }

    @Test func `a name with a comparison right behind it is a measure`() throws {
        #expect(try QueryParser.parse("기분:>3") == field(.measure, "기분>3", at: 0..<9))
        #expect(
            try QueryParser.parse("비 -sleep:<=7.5")
                == .all([try word("비"), .not(field(.measure, "sleep<=7.5", at: 5..<16))]))
        #expect(try QueryParser.parse("기분:3") == field(.measure, "기분=3", at: 0..<8))
        #expect(try QueryParser.parse("mood:-7,5") == field(.measure, "mood=-7,5", at: 0..<9))
        #expect(throws: QueryProblem(.unknownField("기분"), at: 0..<7)) { try QueryParser.parse("기분: >3") }
    }

    @Test func `fields have values, in either language`() throws {
        #expect(try QueryParser.parse("tag:산책") == field(.tag, "산책", at: 4..<10))
        #expect(try QueryParser.parse("태그:\"긴 산책\"") == field(.tag, "긴 산책", at: 7..<19))
        #expect(try QueryParser.parse("before:2026-11-01") == field(.before, "2026-11-01", at: 7..<17))
        #expect(try QueryParser.parse("star:yes") == field(.star, "yes", at: 5..<8))
        #expect(try QueryParser.parse("is:conflict") == field(.is, "conflict", at: 3..<11))
        #expect(try QueryParser.parse("상태:충돌") == field(.is, "충돌", at: 7..<13))
        let pattern = try #require(Pattern(Array("비".utf8)))
        #expect(try QueryParser.parse("title:비") == .title(pattern, isQuoted: false))
        #expect(try QueryParser.parse("-제목:\"비\"") == .not(.title(pattern, isQuoted: true)))
    }

    @Test(arguments: [
        ("", QueryProblem.Kind.empty, 0..<0), ("   ", .empty, 0..<3), ("비 \"눈", .unbalancedQuote, 4..<5),
        ("(비", .unbalancedParenthesis, 0..<1), ("비)", .unbalancedParenthesis, 3..<4),
        ("비 where:x", .unknownField("where"), 4..<10), ("tag: 비", .missingValue("tag"), 0..<4),
        ("비 OR", .missingOperand("OR"), 4..<6), ("AND 비", .missingOperand("AND"), 0..<3),
        ("!!!", .nothingToFind("!!!"), 0..<3), ("()", .missingOperand("("), 0..<1),
    ])
    func `what cannot be read is told with its place`(
        _ query: String, _ kind: QueryProblem.Kind, _ range: Range<Int>
    ) {
        #expect(throws: QueryProblem(kind, at: range)) { try QueryParser.parse(query) }
    }

    @Test(arguments: [("(", ")"), ("-", ""), ("-(", ")")])
    func `what stands within something else has an end`(open: String, close: String) throws {
        for count in [80, 100_000] {
            #expect(throws: QueryProblem.self) {
                try QueryParser.parse(
                    String(repeating: open, count: count) + "비" + String(repeating: close, count: count))
            }
        }
        #expect(
            try QueryParser.parse(String(repeating: open, count: 2) + "비" + String(repeating: close, count: 2))
                != .all([]))
    }

    @Test func `any bytes are a query or a problem`() {
        var chance = Chance(for: "queries")
        let stock = ["(", ")", "\"", "-", "*", ":", "OR", "AND", "비", "tag", "title", " ", " ", "“", "walk", "!", "ㄴ"]
        for _ in 0..<20_000 {
            let query = (0..<chance.below(9)).map { _ in chance.pick(stock) }.joined()
            do throws(QueryProblem) { _ = try QueryParser.parse(query) } catch {
                #expect(error.range.upperBound <= query.utf8.count)
            }
        }
    }

    @Test func `only what is not quoted is widened, and the last word while it is typed`() throws {
        #expect(try QueryParser.parse("날씨").widened(isTyping: false) == nil)
        for quoted in ["\"날ㅆ\"", "title:\"날ㅆ\""] {
            #expect(try QueryParser.parse(quoted).widened(isTyping: true, isLoose: true) == nil)
        }
        for (query, looser) in [("title:walk", "title:walk*"), ("title:날ㅆ", nil)] {
            let wide = try #require(try QueryParser.parse(query).widened(isTyping: false, isLoose: true))
            guard case .any(let forms) = wide, case .title(let form, isQuoted: true)? = forms.last else {
                Issue.record("\(wide)")
                continue
            }
            if let looser { #expect(try QueryParser.parse(looser) == .title(form, isQuoted: false)) }
        }
        #expect(try QueryParser.parse("날ㅆ 비").widened(isTyping: false) != nil)
        let typing = try QueryParser.parse("하 하").widened(isTyping: true)
        guard case .all(let parts) = typing else { return #expect(Bool(false), "two words stand together") }
        #expect(parts[0] == (try word("하")))
        #expect(parts[1] != (try word("하")))
    }

    @Test func `a Korean word of three syllables and more may have a space within, unless it is quoted or excluded`()
        throws
    {
        let wide = try #require(try QueryParser.parse("좋은날").widened(isTyping: false, isLoose: true))
        guard case .any(let parts) = wide else { return #expect(Bool(false), "one of several") }
        #expect(parts.first == (try word("좋은날")))
        // A space must stand there: without one it is as typed.
        for (part, text) in zip(parts.dropFirst(), ["좋 은날", "좋은 날"]) {
            guard case .text(let pattern, isQuoted: true) = part else { return #expect(Bool(false), "a text") }
            #expect(pattern.matches(TextUnits(Array(text.utf8))) && !pattern.matches(TextUnits(Array("좋은날".utf8))))
        }
        #expect(parts.count == 3)
        for query in ["\"좋은날\"", "-좋은날", "날씨", "좋은 날", "\"walk\"", "walk*", "30", "w", "아홉글자로된긴낱말임", "3월의"] {
            #expect(try QueryParser.parse(query).widened(isTyping: false, isLoose: true) == nil, "\(query)")
        }
        #expect(try QueryParser.parse("좋은날").widened(isTyping: false) == nil)
        for query in ["walk", "좋은day", "30th", "år"] {
            let wide = try QueryParser.parse(query).widened(isTyping: false, isLoose: true)
            let begun = ParsedQuery.text(
                try #require(Pattern(Array(query.utf8), isPrefix: true)), isQuoted: true)
            #expect(try wide == .any([word(query), begun]), "\(query)")
        }
    }
}
