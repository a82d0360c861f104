import DiarylogTestSupport
import Testing

@testable import diarylog

/// What a person sees of long work.
@Suite("Progress", .timed)
struct ProgressTests {
    @Test("is of the work that goes on now, though the work before it had done more")
    func severalWorks() {
        var pace = Pace()
        #expect(pace.rate(1000, at: 0) == 0)
        #expect(pace.rate(3000, at: 2_000_000_000) == 1000)
        #expect(pace.rate(500, at: 3_000_000_000) == 0, "the next table begins")
        #expect(pace.rate(700, at: 4_000_000_000) == 200)
        #expect(pace.rate(700, at: 4_000_000_000) == 200)
    }
}
