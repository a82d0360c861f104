internal import DiarylogHost

/// What only the old tables tell of events that the log has lost: what a stream was after one, who wrote it, and what
/// its header named.
///
/// Rows are believed by their seals and links. Pages that cannot be walked are passed over.
struct LostEvidence {
    /// Rows by their newest event: of a sound one, too, since it may say nothing of what a lost one before it said.
    private(set) var rows: [UInt64: StreamRow] = [:]
    private(set) var keys: [UInt64: [KeyRow]] = [:]
    private(set) var runs: [DeviceRuns.Run] = []

    /// Nothing is read of a file whose log is whole.
    init(of generation: Generation, in store: Store) throws(EventStoreError) {
        let reader = try store.beginRead()
        let lost = try reader.view.lostEvents()
        if lost.isEmpty { return }
        let number = reader.view.identifier
        var (rows, keys, runs) = ([UInt64: StreamRow](), [UInt64: [KeyRow]](), [DeviceRuns.Run]())
        try bridging(generation.file) {
            guard var pages = try PageCheck(generation.file, transaction: number) else { return }
            try pages.forEachRow(of: "streams") { key, value in
                guard key.count == 4, let row = try? StreamRow(value.span, ordinal: key.span.bigEndian(at: 0)),
                    !row.isDoubtful
                else { return }
                rows[row.head] = row
            }
            var before: (key: [UInt8], link: [UInt8]) = ([], [])
            try pages.forEachRow(of: "keys") { key, value in
                let isLinked = KeyRow.link(from: before.key.span, to: key.span) == before.link
                before = (key, value)
                guard isLinked, let row = KeyRow(key.span), lost.contains(row.sequence) else { return }
                keys[row.sequence, default: []].append(row)
            }
            try pages.forEachRow(of: "devices") { key, value in
                if let run = DeviceRuns.Run(key.span, value.span) { runs.append(run) }
            }
        }
        _ = consume reader
        (self.rows, self.keys, self.runs) = (rows, keys, runs)
    }

    /// The run of a device's events in which an event stood.
    func run(ofEvent sequence: UInt64) -> DeviceRuns.Run? {
        runs.first { $0.sequence <= sequence && sequence - $0.sequence < $0.count }
    }
}

extension StoreView {
    /// The flushed events that cannot be read, besides holes.
    fileprivate func lostEvents() throws(EventStoreError) -> Set<UInt64> {
        guard log.meta.flushed > 0 else { return [] }
        var lost: Set<UInt64> = []
        try forEachFrame(in: 1...log.meta.flushed) { sequence, bytes in
            if LogSlot(bytes, at: sequence).isLost { lost.insert(sequence) }
            return true
        }
        return lost
    }
}

extension StoreWriter {
    /// Writes what evidence tells of an event that cannot be read: its stream's row, its device's run, its rows of
    /// `keys`.
    mutating func putBack(_ evidence: LostEvidence, at sequence: UInt64) throws(EventStoreError) {
        if let run = evidence.run(ofEvent: sequence) {
            let number = run.deviceSequence + (sequence - run.sequence)
            try runs.note(device: run.device, deviceSequence: number, sequence: sequence, in: &view)
        }
        for row in evidence.keys[sequence] ?? [] { try view.insert(row) }
        if let row = evidence.rows[sequence] { try putBack(row, at: sequence) }
    }

    /// Writes the row of a stream as it was after an event.
    mutating func putBack(_ row: StreamRow, at sequence: UInt64) throws(EventStoreError) {
        var row = row
        let before = try view.storedRow(of: row.object)
        // Where its first event is lost, too, the stream begins here.
        row.create = before?.create ?? sequence
        row.ordinal = if let before { before.ordinal } else { try nextOrdinal() }
        try index(StreamChange(before: before, after: row))
    }
}
