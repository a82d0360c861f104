internal import EventStore
internal import Host

/// What the search index consists of: its runs, and the merges in progress. One row, read with every search.
///
///     entries u32 | units u64 | next run u32 | runs: varint count, each id, least and greatest entry, leaves
///             | merges: varint count, each first run's place, runs, id, leaves, term counted
///             | checksum u32 over key and all before
///
/// Runs are in the order of the events that brought them. While a merge goes on, terms before its term are found in the
/// new run, all others in the old ones.
struct SearchManifest: Equatable {
    /// An inverted index of what some events brought; its documents are entries, by ordinal.
    struct Run: Equatable {
        var id: UInt32
        var least: UInt32
        var greatest: UInt32
        /// Its leaves, which is what merging it costs.
        var leaves: UInt32
    }

    struct Merge: Equatable {
        /// Which of the runs are merged.
        var runs: Range<Int>
        /// The run they become.
        var id: UInt32
        /// Its leaves so far.
        var leaves: UInt32
        /// All terms before it are merged.
        var term: [UInt8]
    }

    static let key: [UInt8] = [0, 0, 0, 0]

    /// Entries that were indexed, living or not: the greatest ordinal.
    var entries: UInt32 = 0
    /// The units of their texts now.
    var units: UInt64 = 0
    var nextRun: UInt32 = 1
    var runs: [Run] = []
    /// In the order of their runs.
    var merges: [Merge] = []

    init() {}

    init(_ bytes: Span<UInt8>) throws(FormatError) {
        guard bytes.count >= 4 else { throw .truncated }
        let end = bytes.count - 4
        let sum = CRC32C.checksum(bytes.extracting(0..<end), continuing: CRC32C.checksum(Self.key.span))
        guard sum == bytes.littleEndian(at: end) else { throw .checksum }
        var reader = ByteReader(bytes.extracting(0..<end))
        entries = try reader.littleEndian(UInt32.self)
        units = try reader.littleEndian(UInt64.self)
        nextRun = try reader.littleEndian(UInt32.self)
        for _ in 0..<(try reader.count()) {
            runs.append(
                Run(
                    id: UInt32(truncatingIfNeeded: try reader.varint()),
                    least: UInt32(truncatingIfNeeded: try reader.varint()),
                    greatest: UInt32(truncatingIfNeeded: try reader.varint()),
                    leaves: UInt32(truncatingIfNeeded: try reader.varint())))
        }
        for _ in 0..<(try reader.count()) {
            let first = Int(try reader.varint())
            let count = Int(try reader.varint())
            guard first >= merges.last?.runs.upperBound ?? 0, count >= 1, first + count <= runs.count else {
                throw .malformed("a merge of no runs")
            }
            let id = UInt32(truncatingIfNeeded: try reader.varint())
            let leaves = UInt32(truncatingIfNeeded: try reader.varint())
            let term = try reader.array(try reader.count())
            merges.append(Merge(runs: first..<first + count, id: id, leaves: leaves, term: term))
        }
    }

    var bytes: [UInt8] {
        var writer = ByteWriter(capacity: 32 + runs.count * 16)
        writer.littleEndian(entries)
        writer.littleEndian(units)
        writer.littleEndian(nextRun)
        writer.varint(runs.count)
        for run in runs {
            writer.varint(run.id)
            writer.varint(run.least)
            writer.varint(run.greatest)
            writer.varint(run.leaves)
        }
        writer.varint(merges.count)
        for merge in merges {
            writer.varint(merge.runs.lowerBound)
            writer.varint(merge.runs.count)
            writer.varint(merge.id)
            writer.varint(merge.leaves)
            writer.counted(merge.term)
        }
        writer.littleEndian(CRC32C.checksum(writer.bytes.span, continuing: CRC32C.checksum(Self.key.span)))
        return writer.bytes
    }

    /// The runs in which a term is looked up, those of the newest entries first; each with its place in the order of
    /// the events that brought it.
    func runs(for term: [UInt8]) -> [(run: Run, place: Int)] {
        var found = runs
        for merge in merges.reversed() where term.lexicographicallyPrecedes(merge.term) {
            found.replaceSubrange(merge.runs, with: [merged(merge)])
        }
        var placed: [(run: Run, place: Int)] = []
        for (place, run) in found.enumerated() { placed.append((run, place)) }
        placed.sort { $0.run.greatest > $1.run.greatest }
        return placed
    }

    /// The runs in which a range of terms is looked up, each with the part of the range it is asked for.
    func runs(from first: [UInt8], upTo end: [UInt8]) -> [(run: Run, first: [UInt8], end: [UInt8])] {
        var found: [(run: Run, first: [UInt8], end: [UInt8])] = []
        var next = 0
        for merge in merges {
            for run in runs[next..<merge.runs.lowerBound] { found.append((run, first, end)) }
            next = merge.runs.upperBound
            let middle = merge.term
            let isBefore = first.lexicographicallyPrecedes(middle)
            let isAfter = middle.lexicographicallyPrecedes(end)
            if isAfter { for run in runs[merge.runs] { found.append((run, isBefore ? middle : first, end)) } }
            if isBefore { found.append((merged(merge), first, isAfter ? middle : end)) }
        }
        for run in runs[next...] { found.append((run, first, end)) }
        return found
    }

    /// The run that a merge makes.
    func merged(_ merge: Merge) -> Run {
        let parts = runs[merge.runs]
        return Run(
            id: merge.id, least: parts.map(\.least).min() ?? 0, greatest: parts.map(\.greatest).max() ?? 0,
            leaves: merge.leaves)
    }
}
