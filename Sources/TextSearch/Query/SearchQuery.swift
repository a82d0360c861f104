/// What a query asks: a tree, by the grammar of `QueryParser`.
package indirect enum SearchQuery: Equatable, Sendable {
    /// The text holds the pattern; one that `isQuoted` is taken as finished, and never widened.
    case text(Pattern, isQuoted: Bool)
    /// The title, the first line that is not blank, holds the pattern.
    case title(Pattern)
    /// A field whose value the caller reads: a tag, a day, a star, a state.
    case field(QueryField, String, at: Range<Int>)
    case not(SearchQuery)
    case all([SearchQuery])
    case any([SearchQuery])
}

/// The fields of a query besides `title:`.
package enum QueryField: String, Equatable, Sendable, CaseIterable {
    /// Has this tag.
    case tag
    /// Is dated on this day.
    case date
    /// Is dated before this day.
    case before
    /// Is dated after this day.
    case after
    /// Has a star, or has none.
    case star
    /// Has weather of this sort.
    case weather
    /// Was written at this place.
    case place
    /// Has this status: in conflict.
    case `is`
    /// Ends in a measure; the value is its key, a comparison and a number.
    case measure
}

/// Why a query cannot be read, and in which bytes of its UTF-8.
public struct QueryProblem: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Kind: Equatable, Sendable {
        /// The query is empty.
        case empty
        /// A phrase that does not end.
        case unbalancedQuote
        /// A parenthesis without the other one.
        case unbalancedParenthesis
        /// Something before a colon that is not a field.
        case unknownField(String)
        /// A field without a value.
        case missingValue(String)
        /// A field's name, and a value that it cannot have.
        case unreadableValue(String, String)
        /// An operator without something to apply to.
        case missingOperand(String)
        /// Only signs, which the index does not hold.
        case nothingToFind(String)
        /// More than 64 parentheses within each other.
        case tooDeep
    }

    /// What is wrong.
    public var kind: Kind
    /// The bytes it is about.
    public var range: Range<Int>

    /// The range in UTF-16, as text fields count; `query` is the text that was read.
    public func utf16Range(in query: String) -> Range<Int> {
        let bytes = query.utf8
        let start =
            bytes.index(bytes.startIndex, offsetBy: range.lowerBound, limitedBy: bytes.endIndex) ?? bytes.endIndex
        let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound, limitedBy: bytes.endIndex) ?? bytes.endIndex
        return query.utf16.distance(
            from: query.startIndex, to: start)..<query.utf16.distance(from: query.startIndex, to: end)
    }

    /// A problem with a range of a query.
    public init(_ kind: Kind, at range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

extension SearchQuery {
    /// The query with what its words may become: half-typed words, with `isTyping` the last word too, and with
    /// `isLoose` Korean words with a space within, and other words with endings.
    ///
    /// The query itself is part of the result, which so finds at least as much. Nil if nothing can be widened.
    package func widened(isTyping: Bool, isLoose: Bool = false) -> SearchQuery? {
        var isLast = isTyping
        let wide = widened(&isLast, isLoose)
        return wide == self ? nil : wide
    }

    /// What the only word of a query may become, without the word as typed; nil if nothing, or for any other query.
    package func forms(isTyping: Bool, isLoose: Bool) -> SearchQuery? {
        guard case .text(let pattern, isQuoted: false) = self else { return nil }
        let forms = Self.forms(of: pattern, isLast: isTyping, isLoose)
        return forms.isEmpty ? nil : .any(forms)
    }

    private static func forms(of pattern: Pattern, isLast: Bool, _ isLoose: Bool) -> [SearchQuery] {
        var forms = isLast ? pattern.continued : pattern.halfTyped.map { [$0] } ?? []
        if isLoose { forms += (pattern.spaced + pattern.begun).filter { !forms.contains($0) } }
        return forms.map { .text($0, isQuoted: true) }
    }

    private func widened(_ isLast: inout Bool, _ isLoose: Bool) -> SearchQuery {
        switch self {
        case .text(let pattern, isQuoted: false):
            let forms = Self.forms(of: pattern, isLast: isLast, isLoose)
            isLast = false
            return forms.isEmpty ? self : .any([self] + forms)
        case .text, .title, .field:
            isLast = false
            return self
        case .not(let inner):
            // What is excluded is excluded exactly as typed.
            isLast = false
            return .not(inner)
        case .all(let parts): return .all(Self.widened(parts, &isLast, isLoose))
        case .any(let parts): return .any(Self.widened(parts, &isLast, isLoose))
        }
    }

    private static func widened(_ parts: [SearchQuery], _ isLast: inout Bool, _ isLoose: Bool) -> [SearchQuery] {
        var wide = parts
        for index in parts.indices.reversed() { wide[index] = parts[index].widened(&isLast, isLoose) }
        return wide
    }

    /// The fields whose values the caller reads.
    package var fields: [(field: QueryField, value: String, range: Range<Int>)] {
        switch self {
        case .text, .title: []
        case .field(let field, let value, let range): [(field, value, range)]
        case .not(let inner): inner.fields
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        }
    }
}
