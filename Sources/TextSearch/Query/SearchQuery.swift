/// What a query asks: a tree, as the grammar of `QueryParser` reads it.
package indirect enum SearchQuery: Equatable, Sendable {
    /// The text holds the pattern; `isQuoted` takes it as it is typed, finished.
    case text(Pattern, isQuoted: Bool)
    /// The first line that holds something holds the pattern.
    case title(Pattern)
    /// A field whose value somebody else reads: a tag, a day, a star, a state.
    case field(QueryField, String, at: Range<Int>)
    case not(SearchQuery)
    case all([SearchQuery])
    case any([SearchQuery])
}

/// The fields of a query besides `title:`.
package enum QueryField: String, Equatable, Sendable, CaseIterable {
    /// Has this tag.
    case tag
    /// Of this day.
    case date
    /// Of a day before.
    case before
    /// Of a day after.
    case after
    /// Has a star, or has none.
    case star
    /// How its text came about: in conflict.
    case `is`
}

/// Why a query cannot be read, and where in it: bytes of its UTF-8.
public struct QueryProblem: Error, Equatable, Sendable {
    /// What is wrong there.
    public enum Kind: Equatable, Sendable {
        /// There is nothing in it.
        case empty
        /// A phrase that does not end.
        case unbalancedQuote
        /// A parenthesis without the other one.
        case unbalancedParenthesis
        /// Something before a colon that is no field.
        case unknownField(String)
        /// A field without a value.
        case missingValue(String)
        /// A field's name, and a value that it cannot have.
        case unreadableValue(String, String)
        /// An operator without something to stand between or before.
        case missingOperand(String)
        /// Signs alone, that no index has.
        case nothingToFind(String)
        /// Parentheses within each other, more than anybody types.
        case tooDeep
    }

    /// What is wrong.
    public var kind: Kind
    /// The bytes it is about.
    public var range: Range<Int>

    /// The same place in UTF-16, as text fields count; `query` is the text that was read.
    public func utf16Range(in query: String) -> Range<Int> {
        let bytes = query.utf8
        let start =
            bytes.index(bytes.startIndex, offsetBy: range.lowerBound, limitedBy: bytes.endIndex) ?? bytes.endIndex
        let end = bytes.index(bytes.startIndex, offsetBy: range.upperBound, limitedBy: bytes.endIndex) ?? bytes.endIndex
        return query.utf16.distance(
            from: query.startIndex, to: start)..<query.utf16.distance(from: query.startIndex, to: end)
    }

    /// A problem at a place.
    public init(_ kind: Kind, at range: Range<Int>) {
        self.kind = kind
        self.range = range
    }
}

extension SearchQuery {
    /// The query with what its words may become: half-typed ones, and with `isTyping` the last word too.
    ///
    /// The query itself is part of it, so that it finds at least as much. Nil where nothing is half typed.
    package func widened(isTyping: Bool) -> SearchQuery? {
        var isLast = isTyping
        let wide = widened(&isLast)
        return wide == self ? nil : wide
    }

    private func widened(_ isLast: inout Bool) -> SearchQuery {
        switch self {
        case .text(let pattern, isQuoted: false):
            let more = isLast ? pattern.continued : pattern.halfTyped.map { [$0] } ?? []
            isLast = false
            if more.isEmpty { return self }
            return .any([self] + more.map { .text($0, isQuoted: true) })
        case .text, .title, .field:
            isLast = false
            return self
        case .not(let inner):
            // What is excluded is excluded as typed.
            isLast = false
            return .not(inner)
        case .all(let parts): return .all(Self.widened(parts, &isLast))
        case .any(let parts): return .any(Self.widened(parts, &isLast))
        }
    }

    private static func widened(_ parts: [SearchQuery], _ isLast: inout Bool) -> [SearchQuery] {
        var wide = parts
        for index in parts.indices.reversed() { wide[index] = parts[index].widened(&isLast) }
        return wide
    }

    /// The fields whose values somebody else reads.
    package var fields: [(field: QueryField, value: String, range: Range<Int>)] {
        switch self {
        case .text, .title: []
        case .field(let field, let value, let range): [(field, value, range)]
        case .not(let inner): inner.fields
        case .all(let parts), .any(let parts): parts.flatMap(\.fields)
        }
    }
}
