/// What a segment knows of a term in one document: from which version on it is as it is, and what it was before.
struct PostingHistory: Sendable {
    struct Sign: Sendable {
        var version: UInt32
        /// How often it stood there; `TermPostings.gone` and `unknown`.
        var times: UInt16
        var occurrences: Range<Int>
    }

    /// The version from which on it is as it is now.
    private(set) var newest: UInt32 = 0
    /// What it was before, the newest first.
    private(set) var older: [Sign] = []
    private(set) var occurrences: [Occurrence] = []

    /// Which sign holds for a version: the index of an older sign, or `.some(nil)` for the newest one. Nil if the
    /// history does not reach back to that version.
    func sign(asOf version: UInt32) -> Int?? {
        if version >= newest { return .some(nil) }
        for (index, sign) in older.enumerated()
        where sign.version <= version || sign.times == TermPostings.unknown {
            return .some(index)
        }
        return nil
    }

    /// How often an older sign has the term; nil if that is not known.
    func times(_ sign: Int) -> UInt16? {
        let times = older[sign].times
        return times == TermPostings.unknown ? nil : times
    }

    /// Where an older sign has the term.
    func occurrences(_ sign: Int) -> ArraySlice<Occurrence> { occurrences[older[sign].occurrences] }

    /// Reads the history that begins at an index, and moves that behind it; false if the bytes are damaged.
    ///
    /// `isNew` says that it has no older signs.
    mutating func read(_ bytes: Span<UInt8>, _ index: inout Int, isNew: Bool) -> Bool {
        older.removeAll(keepingCapacity: true)
        occurrences.removeAll(keepingCapacity: true)
        guard let version = PostingBlock.varint(bytes, &index) else { return false }
        newest = UInt32(truncatingIfNeeded: version)
        if isNew { return true }
        guard let count = PostingBlock.varint(bytes, &index) else { return false }
        var last = newest
        for _ in 0..<count {
            guard let distance = PostingBlock.varint(bytes, &index), let times = PostingBlock.varint(bytes, &index),
                times <= UInt64(TermPostings.unknown)
            else { return false }
            last = last &- UInt32(truncatingIfNeeded: distance)
            let start = occurrences.count
            var occurrence: UInt32 = 0
            for _ in 0..<(times > UInt64(TermPostings.most) ? 0 : times) {
                guard let distance = PostingBlock.varint(bytes, &index) else { return false }
                occurrence = occurrence &+ UInt32(truncatingIfNeeded: distance)
                occurrences.append(Occurrence(rawValue: occurrence))
            }
            older.append(Sign(version: last, times: UInt16(times), occurrences: start..<occurrences.count))
        }
        return true
    }
}
