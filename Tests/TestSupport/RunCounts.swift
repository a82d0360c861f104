/// How long the long tests run: shortly with everything else, longer where a person asks.

import DiarylogHost

/// How often a long test runs: a few times in debug, more with `DIARYLOG_RUNS`.
package func runs(debug: Int) -> Int { asked("DIARYLOG_RUNS") ?? debug }

/// How large a large diary is: as the build says, or `DIARYLOG_SCALE`.
package func scale(debug: Int, release: Int) -> Int {
    if let asked = asked("DIARYLOG_SCALE") { return asked }
    #if DEBUG
        return debug
    #else
        return release
    #endif
}

private func asked(_ variable: String) -> Int? { ProcessEnvironment.value(variable).flatMap(Int.init) }
