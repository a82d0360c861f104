/// Where texts that stand side by side differ, for eyes: the words of each that not all of them say.
///
/// Byte ranges in ascending order, without the space behind a word. Every text is compared with the last one, by the
/// comparison that a merge uses. Costs as much for each text.
package func differingWords(of texts: [[UInt8]]) -> [[Range<Int>]] {
    guard let pivot = texts.last else { return [] }
    let sides = texts.map { $0 == pivot ? [] : changes(from: pivot, to: $0, finest: .word) }
    // What of the pivot some text has otherwise.
    let touched = joined(sides.flatMap { $0.map(\.old) })
    return zip(texts, sides).map { text, changes in
        var ranges = changes.map(\.new)
        // Between its own changes a text says what the pivot says, at another place.
        var (next, from, shift) = (0, 0, 0)
        for index in 0...changes.count {
            let end = index < changes.count ? changes[index].old.lowerBound : pivot.count
            while next < touched.count, touched[next].upperBound <= from { next += 1 }
            var other = next
            while other < touched.count, touched[other].lowerBound < end {
                let same = touched[other].clamped(to: from..<max(from, end))
                ranges.append(same.lowerBound + shift..<same.upperBound + shift)
                other += 1
            }
            if index < changes.count {
                from = changes[index].old.upperBound
                shift = changes[index].new.upperBound - from
            }
        }
        return joined(ranges).compactMap { trimmed($0, text) }
    }
}

/// The same places as ranges that neither touch nor lie in each other, in ascending order.
private func joined(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) where !range.isEmpty {
        if let last = result.last, range.lowerBound <= last.upperBound {
            result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
            result.append(range)
        }
    }
    return result
}

/// A range without white space at its end; nil if nothing else is in it.
private func trimmed(_ range: Range<Int>, _ text: [UInt8]) -> Range<Int>? {
    var end = range.upperBound
    while end > range.lowerBound, [0x20, 0x09, 0x0A, 0x0D].contains(text[end - 1]) { end -= 1 }
    return end > range.lowerBound ? range.lowerBound..<end : nil
}
