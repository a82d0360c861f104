/// Numbers for the tokens of some texts, from 0: equal exactly if the tokens' bytes are equal.
struct TokenNumbers {
    private var known: [ArraySlice<UInt8>: Int32] = [:]

    /// One more than the greatest number.
    var count: Int { known.count }

    /// The number of each token.
    mutating func of(_ tokens: some Sequence<ArraySlice<UInt8>>) -> [Int32] {
        tokens.map { token in
            let fresh = Int32(truncatingIfNeeded: known.count)
            let number = known[token, default: fresh]
            if number == fresh { known[token] = fresh }
            return number
        }
    }
}
