/// Which of several entries with one identifier comes: an entry that was moved stands in two journals of an export.

/// The entries of an export that stand in it more than once.
struct DayOneJournals {
    private struct Place: Equatable {
        var origin: RowOrigin
        /// When it was last changed, as it is written, which sorts by time; and how long its text is.
        var modified: String
        var length: Int
    }

    private var best: [String: Place] = [:]

    /// Reads all of them; where one has no identifier twice, every entry is the best. What is no JSON says so later.
    init(_ files: [SourceFile]) {
        for file in files {
            _ = try? DayOneJSON.eachEntry(of: file) { (bytes, origin) throws(ReadProblem) in
                guard let value = try? JSONValue(forgiving: bytes, isWhole: false) else { return false }
                note(value, origin)
                return true
            }
        }
    }

    private mutating func note(_ value: JSONValue, _ origin: RowOrigin) {
        guard let id = value["uuid"]?.words else { return }
        let place = Place(
            origin: origin, modified: value["modifiedDate"]?.words ?? "",
            length: value["text"]?.words?.utf8.count ?? 0)
        if let known = best[id], (known.modified, known.length) >= (place.modified, place.length) { return }
        best[id] = place
    }

    /// Whether an entry is the one of its identifier that was changed last; of several, the longest, else the first.
    func isBest(_ value: JSONValue, at origin: RowOrigin) -> Bool {
        guard let id = value["uuid"]?.words, let place = best[id] else { return true }
        return origin == place.origin
    }
}
