internal import Host
internal import LMDB
internal import Synchronization

/// A log of events in a folder, and the tables computed from it.
///
/// Any number of processes may read while one writes. A value of this type may be used from any thread. Its
/// transactions are short, synchronous scopes of the thread that began them. The folder:
///
///     CURRENT          the number of the generation in use, a hint
///     lock             held shared while a generation is opened, exclusive while one is removed; never replaced
///     log-000001.mdb   a generation: the LMDB file (and its lock file beside it)
public final class EventStore: Sendable {
    /// The folder.
    public let path: String
    package let model: any StreamModel
    /// The model's projections, and those that the program added.
    package let projections: [any TableProjection]
    /// How long a write waits for the writer's lock, in milliseconds.
    package let patience: Int
    /// The folder's path, or the path it will have once the store is created.
    let location: String
    /// The size of the map reserved for a generation when it is opened, in bytes.
    let mapSize: Int
    /// The last event up to which this program knows every event that binds the store.
    private let knowledge = Mutex<(rewrites: UInt32, sequence: UInt64)>((0, 0))
    /// What the committed changes have done.
    private let done = Mutex((hasBegunDevice: false, hasWritten: false, clockStep: ClockStep?.none))
    /// What the transactions of this value met and could not believe.
    package let doubts = Doubts()
    /// What its clock showed, if that has leapt.
    let bursts = BurstMemory()
    /// The writer that tasks share.
    package let queue = WriterQueue()
    /// The open generation; nil after a failed commit, until the file is opened again.
    private let generation: Mutex<Generation?>

    init(
        path: String, location: String, model: any StreamModel, projections: [any TableProjection], patience: Int,
        mapSize: Int = Environment.Options().mapSize, generation: Generation
    ) {
        self.path = path
        self.location = location
        self.model = model
        self.projections = projections
        self.patience = patience
        self.mapSize = mapSize
        self.generation = Mutex(generation)
    }

    /// Opens the store in a folder; never creates one.
    ///
    /// About 0.1 ms. Throws `missing`, `isAFile`, `notAStore`, `newerFormat`, `networkFileSystem`, `busy`,
    /// `noPermission`, `damaged`, and `otherApplication` for a store of another program.
    package convenience init(
        opening path: String, model: any StreamModel, projections: [any TableProjection] = [], patience: Int = 10_000,
        allowingNetwork: Bool = false, mapSize: Int = Environment.Options().mapSize
    ) throws(EventStoreError) {
        try Surroundings.check(path, allowingNetwork: allowingNetwork)
        let projections = model.projections + projections
        let generation = try Generation.open(in: path, projections: projections, patience: patience, mapSize: mapSize)
        try generation.check(belongsTo: model)
        self.init(
            path: path, location: path, model: model, projections: projections, patience: patience, mapSize: mapSize,
            generation: generation)
    }

    /// Begins to read the log as it stands now: nothing that is written later shows in it.
    @available(*, noasync)
    package func beginRead() throws(EventStoreError) -> StoreReader {
        var hasLooked = false
        while true {
            let current = try current()
            if let view = try look(at: current, forWriting: false, &hasLooked) { return StoreReader(view: view) }
        }
    }

    /// Begins the one change in progress; waits for the writer's lock for as long as the store's patience lasts.
    ///
    /// Throws `busy` after that, and `readOnly` if the file or the file system can only be read.
    @available(*, noasync)
    package func beginWrite() throws(EventStoreError) -> StoreWriter {
        var hasLooked = false
        while true {
            let current = try current()
            if current.environment.isReadOnly { throw .readOnly(path: path) }
            let writerLock = try WriterLock(inFolder: path, patience: patience)
            if let view = try look(at: current, forWriting: true, &hasLooked) {
                return StoreWriter(view: view, writerLock: writerLock, store: self)
            }
        }
    }

    /// Begins a transaction of a generation; nil if that was superseded, or lacked tables that its record names: then
    /// what is in use now is open, and the caller begins again.
    private func look(
        at current: Generation, forWriting: Bool, _ hasLooked: inout Bool
    ) throws(EventStoreError) -> StoreView? {
        let transaction = try beginning(in: current) { () throws(LMDBError) in
            if forWriting { return try current.environment.beginWrite() }
            return try current.environment.beginRead()
        }
        let view = try StoreView.begin(transaction, of: current, current.tables, model, doubts, forWriting: forWriting)
        if forWriting, view.log.metaIsDerived, view.log.meta.store == .zero {
            throw .damaged("the meta record, and every event that could say whose log this is")
        }
        if view.log.meta.next != 0 {
            _ = consume view
            try reopen(after: current)
            return nil
        }
        if !hasLooked, view.log.tables.lacks(view.log.meta) {
            _ = consume view
            try current.lookAgain()
            hasLooked = true
            return nil
        }
        return view
    }

