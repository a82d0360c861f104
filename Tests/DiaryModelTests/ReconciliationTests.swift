import DiarylogTestSupport
import Testing

@testable import DiaryModel

@Suite("Merging two descendants of a text", .timed) struct ReconciliationTests {
    private func merged(_ base: String, _ ours: String, _ theirs: String) -> String? {
        let result = reconcile(base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8))
        guard case .merged(let bytes) = result else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `Different lines, and different words of one line, both change`() {
        #expect(merged("a\nb\nc\nd\ne", "A\nb\nc\nd\ne", "a\nb\nc\nd\nE") == "A\nb\nc\nd\nE")
        #expect(
            merged("나는 어제 바다에 갔다. 비가 왔다.", "나는 오늘 바다에 갔다. 비가 왔다.", "나는 어제 바다에 갔다. 눈이 왔다.")
                == "나는 오늘 바다에 갔다. 눈이 왔다.")
        #expect(merged("하나 둘\n셋", "하나 둘 넷\n셋", "하나 둘\n셋\n다섯") == "하나 둘 넷\n셋\n다섯")
        #expect(merged("one two", "uno two", "one dos") == "uno dos")
    }

    @Test func `The same change on both sides applies once`() {
        #expect(merged("a b c", "a X c", "a X c") == "a X c")
        let base = "one\ntwo\nthree\nfour\nfive\nsix"
        #expect(
            merged(base, "one\nTWO\nthree\nfour\nfive\nsix", "one\nTWO\nthree\nfour\nfive\nSIX")
                == "one\nTWO\nthree\nfour\nfive\nSIX")
    }

    @Test func `The same words changed differently are a conflict, and so are different words put in one place`() {
        #expect(merged("a b c", "a X c", "a Y c") == nil)
        #expect(merged("cat", "bat", "car") == nil)
        #expect(merged("a\n", "a\nours\n", "a\ntheirs\n") == nil)
        #expect(merged("", "x", "y") == nil)
        #expect(merged("하나 둘 셋 넷", "넷", "하나 둘 셋째 넷") == nil)
    }

    @Test func `What one side put in stays beside what the other took out`() {
        #expect(merged("one\ntwo\nthree\n", "one\nnew\ntwo\nthree\n", "one\nthree\n") == "one\nnew\nthree\n")
    }

    @Test func `A merge with the base, or of a text with itself, changes nothing, and the sides are equal`() {
        var chance = Chance(for: "merge")
        var mergedCount = 0
        for _ in 0..<600 {
            let base = chance.text(of: SampleWords.lines, words: chance.below(40))
            let (ours, theirs) = (edited(base, &chance), edited(base, &chance))
            #expect(merged(base, base, theirs).map(bytes) == bytes(theirs))
            #expect(merged(base, ours, base).map(bytes) == bytes(ours))
            #expect(merged(base, ours, ours).map(bytes) == bytes(ours))
            let result = merged(base, ours, theirs)
            #expect(result.map(bytes) == merged(base, theirs, ours).map(bytes))
            // Merging what came of it with a side again is what came of it.
            if let result {
                mergedCount += 1
                let (size, ourSize, theirSize) = (base.utf8.count, ours.utf8.count, theirs.utf8.count)
                if ours != theirs, ours != base, theirs != base, disjoint(base, ours, theirs) {
                    #expect(result.utf8.count == ourSize + theirSize - size)
                }
            }
        }
        #expect(mergedCount > 50)
    }

    private func disjoint(_ base: String, _ ours: String, _ theirs: String) -> Bool {
        let left = changes(from: bytes(base), to: bytes(ours), finest: .scalar)
        let right = changes(from: bytes(base), to: bytes(theirs), finest: .scalar)
        guard let leftLast = left.last, let rightFirst = right.first else { return false }
        return leftLast.old.upperBound + 60 < rightFirst.old.lowerBound
    }

    private func edited(_ text: String, _ chance: inout Chance) -> String {
        var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for _ in 0..<chance.below(3) where !words.isEmpty {
            let position = chance.below(words.count)
            switch chance.below(3) {
            case 0: words.remove(at: position)
            case 1: words[position] = chance.pick(["고친", "changed", "새"])
            default: words.insert(chance.pick(["넣은", "put\n"]), at: position)
            }
        }
        return words.joined(separator: " ")
    }
}
