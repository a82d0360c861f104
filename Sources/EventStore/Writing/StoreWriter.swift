/// The one change in progress: operations appended to the log, all or none.
///
/// Nothing is on disk until `commit` returns; dropping the value drops the change. It belongs to the thread that began
/// it. An operation is begun with the number of its events, and all of them must be appended.
package struct StoreWriter: ~Copyable {
    package var view: StoreView
    let writerLock: FolderLock
    let store: Store
    let generation: Generation
    /// The meta record as the file has it; nil where it has to be written anew.
    private let storedMeta: Meta?
    var runs = DeviceRuns()
    /// The device under which events are written; nil until `ensureDevice`.
    var device: DeviceID?
    var ordinals: UInt32?
    var pending: PendingOperation?
    var imported = ImportState()
    /// When this transaction's events come into the file, and when the last one recorded did; nil until that is known.
    var (arrival, lastArrival): (Int64?, Int64?)
    /// How the clock is at odds with the newest event; nil if it is not.
    var clockStep: ClockStep?
    /// The projections that apply what this transaction flushes; nil before its first event is flushed.
    var activeProjections: [ActiveProjection]?
    /// The last flushed event, and how many the tail held, when the transaction began.
    let (flushedBefore, tailBefore): (UInt64, UInt64)
    /// Whether the operations of this transaction are so many that they bypass the tail and go straight into the log.
    var bypassesTail = false
    /// Whether a device began in this transaction.
    package internal(set) var hasBegunDevice = false
    /// Whether this transaction recorded an event or a hole.
    private var hasRecorded = false
    /// What the operations of this transaction became, in order.
    package internal(set) var receipts: [OperationReceipt] = []

    /// The tail is flushed before it would hold this many events.
    package static let tailRoom: UInt64 = 16
    /// Between two flushes, projections maintain their tables in the transactions that take the tail to so many events.
    static let maintenancePoints: [UInt64] = [5, 11]
    /// The most bytes of frames that the tail holds: a list reads all of them.
    package static let tailBytesMost = 64 << 10

    init(
        view: consuming StoreView, writerLock: consuming FolderLock, store: Store, generation: Generation,
        isNew: Bool = false
    ) {
        storedMeta = isNew || view.log.metaIsDerived ? nil : view.log.meta
        flushedBefore = view.log.meta.flushed
        tailBefore = view.log.head - min(view.log.head, view.log.meta.flushed)
        self.view = view
        self.writerLock = writerLock
        self.store = store
        self.generation = generation
    }

    /// What the transaction sees, its own writes included.
    package internal(set) var log: LogState {
        _read { yield view.log }
        _modify { yield &view.log }
    }

    /// Whether anything was written that a commit would keep.
    package var hasChanged: Bool { view.hasWritten || log.meta != storedMeta }

    /// The last event recorded by this transaction; nil if it recorded none.
    var newest: EventReference? { hasRecorded ? EventReference(sequence: log.head, id: log.meta.newest) : nil }

    /// Notes an event that is being recorded.
    ///
    /// What somebody else wrote as this store's device, in a copy, is not the newest of its own.
    mutating func noteRecorded(_ draft: UnencodedFrame) {
        let header = draft.header
        noteRecorded(draft.sequence, draft.id)
        noteArrival(draft.arrivedAt)
        log.meta.lamport = max(log.meta.lamport, header.lamport)
        log.meta.counters = draft.counters
        if header.device == log.meta.device, header.previous == log.meta.own.id {
            log.meta.own = Meta.Own(deviceSequence: header.deviceSequence, sequence: draft.sequence, id: draft.id)
        }
    }

    /// Notes a recorded event or hole as the newest.
    mutating func noteRecorded(_ sequence: UInt64, _ id: Digest) {
        log.head = sequence
        log.meta.newest = id
        hasRecorded = true
    }

    /// Makes the operations of this transaction durable. Costs two barriers, however many events.
    ///
    /// Throws `replaced` if the file is no longer the one at its path: what is written there nobody would find.
    @available(*, noasync)
    package consuming func commit() throws(EventStoreError) {
        precondition(pending == nil, "an operation is appended whole")
        if let rest = imported.unfinished {
            throw .refused(record: rest.record, .notYet(EventNeeds(rest: Int(rest.count - rest.index))))
        }
        if let record = try payloadsMissingWithoutReason().first {
            throw .refused(record: record, .notYet(EventNeeds(payload: true)))
        }
        try maintainProjections()
        try runs.flush(to: &view)
        try finishProjections()
        noteCheckpoints()
        if hasRecorded, !store.isBeingMade { log.meta.awaitsUse = false }
        if log.meta != storedMeta {
            let (key, value) = (TableKey.meta, log.meta.bytes)
            try view.put(value.span, for: key.span, in: .main)
        }
        guard generation.isInPlace else { throw store.replaced(generation, reporting: true) }
        let newest = newest
        try view.commit()
        if let newest { writerLock.claim(newest) }
    }
}

/// What an appended operation became.
public struct OperationReceipt: Equatable, Sendable {
    /// The operation's id, the same in every copy of the log.
    public var id: OperationID
    /// The sequence number of its first event.
    public var first: SequenceNumber
    /// The sequence number of its last event.
    public var last: SequenceNumber

    package init(id: Digest, first: SequenceNumber, last: SequenceNumber) {
        self.id = OperationID(id)
        self.first = first
        self.last = last
    }

    /// How many events it has.
    public var count: Int { Int(last.rawValue - first.rawValue) + 1 }
}

/// An operation that has been begun.
struct PendingOperation {
    var operation: EventHeader.Operation
    var count: UInt32
    var index: UInt32 = 0
    var context: WriteContext
    var arrivedAt: Int64
    var first: UInt64
    var id: Digest?
    /// Whether its events bypass the tail and go straight into the log and the indexes.
    var isDirect: Bool
}
