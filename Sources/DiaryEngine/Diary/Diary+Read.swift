package import EventStore
internal import Host
internal import LMDB

extension Diary {
    /// The entry as of a moment; nil where it did not exist yet, or never did. A deleted entry is given, marked.
    @available(*, noasync)
    package func entry(_ id: Identifier, at point: DiaryPoint = .head) throws(DiaryError) -> Entry? {
        try read(point) { (reader, sequence) throws(EventStoreError) in
            guard let row = try reader.transaction.stream(id, reader.log) else { return nil }
            return try reader.transaction.entry(row, asOf: sequence, reader.log)
        }
    }

    /// The entries whose identifier begins with these hexadecimal digits and which existed at the moment.
    ///
    /// At most `limit` of them: two are enough to say that a prefix is ambiguous.
    @available(*, noasync)
    package func entries(
        withPrefix prefix: String, limit: Int = 10, at point: DiaryPoint = .head
    ) throws(DiaryError) -> [Entry] {
        guard let bounds = IdentifierPrefix(prefix) else { return [] }
        return try read(point) { (reader, sequence) throws(EventStoreError) in
            var found: [Entry] = []
            for row in try reader.transaction.rows(bounds, limit: limit, reader.log) {
                if let entry = try reader.transaction.entry(row, asOf: sequence, reader.log) { found.append(entry) }
            }
            return found
        }
    }

    /// How many entries live, and how many words they hold, as of a moment: one read.
    @available(*, noasync)
    package func totals(at point: DiaryPoint = .head) throws(DiaryError) -> Totals {
        try read(point) { (reader, sequence) throws(EventStoreError) in
            var sequence = sequence
            while sequence > 0 {
                if let frame = try reader.transaction.soundFrame(sequence, reader.log) { return frame.totals }
                sequence -= 1
            }
            return Totals()
        }
    }

    /// The event number that a moment means.
    @available(*, noasync)
    package func resolve(_ point: DiaryPoint) throws(DiaryError) -> UInt64 {
        try read(point) { (_, sequence) in sequence }
    }

    /// Runs a question against one snapshot, as of the event that a point means in it.
    func read<Answer>(
        _ point: DiaryPoint, _ question: (borrowing StoreReader, UInt64) throws(EventStoreError) -> Answer
    ) throws(DiaryError) -> Answer {
        let reader: StoreReader
        do { reader = try store.beginRead() } catch { throw .store(error) }
        let sequence = try reader.transaction.resolve(point, reader.log)
        do { return try question(reader, sequence) } catch { throw .store(error) }
    }
}

/// The range of identifiers that begin with some hexadecimal digits.
struct IdentifierPrefix {
    let first: Identifier
    let last: Identifier

    /// Nil for no digit, more than thirty-two, or anything that is no digit.
    init?(_ text: String) {
        let digits = Array(text.utf8)
        guard (1...32).contains(digits.count), digits.allSatisfy({ Hexadecimal.value($0) != nil }) else { return nil }
        let missing = 32 - digits.count
        guard let first = Identifier(hexadecimal: text + String(repeating: "0", count: missing)),
            let last = Identifier(hexadecimal: text + String(repeating: "f", count: missing))
        else { return nil }
        self.first = first
        self.last = last
    }

    func contains(_ identifier: Identifier) -> Bool { first <= identifier && identifier <= last }
}

extension ReadableTransaction where Self: ~Copyable {
    /// The rows, tail included, of the identifiers in a range.
    func rows(_ bounds: IdentifierPrefix, limit: Int, _ log: LogState) throws(EventStoreError) -> [StreamRow] {
        var ordinals: [UInt32] = []
        let start = bounds.first.bytes
        do throws(LMDBError) {
            var cursor = try cursor(in: log.tables.ids)
            var isHere = try cursor.seek(start.span)
            while isHere, ordinals.count < limit, bounds.contains(Identifier(cursor.key)) {
                ordinals.append(cursor.value.bigEndian(at: 0))
                isHere = try cursor.next()
            }
        } catch {
            throw EventStoreError(error)
        }
        let tail = try tail(log)
        var rows: [StreamRow] = []
        for ordinal in ordinals where tail.change(ofOrdinal: ordinal) == nil {
            if let row = try foldedRow(ordinal: ordinal, log) { rows.append(row) }
        }
        for change in tail.changes where bounds.contains(change.after.object) { rows.append(change.after) }
        return rows.sorted { $0.object < $1.object }
    }
}
