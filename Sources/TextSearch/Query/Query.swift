/// What is asked of texts: a tree of words, and of filters that whoever asks brings along.
package indirect enum Query<Filter: Equatable & Sendable>: Equatable, Sendable {
    /// The text holds the pattern; one that `isQuoted` is taken as finished, and never widened.
    case text(Pattern, isQuoted: Bool)
    /// The title, the first line that is not blank, holds the pattern, in the same way.
    case title(Pattern, isQuoted: Bool)
    /// The text holds exactly these characters.
    case exact(ExactText)
    /// Whatever the filter says.
    case filter(Filter)
    case not(Query)
    case all([Query])
    case any([Query])
}

extension Query {
    /// The same query with another one in the place of each filter.
    package func replacing<Other, Failure: Error>(
        _ other: (Filter) throws(Failure) -> Query<Other>
    ) throws(Failure) -> Query<Other> {
        switch self {
        case .text(let pattern, let isQuoted): return .text(pattern, isQuoted: isQuoted)
        case .title(let pattern, let isQuoted): return .title(pattern, isQuoted: isQuoted)
        case .exact(let exact): return .exact(exact)
        case .filter(let filter): return try other(filter)
        case .not(let inner): return .not(try inner.replacing(other))
        case .all(let parts):
            return .all(try parts.map { (part) throws(Failure) in try part.replacing(other) })
        case .any(let parts):
            return .any(try parts.map { (part) throws(Failure) in try part.replacing(other) })
        }
    }

    /// Its parts that have none, in order; where `excluded` is false, without those behind a NOT.
    package func leaves(excluded: Bool = true) -> [Query] {
        switch self {
        case .text, .title, .exact, .filter: [self]
        case .not(let inner): excluded ? inner.leaves() : []
        case .all(let parts), .any(let parts): parts.flatMap { $0.leaves(excluded: excluded) }
        }
    }

    /// The patterns that count towards relevance and are marked: those not excluded.
    package var patterns: [Pattern] {
        leaves(excluded: false).compactMap { leaf in
            switch leaf {
            case .text(let pattern, _), .title(let pattern, _): pattern
            default: nil
            }
        }
    }

    /// The exact texts that are marked.
    package var exactTexts: [ExactText] {
        leaves(excluded: false).compactMap { if case .exact(let exact) = $0 { exact } else { nil } }
    }

    /// Whether terms and their places decide; with `decidesAbsence` they also tell which texts do not hold one.
    package func isDecidedByTerms(decidesAbsence: Bool) -> Bool {
        switch self {
        case .text(let pattern, _): pattern.isToldByTerms
        case .title, .exact, .filter: false
        case .not(let inner): decidesAbsence && inner.isDecidedByTerms(decidesAbsence: true)
        case .all(let parts), .any(let parts): parts.allSatisfy { $0.isDecidedByTerms(decidesAbsence: decidesAbsence) }
        }
    }
}

// What the words of a query may become.

extension Query {
    /// The query with what its words may become: half-typed words, with `isTyping` the last word too, and with
    /// `isLoose` Korean words with a space within, and other words with endings.
    ///
    /// The query itself is part of the result, which so finds at least as much. Nil if nothing can be widened.
    package func widened(isTyping: Bool, isLoose: Bool = false) -> Query? {
        var isLast = isTyping
        let wide = widened(&isLast, isLoose)
        return wide == self ? nil : wide
    }

    private static func forms(of pattern: Pattern, isLast: Bool, _ isLoose: Bool) -> [Pattern] {
        let forms = isLast ? pattern.continued : pattern.halfTyped.map { [$0] } ?? []
        return isLoose ? forms + (pattern.spaced + pattern.begun).filter { !forms.contains($0) } : forms
    }

    private func widened(_ isLast: inout Bool, _ isLoose: Bool) -> Query {
        var forms: [Query] = []
        defer { isLast = false }
        switch self {
        case .text(let pattern, isQuoted: false):
            forms = Self.forms(of: pattern, isLast: isLast, isLoose).map { .text($0, isQuoted: true) }
        case .title(let pattern, isQuoted: false):
            forms = Self.forms(of: pattern, isLast: isLast, isLoose).map { .title($0, isQuoted: true) }
        // What is excluded is excluded exactly as typed.
        case .text, .title, .exact, .filter, .not: break
        case .all(let parts): return .all(Self.widened(parts, &isLast, isLoose))
        case .any(let parts): return .any(Self.widened(parts, &isLast, isLoose))
        }
        return forms.isEmpty ? self : .any([self] + forms)
    }

    private static func widened(_ parts: [Query], _ isLast: inout Bool, _ isLoose: Bool) -> [Query] {
        var wide = parts
        for index in parts.indices.reversed() { wide[index] = parts[index].widened(&isLast, isLoose) }
        return wide
    }
}
