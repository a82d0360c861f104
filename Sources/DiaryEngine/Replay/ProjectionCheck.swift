internal import EventStore
internal import Host

/// Compares the live tables with rows folded from the log.
enum ProjectionCheck {
    static func differences(
        of view: borrowing StoreView, from fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        try entries(view, fold) + identifiers(view, fold) + spans(.living, view, fold)
            + spans(.deleted, view, fold)
    }

    private static func entries(
        _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        var differences: [String] = []
        var cursor = try view.cursor(in: view.log.tables.streams)
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

    private static func identifiers(
        _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        var differences: [String] = []
        for (index, slot) in fold.facts.enumerated()
        where try view.storedOrdinal(of: slot.object).map(Int.init) != index + 1 {
            differences.append("ids: \(slot.object.hexadecimal) does not lead to its entry")
        }
        let count = try view.size(of: view.log.tables.ids).rows
        if count != fold.count { differences.append("ids: \(count) rows for \(fold.count) entries") }
        return differences
    }

    private static func spans(
        _ kind: SpanKind, _ view: borrowing StoreView, _ fold: ReplayFold
    ) throws(EventStoreError) -> [String] {
        guard let tables = view.log.tables(of: SpanProjection.name) else { return ["spans: not there"] }
        let expected = fold.spans[kind.rawValue].sorted(by: EntrySpan.precedes)
        var differences: [String] = []
        var found: [EntrySpan] = []
        var cursor = try view.cursor(in: tables[kind.blocks])
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
