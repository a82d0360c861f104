import DiarylogTestSupport
import Testing

@testable import DiarylogMarkup

@Suite(.timed) struct XMLEventTests {
    private func events(_ text: String) throws(XMLBreak) -> [XMLEvent] { try XMLEvent.all(of: Array(text.utf8)) }

    @Test func `what stands in a document comes in its order, and a text is whole`() throws {
        #expect(
            try events(
                "<?xml version=\"1.0\"?>\n<a b='1' c=\"&lt;\">하나\r\n&#9733;<![CDATA[<d>]]><!-- e --> f<g/></a>\n") == [
                    .begin(name: "a", attributes: ["b": "1", "c": "<"], line: 2), .text(Array("하나\n★<d> f".utf8)),
                    .begin(name: "g", attributes: [:], line: 3), .end, .end,
                ])
        let long = String(repeating: "줄\n", count: 200_000)
        #expect(try events("<a>\(long)</a>")[1] == .text(Array(long.utf8)))
    }

    @Test func `no entity is unfolded, and none is left out`() throws {
        let laughs = """
            <!DOCTYPE a [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">
            <!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;">]>
            <a>&c;</a>
            """
        #expect(throws: XMLBreak.self) { try events(laughs) }
        #expect(throws: XMLBreak.self) {
            try events("<!DOCTYPE a [<!ENTITY b SYSTEM \"file:///etc/passwd\">]><a>&b;</a>")
        }
        #expect(try events("<!DOCTYPE a SYSTEM \"/etc/passwd\"><a/>").first == .type)
        let left = #expect(throws: XMLBreak.self) { try events("<!DOCTYPE a SYSTEM \"/etc/passwd\">\n<a>&b;</a>") }
        #expect(left?.line == 2)
    }

    @Test(arguments: [
        ("<a>\n&x;</a>", 2), ("<a>\n</b>", 2), ("<a>\n", 2), ("", 1), ("<a b='1' b='2'/>", 1), ("<a>\u{1}</a>", 1),
        ("<a/>\n<b/>", 2), ("x", 1), ("<a b='<'/>", 1),
    ])
    func `a mistake has its line`(_ text: String, line: Int) {
        let error = #expect(throws: XMLBreak.self, "\(text)") { try events(text) }
        #expect(error?.line == line, "\(text)")
    }

    @Test func `no document, however it is bent, ends anything`() throws {
        var chance = Chance(for: "xml events")
        let whole = Array("<!DOCTYPE a SYSTEM 'b'><a c='&amp;'>d<![CDATA[e]]><f>&#65;</f><!-- g --><?h i?></a>".utf8)
        for _ in 0..<runs(debug: 3000) {
            var bytes = whole
            for _ in 0...chance.below(3) where !bytes.isEmpty {
                bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
                if chance.isLucky(oneIn: 3) { bytes.remove(at: chance.below(bytes.count)) }
            }
            guard let events = try? XMLEvent.all(of: bytes) else { continue }
            let begun = events.count { if case .begin = $0 { true } else { false } }
            #expect(begun == events.count { $0 == .end })
        }
    }
}
