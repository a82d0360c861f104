internal import EventStore

/// What the index consists of: its segments, and the merges in progress. It is one row, read with every search.
///
///     documents u32 | living u32 | units u64 | flags u8: 1 had conflicts
///             | next segment u32
///             | segments: varint count, each id, least and greatest document, first event, last − first, leaves
///             | merges: varint count, each first segment's index, segments, id, leaves, term counted
///             | sum of the pages of all tables u64 | checksum u32 over key and all before
///
/// Segments are in the order of the events that brought them. While a merge is in progress, terms before the merge's
/// term are found in the new segment, all others in the old ones.
struct IndexManifest: Equatable, Sendable {
    /// An inverted index of what some events brought; never changed.
    struct Segment: Equatable, Sendable {
        var id: UInt32
        var least: UInt32
        var greatest: UInt32
        /// The events that it tells of lie within these.
        var events: ClosedRange<UInt64>
        /// How many leaves it has: merging it costs as much.
        var leaves: UInt32
    }

    /// A merge in progress.
    struct Merge: Equatable, Sendable {
        /// Which of the segments are merged.
        var segments: Range<Int>
        /// The segment they become.
        var id: UInt32
        /// How many leaves that has so far.
        var leaves: UInt32
        /// All terms before it are merged.
        var term: [UInt8]
    }

    static let key: [UInt8] = [0, 0, 0, 0]

    /// How many documents were indexed, deleted ones too: the greatest number of a document.
    var documents: UInt32 = 0
    /// How many documents there are now.
    var living: UInt32 = 0
    /// How many units their texts have now, as the codes of their lengths tell it.
    var units: UInt64 = 0
    /// Whether a document ever had several texts.
    var hadConflicts = false
    var nextSegment: UInt32 = 1
    var segments: [Segment] = []
    /// In the order of their segments.
    var merges: [Merge] = []
    /// What the seals of all pages add up to, so that an older page, or another table's, is told from the one that was
    /// written last; nil in an index of before that.
    var pages: UInt64? = 0

    init() {}

    /// Notes that there is a document of this number.
    mutating func note(_ document: DocumentID) { documents = max(documents, document) }

    /// Adds a segment behind all others, and returns it.
    @discardableResult
    mutating func append(_ drafted: DraftedSegment) -> Segment {
        let segment = Segment(
            id: nextSegment, least: drafted.least, greatest: drafted.greatest, events: drafted.events,
            leaves: UInt32(drafted.leaves.count))
        nextSegment += 1
        segments.append(segment)
        return segment
    }

