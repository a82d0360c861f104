import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// What the fold costs where an entry is long: each of these took seconds to minutes when it was quadratic.
@Suite("What the fold costs", .timed)
struct FoldCostModelTests {
    @Test("changes all over one long word, or word beside word, cost one pass")
    func wideHunks() {
        #expect(threadTime(changesAllOver) < 30)
    }

    private func changesAllOver() {
        for separator in "a " {
            let word = Array(String(repeating: "a", count: 255).utf8) + Array(String(separator).utf8)
            let base = Array(repeating: word, count: 4_000).flatMap { $0 }
            var pieces = TextPieces(ofBaseWithCount: base.count)
            let fits = pieces.apply(
                (0..<4_000).map { TextSplice(offset: $0 * 256 + 3, removed: [0x61], inserted: [0x62]) })
            let found = hunks(of: base, pieces)
            #expect(fits && found.count == 1)
        }
    }

    @Test(
        "a long branch beside another head can be looked at after each of its events, damaged or not",
        arguments: [false, true])
    func longBranch(isDamaged: Bool) {
        #expect(threadTime { branch(isDamaged: isDamaged) } < 60)
    }

    private func branch(isDamaged: Bool) {
        let text = (0..<40).map { "word\($0)" }.joined(separator: " ")
        var graph = EntryGraph()
        graph.add(event("0", "desk", 1, .create(content(text))).step(number: 1, parents: []))
        let other = event("1", "desk", 2, on: ["0"], .text(replacing("word0", "first", in: text)))
        graph.add(other.step(number: 2, parents: [1]))
        var bytes = Array(text.utf8)
        let position = bytes.count - 1
        for number in 3...runs(debug: 300) {
            let splice = TextSplice(
                offset: position, removed: [bytes[position]], inserted: [number % 2 == 0 ? 0x61 : 0x62])
            bytes[position] = splice.inserted[0]
            let isLost = isDamaged && number == 100
            let act = isLost ? EntryAct.lost : .change(EntryChange(fields: [.text([splice])]))
            var step = event("\(number)", "phone", UInt64(number), act)
                .step(number: UInt64(number), parents: [number == 3 ? 1 : UInt64(number - 1)])
            if !isLost { step.vouches = { [bytes] in $0 == bytes } }
            graph.add(step)
            let view = graph.view()
            #expect(view.branches?.heads.count == 2)
        }
        let status = graph.view().branches?.status
        #expect(status == (isDamaged ? .conflict : .merged))
    }
}
