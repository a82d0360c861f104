internal import DiarylogHost

// Rows that tell what a stream was after its newest event, though events of it are lost.

extension StoreView {
    /// Visits the rows that can be believed whatever became of the events before: their checksums are right, and the
    /// event that they are of is the one they name, or is lost.
    ///
    /// Where events of the tail make of a row what cannot be believed, the row as it is stored is visited. A row need
    /// not be of the newest event that is there of its stream (`isNewest`): what later ones say is in the log, and what
    /// the row says may stand nowhere else. Where the stream can be believed elsewhere, such a row is of no use.
    ///
    /// Goes through the log once, and keeps the newest event of each stream in memory. Rows to which no page leads are
    /// passed over.
    func forEachSureRow(
        _ visit: (_ row: StreamRow, _ isNewest: Bool) throws -> Void
    ) throws(EventStoreError) {
        var newest: [StreamID: UInt64] = [:]
        try forEachEvent { frame, _ in
            if frame.object != .zero { newest[frame.object] = frame.sequence }
        }
        let overlay = try reached(else: TailOverlay()) { try tail() }
        var last: UInt32 = 0
        while let ordinal = try reached(else: nil, { try ordinal(after: last) }) {
            last = ordinal
            let stored = try reached(else: nil) { try Optional(storedRow(ordinal: ordinal)) }
            let overlaid = overlay.row(ofOrdinal: ordinal)
            for row in [overlaid, stored].compactMap(\.self) where try isSure(row) {
                try bridging { try visit(row, (newest[row.object] ?? 0) <= row.head) }
                break
            }
        }
    }

    private func isSure(_ row: StreamRow) throws(EventStoreError) -> Bool {
        guard !row.isDoubtful, row.head > 0, row.head <= log.head else { return false }
        return try soundFrame(row.head).map { $0.id == row.headID } ?? true
    }

    /// The streams that have a row which can be read.
    func streamsOfRows() throws(EventStoreError) -> [StreamID] {
        var found: [StreamID] = []
        var last: UInt32 = 0
        while let ordinal = try reached(else: nil, { try ordinal(after: last) }) {
            last = ordinal
            if let row = try reached(else: nil, { try Optional(storedRow(ordinal: ordinal)) }) {
                found.append(row.object)
            }
        }
        return found + (try reached(else: TailOverlay()) { try tail() }).rows.map(\.object)
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
        return found + overlay.rows.filter(\.isDoubtful).map(\.object)
    }
}
