import DiaryModel
import DiarylogTestSupport
import Testing

@testable import Interchange

/// Marks within each other, names that stand often, and numbers that no list has: nothing grows by the square.
@Suite(.timed) struct HostileNestingTests {
    private func text(_ html: String) -> String { HTMLDocument(Array(html.utf8)).text }

    @Test(arguments: [
        "<ul><li>x", "<ol><li>", "<blockquote>x<br>", "<sup>2", "<sub>2", "<a href=x>y", "<b>x", "<b></b>", "<q>",
        "<pre>",
        "<table><td>x", "<div>x", "<meta name=a content=b>",
    ])
    func `marks within each other give a text that is as long as they are many`(mark: String) {
        let count = 4_000
        let long = text(String(repeating: mark, count: count))
        #expect(long.utf8.count <= count * 100, "\(long.utf8.count)")
        #expect(long.utf8.count { $0 == UInt8(ascii: "x") } == (mark.contains(">x") ? count : 0))
    }

    @Test(arguments: [
        ("*a ", "\\*a "), ("snake_case ", nil), ("`a` ", "\\`a\\` "), ("x &amp; ", "x & "), ("Prose goes on. ", nil),
        ("`", "\\`"), ("&a", nil), ("~~", "\\~\\~"), (")", nil), ("#", nil), ("1. ", nil),
    ])
    func `words with many signs of Markdown are looked at once each`(words: String, escaped: String?) {
        let count = 100_000
        let long = text("<p>y " + String(repeating: words, count: count) + "z</p>")
        #expect(long == "y " + String(repeating: escaped ?? words, count: count) + "z", "\(long.prefix(100))")
    }

    private static let note = "<en-export><note><title>x</title><created>20240501T223000Z</created>"

    @Test(arguments: [
        ("2024-05-01.md", "---\nx: ", "[", "\n---\nx\n"), ("2024-05-01.md", "---\n", "k: v\n", "---\nx\n"),
        ("2024-05-01.md", "---\n", "k%: v # c\n", "---\nx\n"), ("2024-05-01.md", "+++\n", "[a%]\n", "+++\nx\n"),
        ("2024-05-01.md", "+++\n", "[a]\nb = 1\n", "+++\nx\n"), ("2024-05-01.md", "", "<a href=\"x\">", "\n"),
        ("a.csv", "date,text,", "a%,", "\n2024-05-01,x\n"), ("a.enex", note, "<task>x</task>", "</note></en-export>"),
        ("a.enex", note, "<![CDATA[", "</note></en-export>"),
    ])
    func `what stands often in a source is an entry all the same`(
        name: String, head: String, part: String, end: String
    ) throws {
        let parts = (0..<20_000).map { part.replacing("%", with: "\($0)") }.joined()
        let file = SourceFile(path: name, bytes: Array((head + parts + end).utf8), modifiedAt: 0)
        #expect(try readEntries(.file(file), readOptions()).count == 1)
    }

    @Test func `white space at an end and signs around a title are passed once`() {
        let count = 200_000
        #expect(("x" + String(repeating: " ", count: count)).trimmingSpace() == "x")
        #expect(NoteName.mentions(Array(("x" + String(repeating: "*", count: count)).utf8), "x"))
    }

    @Test func `what a page says under many names is kept, and what it says often is a list`() {
        let page = HTMLDocument(Array((0..<4_000).map { "<meta name=m\($0 % 2_000) content=\($0)>" }.joined().utf8))
        #expect(page.members.count == 2_000)
        #expect(page.members.last == JSONMember("m1999", .array([.text("1999"), .text("3999")])))
    }

    @Test func `an item has no number that no list has`() {
        let numbers = ["-9223372036854775808", "9223372036854775807", "99999999999999999999", "-1"]
        for number in numbers {
            let items = text("<ol start=\"\(number)\"><li>a<li value=\"\(number)\">b<li>c</ol>")
            #expect(items.hasSuffix(number == "-1" ? "-1. a\n-1. b\n0. c" : "1. a\n2. b\n3. c"), "\(items)")
        }
    }

    @Test func `a name that stands often in another program's JSON gets a sign and a number`() throws {
        for count in [3, 4_000] {
            let bytes = Array("{\((0..<count).map { "\"a\":\($0)" }.joined(separator: ",")),\"a'\":\"b\"}".utf8)
            var reader = try JSONReader(bytes, isWhole: true, forgives: true)
            guard case .object(let members) = try reader.value() else { return #expect(Bool(false)) }
            #expect(members.prefix(3).map(\.name) == ["a", "a'", "a'2"])
            #expect(members.count == count + 1 && Set(members.map(\.name)).count == count + 1)
        }
    }
}
