/// What a block tells of its documents beside their numbers: where they hold the term, and what they held before.
package struct PostingDetails: Sendable {
    /// Where the occurrences of each document begin; one element more than documents.
    private var starts: [Int] = []
    /// The occurrences of all documents that hold the term now.
    private var occurrences: [Occurrence] = []
    /// For each document with a history, where that begins in the block's bytes; 0 for the others.
    private var histories: [Int] = []

    /// Nil if the bytes, which begin behind the documents at `end`, are damaged.
    init?(_ bytes: Span<UInt8>, from end: Int, _ marks: [UInt16]) {
        var index = end
        var ids: [UInt32] = []
        starts.reserveCapacity(marks.count + 1)
        for mark in marks {
            starts.append(ids.count)
            var id: UInt32 = 0
            for _ in 0..<(mark & 0xFF) {
                guard let distance = PostingBlock.varint(bytes, &index) else { return nil }
                id = id &+ UInt32(truncatingIfNeeded: distance)
                ids.append(id)
            }
        }
        starts.append(ids.count)
        let length = (ids.count + 3) / 4
        guard index + length <= bytes.count else { return nil }
        occurrences.reserveCapacity(ids.count)
        for place in ids.indices {
            let surroundings = UInt32(bytes[index + place / 4] >> UInt8(place % 4 * 2)) & 3
            occurrences.append(Occurrence(id: ids[place], surroundings: surroundings))
        }
        index += length
        var history = PostingHistory()
        for mark in marks {
            guard mark & PostingBlock.hasHistory != 0 else {
                histories.append(0)
                continue
            }
            histories.append(index)
            guard history.read(bytes, &index) else { return nil }
        }
    }

    /// Where a document holds the term now.
    func occurrences(of place: Int) -> ArraySlice<Occurrence> { occurrences[starts[place]..<starts[place + 1]] }

    /// The history of a document; nil if it has held the term, as it does now, since it was made.
    func history(of place: Int, in bytes: Span<UInt8>) -> PostingHistory? {
        guard histories[place] > 0 else { return nil }
        var index = histories[place]
        var history = PostingHistory()
        return history.read(bytes, &index) ? history : nil
    }
}

/// What a segment knows of a term in one document: from which version on it is as it is, and what it was before.
package struct PostingHistory: Sendable {
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

    /// The older sign that a version has; nil inside for the one that holds now, nil if the history begins later.
    package func sign(asOf version: UInt32) -> Int?? {
        if version >= newest { return .some(nil) }
        for (index, sign) in older.enumerated()
        where sign.version <= version || sign.times == TermPostings.unknown {
            return .some(index)
        }
        return nil
    }

    /// How often an older sign has the term; nil if that is not known.
    package func times(_ sign: Int) -> UInt16? {
        let times = older[sign].times
        return times == TermPostings.unknown ? nil : times
    }

    /// Where an older sign has the term.
    package func occurrences(_ sign: Int) -> ArraySlice<Occurrence> { occurrences[older[sign].occurrences] }

    fileprivate mutating func read(_ bytes: Span<UInt8>, _ index: inout Int) -> Bool {
        older.removeAll(keepingCapacity: true)
        occurrences.removeAll(keepingCapacity: true)
        guard let version = PostingBlock.varint(bytes, &index), let count = PostingBlock.varint(bytes, &index) else {
            return false
        }
        newest = UInt32(truncatingIfNeeded: version)
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
