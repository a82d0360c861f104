internal import DiarylogHost

/// The table `keys` as a check reads it.
///
/// At first only its sum is compared with that of the events; if they differ, `findings` names the rows.
struct KeyTable: Sendable {
    static let name = "keys"

    private(set) var sum = SetSum()
    /// Rows that cannot be.
    private(set) var malformed = CheckFindings()

    init(_ view: borrowing StoreView) throws(EventStoreError) {
        var cursor = try view.cursor(in: view.log.tables.keys)
        var isHere = try cursor.first()
        while isHere {
            if cursor.key.count == 40, cursor.value.count == 0 {
                sum.add(Digest(cursor.key), cursor.key.bigEndian(at: 32))
            } else {
                malformed.note(.row(table: Self.name, key: [UInt8](copying: cursor.key)), .damaged)
            }
            isHere = try cursor.next()
        }
    }

    /// Rows whose key no event has, and events with a key that has no row.
    ///
    /// A row whose event cannot be read any more is believed. Looks up an event for each row, and a row for each keyed
    /// event.
    static func findings(_ view: borrowing StoreView) throws(EventStoreError) -> CheckFindings {
        var findings = CheckFindings()
        var cursor = try view.cursor(in: view.log.tables.keys)
        var isHere = try cursor.first()
        while isHere {
            if cursor.key.count == 40, cursor.value.count == 0 {
                let sequence: UInt64 = cursor.key.bigEndian(at: 32)
                let isFlushed = sequence > 0 && sequence <= view.log.meta.flushed
                let frame = try isFlushed ? view.frame(sequence) : .missing
                var isRight = isFlushed
                if case .sound(let frame) = frame { isRight = frame.key?.code == Digest(cursor.key) }
                if !isRight { findings.note(.row(table: Self.name, key: [UInt8](copying: cursor.key)), .surplus) }
            }
            isHere = try cursor.next()
        }
        guard view.log.meta.flushed > 0 else { return findings }
        try view.forEachFrame(in: 1...view.log.meta.flushed) { sequence, bytes in
            guard let bytes, let code = (try? Frame(bytes, expecting: sequence))?.key?.code else { return true }
            let key = TableKey.key(code, sequence)
            if try view.bytes(for: key, in: view.log.tables.keys) == nil {
                findings.note(.row(table: Self.name, key: key), .missing)
            }
            return true
        }
        return findings
    }
}

extension SetSum {
    /// Adds an event that has a key.
    mutating func add(_ code: Digest, _ sequence: UInt64) {
        add(sequence, code.first, code.second, code.third, code.fourth)
    }
}
