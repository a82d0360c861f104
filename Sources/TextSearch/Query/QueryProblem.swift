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
        /// More than 64 parentheses or minus signs within each other.
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
