internal import DiarylogHost

// Proving a log by itself: its events' hashes and its devices' chains, whatever its labels and tables say.

extension Store {
    /// What is wrong with the events through one: those that are missing, damaged or holes, whose header does not hash
    /// to the id, whose payload is another, or that do not follow their device's event before. All of them, in the
    /// order of the log.
    ///
    /// Reads each event once, on several threads; some 1 µs of a core an event. Each thread calls `report` with the
    /// number of events that it has proven since its last call.
    package func prove(
        through head: UInt64, threads: Int, slice: UInt64 = 1 << 16,
        _ report: @escaping @Sendable (UInt64) -> Void = { _ in }
    ) throws(EventStoreError) -> [CheckFinding] {
        let devices = DeviceTable(unreadableIn: try beginRead().view.log)
        let work = CheckWork<LogCheck>(through: head, slice: slice)
        let parts = try work.done(threads: threads) { (range) throws(EventStoreError) in
            let reader = try self.beginRead()
            return try LogCheck(range, devices, reader.view, .proof, most: .max) { report(8192) }
        }.parts
        let reader = try beginRead()
        var findings: [CheckFinding] = []
        var joint = ChainJoint()
        for part in parts {
            let between = try joint.join(part, reader.view)
            findings += between.all + part.findings.all
        }
        return findings.sorted { ($0.event ?? 0) < ($1.event ?? 0) }
    }

    /// The events that cannot be read or proven. Holes are not among them: their events were lost before this log was
    /// made. Reads every event.
    func damagedEvents(threads: Int) throws(EventStoreError) -> [SequenceNumber] {
        let found = try prove(through: try beginRead().view.log.head, threads: threads)
        return Set(found.filter { $0.reason != .hole }.compactMap(\.event)).sorted().map { SequenceNumber($0) }
    }
}
