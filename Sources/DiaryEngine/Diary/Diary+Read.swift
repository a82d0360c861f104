internal import DiarylogHost
public import EventStore

extension Diary {
    /// The entry as of a point; nil if it did not exist by then. A deleted entry is returned with `isDeleted` set.
    public func entry(_ id: EntryID, at point: DiaryPoint = .head) throws(EventStoreError) -> Entry? {
        try read(point) { view, sequence in
            guard let row = try view.stream(id, isNamed: true) else { return nil }
            return try view.entry(row, asOf: sequence)
        }
    }

    /// The entries whose identifier begins with these hexadecimal digits and which existed at the point.
    ///
    /// Returns at most `limit` of them: two are enough to tell that a prefix is ambiguous.
    public func entries(
        withPrefix prefix: String, limit: Int = 10, at point: DiaryPoint = .head
    ) throws(EventStoreError) -> [Entry] {
        guard let bounds = IdentifierPrefix(prefix) else { return [] }
        return try read(point) { view, sequence in
            var found: [Entry] = []
            for row in try view.rows(bounds, createdBy: sequence, limit: Optional(limit).mostOfPage) {
                if let entry = try view.entry(row, asOf: sequence) { found.append(entry) }
            }
            return found
        }
    }

    /// How many entries are alive, and how many words they hold, as of a point: one read.
    public func totals(at point: DiaryPoint = .head) throws(EventStoreError) -> Totals {
        try read(point) { view, sequence in
            try view.totals(asOf: sequence)
        }
    }

    /// The event number that a point means.
    public func resolve(_ point: DiaryPoint) throws(EventStoreError) -> SequenceNumber {
        try read(point) { (_, sequence) in SequenceNumber(sequence) }
    }

    /// Runs a question against one snapshot, as of the event that a point means in it.
    ///
    /// Throws `damagedTable` where it meets a damaged table that follows from the log; if the diary `rebuildsToRead`,
    /// that is made anew first.
    func read<Answer>(
        _ point: DiaryPoint, _ question: (borrowing StoreView, UInt64) throws -> Answer
    ) throws(EventStoreError) -> Answer {
        guard rebuildsToRead else { return try ask(point, question) }
        return try store.rebuildingIfDamaged { () throws(EventStoreError) in try ask(point, question) }
    }

    private func ask<Answer>(
        _ point: DiaryPoint, _ question: (borrowing StoreView, UInt64) throws -> Answer
    ) throws(EventStoreError) -> Answer {
        let reader = try store.beginRead()
        let sequence = try resolve(point, in: reader.view)
        try reader.view.noteUnreadable(through: sequence)
        do { return try question(reader.view, sequence) } catch { throw EventStoreError(error) }
    }
}

extension StoreView {
    /// The counts after the newest event up to one that can be read.
    func totals(asOf sequence: UInt64) throws(EventStoreError) -> Totals {
        var sequence = sequence
        while sequence > 0 {
            if let frame = try soundFrame(sequence) { return Totals(frame.counters) }
            sequence -= 1
        }
        return Totals()
    }
}

/// The counts over all entries.
public struct Totals: Equatable, Sendable {
    /// Entries that are alive.
    public var live: UInt64
    /// Words in their texts.
    public var words: UInt64

    package init(live: UInt64 = 0, words: UInt64 = 0) {
        self.live = live
        self.words = words
    }

    /// The counters that a diary's envelopes carry.
    init(_ counters: Counters) { self.init(live: counters.first, words: counters.second) }
}

/// The range of identifiers that begin with some hexadecimal digits.
struct IdentifierPrefix {
    let first: EntryID
    let last: EntryID

    /// Nil unless the text is one to thirty-two hexadecimal digits.
    init?(_ text: String) {
        let digits = Array(text.utf8)
        guard (1...32).contains(digits.count), digits.allSatisfy({ Hexadecimal.value($0) != nil }) else { return nil }
        let missing = 32 - digits.count
        guard let first = EntryID(hexadecimal: text + String(repeating: "0", count: missing)),
            let last = EntryID(hexadecimal: text + String(repeating: "f", count: missing))
        else { return nil }
        self.first = first
        self.last = last
    }

    func contains(_ identifier: EntryID) -> Bool { first <= identifier && identifier <= last }
}

extension StoreView {
    /// The first rows whose identifiers lie in a range, tail included, of entries created no later than an event.
    func rows(
        _ bounds: IdentifierPrefix, createdBy sequence: UInt64, limit: Int
    ) throws(EventStoreError) -> [StreamRow] {
        let tail = try tail()
        var rows = tail.rows.filter { bounds.contains($0.object) && $0.create <= sequence }
        // Ordinals ascend in the order of creation: entries created later are skipped without reading their rows.
        let last = try newestOrdinal(createdBy: sequence)
        let count = try storedStreams()
        let start = bounds.first.bytes
        var (found, isAny) = ([EntryID](), !rows.isEmpty)
        var cursor = try cursor(in: log.tables.ids)
        var isHere = try cursor.seek(start.span)
        while isHere, found.count < limit, cursor.key.count == 16, bounds.contains(EntryID(cursor.key)) {
            guard cursor.value.count == 4 else { throw log.tables.ids.damage }
            let ordinal: UInt32 = cursor.value.bigEndian(at: 0)
            let id = EntryID(cursor.key)
            isAny = true
            if ordinal <= last || ordinal > count, !tail.rows.contains(where: { $0.object == id }) {
                found.append(id)
            }
            isHere = try cursor.next()
        }
        for id in found {
            if let row = try storedRow(of: id), row.create <= sequence { rows.append(row) }
        }
        if !isAny { try checkAbsence(of: bounds.first...bounds.last) }
        rows.removeAll { $0.create > sequence }
        return Array(rows.sorted { $0.object < $1.object }.prefix(limit))
    }
}
