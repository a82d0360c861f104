internal import EventStore

/// Which rows of an import may be there twice: with the same identity, or the same identifier.
///
/// It answers "maybe" for each row that is, and for some others; so whoever asks needs to look closely at few rows, and
/// to hold something of few. Costs some three bytes a row.
struct RepeatedRows {
    private var identities = RepeatFilter()
    private var identifiers = RepeatFilter()
    private var (count, identified) = (0, 0)

    mutating func note(_ row: ImportedRow) {
        count += 1
        identities.note(Self.fingerprint(row.identity))
        guard let id = row.id else { return }
        identified += 1
        identifiers.note(Self.fingerprint(id.bytes))
    }

    /// Whether another of the rows may have the identity or the identifier of this one.
    func mayHold(_ row: ImportedRow) -> Bool {
        // An identifier may be the one that follows from another row's identity.
        if identified > 0, identified < count { return true }
        if let id = row.id, identifiers.mayRepeat(Self.fingerprint(id.bytes)) { return true }
        return identities.mayRepeat(Self.fingerprint(row.identity))
    }

    /// Sixty-four bits that follow from bytes, in this process.
    private static func fingerprint(_ bytes: [UInt8]) -> UInt64 {
        UInt64(bitPattern: Int64(bytes.hashValue))
    }
}

/// Notes numbers, and tells which were noted more than once: all of these, and one in some hundreds of the others.
private struct RepeatFilter {
    /// Sets of bits; each number has four bits in one of them.
    private var parts: [[UInt64]] = []
    /// How many more numbers the last part takes.
    private var room = 0
    private var repeated: Set<UInt64> = []

    /// For how many numbers the first part is; each further one is for four times as many.
    private static let first = 1_024
    private static let bitsPerNumber = 16

    mutating func note(_ number: UInt64) {
        if parts.contains(where: { Self.holds($0, number) }) {
            repeated.insert(number)
            return
        }
        if room == 0 {
            let words = (parts.last?.count ?? Self.first * Self.bitsPerNumber / 256) * 4
            parts.append(Array(repeating: 0, count: words))
            room = words * 64 / Self.bitsPerNumber
        }
        room -= 1
        let last = parts.count - 1
        for probe in 0..<Self.probes {
            let bit = Self.bit(number, probe, in: parts[last].count)
            parts[last][bit / 64] |= 1 << UInt64(bit % 64)
        }
    }

    func mayRepeat(_ number: UInt64) -> Bool { repeated.contains(number) }

    private static let probes = 4

    private static func holds(_ part: [UInt64], _ number: UInt64) -> Bool {
        for probe in 0..<probes {
            let bit = bit(number, probe, in: part.count)
            if part[bit / 64] & 1 << UInt64(bit % 64) == 0 { return false }
        }
        return true
    }

    /// The number of words is a power of two.
    private static func bit(_ number: UInt64, _ probe: Int, in words: Int) -> Int {
        Int(truncatingIfNeeded: (number &+ UInt64(probe) &* (number >> 32 | 1)) & UInt64(words * 64 - 1))
    }
}
