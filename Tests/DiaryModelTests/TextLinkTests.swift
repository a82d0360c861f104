/// What in a text can be followed: addresses, mailboxes, phone numbers, dates.

import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("Links in texts", .timed) struct TextLinkTests {
    private func found(_ text: String) -> [String] {
        TextLinks.links(in: text).map { link in
            let bytes = Array(text.utf8)[link.bytes]
            return "\(link.kind.rawValue) \(String(decoding: bytes, as: UTF8.self)) \(link.target)"
        }
    }

    @Test(
        "an address ends where the sentence goes on",
        arguments: [
            ("see https://example.org/a?b=1#c.", "https://example.org/a?b=1#c"),
            ("(https://example.org/a)", "https://example.org/a"),
            ("https://en.wikipedia.org/wiki/Han_(river), too", "https://en.wikipedia.org/wiki/Han_(river)"),
            ("https://example.org에서 보았다", "https://example.org"),
            ("https://ko.wikipedia.org/wiki/한강 이다", "https://ko.wikipedia.org/wiki/한강"),
            ("<http://example.org:8080/x>", "http://example.org:8080/x"),
            ("\"HTTPS://EXAMPLE.ORG\"", "HTTPS://EXAMPLE.ORG"),
        ])
    func web(text: String, address: String) { #expect(found(text) == ["web \(address) \(address)"]) }

    @Test func `an address without a scheme is one where it begins with www.`() {
        #expect(found("www.example.org!") == ["web www.example.org https://www.example.org"])
        #expect(found("example.org, www, https://, xhttps://a.b, e.g. this.").isEmpty)
    }

    @Test(
        "an entry's address of Day One leads to the entry by its identifier, wherever it ends",
        arguments: [
            "dayone://view?entryId=479270F4CAD1429AB1564DB34D0FE3A1",
            "dayone2://view?entryId=479270f4-cad1-429a-b156-4db34d0fe3a1",
        ])
    func entry(address: String) {
        let id = "479270f4cad1429ab1564db34d0fe3a1"
        #expect(found("어제(\(address))와, \(address)에서.") == Array(repeating: "entry \(address) \(id)", count: 2))
        #expect(found("dayone://view?entryId=4792, dayone://view?entryId=, xdayone://view?entryId=\(id)").isEmpty)
        #expect(found("\(address)0 dayone").isEmpty)
    }

    @Test(
        "an entry is found by its identifier in an address of Joplin's or Notion's, and in nothing else",
        arguments: [
            (":/479270f4cad1429ab1564db34d0fe3a1", true), (":/479270f4cad1429ab1564db34d0fe3a1#part", true),
            ("First%20walk%20479270f4cad1429ab1564db34d0fe3a1.md", true),
            ("../Diary/479270F4CAD1429AB1564DB34D0FE3A1.md#a", true),
            (":/479270f4cad1429ab1564db34d0fe3a", false), (":/479270f4cad1429ab1564db34d0fe3a1a", false),
            ("walk479270f4cad1429ab1564db34d0fe3a1.md", false), ("479270f4cad1429ab1564db34d0fe3a1", false),
            ("https://example.org/479270f4cad1429ab1564db34d0fe3a1.md", false), ("", false), (".md", false),
        ])
    func identified(address: String, leads: Bool) {
        #expect(EntryLink.entry(in: address.utf8) == (leads ? "479270f4cad1429ab1564db34d0fe3a1" : nil))
    }

    @Test func `mailboxes, with a particle behind them`() {
        #expect(
            found("min.a+x@mail.example.org으로") == ["mail min.a+x@mail.example.org mailto:min.a+x@mail.example.org"])
        #expect(found("@민수 a@b @a.b a@1.2 a@.org").isEmpty)
    }

    @Test(
        "phone numbers of Korea and abroad",
        arguments: [
            ("010-1234-5678", "+821012345678"), ("01012345678", "+821012345678"), ("010 1234 5678", "+821012345678"),
            ("02-123-4567", "+8221234567"), ("(031) 123-4567", "+82311234567"), ("1588-1234", "15881234"),
            ("+82 10-1234-5678", "+821012345678"), ("+1 (212) 555-0100", "+12125550100"),
            ("070.1234.5678", "+827012345678"),
        ])
    func phone(text: String, number: String) {
        #expect(found("전화 \(text)로") == ["phone \(text) tel:\(number)"])
        #expect(found(text) == ["phone \(text) tel:\(number)"])
    }

    @Test(
        "numbers that are no phone numbers",
        arguments: [
            "1234-5678", "12345678", "3.14", "2026-13-40", "0.5", "1,000,000", "010-12", "0101234567890123", "12:30",
            "v1.2.3", "007", "9781234567897", "A0101234567", "37.5665,126.9780", "+0123456789", "1 2 3",
        ])
    func numbers(text: String) { #expect(found(text).isEmpty, "\(found(text))") }

    @Test(
        "dates that say their year",
        arguments: [
            ("2026-11-22", "2026-11-22"), ("2026. 11. 22", "2026-11-22"), ("2026.11.2", "2026-11-02"),
            ("2026년 11월 2일", "2026-11-02"), ("2024년2월29일", "2024-02-29"), ("November 2, 2026", "2026-11-02"),
        ])
    func dates(text: String, day: String) { #expect(found("그때는 \(text), 그리고") == ["date \(text) \(day)"]) }

    @Test func `days that do not exist are no dates`() {
        for text in ["2026-02-30", "2026년 13월 1일", "February 30, 2026", "2026-11", "20261122", "2026-11-221"] {
            #expect(found(text).isEmpty, "\(text)")
        }
    }

    @Test func `links stand in order, do not overlap, and are whole characters, whatever the text`() {
        let parts = [
            "https://a.b/", "www.a.b", "x@y.org", "010-1234-5678", "2026-11-22", "감", "👍", " ", "(", ")", ".", "+82",
            "\u{1112}\u{1161}", "November 1, 2026", "1588", "-", "\n", "@", "#태그",
        ]
        var state: UInt64 = 7
        for _ in 0..<2_000 {
            var text = ""
            for _ in 0..<12 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += parts[Int((state >> 33) % UInt64(parts.count))]
            }
            let bytes = Array(text.utf8)
            var end = 0
            for link in TextLinks.links(in: text) {
                #expect(link.bytes.lowerBound >= end && !link.bytes.isEmpty, "\(text)")
                end = link.bytes.upperBound
                #expect(String(validating: bytes[link.bytes], as: UTF8.self) != nil, "\(text)")
                #expect(end == bytes.count || bytes[end] & 0xC0 != 0x80, "\(text)")
            }
        }
    }

    @Test(
        "what looks like links costs what its length is, not a square of it",
        arguments: [
            ["1 "], ["12-", "34("], ["+1 "], ["010 1234 "], ["("], ["+("], ["http://a.b/", ")"], ["www.a/", ")]"],
            ["a@"], ["a.b@c."], ["www."], ["http://"], ["www.-"], ["2026. "], ["2026-1"], ["November "], ["#a"],
        ])
    func costs(parts: [String]) {
        func seconds(_ times: Int) -> Double {
            let text = parts.dropLast().joined() + String(repeating: parts.last ?? "", count: times)
            return threadTime { _ = (TextLinks.links(in: text), TextTags.mentions(in: Array(text.utf8))) }
        }
        let (few, many) = (1_500, 24_000)
        _ = seconds(few)
        // Sixteen times as much costs sixteen times as much; of a square it would be 256 times.
        #expect(seconds(many) < max(seconds(few), 0.000_2) * 80, "\(parts)")
    }
}
