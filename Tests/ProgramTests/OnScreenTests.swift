import DiarylogTestSupport
import Testing

@testable import diarylog

/// What a person sees is cut between characters, however it is found where.
@Suite(.timed) struct OnScreenTests {
    @Test func `a text is cut as if each of its characters were looked at`() {
        var chance = Chance(for: "texts on the screen")
        let pieces = [
            "a", "Z ", "~", " ", "가", "힣", "ㅋㅋ", "ㅎ", "한글 글", "e\u{301}", "가\u{302}", "ㅋ\u{FE0F}",
            "\u{1112}\u{1161}\u{11AB}",
            "각\u{11A8}", "👩‍👩‍👧", "🇰🇷", "❤️", "1\u{20E3}", "\t", "\u{7F}", "\u{600}", "“”", "…", "日本", "カナ", "\u{200D}", "한",
            "\u{A4FF}", "\u{D7B0}", "\u{3130}", "\u{318F}",
        ]
        for _ in 0..<runs(debug: 20_000) {
            let text = (0..<chance.below(20)).map { _ in chance.pick(pieces) }.joined()
            let room = chance.below(24)
            let cut = OnScreen.cut(text, to: room)
            if !cut.utf8.elementsEqual(plainly(text, to: room).utf8) {
                Issue.record("\(text.debugDescription) to \(room): \(cut.debugDescription)")
            }
        }
    }

    @Test func `a column has no tab, and at most two hundred columns`() {
        #expect(OnScreen.column("짧은\t글") == "짧은 글")
        #expect(OnScreen.column(String(repeating: "가", count: 100)) == String(repeating: "가", count: 100))
        #expect(OnScreen.column(String(repeating: "가", count: 101)) == String(repeating: "가", count: 99) + "…")
        #expect(OnScreen.column(String(repeating: "가\t", count: 150)) == String(repeating: "가 ", count: 66) + "…")
    }

    /// Each character is looked at.
    private func plainly(_ text: String, to columns: Int) -> String {
        var (used, kept, fitting) = (0, "", "")
        for character in text {
            used += OnScreen.width(character)
            if used > columns { return fitting + "…" }
            kept.append(character)
            if used < columns { fitting = kept }
        }
        return kept
    }
}
