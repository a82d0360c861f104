internal import DiarylogHost

/// What a salvage found in the files of a store, and what became of it.
public struct SalvageReport: Equatable, Sendable {
    /// Numbers under which an event or a hole was found.
    public var found: UInt64 = 0
    /// Frames that were found in all, older copies included.
    public var copies: UInt64 = 0
    /// The log that was made of them.
    public var mended = MendReport()
}

extension Store {
    /// Makes a store at a path out of the frames that lie in the files of a folder, whatever is left of LMDB's trees.
    ///
    /// Only reads the folder. All generations are searched, and pages that are no longer in use. Where frames of
    /// one number tell of different events, the chain decides: the one that later events name. A blanked frame wins
    /// over one with content, and a stream that was forgotten stays so, whatever old pages still hold. Of each
    /// draft the newest that is found comes along, one that was removed as well if its page is still there. What is
    /// missing becomes a hole, as `mend` says; `donor` is asked as there, `keep` is shown the rows of streams that
    /// are found, and `report` is called as there, with twice the events: each is laid out and then mended. In
    /// memory some 150 bytes an event and 100 a row. Beside `path` a copy of the log lies meanwhile; one that a
    /// killed salvage left there is removed by the next.
    package static func salvage(
        _ folder: String, into path: String, model: any StreamModel, _ options: MendOptions,
        allowingNetwork: Bool = false,
        donor: (Set<Digest>) throws -> [Digest: PortableEvent] = { _ in [:] }, drafts: [StoredDraft] = [],
        filesFrom folders: [String] = [],
        attached: (borrowing StoreView) throws -> [AttachedFile] = { _ in [] },
        keep: (StreamRow, inout StoreWriter) throws -> [StreamID] = { _, _ in [] },
        report: MendProgress = { _, _ in }
    ) throws(EventStoreError) -> SalvageReport {
        try StoreFolder.refuseLocked(folder)
        let files = StorePaths.generations(in: folder).map { StorePaths.generation($0, folder) }
        guard !files.isEmpty else { throw .notAStore(path: folder) }
        let scan = try bridging(folder) { try FrameScan(files) }
        guard !scan.found.isEmpty else { throw .damaged("no event is left in \(folder)") }
        let rows = try bridging(folder) { try RowScan(files) }
        // A row may be of an event of which only remains are left, behind all that were found.
        let heads = rows.found.values.joined().lazy.map(\.head).filter { scan.remains[$0] != nil }
        let newest = max(scan.found.keys.max() ?? 0, heads.max() ?? 0)
        let (parent, name) = StorePaths.split(path)
        try bridging(parent) {
            try FileSystem.makeDirectory(parent, mode: 0o700, withParents: true)
        }
        let scratch = try claimScratch(in: parent, ".\(name).salvaging-")
        defer { scratch.remove() }
        let found = UInt64(scan.found.count)
        let raw = scratch.path + "/log"
        try Store.create(at: raw, model: model, store: .zero, allowingNetwork: allowingNetwork) { writer in
            try writer.putFrames(of: scan, through: newest) { report($0, found * 2) }
        }
        var options = options
        let store = try Store(opening: raw, model: model, allowingNetwork: allowingNetwork)
        // Nothing is asked of the tables that follow from this log.
        var writer = try store.beginWrite()
        try writer.decide(scan)
        let brought = drafts.filter { scan.drafts[$0.number] == nil }
        try writer.takeOver((scan.drafts.values + brought).sorted { $0.number < $1.number }, last: 0)
        try writer.putRows(of: rows, besides: scan)
        try writer.commit()
        options.forgotten.formUnion(try store.forgottenStreams(scan, options))
        var result = SalvageReport(found: found, copies: UInt64(scan.copies))
        result.mended = try store.mend(
            into: path, options, allowingNetwork: allowingNetwork, donor: donor, filesFrom: folders, attached: attached,
            keep: keep
        ) { report(found + found * $0 / $1, found * 2) }
        return result
    }

    /// The streams that were forgotten: one of the copies found is blanked, or says so.
    private func forgottenStreams(
        _ scan: FrameScan, _ options: MendOptions
    ) throws(EventStoreError) -> Set<StreamID> {
        var streams: Set<StreamID> = []
        for (sequence, found) in scan.found {
            for copy in found where !copy.isHole {
                guard copy.isBlanked || found.count > 1 else { continue }
                let bytes = try scan.read(copy)
                guard let frame = try? Frame(bytes.span, expecting: sequence),
                    frame.state == .blanked || options.forgettingKinds.contains(frame.kind)
                else { continue }
                streams.insert(frame.object)
            }
        }
        return streams
    }
}