    /// Runs a change and makes what it wrote durable; if it writes nothing, nothing is committed.
    ///
    /// The body may run more than once: if the map is full, it is grown and the change begins again. If a commit fails,
    /// the file is closed and opened again, and the log itself is asked whether it holds the change.
    @available(*, noasync)
    package func write<Result>(
        _ body: (inout StoreWriter) throws(EventStoreError) -> Result
    ) throws(EventStoreError) -> Result {
        while true {
            do throws(EventStoreError) {
                return try writeOnce(body)
            } catch .mapFull {
                let current = try current()
                try bridging { () throws(LMDBError) in try current.environment.grow() }
            } catch {
                throw Surroundings.sharpen(error, path: path)
            }
        }
    }

    private func writeOnce<Result>(
        _ body: (inout StoreWriter) throws(EventStoreError) -> Result
    ) throws(EventStoreError) -> Result {
        var writer = try beginWrite()
        let head = writer.view.log.head
        let result = try body(&writer)
        guard writer.hasChanged else { return result }
        let newest = writer.newest
        let (hasBegun, clockStep) = (writer.hasBegunDevice, writer.clockStep)
        do throws(EventStoreError) {
            try writer.commit()
        } catch .mapFull {
            throw .mapFull
        } catch {
            close()
            // An event that was there before says nothing about this change.
            guard let newest, newest.sequence > head else { throw error }
            guard let isHeld = holds(newest) else { throw .unsure(error.reason) }
            if !isHeld, case .storage(let reason) = error { throw .notWritten(reason) }
            if !isHeld { throw error }
        }
        done.withLock { done in
            done.hasWritten = true
            if hasBegun { done.hasBegunDevice = true }
            if let clockStep { done.clockStep = done.clockStep ?? clockStep }
        }
        return result
    }

    /// Whether the log on the disk holds an event; nil if the log cannot be asked.
    private func holds(_ event: (sequence: UInt64, id: Digest)) -> Bool? {
        do throws(EventStoreError) {
            let reader = try beginRead()
            return try reader.view.soundFrame(event.sequence)?.id == event.id
        } catch {
            return nil
        }
    }

    /// Whether a device began in a change made through this value.
    package var hasBegunDevice: Bool { done.withLock { $0.hasBegunDevice } }

    /// How the clock was at odds with the newest event when a change was committed; nil if it never was.
    package var clockStep: ClockStep? { done.withLock { $0.clockStep } }

    /// Notes that a device began in a file that took the place of this one's.
    func noteDevice() { done.withLock { $0.hasBegunDevice = true } }

    /// Whether a change made through this value was committed.
    package var hasWritten: Bool { done.withLock { $0.hasWritten } }

    /// The last event up to which this program knows every event that binds the store.
    func understood(_ log: LogState) -> UInt64 {
        knowledge.withLock { $0.rewrites == log.meta.rewrites ? $0.sequence : 0 }
    }

    /// Notes that every event of a log that binds the store is known.
    func noteUnderstood(_ log: LogState) {
        knowledge.withLock { known in
            let before = known.rewrites == log.meta.rewrites ? known.sequence : 0
            known = (log.meta.rewrites, max(before, log.head))
        }
    }

    /// The open generation; opens the one in use where none is open.
    func current() throws(EventStoreError) -> Generation {
        if let open = generation.withLock({ $0 }) { return open }
        let fresh = try Generation.open(in: path, projections: projections, patience: patience, mapSize: mapSize)
        generation.withLock { if $0 == nil { $0 = fresh } }
        return fresh
    }

    /// Lets the open generation go, so that the next transaction opens the one that is then in use.
    func close() { generation.withLock { $0 = nil } }

    /// LMDB's figures on the file in use, such as its size.
    func currentInformation() throws(EventStoreError) -> Environment.Information {
        try current().environment.information
    }

    /// Makes tables that are not there yet, under the writer's lock.
    func makeTables(_ names: [String]) throws(EventStoreError) {
        let current = try current()
        let writerLock = try WriterLock(inFolder: path, patience: patience)
        try current.make(names)
        _ = consume writerLock
    }

    /// Begins a transaction. A file that LMDB says must be closed first is let go: it is closed once nobody else holds
    /// it.
    private func beginning<Transaction: ~Copyable>(
        in current: Generation, _ begin: () throws(LMDBError) -> Transaction
    ) throws(EventStoreError) -> Transaction {
        do { return try begin() } catch {
            if error == .panicked {
                generation.withLock { open in
                    if open === current { open = nil }
                }
            }
            throw EventStoreError(error)
        }
    }

    /// Opens the generation that replaced `stale`, unless another thread has done so.
    private func reopen(after stale: Generation) throws(EventStoreError) {
        let fresh = try Generation.open(in: path, projections: projections, patience: patience, mapSize: mapSize)
        generation.withLock { current in
            if current === stale { current = fresh }
        }
    }
}

/// A read transaction on the log; it ends when the value goes away.
///
/// While it lives, pages freed by later writes stay in use: keep it short.
package struct StoreReader: ~Copyable {
    package let view: StoreView
}
