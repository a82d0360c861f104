import DiaryModel
import DiarylogTestSupport
import Testing

@Suite("The difference of two texts", .timed) struct DifferenceTests {
    private func size(_ change: [TextHunk]) -> Int { change.reduce(0) { $0 + $1.removed + $1.inserted } }

    private func hunks(_ old: String, _ new: String) -> [TextHunk] {
        textHunks(from: Array(old.utf8), to: Array(new.utf8))
    }

    @Test func `Equal texts have none, and an empty one is a single hunk away`() {
        #expect(hunks("", "").isEmpty)
        #expect(hunks("가", "가").isEmpty)
        #expect(hunks("", "가") == [TextHunk(gap: 0, removed: 0, inserted: 3)])
        #expect(hunks("가", "") == [TextHunk(gap: 0, removed: 3, inserted: 0)])
    }

    @Test func `Letters that share bytes are changed whole`() {
        // 가 EA B0 80, 각 EA B0 81: only the last byte differs.
        #expect(hunks("나가다", "나각다") == [TextHunk(gap: 3, removed: 3, inserted: 3)])
        // ᄀ E1 84 80 and 耀 E8 80 80 share their end.
        #expect(hunks("ᄀ", "耀") == [TextHunk(gap: 0, removed: 3, inserted: 3)])
    }

    @Test func `Two words changed far apart in one long Korean paragraph are two small hunks`() {
        var chance = Chance(for: "two words")
        let stock = ["바다에", "갔다가", "저녁을", "먹고", "친구와", "이야기를", "나누었다.", "날씨는", "맑았고", "바람이"]
        var words = (0..<400).map { _ in chance.pick(stock) }
        (words[20], words[380]) = ("어제는", "조용했다.")
        let old = words.joined(separator: " ")
        (words[20], words[380]) = ("그저께는", "시끄러웠다.")
        let new = words.joined(separator: " ")
        let change = hunks(old, new)
        #expect(old.utf8.count > 3500)
        #expect(change.count == 2)
        #expect(size(change) < 60)
    }

    @Test func `A line put in, a line taken out and a word changed in a long text stay small`() throws {
        var lines = (0..<300).map { "줄 \($0): the quick brown fox jumps" }
        let old = lines.joined(separator: "\n")
        lines.insert("새로 쓴 줄", at: 250)
        lines.remove(at: 100)
        lines[10] = "줄 10: the quick red fox jumps"
        let change = hunks(old, lines.joined(separator: "\n"))
        #expect(change.count == 3)
        #expect(size(change) < 80)
    }

    @Test func `Neighbours nearer than eight bytes are one hunk`() {
        #expect(hunks("a 1234 b", "c 1234 d").count == 1)
        #expect(hunks("a 123456789 b", "c 123456789 d").count == 2)
    }

    /// Whether hunks lead from one text to another: what they keep stands in both.
    private func lead(_ hunks: [TextHunk], _ old: [UInt8], _ new: [UInt8]) -> Bool {
        KeptRanges(hunks, from: old.count, to: new.count)?.isTrue(of: old, new) == true
    }

