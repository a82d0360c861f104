/// Texts as a Windows of western Europe and America wrote them: in windows-1252, without saying so.

/// Reads what stands beside ASCII in that code page.
package enum WesternText {
    /// What 0x80 to 0x9F mean, which web pages mean as well; five of them mean nothing.
    package static let signs = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

    /// The text; nil if the bytes are more likely another code page's: where most words consist of such signs, or these
    /// stand in pairs and by no letter.
    package static func decoded(_ bytes: some Collection<UInt8>) -> String? {
        func isLetter(_ byte: UInt8?) -> Bool { byte.map { (0x41...0x5A).contains($0 & 0xDF) } ?? false }
        var text = String.UnicodeScalarView()
        var (count, runs, pairs, length) = (0, 0, 0, 0)
        var (before, isByLetter) = (UInt8?.none, false)
        for byte in Array(bytes).map(Optional.some) + [nil] {
            if let byte, byte >= 0x80 {
                if length == 0 { (runs, isByLetter) = (runs + 1, isLetter(before)) }
                (count, length) = (count + 1, length + 1)
            } else {
                if length > 0, length.isMultiple(of: 2), !isByLetter, !isLetter(byte) { pairs += 1 }
                length = 0
            }
            guard let byte else { break }
            let scalar = (0x80...0x9F).contains(byte) ? signs[Int(byte) - 0x80] : Unicode.Scalar(byte)
            // What is UTF-8 in one place is a broken file of it.
            let isUTF8 = (0x80...0xBF).contains(byte) && before.map { (0xC2...0xDF).contains($0) } ?? false
            if (0x80...0x9F).contains(scalar.value) || isUTF8 { return nil }
            text.append(scalar)
            before = byte
        }
        return count <= 2 * runs && pairs * 2 <= runs ? String(text) : nil
    }
}

extension KoreanText {
    /// Whether bytes are in the code page of a Korean Windows, rather than in that of another one: most of their
    /// signs are those that KS X 1001 has, and a third of these its Hangul; or all are, and no other page has them so.
    package static func isLikely(_ bytes: some Collection<UInt8>) -> Bool {
        var (hangul, common, others) = (0, 0, 0)
        var rest = Array(bytes)[...]
        while let lead = rest.popFirst() {
            if lead < 0x80 { continue }
            guard let trail = rest.first, trail >= 0x41, trail != 0xFF else {
                others += 1
                continue
            }
            rest.removeFirst()
            if lead < 0xA1 || trail < 0xA1 {
                others += 1
            } else {
                common += 1
                if (0xB0...0xC8).contains(lead) { hangul += 1 }
            }
        }
        if isThroughout(bytes) { return true }
        if hangul == 0 { return common > 0 && others == 0 && WesternText.decoded(bytes) == nil }
        return hangul * 3 >= common && others * 2 <= common
    }

    /// Whether all signs are Hangul, rare ones too. Of these the second byte may be a letter: one within a
    /// word, as in `Ärger` and `don’t`, is a western one.
    private static func isThroughout(_ bytes: some Collection<UInt8>) -> Bool {
        guard let text = decoded(bytes), !text.utf8.elementsEqual(bytes) else { return false }
        var rest = Array(bytes)[...]
        var before: UInt8 = 0
        while let lead = rest.popFirst() {
            if lead >= 0x80, let trail = rest.popFirst(), trail < 0x80 {
                let isWithin = (0x41...0x5A).contains(before & 0xDF) || (0x61...0x7A).contains(rest.first ?? 0)
                if isWithin { return false }
            }
            before = lead
        }
        return text.unicodeScalars.allSatisfy { $0.isASCII || (0xAC00...0xD7A3).contains($0.value) }
    }
}
