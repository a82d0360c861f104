/// A candidate with its score.
package struct ScoredCandidate: Sendable {
    /// The document.
    package var document: DocumentID
    /// Its score.
    package var score: Double
    /// Whether the index knows that it matches; if not, its text decides.
    package var isDecided: Bool
}

/// Gathers the candidates that score no less than the best of them but a few.
///
/// A candidate that scores less costs one comparison. The others cost some steps of a heap, and become fewer and fewer.
struct BestCandidates {
    /// How many are wanted. All candidates that score as much as the last of them are gathered, too.
    private let wanted: Int
    /// The best scores so far, at most `wanted` of them, as a heap: the least one is first.
    private var scores: [Double] = []
    private var candidates: [ScoredCandidate] = []

    init(_ wanted: Int) { self.wanted = wanted }

    /// A candidate that scores less is not among the best.
    var bar: Double { scores.count < wanted ? 0 : scores.first ?? .infinity }

    /// Adds a candidate whose score reaches the bar.
    mutating func add(_ candidate: ScoredCandidate) {
        candidates.append(candidate)
        if scores.count < wanted {
            scores.append(candidate.score)
            rise(scores.count - 1)
        } else if let least = scores.first, candidate.score > least {
            scores[0] = candidate.score
            sink()
            if candidates.count / 4 > wanted { candidates = settled() }
        }
    }

    /// The best, in the order in which they were added.
    func settled() -> [ScoredCandidate] { candidates.filter { $0.score >= bar } }

    private mutating func rise(_ start: Int) {
        var position = start
        while position > 0, scores[position] < scores[(position - 1) / 2] {
            scores.swapAt(position, (position - 1) / 2)
            position = (position - 1) / 2
        }
    }

    private mutating func sink() {
        var position = 0
        while true {
            var least = position
            let child = 2 * position + 1
            if child < scores.count, scores[child] < scores[least] { least = child }
            if child + 1 < scores.count, scores[child + 1] < scores[least] { least = child + 1 }
            if least == position { return }
            scores.swapAt(position, least)
            position = least
        }
    }
}
