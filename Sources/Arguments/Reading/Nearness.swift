/// How far apart two words are.
package enum Nearness {
    /// The word that was probably meant: the only one that begins so, or else the nearest, if it is near.
    static func nearest(to typed: String, in words: [String]) -> String? {
        let longer = words.filter { typed.count > 1 && $0.hasPrefix(typed) }
        if let word = longer.first, longer.count == 1 { return word }
        let most = max(1, typed.count / 3)
        let distances = words.map { (word: $0, distance: distance(typed, $0)) }
        return distances.filter { $0.distance <= most }.min { $0.distance < $1.distance }?.word
    }

    /// Whether two words are near: one letter more, fewer or different, but not all, or two side by side swapped.
    package static func isNear(_ one: String, _ other: String) -> Bool {
        one == other || max(one.count, other.count) > 1 && distance(one, other) < 2
    }

    /// How many letters must be put in, left out, replaced, or swapped with their neighbours.
    static func distance(_ one: String, _ other: String) -> Int {
        let (one, other) = (Array(one), Array(other))
        var rows = [Array(0...other.count)]
        for (i, letter) in one.enumerated() {
            var row = [i + 1]
            for (j, candidate) in other.enumerated() {
                var least = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (letter == candidate ? 0 : 1))
                if i > 0, j > 0, letter == other[j - 1], one[i - 1] == candidate {
                    least = min(least, rows[i - 1][j - 1] + 1)
                }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[one.count][other.count]
    }
}