    init(_ bytes: Span<UInt8>) throws(FormatError) {
        guard let sealed = SealedValue.open(bytes, under: Self.key.span) else { throw .checksum }
        var reader = ByteReader(sealed)
        documents = try reader.littleEndian(UInt32.self)
        living = try reader.littleEndian(UInt32.self)
        units = try reader.littleEndian(UInt64.self)
        let flags = try reader.uint8()
        hadConflicts = flags & 1 != 0
        nextSegment = try reader.littleEndian(UInt32.self)
        for _ in 0..<(try reader.count()) { segments.append(try Segment(&reader)) }
        for _ in 0..<(try reader.count()) {
            let first = Int(try reader.varint())
            let count = Int(try reader.varint())
            guard first >= merges.last?.segments.upperBound ?? 0, count >= 1, first + count <= segments.count else {
                throw .malformed("a merge of no segments")
            }
            let id = UInt32(truncatingIfNeeded: try reader.varint())
            let leaves = UInt32(truncatingIfNeeded: try reader.varint())
            let term = try reader.array(try reader.count())
            merges.append(Merge(segments: first..<first + count, id: id, leaves: leaves, term: term))
        }
        pages = reader.isAtEnd ? nil : try reader.littleEndian(UInt64.self)
    }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 32 + segments.count * 16)
        writer.littleEndian(documents)
        writer.littleEndian(living)
        writer.littleEndian(units)
        writer.uint8(hadConflicts ? 1 : 0)
        writer.littleEndian(nextSegment)
        writer.varint(segments.count)
        for segment in segments {
            writer.varint(segment.id)
            writer.varint(segment.least)
            writer.varint(segment.greatest)
            writer.varint(segment.events.lowerBound)
            writer.varint(segment.events.upperBound - segment.events.lowerBound)
            writer.varint(segment.leaves)
        }
        writer.varint(merges.count)
        for merge in merges {
            writer.varint(merge.segments.lowerBound)
            writer.varint(merge.segments.count)
            writer.varint(merge.id)
            writer.varint(merge.leaves)
            writer.counted(merge.term)
        }
        if let pages { writer.littleEndian(pages) }
        writer.seal(under: Self.key.span)
        return writer.bytes
    }

    /// The segments in which a term is looked up, in the order of the events that brought them.
    func segments(for term: [UInt8]) -> [Segment] { segments(from: term, upTo: term + [0]).map(\.segment) }

    /// Segments with their positions, those of the newest documents first.
    static func newestFirst(_ segments: [Segment]) -> [PlacedSegment] {
        var placed = segments.enumerated().map { PlacedSegment(segment: $1, position: $0) }
        placed.sort { $0.segment.greatest > $1.segment.greatest }
        return placed
    }

    /// The segments in which a range of terms is looked up, each with its part of the range.
    func segments(from first: [UInt8], upTo end: [UInt8]) -> [(segment: Segment, first: [UInt8], end: [UInt8])] {
        var found: [(segment: Segment, first: [UInt8], end: [UInt8])] = []
        var next = 0
        for merge in merges {
            for segment in segments[next..<merge.segments.lowerBound] { found.append((segment, first, end)) }
            next = merge.segments.upperBound
            let middle = merge.term
            let isBefore = first.lexicographicallyPrecedes(middle)
            let isAfter = middle.lexicographicallyPrecedes(end)
            if isAfter {
                for segment in segments[merge.segments] { found.append((segment, isBefore ? middle : first, end)) }
            }
            if isBefore { found.append((merged(merge), first, isAfter ? middle : end)) }
        }
        for segment in segments[next...] { found.append((segment, first, end)) }
        return found
    }

    /// The segment that a merge makes.
    func merged(_ merge: Merge) -> Segment {
        let parts = segments[merge.segments]
        return Segment(
            id: merge.id, least: parts.map(\.least).min() ?? 0, greatest: parts.map(\.greatest).max() ?? 0,
            events: (parts.first?.events.lowerBound ?? 0)...(parts.last?.events.upperBound ?? 0), leaves: merge.leaves)
    }
}

extension IndexManifest.Segment {
    fileprivate init(_ reader: inout ByteReader) throws(FormatError) {
        id = UInt32(truncatingIfNeeded: try reader.varint())
        least = UInt32(truncatingIfNeeded: try reader.varint())
        greatest = UInt32(truncatingIfNeeded: try reader.varint())
        let first = try reader.varint()
        let (last, isOver) = first.addingReportingOverflow(try reader.varint())
        if isOver { throw .malformed("events of a segment") }
        events = first...last
        leaves = UInt32(truncatingIfNeeded: try reader.varint())
    }
}

extension StoreView {
    /// The manifest; empty for an index that nothing was written to. Throws `damaged`.
    func manifest(in tables: IndexTables) throws(EventStoreError) -> IndexManifest {
        guard let bytes = try bytes(for: IndexManifest.key, in: tables.leaves) else {
            if try size(of: tables.leaves).rows > 0 { throw IndexTables.damage }
            return IndexManifest()
        }
        do { return try IndexManifest(bytes) } catch { throw IndexTables.damage }
    }

    mutating func put(_ manifest: IndexManifest, in tables: IndexTables) throws(EventStoreError) {
        try put(manifest.bytes.span, for: IndexManifest.key.span, in: tables.leaves)
    }
}
