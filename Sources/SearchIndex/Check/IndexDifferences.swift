/// What a check has found, in words: the first few of each kind, and how many there are besides.
struct IndexDifferences {
    /// What differs, by the word for several of it.
    enum Kind: String, CaseIterable {
        case damage = "damaged places"
        case sum = "sums"
        case segment = "segments"
        case term = "terms"
        case record = "records"
        case brief = "briefs"
        case change = "changes"
        case date = "dates"
    }

    /// How many of a kind are named.
    private static let named = 4

    private var found: [Kind: [String]] = [:]
    private var counts: [Kind: Int] = [:]

    /// Notes one more; the sentence is made only if it is to be named.
    mutating func note(_ kind: Kind, _ sentence: @autoclosure () -> String) {
        let count = counts[kind, default: 0]
        counts[kind] = count + 1
        if count < Self.named { found[kind, default: []].append(sentence()) }
    }

    /// The sentences, kind by kind.
    var sentences: [String] {
        Kind.allCases.flatMap { kind in
            let more = counts[kind, default: 0] - Self.named
            return found[kind, default: []] + (more > 0 ? ["\(more) more \(kind.rawValue)"] : [])
        }
    }
}
