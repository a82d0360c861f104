internal import DiarylogHost
internal import DiarylogLMDB

/// What compacting did.
public struct Compaction: Equatable, Sendable {
    /// The size of the file before, in bytes.
    public var before: Int
    /// The size of the file that replaced it, in bytes.
    public var after: Int
    /// How many events were written while the file was copied, and taken over.
    public var followed: UInt64 = 0
    /// For how long writers had to wait.
    public var held = Duration.zero
}

extension Store {
    /// Writes the store into a new file without its free pages, which then takes the place of the old one.
    ///
    /// All processes read and write meanwhile, and go over to the new file by themselves. Writers wait while the last
    /// events are taken over and the change is committed: some milliseconds, and the sync of what was written
    /// meanwhile. Needs room for a second file. Throws `damagedEvents` if an event cannot be read or proven and not
    /// `acceptingDamage`, because the pages that are given up may be what is left of it; and `busy` while another
    /// process compacts.
    @available(*, noasync)
    package func compact(
        acceptingDamage: Bool = false, threads: Int = Threads.processors,
        after: @escaping (GenerationStep) throws -> Void = { _ in }
    ) throws(EventStoreError) -> Compaction {
        try replaceGeneration(
            NewFile(acceptsDamage: acceptingDamage, threads: threads) { generation, file, folder in
                try self.copy(generation, to: file, in: folder)
            }, after: after)
    }
}

/// How the file of a next generation is made: what compacting, rebuilding, forgetting and extending do each in its way.
struct NewFile {
    /// The streams whose drafts are left out.
    var forgotten: Set<StreamID> = []
    /// What becomes of each record; nil if every byte is taken over.
    var change: Relog.Change?
    var acceptsDamage = false
    /// How many threads prove it.
    var threads: Int
    /// Makes the file, of a generation and in a folder, while others write.
    var make: (_ from: Generation, _ file: String, _ folder: String) throws -> Void
    /// Appends what is to be the new file's last event, while nobody else can write.
    var end: ((inout StoreWriter) throws -> Void)?
    /// Whether it gets events that the old file never had: see `extend`.
    var isExtended = false
    /// Whether nobody else can write while it gets them.
    var holdsWriters = false
}

extension Store {
    /// Makes a new file, which then takes the place of the one in use: see `GenerationChange`. One that is extended is
    /// handed to `body`: if others write meanwhile, that was in vain, and it is done once more while they wait.
    func replaceGeneration(
        _ new: NewFile, after: @escaping (GenerationStep) throws -> Void,
        extendedBy body: (Store) throws -> Void = { _ in }
    ) throws(EventStoreError) -> Compaction {
        var new = new
        while true {
            let done = try changeGeneration(after: after) { try replaceGeneration(new, by: $0, extendedBy: body) }
            if let done { return done }
            new.holdsWriters = true
        }
    }

    /// Makes a change of generation.
    func changeGeneration<Result>(
        after: @escaping (GenerationStep) throws -> Void,
        _ body: (consuming GenerationChange) throws -> Result
    ) throws(EventStoreError) -> Result {
        do throws(EventStoreError) {
            let change = try GenerationChange(of: self, after: after)
            do { return try body(change) } catch { throw EventStoreError(error) }
        } catch {
            let told = StoreFolder.naming(error, path: path)
            try? removeLeftovers()
            throw told
        }
    }

    /// Nil if others have written while the new file was extended.
    func replaceGeneration(
        _ new: NewFile, by change: consuming GenerationChange, extendedBy body: (Store) throws -> Void = { _ in }
    ) throws -> Compaction? {
        let generation = try freshGeneration()
        var done = Compaction(before: try size(of: StorePaths.generation(generation.number, path)), after: 0)
        let folder = try change.makeFolder()
        let file = StorePaths.generation(generation.number + 1, folder)
        let unfinished = InterruptedFiles(in: folder, file, file + "-lock", StorePaths.lockFile(folder))
        try new.make(generation, file, folder)
        try change.after(.copied)
        var started: Int64 = 0
        let completed = try complete(
            new, file, in: folder, of: generation.number, change.after, &done, &started, extendedBy: body)
        guard let writer = completed else { return nil }
        try change.after(.completed)
        done.after = try size(of: file)
        done.held = .nanoseconds(try change.commit(file, replacing: writer) - started)
        _ = consume unfinished
        // The note that it is in use may have taken a page.
        if let size = try? size(of: StorePaths.generation(generation.number + 1, path)) { done.after = size }
        return done
    }

