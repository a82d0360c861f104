internal import EventStore
internal import Host
internal import TextSearch

/// The entries of a term in one segment, newest first: a leaf is read when the walk comes to it, a block decoded when
/// it may hold what is asked for.
private struct SegmentWalk {
    /// The entry it stands on; nil before the first and past the end.
    private(set) var entry: UInt32?
    /// How often the term stands in it.
    private(set) var times: UInt8 = 0

    private let segment: SearchManifest.Segment
    private var section = PostingSection()
    /// The block in hand; nil where the next leaf is to be read.
    private var block: Int?
    private var entries: [UInt32] = []
    private var blockTimes: [UInt8] = []
    private var place = 0
    private var hasBegun = false
    private var isAtEnd = false

    init(_ segment: SearchManifest.Segment) { self.segment = segment }

    mutating func last(
        _ term: [UInt8], atOrBefore limit: UInt32, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt32? {
        if let entry, entry <= limit { return entry }
        while !isAtEnd {
            if block != nil {
                while place > 0 {
                    place -= 1
                    if entries[place] <= limit {
                        entry = entries[place]
                        times = blockTimes[place]
                        return entry
                    }
                }
                if try nextBlock(atOrBefore: limit) { continue }
            }
            try nextLeaf(term, atOrBefore: limit, view, tables)
        }
        entry = nil
        return nil
    }

    /// Decodes the newest block before the one in hand that may hold an entry at or before a limit.
    private mutating func nextBlock(atOrBefore limit: UInt32) throws(EventStoreError) -> Bool {
        guard var index = block else { return false }
        while index > 0 {
            index -= 1
            // A block begins after its base; the first one, at it.
            if index > 0, section.blocks[index].base >= limit { continue }
            block = index
            guard section.decode(index, into: &entries, &blockTimes) else {
                throw .damaged("a leaf of the search index")
            }
            place = entries.count
            return true
        }
        block = nil
        return false
    }

    /// Reads the leaf that holds the newest entries at or before a limit.
    private mutating func nextLeaf(
        _ term: [UInt8], atOrBefore limit: UInt32, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) {
        var bound = limit
        if hasBegun {
            // What has been read has nothing left: the leaf before it, where the term goes on there.
            guard section.isContinued, let first = entries.first, first > 0 else { return isAtEnd = true }
            bound = min(limit, first - 1)
        }
        hasBegun = true
        let isFound = try read(term, Leaf.key(term, bound), view, tables)
        if isFound { block = section.blocks.count } else { isAtEnd = true }
    }

    /// Takes up the term's part in the leaf at or before a key; false where it has none there.
    private mutating func read(
        _ term: [UInt8], _ key: [UInt8], _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> Bool {
        let key = SearchTables.key(segment.id, key)
        let found: Found = try { () throws(EventStoreError) in
            var cursor = try view.cursor(in: tables.index)
            let isHere = try cursor.seekAtOrBefore(key.span)
            guard isHere, cursor.key.bigEndian(at: 0) as UInt32 == segment.id else { return .nothing }
            return take(term, cursor.key, cursor.value)
        }()
        if found == .damaged { throw .damaged("a leaf of the search index") }
        return found == .postings
    }

    private enum Found { case postings, nothing, damaged }

    private mutating func take(_ term: [UInt8], _ key: Span<UInt8>, _ value: Span<UInt8>) -> Found {
        guard let leaf = SearchTables.leaf(key, value) else { return .damaged }
        var leafEntries = LeafReader(leaf)
        guard let found = leafEntries.find(term) else { return .nothing }
        return section.take(found, of: leaf, firstDocument: segment.least) ? .postings : .damaged
    }
}

/// The entries of a term, newest first, over all segments. A segment is opened when entries as old as its newest are
/// asked for.
struct PostingWalk {
    let term: [UInt8]
    /// The entry it stands on; nil before the first and past the end.
    private(set) var entry: UInt32?
    /// How often the term stands in it.
    private(set) var times: UInt8 = 0

    /// Those of the newest entries first, each with its place in the order of the events.
    private let segments: [(segment: SearchManifest.Segment, place: Int)]
    private var walks: [SegmentWalk] = []

    init(_ term: [UInt8], _ manifest: SearchManifest) {
        self.term = term
        segments = manifest.segments(for: term)
    }

    /// Goes to the greatest entry at or before a number, which must not ascend from call to call.
    mutating func last(
        atOrBefore limit: UInt32, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt32? {
        if let entry, entry <= limit { return entry }
        var best: (entry: UInt32, place: Int)?
        for index in segments.indices {
            // None that follow can have as great a one.
            if let best, segments[index].segment.greatest < best.entry { break }
            if index == walks.count { walks.append(SegmentWalk(segments[index].segment)) }
            guard let found = try walks[index].last(term, atOrBefore: limit, view, tables) else { continue }
            // What several segments have counts as it came last.
            if let best, (found, segments[index].place) < (best.entry, best.place) { continue }
            best = (found, segments[index].place)
            times = walks[index].times
        }
        entry = best?.entry
        return entry
    }
}

extension PostingWalk {
    /// How many entries the term has: a look at each of its leaves, or a walk where segments may have the same entries.
    static func count(
        _ term: [UInt8], _ manifest: SearchManifest, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt64 {
        let segments = manifest.segments(for: term).map(\.segment)
        // The newest entries come first.
        let isApart = zip(segments, segments.dropFirst()).allSatisfy { $0.least > $1.greatest }
        return try isApart ? sum(term, segments, view, tables) : walk(term, manifest, view, tables)
    }

    private static func walk(
        _ term: [UInt8], _ manifest: SearchManifest, _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt64 {
        var walk = PostingWalk(term, manifest)
        var limit = UInt32.max
        var count: UInt64 = 0
        while limit > 0, let entry = try walk.last(atOrBefore: limit, view, tables) {
            count += 1
            limit = max(entry, 1) - 1
        }
        return count
    }

    private static func sum(
        _ term: [UInt8], _ segments: [SearchManifest.Segment], _ view: borrowing StoreView, _ tables: SearchTables
    ) throws(EventStoreError) -> UInt64 {
        var count: UInt64 = 0
        for segment in segments {
            let key = SearchTables.key(segment.id, Leaf.key(term))
            let prefix = SearchTables.key(segment.id, [])
            let held = try { () throws(EventStoreError) -> UInt64 in
                var count: UInt64 = 0
                var cursor = try view.cursor(in: tables.index)
                var isHere = try cursor.seekAtOrBefore(key.span)
                while isHere, cursor.key.begins(with: prefix) {
                    guard let entry = Self.entry(of: term, in: cursor.value) else { break }
                    count += UInt64(entry.count)
                    guard entry.isContinued else { break }
                    isHere = try cursor.previous()
                }
                return count
            }()
            count += held
        }
        return count
    }

    private static func entry(of term: [UInt8], in value: Span<UInt8>) -> LeafTerm? {
        guard value.count >= 4 else { return nil }
        var entries = LeafReader(value.extracting(0..<value.count - 4))
        return entries.find(term)
    }
}
