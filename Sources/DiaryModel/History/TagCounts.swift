/// How many entries have each tag, and each pair of tags: of an entry, the pairs of its first 32 tags.
///
/// Tags that are the same count as one, under the name that the entry with the earliest date has for it.
public struct TagCounts: Equatable, Sendable {
    /// How many entries have a tag under one name, and the earliest date of those that were added.
    private struct Name: Equatable {
        var count = 0
        var earliest = Int64.max
    }

    private var names: [String: [String: Name]] = [:]
    private var pairs: [String: [String: Int]] = [:]

    /// How many tags of an entry are paired: the pairs are a square of them.
    package static let mostPaired = 32

    /// No tags yet.
    public init() {}

    /// Counts the tags of an entry.
    public mutating func add(_ content: EntryContent) { count(content, 1) }

    /// Counts no longer what was added: an entry as it was.
    public mutating func remove(_ content: EntryContent) { count(content, -1) }

    private mutating func count(_ content: EntryContent, _ step: Int) {
        let tags = content.allTags.eachOnce
        for tag in tags {
            var own = names[tag.folded] ?? [:]
            var name = own[tag.text] ?? Name()
            name.count += step
            name.earliest = min(name.earliest, content.date.seconds)
            own[tag.text] = name.count == 0 ? nil : name
            names[tag.folded] = own.isEmpty ? nil : own
        }
        let paired = tags.prefix(Self.mostPaired).map(\.folded)
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
    public var sorted: [(tag: String, count: Int)] {
        sorted(names.mapValues { $0.values.reduce(0) { $0 + $1.count } })
    }

    /// What a tag stands with, in the same order.
    public func beside(_ tag: String) -> [(tag: String, count: Int)] { sorted(pairs[Tag(tag).folded] ?? [:]) }

    private func sorted(_ counts: [String: Int]) -> [(tag: String, count: Int)] {
        counts.map { (tag: shown($0.key), count: $0.value) }.sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }
    }

    private func shown(_ folded: String) -> String {
        let first = names[folded]?.min { ($0.value.earliest, $0.key) < ($1.value.earliest, $1.key) }
        return first?.key ?? folded
    }
}