    /// Brings a copy up to the newest event, proves and extends it; returns the writer under whose lock it got the last
    /// ones, nil if others have written while it was extended.
    ///
    /// The copy is closed when this returns.
    private func complete(
        _ new: NewFile, _ file: String, in folder: String, of number: UInt32,
        _ after: (GenerationStep) throws -> Void, _ done: inout Compaction, _ started: inout Int64,
        extendedBy body: (Store) throws -> Void
    ) throws -> StoreWriter? {
        var copy = try GenerationCopy(
            opening: file, in: folder, for: self, number: number, changing: new.change)
        try follow(&copy, &done)
        try after(.followed)
        if !new.acceptsDamage {
            let damaged = try copy.store.damagedEvents(threads: new.threads)
            if !damaged.isEmpty { throw EventStoreError.damagedEvents(damaged) }
        }
        // What was written while that was read, and what takes long to sync, is dealt with before writers are held up.
        try follow(&copy, &done)
        try bridging(file) { try FileSystem.syncFile(file) }
        try after(.proven)
        var head: UInt64?
        if new.isExtended, !new.holdsWriters {
            head = try copy.store.beginRead().view.log.head
            try body(copy.store)
            try bridging(file) { try FileSystem.syncFile(file) }
        }
        let writer = try beginWrite()
        started = WallClock.monotonic()
        if let head {
            if writer.log.head != head { return nil }
        } else {
            while case let count = try copy.takeOver(from: writer.view), count > 0 { done.followed += count }
            if new.isExtended { try body(copy.store) }
        }
        try copy.finish(
            as: writer.view, draftsToCarry(from: writer.view, forgetting: new.forgotten), isExtended: new.isExtended)
        if let end = new.end { try copy.store.write(end) }
        return writer
    }

    /// Takes over what was written since the file was copied, until next to nothing is left.
    private func follow(_ copy: inout GenerationCopy, _ done: inout Compaction) throws(EventStoreError) {
        // Writers that are quicker than this are held up a little longer at the end.
        for _ in 0..<64 {
            let count = try copy.takeOver(from: try beginRead().view)
            done.followed += count
            if count < StoreWriter.tailRoom { return }
        }
    }

    /// Copies the file of a generation without its free pages. Where LMDB would walk over a page that leads nowhere, or
    /// the meta record is damaged, the file is made anew from the log instead, with the drafts; false where not all of
    /// them can be had.
    @discardableResult
    func copy(_ generation: Generation, to file: String, in folder: String) throws(EventStoreError) -> Bool {
        // As long as the reader is there, its pages are not written over.
        let reader = try beginRead()
        let (number, isDerived) = (reader.view.identifier, reader.view.log.metaIsDerived)
        let pages = try bridging(generation.file) { try PageCheck(generation.file, transaction: number) }
        _ = consume reader
        if !isDerived, pages?.broken.isEmpty != false {
            do throws(EventStoreError) {
                try generation.environment.copy(to: file)
                return true
            } catch {
                // LMDB copies only where the pages in use and the free ones are all there are.
                guard error.isDamage else { throw error }
            }
        }
        var drafts: [(key: [UInt8], value: [UInt8])]?
        do throws(EventStoreError) { drafts = try draftsToCarry(from: beginRead().view, forgetting: []) } catch {
            guard error.isDamage else { throw error }
        }
        try makeAnew(generation, file, in: folder, drafts: drafts ?? [])
        return drafts != nil
    }

    /// The generation in use, looked for now.
    func freshGeneration() throws(EventStoreError) -> Generation {
        _ = try beginRead()
        return try current()
    }

    func size(of file: String) throws(EventStoreError) -> Int {
        try bridging(file) { try FileSystem.size(of: file) }
    }
}
