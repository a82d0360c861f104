import DiarylogTestSupport
import Testing

@testable import DiarylogTextSearch

/// What a search is given, and what an index may hold, is refused or read.
@Suite("Forged queries and leaves", .timed)
struct FuzzTests {
    @Test("a query is read, or refused with the place of the mistake")
    func queries() {
        let samples = [
            "비 (눈 OR walk*) -바람", "\"좋은 날\" tag:책", "-(a b) OR c", "날ㅆ ㄴㅆ", "title:\"a b\" is:starred", "a* OR (b -c)",
            "before:2026-01-01 after:어제", "((((a))))", "“x” - y", "🇰🇷 e\u{301} 각\u{11A8}",
        ]
        forge("queries", samples.map { bytes($0) }, times: runs(debug: 6000)) { bytes in
            _ = try QueryParser.parse(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("a leaf of the index is read to a term that it does not have, and no farther")
    func leaves() {
        var chance = Chance(for: "lived texts")
        var lived = LivedTexts()
        var builder = SegmentBuilder()
        for _ in 0..<400 { lived.step(&chance, &builder) }
        let leaves = builder.leaves().map(\.bytes)
        forge("leaves and postings", leaves, times: runs(debug: 400)) { bytes in
            var check = LeafCheck(0, documents: 0...10_000, from: nil)
            var sums = TermSums(segments: 1, namingTerms: true)
            guard check.take([], bytes.span, into: &sums) else { throw Absent() }
        }
    }
}
