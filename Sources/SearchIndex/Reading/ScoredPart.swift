/// A part of a query that is scored as a whole, and what it is found by.
struct ScoredPart {
    var walks: [Int] = []
    var sets: [Int] = []
    /// The phrase, if it is one.
    var phrase: Int?
    var weight = 0.0
}

/// How rare a phrase is: as rare as the rarest of its words and pairs of characters, of which some may not be asked.
struct Rarity {
    /// How many documents hold the rarest part now; the greatest number where all are ranges of terms.
    var holders: Int
    /// The terms of each part that is not a range of terms.
    var terms: [[[UInt8]]]
}
