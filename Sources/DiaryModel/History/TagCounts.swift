/// How many entries have each tag, and each pair of tags.
public struct TagCounts: Equatable, Sendable {
    private var counts: [String: Int] = [:]
    private var pairs: [String: [String: Int]] = [:]

    /// No tags yet.
    public init() {}

    /// Counts an entry's tags, each of which it has once.
    public mutating func add(_ tags: [String]) {
        for tag in tags {
            counts[tag, default: 0] += 1
            for other in tags where other != tag { pairs[tag, default: [:]][other, default: 0] += 1 }
        }
    }

    /// The tags, the most frequent first; those of one number by their letters.
    public var sorted: [(tag: String, count: Int)] { Self.sorted(counts) }

    /// What a tag stands with, in the same order.
    public func beside(_ tag: String) -> [(tag: String, count: Int)] { Self.sorted(pairs[tag] ?? [:]) }

    private static func sorted(_ counts: [String: Int]) -> [(tag: String, count: Int)] {
        counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
    }
}
