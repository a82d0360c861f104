/// Whether a text has anything to see, and how many words it has.

/// Whether the text holds at least one character that a reader can see.
///
/// White space, controls, and scalars that draw nothing by themselves do not count: zero-width spaces, joiners, byte
/// order marks, variation selectors, the Hangul fillers. Stops at the first visible scalar.
package func hasVisibleCharacter(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.isVisible }
}

extension Unicode.Scalar {
    var isVisible: Bool {
        if value < 0x80 { return value > 0x20 && value < 0x7F }
        let properties = properties
        guard !properties.isWhitespace, !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .control: return false
        // The remaining format characters draw a sign around the digits after them (U+0600), except for the three
        // anchors of interlinear notes.
        case .format: return !(0xFFF9...0xFFFB).contains(value)
        default: return true
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
        // Beyond ASCII only 0xC2 and 0xE1…0xE3 begin a white-space scalar; every other scalar is passed byte by byte.
        if byte > 0x20, byte != 0xC2, byte < 0xE1 || byte > 0xE3 {
            if !isInside { words += 1 }
            isInside = true
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
