/// Numbers for the tokens of some texts, from 0: equal exactly if the tokens' bytes are equal.
struct TokenNumbers {
    private var known: [Token: Int32] = [:]

    /// One more than the greatest number.
    var count: Int { known.count }

    /// The number of each token.
    mutating func of(_ tokens: some Sequence<ArraySlice<UInt8>>) -> [Int32] {
        tokens.map { token in
            let fresh = Int32(truncatingIfNeeded: known.count)
            let number = known[Token(bytes: token), default: fresh]
            if number == fresh { known[Token(bytes: token)] = fresh }
            return number
        }
    }
}

/// A token as a key. It is hashed eight bytes at a time, where an array is hashed byte by byte.
private struct Token: Hashable {
    let bytes: ArraySlice<UInt8>

    func hash(into hasher: inout Hasher) {
        var word: UInt64 = 0
        var count = 0
        for byte in bytes {
            word = word << 8 | UInt64(byte)
            count += 1
            if count & 7 == 0 { hasher.combine(word) }
        }
        hasher.combine(word)
        hasher.combine(count)
    }
}
