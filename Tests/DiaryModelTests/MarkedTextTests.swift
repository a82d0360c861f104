/// Several texts as one, with marker lines around what differs.

import DiaryModel
import DiarylogTestSupport
import Testing

@Suite(.timed) struct MarkedTextTests {
    private func marked(_ texts: [String], base: String? = nil) -> MarkedTexts {
        MarkedTexts(
            texts.enumerated().map { LabelledText(label: "\($0.offset)", text: Array($0.element.utf8)) },
            base: base.map { LabelledText(label: "base", text: Array($0.utf8)) })
    }

    private func text(_ texts: [String], base: String? = nil) -> String {
        String(decoding: marked(texts, base: base).bytes, as: UTF8.self)
    }

    @Test func `what is the same stands once, what differs between git's markers`() {
        #expect(
            text(["a\nb\nc\n", "a\nB\nc\n"]) == "a\n<<<<<<< 0\nb\n=======\nB\n>>>>>>> 1\nc\n")
        #expect(
            text(["a\nb\nc\n", "a\nB\nc\n"], base: "a\nx\nc\n")
                == "a\n<<<<<<< 0\nb\n||||||| base\nx\n=======\nB\n>>>>>>> 1\nc\n")
        #expect(text(["one", "two"]) == "<<<<<<< 0\none\n=======\ntwo\n>>>>>>> 1")
        #expect(text(["a\n", "a\n"], base: "b\n") == "a\n")
        #expect(marked(["a\nb", "a\nc"]).firstLine == 2 && marked(["a", "a"]).firstLine == nil)
    }

    @Test func `what one text alone changed stands between markers, too: no word of the other is out of sight`() {
        #expect(
            text(["a\nb\nc\nd\n", "a\nc\nd\n"], base: "a\nb\nc\nd\n")
                == "a\n<<<<<<< 0\nb\n||||||| base\nb\n=======\n>>>>>>> 1\nc\nd\n")
    }

    @Test func `of three texts each begins below a line that names it`() {
        #expect(
            text(["x\na", "x\nb", "x\nc"], base: "x")
                == "x\n<<<<<<< 0\na\n======= 1\nb\n||||||| base\n======= 2\nc\n>>>>>>> 2")
    }

    @Test func `a marker line is told from a line of the texts: it is longer than any of theirs`() throws {
        let texts = marked(["제목\n=======\na\n", "제목\n=======\nb\n"])
        #expect(texts.markers.length == 8)
        let found = try #require(texts.markers.first(in: texts.bytes))
        #expect(found.number == 3 && found.line == "<<<<<<<< 0")
        #expect(texts.markers.first(in: Array("제목\n=======\na b\n".utf8)) == nil)
        let plain = MarkerLines(for: [[0x61]])
        #expect(plain.first(in: Array("a\n======\n========\n<<<<<<<a\n".utf8)) == nil)
        #expect(plain.first(in: Array("a\r\n=======\r\nb".utf8))?.number == 2)
        #expect(plain.first(in: Array("a\n>>>>>>>".utf8))?.number == 2)
        // Lines of seven that were written before a text came with such a line of its own.
        let longer = MarkerLines(for: [Array("제목\n=======\n".utf8)])
        #expect(longer.length == 8 && longer.first(in: Array("a\n<<<<<<< phone\n=======\n".utf8))?.number == 2)
    }

    @Test func `every text can be read from the whole: all of its lines are there, in their order`() {
        for seed in 1...2000 as ClosedRange<UInt64> {
            var random = Chance(seed: seed)
            let words = ["a", "b", "c", "저녁", "", "<<<<<<<", "======="]
            func some() -> [String] {
                (0..<Int.random(in: 0...8, using: &random)).map { _ in words.randomElement(using: &random) ?? "" }
            }
            let base = some()
            let count = Int.random(in: 2...4, using: &random)
            let sides = (0..<count).map { _ in
                var lines = base
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    let place = Int.random(in: 0...lines.count, using: &random)
                    if Bool.random(using: &random), place < lines.count {
                        lines.remove(at: place)
                    } else {
                        lines.insert(words.randomElement(using: &random) ?? "", at: place)
                    }
                }
                return lines.map { $0 + "\n" }.joined()
            }
            let whole = marked(sides, base: Bool.random(using: &random) ? base.map { $0 + "\n" }.joined() : nil)
            let lines = String(decoding: whole.bytes, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast()
            let length = whole.markers.length
            for (index, side) in sides.enumerated() {
                var read = ""
                var turn: Int?
                var isBase = false
                for line in lines {
                    let isMarker = whole.markers.first(in: Array(line.utf8)) != nil
                    guard isMarker, let sign = line.first else {
                        if !isBase, turn == nil || turn == index { read += line + "\n" }
                        continue
                    }
                    isBase = sign == "|"
                    if sign == "<" { turn = 0 }
                    if sign == "=" { turn = turn.map { $0 + 1 } }
                    if sign == ">" { turn = nil }
                    #expect(line.prefix(length).allSatisfy { $0 == sign })
                }
                #expect(read == side, "seed \(seed), text \(index)")
            }
        }
    }
}
