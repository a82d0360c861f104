/// How long each test took, by itself.
///
/// The runner says when a test was begun, and begins all of them at once where it lets only some go on. So each suite
/// has this trait, and `Scripts/tests.py` reads what it noted: the slowest tests, and those that a process which ended
/// was amid. `Scripts/style.sh` finds a suite without it.

import DiarylogHost
import Glibc
package import Testing

package struct Timed: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing body: @Sendable () async throws -> Void
    ) async throws {
        let start = ContinuousClock.now
        Self.note("began \(test.id)")
        defer { Self.note("ended \(test.id)\t\(ContinuousClock.now - start)") }
        try await body()
    }

    /// Where `DIARYLOG_TEST_TIMES` says: a line for each beginning and each end, whole, whoever else writes.
    private static let journal = ProcessEnvironment.value("DIARYLOG_TEST_TIMES").flatMap { path in
        unsafe open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }

    private static func note(_ line: String) {
        guard let journal else { return }
        let bytes = Array((line + "\n").utf8)
        _ = unsafe write(journal, bytes, bytes.count)
    }
}

extension Trait where Self == Timed {
    /// Notes how long each test of the suite took.
    package static var timed: Timed { Timed() }
}
