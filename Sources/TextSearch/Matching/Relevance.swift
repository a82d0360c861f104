/// How well a document answers: BM25, with the constants everybody uses.
///
///     weight × times × (k + 1) ÷ (times + k × (1 − b + b × length ÷ average length))        k = 1.2, b = 0.75
///
/// A text's length is its number of units, kept as a code of one byte, a twelfth of a doubling exact.
package struct Relevance: Sendable {
    private static let saturation = 1.2
    private static let lengthShare = 0.75

    /// The room of each length code relative to the average.
    private let norms: [Double]
    private let documents: Double

    /// For a collection of documents with as many units in all.
    package init(documents: UInt64, units: UInt64) {
        self.documents = Double(documents)
        let average = max(1, Double(units) / max(1, Double(documents)))
        norms = Self.lengths.map { length in
            Self.saturation * (1 - Self.lengthShare + Self.lengthShare * length / average)
        }
    }

    /// How much a term says that so many documents hold: the natural logarithm of how rare it is.
    package func weight(documentsWithTerm: UInt64) -> Double {
        let holders = Double(documentsWithTerm)
        return Self.logarithm(1 + max(0, documents - holders + 0.5) / (holders + 0.5))
    }

    /// What a term of some weight adds to the score of a document.
    package func score(weight: Double, times: UInt8, length code: UInt8) -> Double {
        let times = Double(times)
        return weight * times * (Self.saturation + 1) / (times + norms[Int(code)])
    }

    /// The code of a number of units.
    package static func lengthCode(_ units: Int) -> UInt8 {
        let length = Double(units)
        var (low, high) = (0, 255)
        while low < high {
            let middle = (low + high + 1) / 2
            if lengths[middle] <= length { low = middle } else { high = middle - 1 }
        }
        return UInt8(low)
    }

    /// The least length of each code: a twelfth of a doubling from one to the next.
    private static let lengths: [Double] = {
        var lengths: [Double] = []
        var value = 1.0
        for _ in 0..<256 {
            lengths.append(value - 1)
            value *= 1.0594630943592953
        }
        return lengths
    }()

    /// The natural logarithm of a number from 1 on: there is none in the standard library alone.
    static func logarithm(_ number: Double) -> Double {
        let fraction = (number.significand - 1) / (number.significand + 1)
        var term = fraction
        var sum = 0.0
        for odd in stride(from: 1.0, through: 39, by: 2) {
            sum += term / odd
            term *= fraction * fraction
        }
        return 2 * sum + Double(number.exponent) * 0.6931471805599453
    }
}

/// Where a pattern stands in a text: alone as a word, at the beginning of one, or within.
package enum Placement: Int, Comparable, Sendable {
    case inside = 0
    case start = 1
    case whole = 2

    /// The better one is greater.
    package static func < (left: Placement, right: Placement) -> Bool { left.rawValue < right.rawValue }
}

extension Pattern {
    /// The best place it has in a text; nil where it is not there.
    package func placement(in text: borrowing TextUnits) -> Placement? {
        var best: Placement?
        var start = 0
        while best != .whole, let index = firstMatch(in: text, from: start) {
            let after = index + places.count
            let endsWord = after == text.units.count || !text.units[after].isJoined
            let here: Placement = text.units[index].isJoined ? .inside : endsWord ? .whole : .start
            best = max(best ?? .inside, here)
            start = index + 1
        }
        return best
    }
}
