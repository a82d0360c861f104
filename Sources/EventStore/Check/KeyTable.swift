internal import DiarylogHost

/// The table `keys` as a check reads it.
///
/// At first only its sum is compared with that of the events; if they differ, `findings` names the rows.
struct KeyTable: Sendable {
    static let name = "keys"

    private(set) var sum = SetSum()
    /// Rows that cannot be, or after which not the row comes that they say.
    private(set) var malformed = CheckFindings()

    init(_ view: borrowing StoreView) throws(EventStoreError) {
        var walk = try KeyWalk(view.cursor(in: view.log.tables.keys), before: KeyRow.first + [0])
        if walk.key != KeyRow.first { malformed.note(.row(table: Self.name, key: KeyRow.first), .missing) }
        while !walk.key.isEmpty {
            let key = walk.key
            let row = KeyRow(key.span)
            if let row { sum.add(row) }
            let isLinked = try walk.next()
            if !isLinked || row == nil && key != KeyRow.first {
                malformed.note(.row(table: Self.name, key: key), .damaged)
            }
        }
    }

    /// Rows whose event does not name what they say, and events whose row is not there.
    ///
    /// A row whose event cannot be read any more is believed. Looks up an event for each row, and a row for each event
    /// that has one.
    static func findings(_ view: borrowing StoreView) throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        let flushed = view.log.meta.flushed
        var cursor = try view.cursor(in: view.log.tables.keys)
        while try cursor.next() {
            guard let row = KeyRow(cursor.key) else { continue }
            var isRight = row.sequence > 0 && row.sequence <= flushed
            if isRight, let frame = try view.soundFrame(row.sequence) { isRight = try view.has(row, frame) }
            if !isRight { findings.note(.row(table: Self.name, key: row.key), .surplus) }
        }
        try view.forEachEvent(through: flushed) { frame, _ in
            try KeyRow.forEach(of: frame) { (row) throws(EventStoreError) in
                if try view.bytes(for: row.key, in: view.log.tables.keys) == nil {
                    findings.note(.row(table: Self.name, key: row.key), .missing)
                }
            }
        }
        return findings
    }
}

extension SetSum {
    /// Adds a row of an event.
    mutating func add(_ row: KeyRow) {
        let number = row.sequence << 8 | UInt64(row.kind.rawValue)
        add(number, row.name.first, row.name.second, row.name.third, row.name.fourth)
    }
}