extension FrameScan {
    fileprivate func read(_ found: Found) throws(EventStoreError) -> [UInt8] {
        try bridging("") { try bytes(of: found) }
    }

    /// The copies under a number, the likeliest first: events before holes, those in their place before others, and
    /// what arrived last before what it may have taken the place of.
    fileprivate func candidates(_ sequence: UInt64) -> [Found] {
        (found[sequence] ?? []).sorted { left, right in
            if left.isHole != right.isHole { return right.isHole }
            if left.isAligned != right.isAligned { return left.isAligned }
            return left.arrivedAt > right.arrivedAt
        }
    }
}

extension StoreWriter {
    /// Puts the likeliest copy of each number into the log, byte for byte, and up to `newest` the remains of those that
    /// have none. Nothing follows from them.
    fileprivate mutating func putFrames(
        of scan: FrameScan, through newest: UInt64, _ report: (_ events: UInt64) -> Void
    ) throws(EventStoreError) {
        let damaged = scan.remains.filter { ($0.key <= newest || $0.value.isProven) && scan.found[$0.key] == nil }.keys
        for (index, sequence) in (Array(scan.found.keys) + damaged).sorted().enumerated() {
            if index & 1023 == 0 { report(UInt64(index)) }
            // A damaged frame is never believed, but its id may name it to those that follow.
            guard let copy = scan.candidates(sequence).first ?? scan.remains[sequence] else { continue }
            let bytes = try scan.read(copy)
            let key = TableKey.sequence(sequence)
            try view.put(bytes.span, for: key.span, in: log.tables.log, appending: true)
            log.head = sequence
            log.meta.flushed = sequence
            guard let frame = try? Frame(bytes.span, expecting: sequence) else { continue }
            log.meta.lamport = max(log.meta.lamport, frame.lamport)
            log.meta.store = frame.store
        }
    }

    /// Puts the newest row of each stream into its table, one of an event that was found before others. What is older
    /// than the log says is told later, by the event's id.
    fileprivate mutating func putRows(of rows: RowScan, besides scan: FrameScan) throws(EventStoreError) {
        var ordinal: UInt32 = 0
        for found in rows.found.values {
            let known = { (row: RowScan.Found) in scan.found[row.head].map { $0.contains { $0.id == row.headID } } }
            let likely = found.filter { known($0) != false }
            let best = likely.max { ($0.head, known($0) == true ? 1 : 0) < ($1.head, known($1) == true ? 1 : 0) }
            guard let best, var row = try bridging("", { try rows.row(best) }) else {
                continue
            }
            ordinal += 1
            row.ordinal = ordinal
            let (key, value) = (TableKey.ordinal(ordinal), row.bytes)
            try view.put(value.span, for: key.span, in: log.tables.streams, appending: true)
        }
    }

    /// Where several events have one number, keeps the event that fits its neighbours best.
    fileprivate mutating func decide(_ scan: FrameScan) throws(EventStoreError) {
        for sequence in scan.found.keys.sorted() where scan.found[sequence]?.count ?? 0 > 1 {
            var best: (bytes: [UInt8], score: Int)?
            for copy in scan.candidates(sequence) {
                let bytes = try scan.read(copy)
                let score = try view.score(bytes, at: sequence)
                if best.map({ score > $0.score }) ?? true { best = (bytes, score) }
            }
            guard let best else { continue }
            let key = TableKey.sequence(sequence)
            try view.put(best.bytes.span, for: key.span, in: log.tables.log)
        }
    }
}

extension StoreView {
    /// How well a copy fits its number: whether it proves itself, whether the event that it follows is among the few
    /// hundred before, and how many of the few hundred after name it.
    fileprivate func score(_ copy: [UInt8], at sequence: UInt64) throws(EventStoreError) -> Int {
        guard let frame = try? Frame(copy.span, expecting: sequence), frame.isProven(in: copy.span) else { return 0 }
        var score = frame.previous == .zero ? 2 : 1
        let near: UInt64 = 300
        try forEachEvent(after: sequence - min(sequence, near + 1), through: sequence + near) { other, bytes in
            if other.sequence < sequence {
                if other.id == frame.previous { score += 1 }
            } else if other.sequence > sequence {
                let parents = stride(from: other.header.parents.lowerBound, to: other.header.parents.upperBound, by: 32)
                let isNamed = other.previous == frame.id || parents.contains { Digest(bytes, at: $0) == frame.id }
                if isNamed { score += 1 }
            }
        }
        return score
    }
}
