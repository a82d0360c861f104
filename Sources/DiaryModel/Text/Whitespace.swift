/// White space and line breaks, recognised in UTF-8 bytes.
///
/// Not by `Character`: "\r\n" is a single one, so a search for "\n" misses it. The sets are Unicode's White_Space
/// property and the six line breaks a diary may hold; a test compares the first with the standard library's table.
extension Span where Element == UInt8 {
    /// The length of the white-space scalar that begins at `index`, or 0 where none does.
    func whitespaceLength(at index: Int) -> Int {
        let byte = self[index]
        if byte < 0x80 { return isASCIIWhitespace(byte) ? 1 : 0 }
        guard index + 1 < count else { return 0 }
        let second = self[index + 1]
        if byte == 0xC2 { return second == 0x85 || second == 0xA0 ? 2 : 0 }
        guard index + 2 < count else { return 0 }
        let third = self[index + 2]
        switch (byte, second) {
        case (0xE1, 0x9A): return third == 0x80 ? 3 : 0  // U+1680
        case (0xE2, 0x80): return isGeneralPunctuationSpace(third) ? 3 : 0  // U+2000…200A, 2028, 2029, 202F
        case (0xE2, 0x81): return third == 0x9F ? 3 : 0  // U+205F
        case (0xE3, 0x80): return third == 0x80 ? 3 : 0  // U+3000
        default: return 0
        }
    }

    /// The length of the line break that begins at `index`, or 0: LF, CRLF, CR, U+0085, U+2028 and U+2029.
    func lineBreakLength(at index: Int) -> Int {
        switch self[index] {
        case 0x0A: return 1
        case 0x0D: return index + 1 < count && self[index + 1] == 0x0A ? 2 : 1
        case 0xC2: return index + 1 < count && self[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < count, self[index + 1] == 0x80 else { return 0 }
            return self[index + 2] == 0xA8 || self[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }

    private func isASCIIWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    private func isGeneralPunctuationSpace(_ third: UInt8) -> Bool {
        (third >= 0x80 && third <= 0x8A) || third == 0xA8 || third == 0xA9 || third == 0xAF
    }
}
