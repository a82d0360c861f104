/// A condition on an entry's text that a floor above this one judges, as the words of a query.
public struct TextFilter: Equatable, Sendable {
    private let condition: String
    private let judge: @Sendable (_ text: [UInt8], _ content: EntryContent) -> Bool

    /// Two filters are equal that state the same condition. `judge` is given a text of the entry, with what a search
    /// reads besides, and its content.
    package init(_ condition: String, _ judge: @escaping @Sendable ([UInt8], EntryContent) -> Bool) {
        (self.condition, self.judge) = (condition, judge)
    }

    func matches(_ text: [UInt8], of content: EntryContent) -> Bool { judge(text, content) }

    /// Whether both state the same condition.
    public static func == (one: TextFilter, other: TextFilter) -> Bool { one.condition == other.condition }
}

extension EntryContent {
    /// What a search reads of it: its text, and as lines below that what another program called its place, and the tags
    /// that the text does not say.
    package var searchedText: [UInt8] {
        var lines = [text]
        if let placeName { lines.append(Array(placeName.utf8)) }
        if case let tags = unsaidTags, !tags.isEmpty {
            lines.append(Array(tags.map(\.shown).joined(separator: " ").utf8))
        }
        return Array(lines.joined(separator: [0x0A]))
    }
}
