/// Whether a text has anything to see, and how many words it has.

/// Whether the text holds at least one character that a reader can see.
///
/// White space, controls, and scalars that draw nothing by themselves do not count: zero-width spaces, joiners, byte
/// order marks, variation selectors, the Hangul fillers. Stops at the first visible scalar.
package func hasVisibleCharacter(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.isVisible }
}

extension Unicode.Scalar {
    /// Whether it draws something: `Docs/FormatEvents.md`, "Limits", lists the scalars that draw nothing.
    ///
    /// A list, and no question to Unicode's tables: what is a text today is one on every device, for ever.
    var isVisible: Bool {
        switch value {
        case 0x21...0x7E: true
        case 0...0x20, 0x7F...0xA0, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x1680, 0x17B4...0x17B5, 0x180B...0x180F,
            0x2000...0x200F, 0x2028...0x202F, 0x205F...0x206F, 0x3000, 0x3164, 0xFE00...0xFE0F, 0xFEFF, 0xFFA0,
            0xFFF0...0xFFFB, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            false
        default: true
        }
    }
}

/// The number of words in UTF-8 text: maximal runs of scalars that are not white space.
///
/// Costs one pass. Bytes that are not valid UTF-8 count as letters.
package func wordCount(_ text: Span<UInt8>) -> Int {
    var words = 0
    var isInside = false
    var index = 0
    while index < text.count {
        let byte = text[index]
        // Beyond ASCII only 0xC2 and 0xE1…0xE3 begin a white-space scalar; every other scalar is passed byte by byte,
        // without a branch, since where words begin no processor guesses.
        if byte != 0xC2, byte &- 0xE1 > 2 {
            let isWhite = byte == 0x20 || byte &- 0x09 < 5
            words &+= isWhite || isInside ? 0 : 1
            isInside = !isWhite
            index += 1
            continue
        }
        let space = text.whitespaceLength(at: index)
        if space == 0, !isInside { words += 1 }
        isInside = space == 0
        index += max(space, 1)
    }
    return words
}

/// The number of words in a text: maximal runs of scalars that are not white space.
package func wordCount(_ text: String.UTF8View) -> Int {
    wordCount(text.span)
}
