/// How many entries have each tag, and each pair of tags: of an entry, the pairs of its first 32 tags.
public struct TagCounts: Equatable, Sendable {
    private var counts: [String: Int] = [:]
    private var pairs: [String: [String: Int]] = [:]

    /// How many tags of an entry are paired: the pairs are a square of them.
    package static let mostPaired = 32

    /// No tags yet.
    public init() {}

    /// Counts an entry's tags, each of which it has once.
    public mutating func add(_ tags: [String]) { count(tags, 1) }

    /// Counts no longer what was added: an entry's tags as they were.
    public mutating func remove(_ tags: [String]) { count(tags, -1) }

    private mutating func count(_ tags: [String], _ step: Int) {
        for tag in tags {
            let left = counts[tag, default: 0] + step
            counts[tag] = left == 0 ? nil : left
        }
        let paired = tags.prefix(Self.mostPaired)
        for tag in paired {
            var beside = pairs[tag] ?? [:]
            for other in paired where other != tag {
                let left = beside[other, default: 0] + step
                beside[other] = left == 0 ? nil : left
            }
            pairs[tag] = beside.isEmpty ? nil : beside
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