    @Test func `The hunks of any two texts lead from one to the other, say something, and cut no letter`() throws {
        var chance = Chance(for: "difference")
        for round in 0..<600 {
            let old = Array(chance.text(of: SampleWords.lines, words: chance.below(60)).utf8)
            var new = Array(chance.text(of: SampleWords.lines, words: chance.below(60)).utf8)
            if round % 2 == 0 {
                var words = String(decoding: old, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
                for _ in 0..<chance.below(4) where !words.isEmpty {
                    let position = chance.below(words.count)
                    if chance.below(2) == 0 { words.remove(at: position) } else { words[position] = "고친" }
                }
                new = Array(words.joined(separator: " ").utf8)
            }
            let change = textHunks(from: old, to: new)
            #expect(lead(change, old, new))
            var (left, right) = (0, 0)
            for hunk in change {
                (left, right) = (left + hunk.gap, right + hunk.gap)
                let (removed, inserted) = (old[left..<left + hunk.removed], new[right..<right + hunk.inserted])
                #expect(String(validating: removed, as: UTF8.self) != nil)
                #expect(String(validating: inserted, as: UTF8.self) != nil)
                #expect(removed != inserted)
                (left, right) = (left + hunk.removed, right + hunk.inserted)
            }
        }
    }

    @Test func `Bytes that are no UTF-8 differ like any others`() throws {
        var chance = Chance(for: "difference of broken bytes")
        let stock: [UInt8] = [0x80, 0xE2, 0xA8, 0x0A, 0x20, 0x2E, 0x41, 0xC2, 0xFF]
        for _ in 0..<2000 {
            let old = (0..<chance.below(20)).map { _ in chance.pick(stock) }
            let new = (0..<chance.below(20)).map { _ in chance.pick(stock) }
            #expect(lead(textHunks(from: old, to: new), old, new))
        }
    }

    @Test("A text wholly rewritten is right, and quick", arguments: [20_000, 1_000_000])
    func rewritten(bytes: Int) throws {
        var chance = Chance(for: "rewritten \(bytes)")
        for hasLines in [false, true] {
            let old = Array(essay(bytes, hasLines, &chance).utf8)
            let new = Array(essay(bytes, hasLines, &chance).utf8)
            var change: [TextHunk] = []
            // Some tenths of a second; a square would take hours.
            #expect(threadTime { change = textHunks(from: old, to: new) } < 60)
            #expect(lead(change, old, new))
        }
    }

    private func essay(_ bytes: Int, _ hasLines: Bool, _ chance: inout Chance) -> String {
        let syllables = Array("가나다라마바사아자차카타파하고는를에서도다이야기한은")
        var words = (0..<2000).map { _ in String((0..<(1 + chance.below(4))).map { _ in chance.pick(syllables) }) }
        words += ["the", "and", "of", "나는", "그리고", "갔다."]
        var text = ""
        var size = 0
        while size < bytes {
            let word = chance.pick(words) + (hasLines && chance.below(15) == 0 ? "\n" : " ")
            text += word
            size += word.utf8.count
        }
        return text
    }

    private func differing(_ texts: [String]) -> [[String]] {
        zip(texts, differingWords(of: texts.map { Array($0.utf8) })).map { text, ranges in
            ranges.map { String(decoding: Array(text.utf8)[$0], as: UTF8.self) }
        }
    }

    @Test func `Of texts side by side the words are told that not all of them say`() {
        #expect(differing(["the slow brown fox", "the lazy brown fox"]) == [["slow"], ["lazy"]])
        #expect(differing(["오늘은 눈이 왔다.", "오늘은 비가 왔다."]) == [["눈이"], ["비가"]])
        #expect(
            differing(["one two, three and four", "one 2, three and four", "one two, three and 4"])
                == [["two,", "four"], ["2,", "four"], ["two,", "4"]])
        #expect(differing(["same", "same"]) == [[], []])
        #expect(differing([]) == [] && differing(["alone"]) == [[]])
    }

    @Test("Without the words that differ, all texts say the same", arguments: seeds(200))
    func sameBesides(seed: UInt64) {
        var chance = Chance(seed: seed)
        let words = ["the ", "fox ", "왔다. ", "\n", "눈이 ", "a, ", "b "]
        let start = (0..<chance.below(40)).map { _ in chance.pick(words) }
        let texts = (0..<(2 + chance.below(3))).map { _ in
            var text = start
            for _ in 0..<chance.below(5) where !text.isEmpty { text[chance.below(text.count)] = chance.pick(words) }
            return Array(text.joined().utf8)
        }
        let said = zip(texts, differingWords(of: texts)).map { text, ranges in
            var rest = text
            for range in ranges.reversed() { rest.removeSubrange(range) }
            return rest.filter { ![0x20, 0x0A].contains($0) }
        }
        #expect(said.allSatisfy { $0 == said[0] })
    }
}
