internal import EventStore
internal import Host
internal import TextSearch

/// The entries of all terms in a range, one bit each: what a prefix or a half-typed syllable stands for.
struct EntrySet {
    private var words: [UInt64]
    /// How many entries are in it.
    private(set) var count = 0

    /// Costs a bit for each entry of the diary, and the postings of the terms.
    init(
        _ probes: [Probe], _ manifest: SearchManifest, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) {
        words = [UInt64](repeating: 0, count: Int(manifest.entries / 64) + 1)
        for probe in probes {
            switch probe {
            case .term(let term):
                var walk = PostingWalk(term, manifest)
                var limit = UInt32.max
                while let entry = try walk.last(atOrBefore: limit, view, tables) {
                    insert(entry)
                    if entry == 0 { break }
                    limit = entry - 1
                }
            case .terms(let first, let end, let second):
                for part in manifest.segments(from: first, upTo: end) {
                    try add(part.segment, part.first, part.end, second, view, tables)
                }
            }
        }
        count = words.reduce(0) { $0 + $1.nonzeroBitCount }
    }

    private mutating func insert(_ entry: UInt32) {
        let index = Int(entry / 64)
        if index < words.count { words[index] |= 1 << UInt64(entry % 64) }
    }

    /// The greatest entry at or before a number.
    func last(atOrBefore limit: UInt32) -> UInt32? {
        var index = Int(limit / 64)
        var word: UInt64
        if index >= words.count {
            index = words.count - 1
            word = words[index]
        } else {
            word = words[index] & (UInt64.max >> (63 - UInt64(limit % 64)))
        }
        while word == 0 {
            if index == 0 { return nil }
            index -= 1
            word = words[index]
        }
        return UInt32(index * 64 + 63 - word.leadingZeroBitCount)
    }

    private mutating func add(
        _ segment: SearchManifest.Segment, _ first: [UInt8], _ end: [UInt8], _ second: [ClosedRange<UInt32>]?,
        _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) {
        let start = SearchTables.key(segment.id, Leaf.key(first, 0))
        let prefix = SearchTables.key(segment.id, [])
        let isSound = try { () throws(EventStoreError) -> Bool in
            var cursor = try view.cursor(in: tables.index)
            var isHere = try cursor.seekAtOrBefore(start.span)
            let isOfSegment = isHere && cursor.key.begins(with: prefix)
            if !isOfSegment { isHere = try cursor.next() }
            while isHere, cursor.key.begins(with: prefix) {
                switch add(cursor.key, cursor.value, segment, first, end, second) {
                case .damaged: return false
                case .end: return true
                case .more: break
                }
                isHere = try cursor.next()
            }
            return true
        }()
        if !isSound { throw .damaged("a leaf of the search index") }
    }

    private enum Step { case more, end, damaged }

    private mutating func add(
        _ key: Span<UInt8>, _ value: Span<UInt8>, _ segment: SearchManifest.Segment, _ first: [UInt8], _ end: [UInt8],
        _ second: [ClosedRange<UInt32>]?
    ) -> Step {
        guard let leaf = SearchTables.leaf(key, value) else { return .damaged }
        var entries = LeafReader(leaf)
        var isInside = false
        var section = PostingSection()
        var (found, times): ([UInt32], [UInt8]) = ([], [])
        while let entry = entries.next() {
            if !isInside {
                if entries.isBefore(first) { continue }
                isInside = true
            }
            if !entries.isBefore(end) { return .end }
            guard entries.isAccepted(second: second) else { continue }
            guard section.take(entry, of: leaf, firstDocument: segment.least) else { return .damaged }
            for block in section.blocks.indices {
                guard section.decode(block, into: &found, &times) else { return .damaged }
                for entry in found { insert(entry) }
            }
        }
        return .more
    }
}
