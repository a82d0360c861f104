/// Tells by comparing whole numbers which documents reach a score with one term, or may with several: a document does
/// if it is short enough for how often it holds the term, or the one that it holds most often.
struct ScoreBar {
    /// Terms that stand more often are scored.
    private static let counted = 16

    private let relevance: Relevance
    private let weight: Double
    private var score = 0.0
    private var noted = 0
    /// For each number of times the greatest length code that reaches the score, −1 for none.
    private var longest: [Int16]

    init(_ relevance: Relevance, weight: Double) {
        self.relevance = relevance
        self.weight = weight
        longest = [Int16](repeating: 255, count: Self.counted)
    }

    /// Raises the score to be reached, now and then: a bar that lags lets some more through, and they are scored.
    mutating func note(_ score: Double) {
        noted += 1
        if noted % 16 == 0 { raise(to: score) }
    }

    /// Costs a score for each number of times, and one for each length that no longer reaches it.
    private mutating func raise(to score: Double) {
        self.score = score
        // A longer document scores less, and one that holds the term more often scores more.
        for times in 1..<Self.counted {
            var length = longest[times]
            while length >= 0,
                relevance.score(weight: weight, times: UInt8(times), length: UInt8(length)) < score
            {
                length -= 1
            }
            longest[times] = length
        }
    }

    /// Whether a document of this length that holds the term so often reaches the score.
    @inline(__always)
    func isReached(times: UInt8, length: UInt8) -> Bool {
        if times < Self.counted { return Int16(length) <= longest[Int(times)] }
        return relevance.score(weight: weight, times: times, length: length) >= score
    }
}
