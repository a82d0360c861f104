/// Cuts two texts into tokens and gives equal tokens equal numbers, for the comparison in TextDifference.swift.

/// How finely a text is cut.
enum TextGrain {
    case line, word, scalar
}

/// The tokens of a region of two texts.
struct TextTokens {
    /// The offset at which each token begins in its text, then the region's end.
    let oldBounds: [Int]
    let newBounds: [Int]
    /// The number of each token: equal exactly if the bytes are equal.
    let oldNumbers: [Int32]
    let newNumbers: [Int32]
    /// One more than the greatest number.
    let distinctCount: Int

    init(old: [UInt8], _ oldRegion: Range<Int>, new: [UInt8], _ newRegion: Range<Int>, by grain: TextGrain) {
        oldBounds = tokenBounds(in: old.span, oldRegion, by: grain)
        newBounds = tokenBounds(in: new.span, newRegion, by: grain)
        var numbers = TokenNumbers()
        oldNumbers = numbers.of(zip(oldBounds, oldBounds.dropFirst()).lazy.map { old[$0..<$1] })
        newNumbers = numbers.of(zip(newBounds, newBounds.dropFirst()).lazy.map { new[$0..<$1] })
        distinctCount = numbers.count
    }
}

/// The offsets at which tokens begin, then the region's end; never inside a UTF-8 scalar.
private func tokenBounds(in bytes: Span<UInt8>, _ region: Range<Int>, by grain: TextGrain) -> [Int] {
    switch grain {
    case .line: lineBounds(in: bytes, region)
    case .word: wordBounds(in: bytes, region)
    case .scalar: scalarBounds(in: bytes, region)
    }
}

private func scalarBounds(in bytes: Span<UInt8>, _ region: Range<Int>) -> [Int] {
    var bounds = [region.lowerBound]
    for index in region.dropFirst() where bytes[index] & 0xC0 != 0x80 { bounds.append(index) }
    return bounds + [region.upperBound]
}

/// A word keeps the spaces after it, a line break is a token, and the end of a sentence ends the word.
private func wordBounds(in bytes: Span<UInt8>, _ region: Range<Int>) -> [Int] {
    var bounds = [region.lowerBound]
    var index = region.lowerBound
    var previousEnds = false
    var previousSpace = false
    func cut(_ at: Int) {
        if at > bounds[bounds.count - 1], at < region.upperBound { bounds.append(at) }
    }
    while index < region.upperBound {
        let lineBreak = bytes.lineBreakLength(at: index)
        if lineBreak > 0 {
            cut(index)
            index += lineBreak
            cut(index)
            (previousSpace, previousEnds) = (false, false)
            continue
        }
        let space = bytes.whitespaceLength(at: index)
        let ends = space > 0 ? 0 : sentenceEndLength(bytes, at: index)
        if space == 0, previousSpace || (previousEnds && ends == 0) { cut(index) }
        previousSpace = space > 0
        previousEnds = ends > 0
        index += max(space, ends, 1)
        while space == 0, index < region.upperBound, bytes[index] & 0xC0 == 0x80 { index += 1 }
    }
    bounds.append(region.upperBound)
    return bounds
}

/// The length of a mark that ends a sentence: . ! ? … 。 ！ ？
private func sentenceEndLength(_ bytes: Span<UInt8>, at index: Int) -> Int {
    let byte = bytes[index]
    if byte == 0x2E || byte == 0x21 || byte == 0x3F { return 1 }
    guard byte >= 0xE2, index + 2 < bytes.count else { return 0 }
    switch (byte, bytes[index + 1], bytes[index + 2]) {
    case (0xE2, 0x80, 0xA6), (0xE3, 0x80, 0x82), (0xEF, 0xBC, 0x81), (0xEF, 0xBC, 0x9F): return 3
    default: return 0
    }
}
