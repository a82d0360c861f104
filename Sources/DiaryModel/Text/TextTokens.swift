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
    /// The number of each token: equal exactly if the bytes are equal (but see `TokenNumbers.probesMost`).
    let oldNumbers: [Int32]
    let newNumbers: [Int32]
    /// One more than the greatest number.
    let distinctCount: Int

    init(old: [UInt8], _ oldRegion: Range<Int>, new: [UInt8], _ newRegion: Range<Int>, by grain: TextGrain) {
        oldBounds = tokenBounds(in: old.span, oldRegion, by: grain)
        newBounds = tokenBounds(in: new.span, newRegion, by: grain)
        var numbers = TokenNumbers(capacity: oldBounds.count + newBounds.count)
        oldNumbers = numbers.assign(old.span, oldBounds, against: old.span, old.span)
        numbers.firstOfNew = numbers.count
        newNumbers = numbers.assign(new.span, newBounds, against: old.span, new.span)
        distinctCount = numbers.count
    }
}

/// The offsets at which tokens begin, then the region's end; never inside a UTF-8 scalar.
private func tokenBounds(in bytes: Span<UInt8>, _ region: Range<Int>, by grain: TextGrain) -> [Int] {
    var bounds = [region.lowerBound]
    var index = region.lowerBound
    var previousEnds = false
    var previousSpace = false
    func cut(_ at: Int) {
        if at > bounds[bounds.count - 1], at < region.upperBound { bounds.append(at) }
    }
    while index < region.upperBound {
        let byte = bytes[index]
        switch grain {
        case .scalar:
            if byte & 0xC0 != 0x80 { cut(index) }
            index += 1
        case .line:
            let lineBreak = bytes.lineBreakLength(at: index)
            index += max(lineBreak, 1)
            if lineBreak > 0 { cut(index) }
        case .word:
            // A word keeps the spaces after it, a line break is a token, and the end of a sentence ends the word.
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

/// Gives equal tokens equal numbers: a small hash table, openly addressed, over byte ranges of the two texts.
private struct TokenNumbers {
    /// After this many probes a token gets a number of its own, as if no other were equal to it. So a text made to
    /// collide costs no more than any other, at the price of a longer difference.
    static let probesMost = 32

    /// Tokens with numbers below this have their bytes in the old text, the others in the new.
    var firstOfNew = Int.max
    var count: Int { starts.count }
    private var slots: [Int32]
    private var hashes: [UInt64] = []
    private var starts: [Int] = []
    private var ends: [Int] = []

    init(capacity: Int) {
        var size = 16
        while size < capacity &* 2 { size *= 2 }
        slots = Array(repeating: -1, count: size)
    }

    mutating func assign(
        _ bytes: Span<UInt8>, _ bounds: [Int], against old: Span<UInt8>, _ new: Span<UInt8>
    ) -> [Int32] {
        var numbers: [Int32] = []
        numbers.reserveCapacity(bounds.count)
        for token in 0..<(bounds.count - 1) {
            let (start, end) = (bounds[token], bounds[token + 1])
            var hash: UInt64 = 0xCBF2_9CE4_8422_2325
            for index in start..<end { hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3 }
            hash ^= hash >> 29
            numbers.append(number(hash, start, end, bytes, old, new))
        }
        return numbers
    }

    private mutating func number(
        _ hash: UInt64, _ start: Int, _ end: Int, _ bytes: Span<UInt8>, _ old: Span<UInt8>, _ new: Span<UInt8>
    ) -> Int32 {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        let fresh = Int32(truncatingIfNeeded: count)
        for probe in 0..<Self.probesMost {
            let held = Int(slots[slot])
            if held < 0 {
                slots[slot] = fresh
                break
            }
            if hashes[held] == hash, ends[held] - starts[held] == end - start {
                let isSame =
                    held < firstOfNew
                    ? areEqual(bytes, start, end, old, starts[held]) : areEqual(bytes, start, end, new, starts[held])
                if isSame { return Int32(truncatingIfNeeded: held) }
            }
            slot = (slot + probe + 1) & mask
        }
        hashes.append(hash)
        starts.append(start)
        ends.append(end)
        return fresh
    }

    private func areEqual(
        _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ other: Span<UInt8>, _ otherStart: Int
    ) -> Bool {
        for step in 0..<(end - start) where bytes[start + step] != other[otherStart + step] { return false }
        return true
    }
}
