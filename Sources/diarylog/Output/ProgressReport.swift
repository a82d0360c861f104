internal import DiarylogHost
internal import DiarylogWords
internal import Synchronization

/// Reports the progress of long work while it runs: on a terminal one line, drawn again and again; in a pipe a line
/// every few seconds. Silent with --quiet and JSON.
final class ProgressReport: Sendable {
    private struct State {
        var shown: Int64
        var hasDrawn = false
        var pace = Pace()
    }

    private let session: Session
    private let start = WallClock.monotonic()
    private let isOnTerminal = Terminal.isTerminal(.error)
    private let state: Mutex<State>

    /// What takes no longer than some seconds is not reported.
    init(_ session: Session, after seconds: Int64 = 0) {
        self.session = session
        state = Mutex(State(shown: start + seconds * 1_000_000_000))
    }

    /// How long it has gone on, to a microsecond.
    var seconds: Double { Double((WallClock.monotonic() - start) / 1000) / 1e6 }

    /// Reports progress if it is time to; short work is not reported at all.
    func show(_ done: UInt64, of total: UInt64) {
        show(done, of: total) { percent, rate, left in
            Sentence(
                "\(done) of \(total, "event", "events") (\(percent) %), \(rate) a second, \(left) s left",
                "변경 \(total)건 중 \(done)건 (\(percent)%), 초당 \(rate)개, \(left)초 남음")
        }
    }

    /// Reports how many entries have been read, and how many bytes of how many that took.
    func show(read entries: UInt64, bytes: Int, of total: Int) {
        show(UInt64(bytes), of: UInt64(total)) { percent, _, left in
            Sentence(
                "\(entries, "entry", "entries") read, \(bytes: bytes) of \(bytes: total) (\(percent) %), \(left) s left",
                "일기 \(entries)편을 읽음, \(bytes: total) 중 \(bytes: bytes) (\(percent)%), \(left)초 남음")
        }
    }

    /// `sentence` is made of how much is done in percent, of how much goes in a second, and of the seconds left.
    private func show(
        _ done: UInt64, of total: UInt64, _ sentence: (_ percent: Int, _ rate: Int, _ left: Int) -> Sentence
    ) {
        state.withLock { state in
            let now = WallClock.monotonic()
            let rate = state.pace.rate(done, at: now)
            let pause: Int64 = isOnTerminal ? 100_000_000 : 2_000_000_000
            guard !session.options.quiet, !session.isJSON, now - state.shown >= pause else { return }
            state.shown = now
            let left = rate > 0 ? Int((Double(total - min(done, total)) / rate).rounded(.up)) : 0
            let percent = total == 0 ? 100 : Int(Double(done) / Double(total) * 100)
            let line = session.text(sentence(percent, Int(rate), left))
            ErrorOutput.write(isOnTerminal ? "\r\u{1B}[K" + line : line + "\n")
            state.hasDrawn = isOnTerminal
        }
    }

    /// Removes the line before anything else is said; how long it took.
    @discardableResult
    func end() -> Double {
        state.withLock { state in
            if state.hasDrawn { ErrorOutput.write("\r\u{1B}[K") }
            state.hasDrawn = false
        }
        return seconds
    }
}

/// How quickly work goes on: what was done before it began does not count. A number that falls begins other work.
struct Pace {
    private var begun: (done: UInt64, at: Int64)?

    /// Events a second since the work began; `now` is in nanoseconds.
    mutating func rate(_ done: UInt64, at now: Int64) -> Double {
        guard let begun, begun.done <= done else {
            begun = (done, now)
            return 0
        }
        return Double(done - begun.done) / max(Double(now - begun.at) / 1e9, 0.001)
    }
}
