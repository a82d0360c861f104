import DiaryModel
import DiarylogTestSupport
import Testing

/// A hunk read by words.
@Suite(.timed) struct WordDiffTests {
    /// The pieces of two texts that differ in one hunk, as they are shown without colours.
    private func shown(_ old: String, _ new: String) -> String {
        hunks(from: Array(old.utf8), to: Array(new.utf8)).flatMap(\.pieces).map { piece in
            switch piece.kind {
            case .same: piece.text
            case .removed: "[-\(piece.text)-]"
            case .added: "{+\(piece.text)+}"
            }
        }.joined()
    }

    @Test(arguments: [
        ("비가 왔다.", "비가 많이 왔다.", "비가 {+많이 +}왔다.\n"),
        ("한강에 갔다. 비가 왔다.", "한강에 갔다. 눈이 왔다.", "한강에 갔다. [-비가-]{+눈이+} 왔다.\n"),
        ("a walk", "a walk by the sea", "a walk{+ by the sea+}\n"),
        ("one\ntwo\n", "one\ntwo and a half\n", "one\ntwo{+ and a half+}\n"),
        ("Evening was quiet.", "아침에 일찍 일어났다.", "[-Evening was quiet.\n-]{+아침에 일찍 일어났다.\n+}"),
        ("", "새 글", "{+새 글\n+}"), ("헌 글", "", "[-헌 글\n-]"),
    ])
    func `words that came or went stand within the paragraph`(_ example: (old: String, new: String, shown: String)) {
        #expect(shown(example.old, example.new) == example.shown)
    }

    @Test(arguments: 0..<200)
    func `what stayed and came is the new text, what stayed and went the old one`(_ seed: UInt64) {
        var chance = Chance(seed: seed)
        let words = ["비", "가", "왔다.", "한강", "\n", " ", "  ", "the", "sea,", "\r\n", "é"]
        func text() -> [UInt8] {
            (0..<chance.below(40)).flatMap { _ in Array((words[chance.below(words.count)] + " ").utf8) }
        }
        let old = text()
        let new = chance.below(3) == 0 ? text() : old.prefix(chance.below(old.count + 1)) + text()
        for hunk in hunks(from: old, to: Array(new)) {
            func side(_ kind: DiffHunk.Kind) -> String {
                hunk.lines.filter { $0.kind != kind }.map { $0.text + "\n" }.joined()
            }
            func pieces(_ kind: DiffHunk.Kind) -> String {
                hunk.pieces.filter { $0.kind != kind }.map(\.text).joined()
            }
            #expect(pieces(.removed) == side(.removed), "seed \(seed)")
            #expect(pieces(.added) == side(.added), "seed \(seed)")
        }
    }
}
