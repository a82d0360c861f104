internal import Host
internal import LMDB

// The meta record of a file that has lost it, as its log and its tables say it.

extension ReadableTransaction where Self: ~Copyable {
    /// The meta record as it is stored; nil where it is damaged or missing. Throws `newerFormat`.
    func storedMeta() throws(EventStoreError) -> Meta? {
        do throws(EventStoreError) { return try meta() } catch {
            if case .damaged = error { return nil }
            throw error
        }
    }

    /// What one transaction sees of a generation's log; the meta record is derived where it cannot be read.
    ///
    /// `forWriting` also derives what only a writer needs, from every event: some 0.2 s a million.
    func logState(
        _ generation: Generation, _ tables: Tables, _ model: any StreamModel, forWriting: Bool
    ) throws(EventStoreError) -> LogState {
        if var meta = try storedMeta() {
            guard meta.application.isEmpty || meta.application == model.application else {
                throw .otherApplication(meta.application)
            }
            meta.application = model.application
            // An own event that is gone has had its number all the same.
            let head = max(try head(folded: meta.folded), meta.tip)
            return LogState(tables: tables, meta: meta, head: head, model: model)
        }
        return try derivedState(generation.number, tables, model, forWriting: forWriting)
    }

    /// Tables and log are written in one transaction with the record, so that they vouch for it: the last event of the
    /// table `log` is the last folded one, the newest anchor names the diary. The device becomes that of the newest
    /// event, and the home unknown, so that the next write begins a device which continues that one. Projections have
    /// no checkpoint: they lag, and are built anew.
    private func derivedState(
        _ generation: UInt32, _ tables: Tables, _ model: any StreamModel, forWriting: Bool
    ) throws(EventStoreError) -> LogState {
        var meta = Meta(diary: .zero, home: .zero, generation: generation, checkpoints: [])
        meta.folded = try lastFolded(tables)
        meta.setCheckpoint(Meta.streams, 1, to: meta.folded)
        meta.holdsBindingEvents = true
        var log = LogState(tables: tables, meta: meta, head: try head(folded: meta.folded), model: model)
        log.metaIsDerived = true
        log.meta.application = model.application
        var origins = Origins()
        var sequence = log.head
        while sequence > 0, log.meta.diary == .zero {
            if let frame = try soundFrame(sequence, log), let origin = try origins.origin(of: frame, in: self, log) {
                log.meta.diary = origin.diary
                log.meta.device = origin.device
                log.meta.tip = sequence
            }
            sequence -= 1
        }
        if forWriting {
            log.meta.secret = try knownSecret(log)
            try surveyEvents(&log)
        }
        return log
    }

    /// The last key of `log` whose frame is sound, and so many more as there are damaged ones behind it: a key may be
    /// what is damaged.
    private func lastFolded(_ tables: Tables) throws(EventStoreError) -> UInt64 {
        try storing { () throws(LMDBError) in
            var cursor = try cursor(in: tables.log)
            var damaged: UInt64 = 0
            var isHere = try cursor.last()
            while isHere {
                if cursor.key.count == 8, (try? Frame(cursor.value, expecting: cursor.key.bigEndian(at: 0))) != nil {
                    return cursor.key.bigEndian(at: 0) + damaged
                }
                damaged += 1
                isHere = try cursor.previous()
            }
            return damaged
        }
    }

    /// The greatest lamport number, and whether an event binds the store.
    private func surveyEvents(_ log: inout LogState) throws(EventStoreError) {
        guard log.head > 0 else { return }
        var (lamport, binds, holdsGaps): (UInt64, Bool, Bool) = (0, false, false)
        try forEachFrame(in: 1...log.head, log) { (sequence, bytes) throws(EventStoreError) in
            guard let bytes else { return true }
            guard let frame = try? Frame(bytes, expecting: sequence) else {
                if EventHole(bytes, at: sequence) != nil { holdsGaps = true }
                return true
            }
            lamport = max(lamport, frame.lamport)
            if frame.isStray(log.model) { holdsGaps = true }
            if frame.bindsStore { binds = true }
            return true
        }
        log.meta.lamport = lamport
        log.meta.holdsBindingEvents = binds
        log.meta.holdsGaps = holdsGaps
    }
}
