internal import EventStore
internal import Host
internal import LMDB

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
            var cursor = try reader.transaction.cursor(in: reader.log.tables.streams)
            var isHere = try cursor.first()
            for index in 0..<fold.count {
                let row = fold.row(index)
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
        for (index, slot) in fold.facts.enumerated()
        where try reader.transaction.foldedOrdinal(of: slot.object, reader.log).map(Int.init) != index + 1 {
            differences.append("ids: \(slot.object.hexadecimal) does not lead to its entry")
        }
        let count = try storing { () throws(LMDBError) in
            try reader.transaction.statistics(of: reader.log.tables.ids).entries
        }
        if count != fold.count { differences.append("ids: \(count) rows for \(fold.count) entries") }
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
