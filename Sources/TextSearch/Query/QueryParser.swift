/// Parses a query into a tree.
///
///     any    = all { "OR" all }
///     all    = part { [ "AND" ] part }
///     part   = [ "-" ] ( "(" any ")" | word | word"*" | "\"phrase\"" | field )
///     field  = ("title:" | "tag:" | "date:" | "before:" | "after:" | "star:" | "is:" …) value
///            | name ":" [ ">" | ">=" | "<" | "<=" | "=" ] number
///
/// AND and OR are written in capitals. The fields also have Korean names.
package struct QueryParser {
    private var lexer: QueryLexer
    private var token: (token: QueryLexer.Token, range: Range<Int>)?
    private var depth = 0

    private static let deepest = 64

    /// Parses a query; throws a `QueryProblem` that says where the query cannot be read.
    package static func parse(_ query: String) throws(QueryProblem) -> ParsedQuery {
        var parser = QueryParser(lexer: QueryLexer(query))
        try parser.advance()
        guard parser.token != nil else { throw QueryProblem(.empty, at: 0..<parser.lexer.end) }
        let tree = try parser.any()
        if let rest = parser.token { throw QueryProblem(.unbalancedParenthesis, at: rest.range) }
        return tree
    }

    private init(lexer: QueryLexer) { self.lexer = lexer }

    private mutating func advance() throws(QueryProblem) { token = try lexer.next() }

    private var span: Range<Int> { token?.range ?? lexer.end..<lexer.end }

    private mutating func any() throws(QueryProblem) -> ParsedQuery {
        var parts = [try all()]
        while let or = token, or.token == .or {
            try advance()
            guard token != nil else { throw QueryProblem(.missingOperand("OR"), at: or.range) }
            parts.append(try all())
        }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func all() throws(QueryProblem) -> ParsedQuery {
        var parts = [try part()]
        while let next = token, next.token != .or, next.token != .close {
            if next.token == .and {
                try advance()
                guard token != nil else { throw QueryProblem(.missingOperand("AND"), at: next.range) }
            }
            parts.append(try part())
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func part() throws(QueryProblem) -> ParsedQuery {
        guard let (found, range) = token else { throw QueryProblem(.missingOperand(""), at: span) }
        try advance()
        switch found {
        case .not:
            guard token != nil else { throw QueryProblem(.missingOperand("-"), at: range) }
            return .not(try deeper(at: range) { (parser) throws(QueryProblem) in try parser.part() })
        case .open: return try group(range)
        case .close: throw QueryProblem(.unbalancedParenthesis, at: range)
        case .and: throw QueryProblem(.missingOperand("AND"), at: range)
        case .or: throw QueryProblem(.missingOperand("OR"), at: range)
        case .field(let name): return try field(name, range)
        case .word(let word, let isPrefix): return .text(try pattern(word, isPrefix, range), isQuoted: false)
        case .phrase(let phrase): return .text(try pattern(phrase, false, range), isQuoted: true)
        }
    }

    private mutating func group(_ range: Range<Int>) throws(QueryProblem) -> ParsedQuery {
        if token?.token == .close { throw QueryProblem(.missingOperand("("), at: range) }
        guard token != nil else { throw QueryProblem(.unbalancedParenthesis, at: range) }
        let inner = try deeper(at: range) { (parser) throws(QueryProblem) in try parser.any() }
        guard token?.token == .close else { throw QueryProblem(.unbalancedParenthesis, at: range) }
        try advance()
        return inner
    }

    /// Reads what stands within something else: whoever walks the tree later goes as deep.
    private mutating func deeper(
        at range: Range<Int>, _ read: (inout QueryParser) throws(QueryProblem) -> ParsedQuery
    ) throws(QueryProblem) -> ParsedQuery {
        guard depth < Self.deepest else { throw QueryProblem(.tooDeep, at: range) }
        depth += 1
        defer { depth -= 1 }
        return try read(&self)
    }

    private mutating func field(_ name: String, _ range: Range<Int>) throws(QueryProblem) -> ParsedQuery {
        let folded = name.lowercased()
        guard let known = Self.names.first(where: { $0.english == folded || $0.korean == folded }) else {
            return try unnamed(name, range)
        }
        guard let (found, span) = token, span.lowerBound == range.upperBound else {
            throw QueryProblem(.missingValue(name), at: range)
        }
        switch found {
        case .word(let word, let isPrefix):
            try advance()
            guard let field = known.field else { return .title(try pattern(word, isPrefix, span), isQuoted: false) }
            let value = isPrefix ? word + [UInt8(ascii: "*")] : word
            return .filter(FieldValue(field, String(decoding: value, as: UTF8.self), at: span))
        case .phrase(let phrase):
            try advance()
            guard let field = known.field else { return .title(try pattern(phrase, false, span), isQuoted: true) }
            return .filter(FieldValue(field, String(decoding: phrase, as: UTF8.self), at: span))
        default: throw QueryProblem(.missingValue(name), at: range)
        }
    }

    /// What begins like a field and is none of ours: with a comparison or a number behind it a measure, with `//` an
    /// address that was pasted, which is text.
    private mutating func unnamed(_ name: String, _ range: Range<Int>) throws(QueryProblem) -> ParsedQuery {
        guard case .word(let rest, let isPrefix)? = token?.token, let span = token?.range,
            span.lowerBound == range.upperBound
        else { throw QueryProblem(.unknownField(name), at: range) }
        let whole = range.lowerBound..<span.upperBound
        let said = String(decoding: rest, as: UTF8.self)
        if let sign = rest.first, "<>=".utf8.contains(sign) || said.allSatisfy({ "0123456789.,-+".contains($0) }) {
            try advance()
            return .filter(FieldValue(.measure, name + ("<>=".utf8.contains(sign) ? "" : "=") + said, at: whole))
        }
        guard rest.starts(with: "//".utf8) else { throw QueryProblem(.unknownField(name), at: range) }
        try advance()
        return .text(try pattern(Array("\(name):".utf8) + rest, isPrefix, whole), isQuoted: false)
    }

    private func pattern(_ bytes: [UInt8], _ isPrefix: Bool, _ range: Range<Int>) throws(QueryProblem) -> Pattern {
        guard let pattern = Pattern(bytes, isPrefix: isPrefix) else {
            throw QueryProblem(.nothingToFind(String(decoding: bytes, as: UTF8.self)), at: range)
        }
        return pattern
    }

    /// The names of all fields, in English and in Korean; the first is the title.
    package static let names: [(english: String, korean: String, field: QueryField?)] = [
        ("title", "제목", nil), ("tag", "태그", .tag), ("date", "날짜", .date), ("before", "이전", .before),
        ("after", "이후", .after), ("star", "별", .star), ("weather", "날씨", .weather), ("place", "장소", .place),
        ("is", "상태", .is),
    ]
}
