import DiarylogTestSupport
import Testing

@testable import DiarylogTextSearch

/// What a search is given is refused or read.
@Suite("Forged queries", .timed) struct FuzzTests {
    @Test func `a query is read, or refused with the place of the mistake`() {
        let samples = [
            "비 (눈 OR walk*) -바람", "\"좋은 날\" tag:책", "-(a b) OR c", "날ㅆ ㄴㅆ", "title:\"a b\" is:starred", "a* OR (b -c)",
            "before:2026-01-01 after:어제", "((((a))))", "“x” - y", "🇰🇷 e\u{301} 각\u{11A8}",
        ]
        forge("queries", samples.map { bytes($0) }, times: runs(debug: 6000)) { bytes in
            _ = try QueryParser.parse(String(decoding: bytes, as: UTF8.self))
        }
    }
}
