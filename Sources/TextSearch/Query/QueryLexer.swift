/// Cuts a query into tokens, each with its range of bytes.
///
///     query   bytes of UTF-8
///     word    everything up to white space, a parenthesis or a quote; a quote within a word begins a phrase
struct QueryLexer {
    enum Token: Equatable {
        case open, close
        case and, or
        /// `-` before something.
        case not
        /// `name:` before something.
        case field(String)
        /// `isPrefix` for `word*`.
        case word([UInt8], isPrefix: Bool)
        case phrase([UInt8])
    }

    private let bytes: [UInt8]
    private var index = 0
    /// False right after `name:`, where a `-` or another `name:` belongs to the value.
    private var isAtStart = true

    init(_ query: String) { bytes = Array(query.utf8) }

    var end: Int { bytes.count }

    /// The next token and its range of bytes; nil at the end. Throws for a quote that does not end.
    mutating func next() throws(QueryProblem) -> (token: Token, range: Range<Int>)? {
        skipSpace()
        guard index < bytes.count else { return nil }
        let start = index
        switch bytes[index] {
        case UInt8(ascii: "("):
            index += 1
            isAtStart = true
            return (.open, start..<index)
        case UInt8(ascii: ")"):
            index += 1
            return (.close, start..<index)
        case UInt8(ascii: "-") where isAtStart && index + 1 < bytes.count && !isSpace(index + 1):
            index += 1
            return (.not, start..<index)
        default: break
        }
        if quoteLength(at: index) > 0 { return (try phrase(), start..<index) }
        return word(start)
    }

    private mutating func word(_ start: Int) -> (token: Token, range: Range<Int>) {
        while index < bytes.count, !isSpace(index), quoteLength(at: index) == 0 {
            let byte = bytes[index]
            if byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") { break }
            if byte == UInt8(ascii: ":"), isName(start..<index) {
                let name = Self.seen(bytes[start..<index])
                index += 1
                skipUnseen()
                isAtStart = false
                return (.field(name), start..<index)
            }
            index += 1
        }
        var end = index
        while let length = (1...3).first(where: { end - $0 > start && unseenLength(at: end - $0) == $0 }) {
            end -= length
        }
        let word = Array(bytes[start..<end])
        isAtStart = true
        if word == Array("AND".utf8) { return (.and, start..<index) }
        if word == Array("OR".utf8) { return (.or, start..<index) }
        if word.count > 1, word.last == UInt8(ascii: "*") {
            return (.word(word.dropLast(), isPrefix: true), start..<index)
        }
        return (.word(word, isPrefix: false), start..<index)
    }

    private mutating func phrase() throws(QueryProblem) -> Token {
        let start = index
        index += quoteLength(at: index)
        let first = index
        while index < bytes.count, quoteLength(at: index) == 0 { index += 1 }
        guard index < bytes.count else {
            throw QueryProblem(.unbalancedQuote, at: start..<first)
        }
        let phrase = Array(bytes[first..<index])
        index += quoteLength(at: index)
        isAtStart = true
        return .phrase(phrase)
    }

    /// Whether these bytes are the name of a field: letters only, of any script, at the start of a token.
    private func isName(_ range: Range<Int>) -> Bool {
        !range.isEmpty && isAtStart
            && Self.seen(bytes[range]).unicodeScalars.allSatisfy(\.properties.isAlphabetic)
    }

    /// A name without signs that nobody sees, which what is pasted may have.
    private static func seen(_ name: ArraySlice<UInt8>) -> String {
        let scalars = String(decoding: name, as: UTF8.self).unicodeScalars
        return String(String.UnicodeScalarView(scalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    }

    private mutating func skipUnseen() {
        while case let length = unseenLength(at: index), length > 0 { index += length }
    }

    /// The length of a sign at `index` that nobody sees: a soft hyphen, a joiner, a direction, or U+FEFF; 0 if there is
    /// none.
    private func unseenLength(at index: Int) -> Int {
        guard index + 1 < bytes.count else { return 0 }
        if bytes[index] == 0xC2 { return bytes[index + 1] == 0xAD ? 2 : 0 }
        if bytes[index] == 0xD8 { return bytes[index + 1] == 0x9C ? 2 : 0 }
        guard index + 2 < bytes.count else { return 0 }
        switch (bytes[index], bytes[index + 1], bytes[index + 2]) {
        case (0xE2, 0x80, 0x8B...0x8F), (0xE2, 0x80, 0xAA...0xAE), (0xE2, 0x81, 0xA0...0xAF), (0xEF, 0xBB, 0xBF):
            return 3
        default: return 0
        }
    }

    private mutating func skipSpace() {
        skipUnseen()
        while index < bytes.count, isSpace(index) {
            isAtStart = true
            defer { skipUnseen() }
            index += bytes[index] == 0xE3 ? 3 : bytes[index] == 0xC2 ? 2 : 1
        }
    }

    /// ASCII white space, U+00A0 and U+3000, which keyboards type.
    private func isSpace(_ index: Int) -> Bool {
        let byte = bytes[index]
        if byte == 0x20 || (0x09...0x0D).contains(byte) { return true }
        if byte == 0xC2 { return index + 1 < bytes.count && bytes[index + 1] == 0xA0 }
        return byte == 0xE3 && index + 2 < bytes.count && bytes[index + 1] == 0x80 && bytes[index + 2] == 0x80
    }

    /// The length of the quote at `index`, " or one of the curved ones that telephones type; 0 if there is none.
    private func quoteLength(at index: Int) -> Int {
        if bytes[index] == UInt8(ascii: "\"") { return 1 }
        guard bytes[index] == 0xE2, index + 2 < bytes.count, bytes[index + 1] == 0x80 else { return 0 }
        return bytes[index + 2] == 0x9C || bytes[index + 2] == 0x9D ? 3 : 0
    }
}
