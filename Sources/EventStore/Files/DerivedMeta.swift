internal import DiarylogHost
package import DiarylogLMDB

// Rebuilding a meta record that is lost or damaged, from the file's log and tables.

extension Meta {
    /// The meta record as it is stored; nil if it is damaged or missing. Throws `newerFormat`.
    package static func stored(in transaction: borrowing Transaction) throws(EventStoreError) -> Meta? {
        let key = TableKey.meta
        let bytes: Span<UInt8>?
        do { bytes = try transaction.value(for: key.span, in: .main) } catch { throw EventStoreError(error) }
        guard let bytes else { return nil }
        do throws(EventStoreError) { return try Meta(bytes) } catch {
            if case .damaged = error { return nil }
            throw error
        }
    }

    /// What any file says of itself, read without LMDB, which would lay a file of locks beside it; nil if that cannot
    /// be believed.
    package static func stored(inFile path: String) -> Meta? {
        guard var pages = try? PageCheck(ofEachCommit: path) else { return nil }
        var found: Meta?
        try? pages.forEachRow(of: "") { key, value in if key == TableKey.meta { found = try? Meta(value.span) } }
        return found
    }
}

extension StoreView {
    /// What a transaction sees of a generation's log; a meta record that cannot be believed is derived from the log.
    ///
    /// `forWriting` also derives what only the next file needs, from every event: some 0.2 s for a million events.
    static func begin(
        _ transaction: consuming Transaction, of generation: Generation, _ model: any StreamModel,
        _ damage: FoundDamage,
        forWriting: Bool
    ) throws(EventStoreError) -> StoreView {
        var stored = try Meta.stored(in: transaction)
        // Under another file's name, what took its place lies elsewhere.
        if stored?.generation != generation.number { stored?.next = 0 }
        if let application = stored?.application, !application.isEmpty, application != model.application {
            throw .otherApplication(application)
        }
        let blank = Meta(store: .zero, home: .zero, generation: generation.number, checkpoints: [])
        var view = StoreView(
            transaction, LogState(tables: generation.tables, meta: stored ?? blank, model: model, damage: damage))
        if stored == nil { try view.derive(forWriting: forWriting) }
        view.log.meta.application = model.application
        if view.log.head > view.log.meta.flushed, try view.frameBytes(view.log.head) == nil {
            // An event that is missing keeps its number.
            damage.note(event: view.log.head)
        }
        return view
    }

    /// Derives the meta record from the log, which vouches for it: the last event of the table `log` is the last
    /// flushed one, and the newest readable event names the store and the device.
    ///
    /// The home stays unknown, so that the next write begins a device that continues that one. No table that follows
    /// from the log is believed: nothing says how far it has come.
    private mutating func derive(forWriting: Bool) throws(EventStoreError) {
        log.meta.flushed = try lastFlushed()
        log.meta.holdsBindingEvents = true
        log.meta.holdsDamage = true
        log.meta.holdsFalls = true
        log.meta.mayHoldForgotten = true
        log.head = try newestStored()
        log.metaIsDerived = true
        if let newest = try newestSound() {
            log.meta.store = newest.store
            log.meta.device = newest.device
            log.meta.own = Meta.Own(
                deviceSequence: newest.deviceSequence, sequence: newest.sequence, id: newest.id)
            log.meta.counters = newest.counters
            if newest.sequence == log.head { log.meta.newest = newest.id }
        }
        if forWriting { try surveyEvents() }
    }

    /// The last key of `log` whose frame is sound, plus the number of damaged frames behind it: the damage may be in a
    /// key.
    private func lastFlushed() throws(EventStoreError) -> UInt64 {
        var cursor = try cursor(in: log.tables.log)
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

    /// Finds the store's secret, the greatest lamport number, and whether an event binds the store, the log has gaps,
    /// or an arrival falls.
    private mutating func surveyEvents() throws(EventStoreError) {
        guard log.head > 0 else { return }
        var (lamport, binds, holdsGaps): (UInt64, Bool, Bool) = (0, false, false)
        var (holdsDamage, secret) = (false, [UInt8]?.none)
        var (arrivedAt, holdsFalls) = (Int64.min, false)
        try forEachFrame(in: 1...log.head) { sequence, bytes in
            let slot = LogSlot(bytes, at: sequence)
            guard case .event(let frame) = slot, let bytes else {
                if slot.isLost { holdsDamage = true } else { holdsGaps = true }
                return true
            }
            lamport = max(lamport, frame.lamport)
            if secret == nil, frame.kind == StoreKind.deviceBegin {
                secret = (try? DeviceBegin(bytes.extracting(frame.body)))?.secret
            }
            if frame.arrivedAt < arrivedAt { holdsFalls = true }
            arrivedAt = frame.arrivedAt
            if frame.isOrphan(log.model) { holdsGaps = true }
            if frame.bindsStore { binds = true }
            return true
        }
        log.meta.secret = secret
        log.meta.lamport = lamport
        log.meta.holdsBindingEvents = binds
        log.meta.holdsGaps = holdsGaps
        log.meta.holdsDamage = holdsDamage
        log.meta.holdsFalls = holdsFalls
    }
}
