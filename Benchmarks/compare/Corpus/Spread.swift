/// The times of a kind of query, in microseconds: one for each query, the median of its repeats.
struct Spread {
    /// How often each query is asked.
    static let repeats = 7

    private var medians: [Double] = []
    private var firsts: [Double] = []

    /// Asks every query in turn, and that again and again, so that no query finds what it has just warmed itself.
    init<Query>(_ queries: [Query], _ ask: (Query) throws -> Void) rethrows {
        var times = queries.map { _ in [Double]() }
        for _ in 0..<Self.repeats {
            for (index, query) in queries.enumerated() {
                let start = now()
                try ask(query)
                times[index].append(Double(now() - start) / 1_000)
            }
        }
        firsts = times.compactMap(\.first)
        medians = times.map { Self.at(0.5, $0.sorted()) }.sorted()
    }

    /// Times that were measured elsewhere.
    init(medians: [Double]) { self.medians = medians.sorted() }

    /// Median, p99 and worst.
    var cells: String {
        guard let worst = medians.last else { return Line.pad("", 27) }
        return [Self.at(0.5, medians), Self.at(0.99, medians), worst].map { Self.right(Line.short($0), 8) }
            .joined(separator: " ")
    }

    /// First, median, p99 and worst in nanoseconds, as JSON; null for a first that was not measured.
    var json: String {
        guard let worst = medians.last else { return "null" }
        let numbers = [Self.at(0.5, medians), Self.at(0.99, medians), worst].map { "\(Int($0 * 1_000))" }
        let first = firsts.isEmpty ? "null" : "\(Int(Self.at(0.5, firsts.sorted()) * 1_000))"
        return "[" + ([first] + numbers).joined(separator: ",") + "]"
    }

    /// The median of what was asked for the first time.
    var first: String { Self.right(Line.short(Self.at(0.5, firsts.sorted())), 8) }

    /// What stands at a share of sorted numbers, between two of them if it has to.
    private static func at(_ share: Double, _ sorted: [Double]) -> Double {
        guard let last = sorted.last else { return 0 }
        let position = share * Double(sorted.count - 1)
        let below = Int(position)
        guard below + 1 < sorted.count else { return last }
        return sorted[below] + (sorted[below + 1] - sorted[below]) * (position - Double(below))
    }

    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
