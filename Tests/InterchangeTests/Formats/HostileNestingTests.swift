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
