/// A question to the index: which documents hold a term, or any of a range of terms.
package enum Probe: Equatable, Sendable {
    /// This term.
    case term([UInt8])
    /// Any term from `from` up to but not including `upTo`, whose second character is in `second` if that is given.
    case terms(from: [UInt8], upTo: [UInt8], second: [ClosedRange<UInt32>]?)
}

extension Probe {
    /// Any tag.
    package static var anyTag: Probe { prefix([Term.tagMark]) }

    /// Whether a term in the range of a probe passes its condition on the second character, which must not stand apart.
    package static func accepts(_ term: [UInt8], second: [ClosedRange<UInt32>]?) -> Bool {
        guard let second else { return true }
        // Decode the second scalar of the term.
        var index = 1
        while index < term.count, term[index] & 0xC0 == 0x80 { index += 1 }
        guard index < term.count, term[index] != 0x20 else { return false }
        var scalar = UInt32(term[index])
        if scalar >= 0xF0 {
            scalar &= 0x07
        } else if scalar >= 0xE0 {
            scalar &= 0x0F
        } else if scalar >= 0xC0 {
            scalar &= 0x1F
        }
        for slot in term.indices[(index + 1)...] { scalar = scalar << 6 | UInt32(term[slot] & 0x3F) }
        for range in second where range.contains(scalar) { return true }
        return false
    }

    private static func terms(_ first: ClosedRange<UInt32>, second: [ClosedRange<UInt32>]?) -> Probe {
        .terms(from: Term.character(first.lowerBound), upTo: Term.character(first.upperBound + 1), second: second)
    }

    /// All terms that begin with these bytes.
    static func prefix(_ bytes: [UInt8]) -> Probe {
        var end = bytes
        // UTF-8 never holds FF, so the last byte can always be incremented.
        end[end.count - 1] += 1
        return .terms(from: bytes, upTo: end, second: nil)
    }

    /// Probes for a character in `ranges` followed by one in `second`, or by anything if that is nil.
    static func character(_ ranges: [ClosedRange<UInt32>], then second: [ClosedRange<UInt32>]?) -> [Probe] {
        if let second, ranges.count == 1, ranges[0].count == 1, second.count == 1, second[0].count == 1 {
            return [.term(Term.pair(ranges[0].lowerBound, second[0].lowerBound))]
        }
        // Adjacent ranges become one probe.
        var merged: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, last.upperBound + 1 >= range.lowerBound {
                merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        if ranges.count == 1, ranges[0].count == 1, let second, second.count == 1 {
            // The terms of these pairs lie side by side.
            let from = Term.pair(ranges[0].lowerBound, second[0].lowerBound)
            let upTo = Term.pair(ranges[0].lowerBound, second[0].upperBound + 1)
            return [.terms(from: from, upTo: upTo, second: nil)]
        }
        return merged.map { .terms($0, second: second) }
    }
}

extension ExactText {
    /// The probes that find candidates: terms that lie within the text looked for, whatever stands around it.
    package var probes: [[Probe]] {
        let units = TextUnits(bytes).units
        var groups: [[Probe]] = []
        var alone: [[Probe]] = []
        for index in units.indices {
            let unit = units[index]
            let isInside = index > 0 && index + 1 < units.count
            if unit.kind == .word, isInside, unit.length < Term.longest {
                groups.append([.term(Array(TextUnits(bytes).words[Int(unit.value)..<Int(unit.value + unit.length)]))])
            }
            guard unit.kind == .character, Self.isFinished(unit) else { continue }
            let next = index + 1 < units.count && units[index + 1].isJoined ? units[index + 1] : nil
            if let next, next.kind == .character, Self.isFinished(next) {
                groups.append([.term(Term.pair(unit.value, next.value))])
            } else if index == 0 || !unit.isJoined || units[index - 1].kind != .character {
                // It stands alone; in a text, what follows may be joined to it.
                alone.append(Probe.character([unit.value...unit.value], then: nil))
            }
        }
        // Beside single terms, ranges of terms exclude little more.
        return groups.isEmpty ? alone : groups
    }

    /// Whether nothing that follows it in a text can make it another character, as a voicing mark does.
    private static func isFinished(_ unit: TextUnits.Unit) -> Bool {
        Hangul.isSyllable(unit.value) || (0x4E00...0x9FFF).contains(unit.value)
            || ScalarFolding.isUnspaced(unit.value)
    }
}
