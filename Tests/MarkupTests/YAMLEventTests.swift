import DiarylogTestSupport
import Testing

@testable import DiarylogMarkup

@Suite(.timed) struct YAMLEventTests {
    private func events(_ text: String) throws(YAMLBreak) -> [YAMLEvent] { try YAMLEvent.all(of: Array(text.utf8)) }

    @Test func `what stands in a text comes in its order, with its lines`() throws {
        #expect(
            try events("a: [1, '2']\nb: |\n  셋\n") == [
                YAMLEvent(kind: .document, line: 1), YAMLEvent(kind: .mapping, line: 1),
                YAMLEvent(kind: .scalar(Array("a".utf8), isPlain: true), line: 1),
                YAMLEvent(kind: .sequence, line: 1),
                YAMLEvent(kind: .scalar(Array("1".utf8), isPlain: true), line: 1),
                YAMLEvent(kind: .scalar(Array("2".utf8), isPlain: false), line: 1), YAMLEvent(kind: .end, line: 1),
                YAMLEvent(kind: .scalar(Array("b".utf8), isPlain: true), line: 2),
                YAMLEvent(kind: .scalar(Array("셋\n".utf8), isPlain: false), line: 2), YAMLEvent(kind: .end, line: 4),
                YAMLEvent(kind: .end, line: 4),
            ])
        #expect(try events("").isEmpty && events("# nothing\n").isEmpty)
    }

    @Test func `an alias is said and not followed, so no text unfolds`() throws {
        let laughs = (1..<12).map { "a\($0): &a\($0) [" + "*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]\n" }.joined()
        let all = try events("a0: &a0 ha\n" + laughs)
        #expect(all.count < 100 && all.contains { $0.kind == .reference })
        for text in ["&a b", "!x [1]", "&a {b: c}", "*a"] {
            #expect(try events(text)[1].kind == .reference, "\(text)")
        }
        // The type of a scalar is not looked at: Python's programs write it.
        #expect(try events("!!python/unicode 'b'")[1].kind == .scalar(Array("b".utf8), isPlain: false))
    }

    @Test(arguments: [
        ("a: [1", 2), ("\n\na: b: c", 3), ("a:\n\tb: 1", 2), ("'", 1), ("a: 1\n\u{1}", 2), ("%YAML 9\n--- a", 1),
        ("x\n\u{80}", 2), ("a:\n  " + String(repeating: "[", count: 100_000), 2),
    ])
    func `a mistake has its line`(_ text: String, line: Int) {
        #expect(throws: YAMLBreak(line: line), "\(text)") { try events(text) }
    }

    @Test func `no text, however it is bent, ends anything`() throws {
        var chance = Chance(for: "yaml events")
        let whole = Array("---\na: &b [1, {c: 'd'}, \"e\\u0041\"]\n? f\n: |+\n  g\n\n  h\n*b : ~\n...\n".utf8)
        for _ in 0..<runs(debug: 3000) {
            var bytes = whole
            for _ in 0...chance.below(4) where !bytes.isEmpty {
                bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
                if chance.isLucky(oneIn: 3) { bytes.remove(at: chance.below(bytes.count)) }
            }
            guard let events = try? YAMLEvent.all(of: bytes) else { continue }
            let begun = events.count { [.document, .mapping, .sequence].contains($0.kind) }
            // A collection with an anchor begins as a reference, and ends all the same.
            #expect(events.count { $0.kind == .end } >= begun)
        }
    }
}
