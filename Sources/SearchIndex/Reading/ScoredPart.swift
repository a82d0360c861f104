/// A part of a query that is scored as a whole, and what it is found by.
struct ScoredPart {
    var walks: [Int] = []
    var sets: [Int] = []
    /// The phrase, if it is one.
    var phrase: Int?
    /// How rare it is, where the walks do not tell.
    var rarity: Rarity?
    var weight = 0.0
}

/// How rare a phrase is: as rare as the rarest of its words and pairs of characters. Terms that join these do not
/// count, so that an index with frequent terms gives no other scores than one without.
struct Rarity {
    /// How many documents hold the rarest part now; the greatest number where all are ranges of terms.
    var holders: Int
    /// The terms of each part that is not a range of terms.
    var terms: [[[UInt8]]]
}
