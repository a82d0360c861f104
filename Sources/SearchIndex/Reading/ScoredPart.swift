/// A part of a query that is scored as a whole, and what it is found by.
struct ScoredPart {
    var walks: [Int] = []
    var sets: [Int] = []
    /// The phrase, if it is one.
    var phrase: Int?
    var weight = 0.0
    /// How often the current candidate holds it at most.
    var most: UInt8 = 0
}
