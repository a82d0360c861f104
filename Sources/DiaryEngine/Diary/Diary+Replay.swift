internal import DiaryModel
public import EventStore
internal import Host
internal import LMDB

/// What folding the log from nothing leads to.
public struct ReplayReport: Sendable {
    /// Events folded.
    public var events: UInt64 = 0
    /// Living entries.
    public var entries = 0
    /// SHA-256 over the entries sorted by id: what they are, not when or where they came in.
    public var stateHash = Digest.zero
    /// Events that could not be read, or whose entry could not follow them.
    public var damaged: [UInt64] = []
    /// Where the living projections differ from the replayed ones, in words; nil where they were not compared.
    public var differences: [String]?
}

extension Diary {
    /// Folds the log from its first event to a moment, in memory.
    ///
    /// With `check` the rows of the living tables are compared with the replayed ones, byte for byte.
    @available(*, noasync)
    public func replay(to point: DiaryPoint = .head, check: Bool = false) throws(DiaryError) -> ReplayReport {
        try read(point) { (reader, sequence) throws(EventStoreError) in
            var fold = ReplayFold()
            var report = ReplayReport()
            if check {
                try fold.advance(to: reader.log.meta.folded, reader)
                report.differences = try ProjectionCheck.differences(of: reader, from: fold)
                if sequence < reader.log.meta.folded { fold = ReplayFold() }
            }
            try fold.advance(to: sequence, reader)
            report.events = sequence
            report.damaged = fold.damaged
            report.entries = fold.living
            report.stateHash = fold.stateHash
            return report
        }
    }
}

/// The rows of all streams, folded in memory.
struct ReplayFold {
    /// By ordinal, from 1.
    private(set) var rows: [StreamRow] = []
    /// Every span that ever was: of the living, of the deleted.
    private(set) var spans: [[EntrySpan]] = [[], []]
    private(set) var damaged: [UInt64] = []
    private var ordinals: [UInt64: Int] = [:]
    private var open: [Int: Int] = [:]
    private var position: UInt64 = 0
    private var origins = Origins()

    mutating func advance(to sequence: UInt64, _ reader: borrowing StoreReader) throws(EventStoreError) {
        while position < sequence {
            position += 1
            var cache = origins
            let reading = try reader.transaction.withEvent(position, reader.log, &cache) {
                (event) throws(EventStoreError) in
                try fold(event, reader)
            }
            origins = cache
            if case .sound = reading {} else { damaged.append(position) }
        }
    }

    private mutating func fold(_ event: borrowing EventView, _ reader: borrowing StoreReader) throws(EventStoreError) {
        let index: Int?
        switch event.frame.object {
        case .none: return
        case .sequence(let create): index = ordinals[create]
        case .offset: index = nil
        }
        guard let object = try reader.transaction.object(of: event.frame, bytes: event.bytes, reader.log) else {
            return damaged.append(event.frame.sequence)
        }
        let before = index.map { rows[$0] }
        let model = reader.log.model
        let after = model.row(after: event, of: object, before: before, ordinal: UInt32(rows.count + 1))
        if after?.state == before?.state, !isWithoutEffect(event, model, before) {
            damaged.append(event.frame.sequence)
        }
        guard let after else { return }
        if let index {
            rows[index] = after
        } else {
            ordinals[event.frame.sequence] = rows.count
            rows.append(after)
        }
        try followSpan(before, after, event.frame.sequence)
    }

    /// Whether an event may leave the state as it was: a blanked one, one not understood, or one that says the same.
    private func isWithoutEffect(_ event: borrowing EventView, _ model: any StreamModel, _ before: StreamRow?) -> Bool {
        let frame = event.frame
        guard frame.state == .whole, model.understands(kind: frame.kind, schema: frame.schema) else { return true }
        return (try? model.state(after: event, from: before?.state)) != nil
    }

