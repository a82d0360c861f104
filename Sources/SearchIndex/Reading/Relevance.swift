/// How well a document answers a query: BM25 with the usual constants, and a share for how well what is looked for
/// stands there.
///
///     weight × times × (k + 1) ÷ (times + k × (1 − b + b × length ÷ average length)) × share        k = 1.2, b = 0.75
///
/// A text's length is its number of units, kept as a code of one byte that is exact to a twelfth of a doubling.
struct Relevance: Sendable {
    private static let saturation = 1.2
    private static let lengthShare = 0.75

    /// For each length code, k × (1 − b + b × length ÷ average length).
    private let norms: [Double]
    private let documents: Double

    /// For a collection of so many documents with so many units together.
    init(documents: UInt64, units: UInt64) {
        self.documents = Double(documents)
        let average = max(1, Double(units) / max(1, Double(documents)))
        norms = Self.lengths.map { length in
            Self.saturation * (1 - Self.lengthShare + Self.lengthShare * length / average)
        }
    }

    /// The weight of a term that so many documents hold: the natural logarithm of its rarity.
    func weight(documentsWithTerm: UInt64) -> Double {
        let holders = Double(documentsWithTerm)
        return Self.logarithm(1 + max(0, documents - holders + 0.5) / (holders + 0.5))
    }

    /// What a term of this weight adds to a document's score, where it stands as a whole word.
    @inline(__always)
    func score(weight: Double, times: UInt8, length code: UInt8) -> Double {
        let times = Double(times)
        return weight * times * (Self.saturation + 1) / (times + norms[Int(code)])
    }

    /// Whether terms of this weight together, none of which stands more often than so, may reach a score in a document
    /// of this length. True a little too often, as sums are rounded.
    @inline(__always)
    func mayReach(_ score: Double, weight: Double, times: UInt8, length code: UInt8) -> Bool {
        let times = Double(times)
        return weight * times * (Self.saturation + 1) * (1 + 1e-9) >= score * (times + norms[Int(code)])
    }

    /// The code of a number of units.
    static func lengthCode(_ units: Int) -> UInt8 {
        let length = Double(units)
        var (low, high) = (0, 255)
        while low < high {
            let middle = (low + high + 1) / 2
            if lengths[middle] <= length { low = middle } else { high = middle - 1 }
        }
        return UInt8(low)
    }

    /// The least number of units of each code. Sums of lengths are sums of these, so that the codes alone tell them.
    static let leastUnits: [UInt32] = lengths.map { UInt32($0.rounded(.up)) }

    /// The least length of each code; from one code to the next, the length plus one grows by a twelfth of a doubling.
    private static let lengths: [Double] = {
        var lengths: [Double] = []
        var value = 1.0
        for _ in 0..<256 {
            lengths.append(value - 1)
            value *= 1.0594630943592953
        }
        return lengths
    }()

    /// The natural logarithm of a number that is at least 1; the standard library alone has none.
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

/// Where a pattern matches in a text: a whole word, the beginning of one, or inside.
enum Placement: Int, Comparable, Sendable {
    case inside = 0
    case start = 1
    case whole = 2

    /// What a score is multiplied by.
    var share: Double {
        switch self {
        case .whole: 1
        case .start: 0.8
        case .inside: 0.6
        }
    }

    /// A better placement is greater.
    static func < (left: Placement, right: Placement) -> Bool { left.rawValue < right.rawValue }
}
