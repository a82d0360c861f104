internal import DiarylogHost

// Rows that tell what a stream was after its newest event, though events of it are lost.

extension StoreView {
    /// Visits the rows that can be believed whatever became of the events before: their checksums are right, and they
    /// are of their streams' newest events. That event itself may be lost: then nothing newer of the stream is there.
    ///
    /// Where events of the tail make of a row what cannot be believed, the row as it is stored is visited, if it is of
    /// the newest flushed event: what those events say is in the log, and what it says may stand nowhere else. Such a
    /// row is not the newest of its stream (`isNewest`): where the stream can be believed elsewhere, it is of no use.
    ///
    /// Goes through the log once, and keeps the newest event of each stream in memory. Rows to which no page leads are
    /// passed over.
    func forEachSureRow(
        _ visit: (_ row: StreamRow, _ isNewest: Bool) throws -> Void
    ) throws(EventStoreError) {
        var newest: [StreamID: EventReference] = [:]
        var flushed: [StreamID: EventReference] = [:]
        try forEachFrame(in: 1...max(log.head, 1)) { sequence, bytes in
            if let bytes, let frame = try? Frame(bytes, expecting: sequence), frame.object != .zero {
                let event = EventReference(sequence: sequence, id: frame.id)
                newest[frame.object] = event
                if sequence <= log.meta.flushed { flushed[frame.object] = event }
            }
            return true
        }
        let overlay = try reached(else: TailOverlay()) { try tail() }
        var last: UInt32 = 0
        while let ordinal = try reached(else: nil, { try ordinal(after: last) }) {
            last = ordinal
            let row = try reached(else: nil) { try Optional(storedRow(ordinal: ordinal)) }
            guard let stored = row else { continue }
            if let row = overlay.change(ofOrdinal: ordinal)?.after {
                if try isSure(row, newest[row.object]) {
                    try bridging { try visit(row, true) }
                    continue
                }
                if try isSure(stored, flushed[stored.object]) { try bridging { try visit(stored, false) } }
            } else if try isSure(stored, newest[stored.object]) {
                try bridging { try visit(stored, true) }
            }
        }
    }

    private func isSure(_ row: StreamRow, _ newest: EventReference?) throws(EventStoreError) -> Bool {
        guard !row.isDoubtful, row.head > 0, row.head <= log.head else { return false }
        if let head = try soundFrame(row.head) { return head.id == row.headID && newest?.sequence == row.head }
        return (newest?.sequence ?? 0) < row.head
    }

    /// The ordinal of the next row in the table `streams`; nil if there is none.
    private func ordinal(after last: UInt32) throws(EventStoreError) -> UInt32? {
        guard last < .max else { return nil }
        let key = TableKey.ordinal(last + 1)
        var cursor = try cursor(in: log.tables.streams)
        guard try cursor.seek(key.span), cursor.key.count == 4 else { return nil }
        return cursor.key.bigEndian(at: 0)
    }

    private func reached<Answer>(
        else other: Answer, _ read: () throws -> Answer
    ) throws(EventStoreError) -> Answer {
        do throws(EventStoreError) { return try bridging { try read() } } catch {
            guard error.isDamage else { throw error }
            return other
        }
    }

    /// The streams whose state rests on a lost event: what they show is not sure.
    func doubtfulStreams() throws(EventStoreError) -> [StreamID] {
        let overlay = try tail()
        var found: [StreamID] = []
        var last: UInt32 = 0
        while let ordinal = try ordinal(after: last) {
            last = ordinal
            if overlay.touches(ordinal) { continue }
            let row = try storedRow(ordinal: ordinal)
            if row.isDoubtful { found.append(row.object) }
        }
        return found + overlay.changes.filter(\.after.isDoubtful).map(\.after.object)
    }
}