    private mutating func followSpan(
        _ before: StreamRow?, _ after: StreamRow, _ sequence: UInt64
    ) throws(EventStoreError) {
        let old = try before.map { (row) throws(EventStoreError) in try DiaryStreams.entry(row) }
        let new = try DiaryStreams.entry(after)
        if old?.born == new.born { return }
        let key = Int(after.ordinal)
        if let old, let index = open.removeValue(forKey: key) { spans[SpanKind(old).rawValue][index].died = sequence }
        let kind = SpanKind(new)
        open[key] = spans[kind.rawValue].count
        spans[kind.rawValue].append(EntrySpan(of: new, ordinal: after.ordinal))
        living += (new.state.isDeleted ? 0 : 1) - (old?.state.isDeleted == false ? 1 : 0)
    }

    private(set) var living = 0

    var stateHash: Digest {
        var digest = RunningDigest()
        for row in rows.sorted(by: { $0.object < $1.object }) {
            guard let entry = try? EntryRow(row.state) else { continue }
            var writer = ByteWriter(capacity: row.state.count + 32)
            writer.append(row.object)
            writer.littleEndian(row.version)
            writer.uint8(entry.state.isDeleted ? 1 : 0)
            let content = ContentCodec.encode(entry.state.content)
            writer.littleEndian(UInt32(truncatingIfNeeded: content.count))
            writer.append(content)
            digest.update(writer.bytes)
        }
        return digest.finish()
    }
}

/// Compares the living tables with rows folded from the log.
enum ProjectionCheck {
    static func differences(
        of reader: borrowing StoreReader, from fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        try entries(reader, fold) + identifiers(reader, fold) + spans(.living, reader, fold)
            + spans(.deleted, reader, fold)
    }

    private static func entries(
        _ reader: borrowing StoreReader, _ fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        try storing { () throws(LMDBError) in
            var differences: [String] = []
            var cursor = try reader.transaction.cursor(in: reader.log.tables.entries)
            var isHere = try cursor.first()
            for row in fold.rows {
                let (key, value) = (TableKey.ordinal(row.ordinal), row.bytes)
                if isHere, cursor.key.isEqual(to: key.span) {
                    if !cursor.value.isEqual(to: value.span) {
                        differences.append("entries: row \(row.ordinal) differs")
                    }
                    isHere = try cursor.next()
                } else {
                    differences.append("entries: row \(row.ordinal) is missing")
                }
            }
            if isHere { differences.append("entries: rows that the log does not have") }
            return differences
        }
    }

    private static func identifiers(
        _ reader: borrowing StoreReader, _ fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        var differences: [String] = []
        for row in fold.rows where try reader.transaction.foldedOrdinal(of: row.object, reader.log) != row.ordinal {
            differences.append("ids: \(row.object.hexadecimal) does not lead to its entry")
        }
        let count = try storing { () throws(LMDBError) in
            try reader.transaction.statistics(of: reader.log.tables.ids).entries
        }
        if count != fold.rows.count { differences.append("ids: \(count) rows for \(fold.rows.count) entries") }
        return differences
    }

    private static func spans(
        _ kind: SpanKind, _ reader: borrowing StoreReader, _ fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        guard let tables = reader.log.tables(of: SpanProjection.name) else { return ["spans: not there"] }
        let expected = fold.spans[kind.rawValue].sorted(by: EntrySpan.precedes)
        return try storing { () throws(LMDBError) in
            var differences: [String] = []
            var found: [EntrySpan] = []
            var cursor = try reader.transaction.cursor(in: tables[kind.blocks])
            var isHere = try cursor.first()
            while isHere {
                if let block = try? SpanBlock(key: cursor.key, value: cursor.value) {
                    found += block.spans
                } else {
                    differences.append("spans: a damaged block")
                }
                isHere = try cursor.next()
            }
            if found != expected { differences.append("spans: the list by date is not the log's") }
            return differences
        }
    }
}
