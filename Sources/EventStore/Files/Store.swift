internal import DiarylogLMDB
internal import Synchronization

/// A log of events in a folder, and the tables computed from it.
///
/// Any number of processes may read while one writes. A value of this type may be used from any thread. Its
/// transactions are short, synchronous scopes of the thread that began them. The folder:
///
///     lock             its bytes are locks, see `FolderLock`; never replaced
///     log-000001.mdb   a generation: the LMDB file (and its lock file beside it)
package final class Store: Sendable {
    /// The folder.
    package let path: String
    package let model: any StreamModel
    /// How long a write waits for the writer's lock, in milliseconds.
    package let patience: Int
    /// The folder's path, or the path it will have once the store is created.
    let location: String
    /// The last event up to which this program knows every event that binds the store.
    private let knowledge = Mutex<(edition: LogEdition, sequence: UInt64)>((LogEdition(), 0))
    /// What the committed changes have done.
    private let done = Mutex(Done())
    /// What the transactions of this value met and could not believe.
    package let damage = FoundDamage()
    /// What its clock showed, if that has leapt.
    let bursts = BurstMemory()
    /// The writer that tasks share.
    package let queue = WriterQueue()
    /// Who watches the store in this process.
    let watcher = ChangeWatcher()
    private let opened: OpenGeneration

    init(
        path: String, location: String, model: any StreamModel, patience: Int, generation: Generation
    ) {
        self.path = path
        self.location = location
        self.model = model
        self.patience = patience
        opened = OpenGeneration(generation)
    }

    /// Opens the store in a folder; never creates one.
    ///
    /// About 0.1 ms. Throws `missing`, `isAFile`, `notAStore`, `newerFormat`, `networkFileSystem`, `busy`,
    /// `noPermission`, `damaged`, and `otherApplication` for a store of another program.
    package convenience init(
        opening path: String, model: any StreamModel, patience: Int = 10_000, allowingNetwork: Bool = false
    ) throws(EventStoreError) {
        try StoreFolder.check(path, allowingNetwork: allowingNetwork)
        let generation = try Generation.open(in: path, projections: model.projections, patience: patience)
        try generation.check(belongsTo: model)
        self.init(path: path, location: path, model: model, patience: patience, generation: generation)
    }

    /// Begins to read the log as it stands now: nothing that is written later shows in it.
    ///
    /// If another file stands at the path by now, that is opened and read.
    @available(*, noasync)
    package func beginRead() throws(EventStoreError) -> StoreReader {
        for _ in 0..<64 {
            let current = try current()
            if let view = try look(at: current, claimed: current.claimedHead, forWriting: false) {
                return StoreReader(view: view)
            }
        }
        throw .storage("another file stands at \(path) at each look")
    }

    /// Begins the one change in progress; waits for the writer's lock for as long as the store's patience lasts.
    ///
    /// Throws `busy` after that, and `readOnly` if the file or the file system can only be read. The first change after
    /// another file was found at the path throws `replaced`: the caller had the old file in mind.
    @available(*, noasync)
    package func beginWrite() throws(EventStoreError) -> StoreWriter {
        while true {
            try throwIfReplaced()
            let current = try current()
            if current.environment.isReadOnly { throw .readOnly(path: path) }
            let writerLock = try lockForWriting(current)
            if let view = try look(at: current, claimed: writerLock.claimedHead, forWriting: true) {
                return StoreWriter(view: view, writerLock: writerLock, store: self, generation: current)
            }
        }
    }

    /// Throws `readOnly` if the file or the file system can only be read.
    package func checkWritable() throws(EventStoreError) {
        if try current().environment.isReadOnly { throw .readOnly(path: path) }
    }

    /// Takes the writer's lock of the folder at the path, unless that is no store any more: a lock file would be made.
    private func lockForWriting(_ current: Generation) throws(EventStoreError) -> FolderLock {
        guard current.isInPlace || !StorePaths.generations(in: path).isEmpty else {
            throw replaced(current, reporting: true)
        }
        return try FolderLock(.writing, inFolder: path, patience: patience)
    }

    /// Begins a transaction of a generation; nil if that was superseded, or is no longer at its path: then the caller
    /// begins again with what is in use now.
    private func look(
        at current: Generation, claimed: EventReference?, forWriting: Bool
    ) throws(EventStoreError) -> StoreView? {
        // Before the file is looked at: a replacement that is counted later is none of this transaction's.
        let replacements = replacements
        if forWriting { try current.checkPagesToWrite() }
        let transaction = try beginning(in: current) {
            if forWriting { return try current.environment.beginWrite() }
            return try current.environment.beginRead()
        }
        var view = try StoreView.begin(transaction, of: current, model, damage, forWriting: forWriting)
        if forWriting, view.log.metaIsDerived, view.log.meta.store == .zero {
            throw .damaged("the meta record, and every event that could say whose log this is")
        }
        if view.log.meta.next != 0 {
            _ = consume view
            try reopen(after: current)
            return nil
        }
        guard current.isInPlace else {
            _ = consume view
            // Who began to read before the next generation was named may see this one's file gone: it says so now.
            if let next = try current.soundMeta()?.next, next != 0 {
                try reopen(after: current)
            } else {
                _ = replaced(current, reporting: false)
            }
            return nil
        }
        view.heed(claimed)
        view.log.replacements = replacements
        return view
    }

    /// Runs a change and makes what it wrote durable; if it writes nothing, nothing is committed.
    ///
    /// The body may run more than once: if it meets a damaged table that follows from the log, the file is first made
    /// anew. If a commit fails, the file is closed and opened again, and the log itself is asked whether it holds the
    /// change.
    @available(*, noasync)
    package func write<Result>(
        _ body: (inout StoreWriter) throws -> Result
    ) throws(EventStoreError) -> Result {
        do throws(EventStoreError) {
            return try rebuildingIfDamaged { () throws(EventStoreError) in try writeOnce(body) }
        } catch {
            throw StoreFolder.naming(error, path: path)
        }
    }

    private func writeOnce<Result>(
        _ body: (inout StoreWriter) throws -> Result
    ) throws(EventStoreError) -> Result {
        var writer = try beginWrite()
        try writer.log.checkTables()
        try writer.generation.checkTablesToWrite()
        let head = writer.view.log.head
        let result: Result
        do { result = try body(&writer) } catch { throw EventStoreError(error) }
        guard writer.hasChanged else { return result }
        let newest = writer.newest
        let (hasBegun, clockStep) = (writer.hasBegunDevice, writer.clockStep)
        do throws(EventStoreError) {
            try writer.commit()
        } catch .replaced(let path) {
            throw .replaced(path: path)
        } catch {
            // What is in a file on its way counts once the file has taken its place, and not before.
            if isBeingMade { throw error }
            close()
            // An event that was there before says nothing about this change.
            guard let newest, newest.sequence > head else { throw error }
            guard let isHeld = holds(newest) else { throw .unsure(error.description) }
            if !isHeld, case .storage(let reason) = error { throw .notWritten(reason) }
            if !isHeld { throw error }
        }
        note(Done(hasBegunDevice: hasBegun, hasWritten: true, clockStep: clockStep))
        return result
    }

    /// Whether the log on the disk holds an event; nil if the log cannot be asked.
    private func holds(_ event: EventReference) -> Bool? {
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

    /// What the committed changes have done.
    struct Done {
        var hasBegunDevice = false
        var hasWritten = false
        var clockStep: ClockStep?
    }

    /// What the committed changes have done, to be noted in the store whose file this one's becomes.
    var changes: Done { done.withLock { $0 } }

    /// Notes what changes have done in a file that took the place of this one's.
    func note(_ other: Done) {
        done.withLock { done in
            if other.hasWritten { done.hasWritten = true }
            if other.hasBegunDevice { done.hasBegunDevice = true }
            done.clockStep = done.clockStep ?? other.clockStep
        }
    }

    /// Whether a change made through this value was committed.
    package var hasWritten: Bool { done.withLock { $0.hasWritten } }

    /// The last event up to which this program knows every event that binds the store.
    func understood(_ log: LogState) -> UInt64 {
        knowledge.withLock { $0.edition == log.edition ? $0.sequence : 0 }
    }

    /// Notes that every event of a log that binds the store is known.
    func noteUnderstood(_ log: LogState) {
        knowledge.withLock { known in
            let before = known.edition == log.edition ? known.sequence : 0
            known = (log.edition, max(before, log.head))
        }
    }

    /// The open generation; opens the one in use where none is open.
    func current() throws(EventStoreError) -> Generation {
        if let open = opened.generation { return open }
        try StoreFolder.check(path, allowingNetwork: true)
        let fresh = try Generation.open(in: path, projections: model.projections, patience: patience)
        try fresh.check(belongsTo: model)
        return opened.orElse(fresh)
    }

    /// Lets the open generation go, so that the next transaction opens the one that is then in use.
    func close() { opened.close() }

    /// Lets the open generation go, and throws `locked`, if the folder was locked meanwhile. Whoever locks it touches
    /// it, and it is closed once nobody has a file of it open.
    func letGoIfLocked() throws(EventStoreError) {
        do throws(EventStoreError) { try StoreFolder.refuseLocked(path) } catch {
            close()
            throw error
        }
    }

    /// How often the file at the path was found to be another one.
    package var replacements: Int { opened.replacements }

    /// Lets a generation go that is no longer at its path. Unless that is told by the error that this returns, the next
    /// change is refused with it.
    func replaced(_ stale: Generation, reporting: Bool) -> EventStoreError {
        opened.noteReplaced(stale, reporting: reporting, forgetting: damage)
        return .replaced(path: path)
    }

    /// Throws `replaced` once after a read has found another file.
    private func throwIfReplaced() throws(EventStoreError) {
        if opened.report() { throw .replaced(path: path) }
    }

    /// Begins a transaction. A file that LMDB says must be closed first is let go: it is closed once nobody else holds
    /// it.
    private func beginning<Transaction: ~Copyable>(
        in current: Generation, _ begin: () throws -> Transaction
    ) throws(EventStoreError) -> Transaction {
        do { return try begin() } catch {
            if error as? LMDBError == .panicked { opened.exchange(current, for: nil) }
            throw EventStoreError(error)
        }
    }

    /// Opens the generation that replaced `stale`, unless another thread has done so.
    private func reopen(after stale: Generation) throws(EventStoreError) {
        let fresh = try Generation.open(in: path, projections: model.projections, patience: patience)
        opened.exchange(stale, for: fresh)
    }
}

/// A read transaction on the log; it ends when the value goes away.
///
/// While it lives, pages freed by later writes stay in use: keep it short.
package struct StoreReader: ~Copyable {
    package let view: StoreView
}
