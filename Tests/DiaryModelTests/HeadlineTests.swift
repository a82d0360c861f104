import DiaryModel
import DiarylogTestSupport
import FoundationEssentials
import Testing

@Suite("The headline of a text", .timed) struct HeadlineTests {
    @Test(
        "The title is the first line that holds something, the body what follows without its leading blank lines",
        arguments: [
            ("", nil, "", ""),
            ("\n", nil, "", ""),
            ("   ", nil, "", ""),
            (" \n\t\n\u{3000}", nil, "", ""),
            ("제목", "제목", "", ""),
            ("제목\n", "제목", "", ""),
            ("제목\n내용", "제목", "내용", "내용"),
            ("제목\n\n\n내용\n", "제목", "내용\n", "내용"),
            ("\n\n제목\n내용", "제목", "내용", "내용"),
            ("  제목  \n내용", "제목", "내용", "내용"),
            ("제목\n  \n내용", "제목", "내용", "내용"),
            ("제목\n \n  들여 쓴 줄 \n\n끝\n\n", "제목", "  들여 쓴 줄 \n\n끝\n\n", "들여 쓴 줄 끝"),
            ("제목\r\n내용", "제목", "내용", "내용"),
            ("제목\r\n\r\n내용\r\n", "제목", "내용\r\n", "내용"),
            ("제목\r내용\r끝", "제목", "내용\r끝", "내용 끝"),
            ("제목\u{2028}내용\u{2029}끝\u{85}.", "제목", "내용\u{2029}끝\u{85}.", "내용 끝 ."),
            ("\u{200B}\n내용", "\u{200B}", "내용", "내용"),
            (" \u{301}a \nb", " \u{301}a", "b", "b"),
        ] as [(String, String?, String, String)])
    func derives(text: String, title: String?, body: String, preview: String) {
        let headline = Headline(of: text)
        #expect(headline.title.map(String.init) == title)
        #expect(Array(headline.body.utf8) == Array(body.utf8))
        #expect(headline.preview == preview)
    }

    @Test func `white space at both ends goes, and a space that carries a mark stays`() {
        #expect(" \u{3000}\t \u{301}a b \n".trimmingSpace() == " \u{301}a b")
        #expect("a \u{301} "[...].trimmingSpace() == "a \u{301}")
    }

    @Test func `A preview is cut between characters, and says so`() {
        let family = "👨‍👩‍👧‍👦"
        let decomposed = "한"
        #expect(Headline(of: "t\n12345", previewLength: 5).preview == "12345")
        #expect(Headline(of: "t\n123456", previewLength: 5).preview == "1234…")
        #expect(Headline(of: "t\n12 \n 45 \n6", previewLength: 5).preview == "12 4…")
        #expect(Headline(of: "t\n1 \n2", previewLength: 2).preview == "1…")
        #expect(Headline(of: "t\n\(family)\(family)\(family)", previewLength: 2).preview == "\(family)…")
        #expect(
            Headline(of: "t\n\(decomposed)\(decomposed)\(decomposed)", previewLength: 2).preview == "\(decomposed)…")
        #expect(Headline(of: "t\n12", previewLength: 1).preview == "…")
        #expect(Headline(of: "t\n12", previewLength: 0).preview == "")
        #expect(Headline(of: "t\n12", previewLength: -3).preview == "")
        #expect(Headline(of: "t\n12\n3", previewLength: .max).preview == "12 3")
    }

    @Test func `Random texts keep the laws of the headline`() {
        var chance = Chance(for: "headline")
        for _ in 0..<400 {
            let text = chance.text(of: SampleWords.lines, words: chance.below(30))
            let limit = chance.below(40)
            let headline = Headline(of: text, previewLength: limit)
            let whole = Headline(of: text, previewLength: .max)
            #expect(text.utf8.reversed().starts(with: headline.body.utf8.reversed()))
            #expect(headline.preview.count <= limit)
            let isBlank = text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
            #expect((headline.title == nil) == isBlank)
            if headline.preview == whole.preview { continue }
            #expect(limit == 0 || headline.preview.hasSuffix("…"))
            #expect(Array(whole.preview).starts(with: Array(headline.preview.dropLast())))
        }
    }

    @Test func `Where our rules and the five apps' agree, so do the titles`() throws {
        guard let bytes = try SharedMaterial.bytes("vectors/split-vectors.json") else { return }
        let vectors = try JSONDecoder().decode([SplitVector].self, from: Data(bytes))
        #expect(vectors.count == 22)
        // The apps miss every line break but LF, and keep the spaces around.
        let ours = [
            "empty": nil, "one-newline": nil, "newlines": nil, "spaces": nil, "padded-title": "제목", "crlf": "제목",
            "cr-only": "제목", "line-separator": "제목",
        ]
        let apart = ["leading-newline", "leading-newlines-title-only"]
        for vector in vectors {
            let headline = Headline(of: vector.text)
            let title = headline.title.map(String.init)
            if let expected = ours[vector.name] {
                #expect(title == expected, "\(vector.name)")
            } else {
                #expect(title == vector.app002.listTitle, "\(vector.name)")
                if !apart.contains(vector.name) { #expect(title == vector.app004.title, "\(vector.name)") }
            }
            #expect(vector.text.utf8.reversed().starts(with: headline.body.utf8.reversed()), "\(vector.name)")
        }
    }
}

private struct SplitVector: Decodable {
    struct App002: Decodable { let listTitle: String? }
    struct App004: Decodable { let title: String? }
    let name: String
    let text: String
    let app002: App002
    let app004: App004

    enum CodingKeys: String, CodingKey {
        case name, text
        case app002 = "002"
        case app004 = "004-step2"
    }
}
