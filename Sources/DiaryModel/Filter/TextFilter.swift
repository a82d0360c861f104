/// A condition on an entry's text that a floor above this one judges, as the words of a query.
public struct TextFilter: Equatable, Sendable {
    private let condition: String
    private let judge: @Sendable (EntryContent) -> Bool

    /// Two filters are equal that state the same condition.
    package init(_ condition: String, _ judge: @escaping @Sendable (EntryContent) -> Bool) {
        (self.condition, self.judge) = (condition, judge)
    }

    func matches(_ content: EntryContent) -> Bool { judge(content) }

    /// Whether both state the same condition.
    public static func == (one: TextFilter, other: TextFilter) -> Bool { one.condition == other.condition }
}
