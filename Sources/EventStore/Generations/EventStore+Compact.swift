internal import Host
internal import LMDB

/// What compacting did.
public struct Compaction: Equatable, Sendable {
    /// The size of the file before, in bytes.
    public var before: Int
    /// The size of the file that replaced it, in bytes.
    public var after: Int
    /// How many events were written while the file was copied, and taken over.
    public var followed: UInt64 = 0
    /// For how long writers had to wait, in nanoseconds.
    public var held: Int64 = 0
}

extension EventStore {
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
        after: @escaping (GenerationStep) throws(EventStoreError) -> Void = { _ in }
    ) throws(EventStoreError) -> Compaction {
        while true {
            do throws(EventStoreError) {
                let change = try GenerationChange(of: self, after: after)
                return try compact(change, acceptingDamage: acceptingDamage, threads: threads)
            } catch .mapFull {
                // The transaction that names the next generation needs some pages of the old file.
                let current = try current()
                try bridging { () throws(LMDBError) in try current.environment.grow() }
            } catch .conflict {
                // The log was rewritten meanwhile: the copy is made again.
            } catch {
                try? removeLeftovers()
                throw Surroundings.sharpen(error, path: path)
            }
        }
    }

    private func compact(
        _ change: consuming GenerationChange, acceptingDamage: Bool, threads: Int
    ) throws(EventStoreError) -> Compaction {
        let generation = try freshGeneration()
        let old = Layout.generation(generation.number, path)
        var done = Compaction(before: try size(of: old), after: 0)
        let folder = try change.makeFolder()
        let file = Layout.generation(generation.number + 1, folder)
        try bridging { () throws(LMDBError) in try generation.environment.copy(to: file, compacting: true) }
        try change.after(.copied)
        var started: Int64 = 0
        let writer = try complete(
            file, in: folder, of: generation.number, change.after, acceptingDamage: acceptingDamage, threads: threads,
            &done, &started)
        try change.after(.completed)
        done.after = try size(of: file)
        done.held = try change.commit(file, replacing: writer) - started
        return done
    }

    /// Brings a copy up to the newest event and proves it; returns the writer under whose lock it got the last ones.
    ///
    /// The copy is closed when this returns.
    private func complete(
        _ file: String, in folder: String, of number: UInt32,
        _ after: (GenerationStep) throws(EventStoreError) -> Void, acceptingDamage: Bool, threads: Int,
        _ done: inout Compaction, _ started: inout Int64
    ) throws(EventStoreError) -> StoreWriter {
        let copy = try GenerationCopy(opening: file, in: folder, for: self, number: number)
        try follow(copy, &done)
        try after(.followed)
        try copy.prove(acceptingDamage: acceptingDamage, threads: threads)
        // What was written while that was read, and what takes long to sync, is dealt with before writers are held up.
        try follow(copy, &done)
        try bridging(file) { () throws(SystemError) in try FileSystem.syncFile(file) }
        try after(.proven)
        let writer = try beginWrite()
        started = WallClock.monotonic()
        while true {
            let count = try copy.takeOver(from: writer.view)
            if count == 0 { break }
            done.followed += count
        }
        try copy.finish(as: writer.view)
        return writer
    }

    /// Takes over what was written since the file was copied, until next to nothing is left.
    private func follow(_ copy: GenerationCopy, _ done: inout Compaction) throws(EventStoreError) {
        // Writers that are quicker than this are held up a little longer at the end.
        for _ in 0..<64 {
            let count = try copy.takeOver(from: try beginRead().view)
            done.followed += count
            if count < StoreWriter.tailRoom { return }
        }
    }

    /// The generation in use, looked for now.
    func freshGeneration() throws(EventStoreError) -> Generation {
        _ = try beginRead()
        return try current()
    }

    func size(of file: String) throws(EventStoreError) -> Int {
        try bridging(file) { () throws(SystemError) in try FileSystem.size(of: file) }
    }
}

extension GenerationCopy {
    /// Proves every event; throws `damagedEvents` unless damage is accepted. What was lost before is no damage.
    fileprivate func prove(acceptingDamage: Bool, threads: Int) throws(EventStoreError) {
        let damaged = try store.damagedEvents(threads: threads)
        if !damaged.isEmpty, !acceptingDamage { throw .damagedEvents(damaged) }
    }
}

extension EventStore {
    /// The events that cannot be read or proven; those that were lost before this log was made, its holes, are not
    /// among them. Reads every event.
    func damagedEvents(threads: Int) throws(EventStoreError) -> [SequenceNumber] {
        let head = try beginRead().view.log.head
        guard head > 0 else { return [] }
        let check = try checkChains(through: head, threads: threads)
        return check.problems.filter { $0.reason != .hole }.map { SequenceNumber($0.sequence) }
    }
}
