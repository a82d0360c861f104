import DiarylogTestSupport
import Testing

@testable import DiaryModel

/// What the fold costs where an entry is long: each of these took seconds to minutes when it was quadratic.
@Suite("What the fold costs", .timed) struct FoldCostModelTests {
    @Test func `changes all over one long word, or word beside word, cost one pass`() {
        #expect(threadTime(changesAllOver) < 30)
    }

    private func changesAllOver() {
        for separator in "a " {
            let word = Array(String(repeating: "a", count: 255).utf8) + Array(String(separator).utf8)
            let base = Array(repeating: word, count: 4_000).flatMap { $0 }
            var text = base
            for number in 0..<4_000 { text[number * 256 + 3] = 0x62 }
            let hunks = (0..<4_000).map { TextHunk(gap: $0 == 0 ? 3 : 255, removed: 1, inserted: 1) }
            guard let kept = KeptRanges(hunks, from: base.count, to: text.count) else {
                Issue.record("hunks that fit are refused")
                return
            }
            #expect(wordChanges(of: base, in: text, keeping: kept).count == 1)
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
        graph.add(event("0", "desk", 1, .event(.created(content(text)))).step(number: 1, parents: []))
        graph.add(save("1", "desk", 2, on: ["0"], text, "word0", "first").step(number: 2, parents: [1]))
        var bytes = Array(text.utf8)
        for number in 3...runs(debug: 300) {
            bytes[bytes.count - 1] = number % 2 == 0 ? 0x61 : 0x62
            let hunks = [TextHunk(gap: bytes.count - 1, removed: 1, inserted: 1)]
            let content = EntryContent(text: bytes, date: .day(0))
            let isLost = isDamaged && number == 100
            graph.add(
                event(
                    "\(number)", "phone", UInt64(number),
                    isLost ? .lost : .event(.edited(content, hunks: hunks))
                )
                .step(number: UInt64(number), parents: [number == 3 ? 1 : UInt64(number - 1)]))
            let view = graph.view()
            #expect(view.branches?.heads.count == 2)
        }
        // Hunks of one byte for one byte lead over a lost event of the same length, and say nothing untrue there.
        let status = graph.view().branches?.status
        #expect(status == .merged)
    }
}
