/// Where texts that stand side by side differ, for eyes: the words of each that not all of them say.
///
/// Byte ranges in ascending order, without the space behind a word. Every text is compared with the last one, by the
/// comparison that a merge uses. Costs as much for each text.
package func differingWords(of texts: [[UInt8]]) -> [[Range<Int>]] {
    guard let pivot = texts.last else { return [] }
    let sides = texts.map { $0 == pivot ? [] : changes(from: pivot, to: $0, finest: .word) }
    let stretches = Stretch.all(of: sides, joining: areNeighbours)
    return texts.enumerated().map { side, text in stretches.compactMap { trimmed($0.sides[side], text) } }
}

/// A range without white space at its end; nil if nothing else is in it.
private func trimmed(_ range: Range<Int>, _ text: [UInt8]) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(text[end - 1]) { end -= 1 }
    return end > range.lowerBound ? range.lowerBound..<end : nil
}
