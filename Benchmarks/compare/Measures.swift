import Glibc

/// Times of one thing done again and again, in nanoseconds.
struct Times {
    private var all: [UInt64] = []

    mutating func note(_ time: UInt64) { all.append(time) }

    /// Runs a piece of work and notes how long it took.
    mutating func time<Result>(_ work: () throws -> Result) rethrows -> Result {
        let start = now()
        let result = try work()
        note(now() - start)
        return result
    }

    var count: Int { all.count }
    var median: Double { at(0.5) }
    var p99: Double { at(0.99) }
    var worst: Double { Double(all.max() ?? 0) }
    var mean: Double { all.isEmpty ? 0 : Double(all.reduce(0, +)) / Double(all.count) }

    private func at(_ share: Double) -> Double {
        guard !all.isEmpty else { return 0 }
        let sorted = all.sorted()
        return Double(sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))])
    }
}

/// Nanoseconds since an unknown moment.
func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// A line of the table: what was measured, of us and of the peer, each a median and a p99.
struct Line {
    var name: String
    var ours: Times
    var theirs: Times?
    /// The ratio of medians that is wanted, at most; or the time of ours, in microseconds.
    var wantedRatio: Double?
    var wantedMicroseconds: Double?
    /// What each query took when it was asked for the first time, which is not among the times above.
    var firsts: (ours: Times, theirs: Times?)?
    /// What is to be said besides.
    var note = ""

    var text: String {
        var cells = [Line.pad(name, 44), Line.time(ours.median), Line.time(ours.p99)]
        if let theirs {
            let ratio = ours.median / max(theirs.median, 1)
            cells += [Line.time(theirs.median), Line.time(theirs.p99), Line.pad("\(Line.short(ratio))x", 9)]
        } else {
            cells += [Line.pad("", 12), Line.pad("", 12), Line.pad("", 9)]
        }
        cells.append(verdict)
        if !note.isEmpty { cells.append(note) }
        return cells.joined(separator: " ")
    }

    private var verdict: String {
        if let wantedRatio, let theirs {
            return "≤ \(Line.short(wantedRatio))x" + (ours.median <= theirs.median * wantedRatio ? "" : "  missed")
        }
        guard let wantedMicroseconds else { return "" }
        return "≤ \(Line.short(wantedMicroseconds)) µs" + (ours.median <= wantedMicroseconds * 1000 ? "" : "  missed")
    }

    static func time(_ nanoseconds: Double) -> String { pad("\(short(nanoseconds / 1000)) µs", 12) }

    static func short(_ number: Double) -> String {
        if number >= 100 { return "\(Int(number.rounded()))" }
        let rounded = (number * 100).rounded() / 100
        return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }

    static func pad(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    static let head = [
        pad("", 44), pad("p50", 12), pad("p99", 12), pad("SQLite p50", 12), pad("p99", 12), pad("ratio", 9), "wanted",
    ].joined(separator: " ")
}
