internal import DiarylogHost

/// A step of the change from one generation to the next; a process may be killed after each.
package enum GenerationStep: String, CaseIterable, Sendable, Codable {
    /// The file was copied, while others read and write.
    case copied
    /// The copy has what was written meanwhile.
    case followed
    /// Every event of the copy is proven.
    case proven
    /// Nobody else can write, and the copy has every event.
    case completed
    /// The copy is on the disk.
    case synced
    /// It has the name of the next generation.
    case named
    /// The file in use names it as the next: from here on it counts.
    case committed
    /// The file that it replaced is gone.
    case removed
}

/// The change from one generation to the next: one file takes the place of another, while processes use both.
///
///     copied → followed → proven → [ completed → synced → named → committed ] → removed
///
/// Only the steps in brackets hold writers up. Before `committed` the old file is the store, and what was made of the
/// new one is a leftover, and says so (`awaitsUse`); from then on it is the other way round. Whoever opens the old file
/// sees in its meta record which one follows. A process that has it open looks there at every transaction. Before the
/// old file goes, the new one is told that it is in use: an older file that a carrier lays beside it later is no reason
/// to remove it.
///
/// One change at a time: its maker holds the lock `changing`.
struct GenerationChange: ~Copyable {
    let store: Store
    /// Is called after each step.
    let after: (GenerationStep) throws -> Void
    private let lock: FolderLock

    /// Takes the lock, and removes what a killed process left. Throws `busy` if another process makes a change for
    /// longer than the store's patience, and `readOnly`.
    init(
        of store: Store, after: @escaping (GenerationStep) throws -> Void
    ) throws(EventStoreError) {
        let lock = try FolderLock(.changing, inFolder: store.path, patience: store.patience)
        try store.clearLeftovers()
        self.store = store
        self.after = after
        self.lock = lock
    }

    /// Makes the folder in which the next generation is made, empty.
    func makeFolder() throws(EventStoreError) -> String {
        let folder = StorePaths.making(store.path)
        try bridging(folder) {
            try FileSystem.removeTree(folder)
            try FileSystem.makeDirectory(folder, mode: 0o700)
        }
        return folder
    }

    /// Lets a finished file take the place of the one that the writer writes to; nobody must have it open.
    ///
    /// Returns at which moment of the monotonic clock the change was on the disk and writers could go on. The old file
    /// may still be there afterwards: see `clearLeftovers`.
    consuming func commit(_ file: String, replacing writer: consuming StoreWriter) throws -> Int64 {
        let (old, path) = (writer.log.meta.generation, store.path)
        try bridging(file) { try FileSystem.syncFile(file) }
        try after(.synced)
        let next = StorePaths.generation(old + 1, path)
        try bridging(path) {
            // What a carrier brought is not written over.
            guard try FileSystem.kind(of: next) == .missing else {
                throw EventStoreError.storage("\(next) lies in the way, and was not made here")
            }
            try FileSystem.rename(from: file, to: next)
            try FileSystem.syncDirectory(path)
        }
        try after(.named)
        // The transaction that commits this ends the old file's life.
        writer.log.meta.next = old + 1
        do throws(EventStoreError) { try writer.commit() } catch {
            // What is on the disk says whether the change was made.
            store.close()
            guard try store.beginRead().view.log.meta.generation == old + 1 else { throw error }
        }
        let moment = WallClock.monotonic()
        try after(.committed)
        // The change is made, whatever becomes of the rest: the next one that holds the lock finishes it.
        _ = try? store.beginRead()
        try? store.clearLeftovers(replaced: old)
        try after(.removed)
        return moment
    }
}

extension StoreView {
    /// Whether the event of a number has this id, or none is meant.
    fileprivate func holds(_ sequence: UInt64, _ id: Digest) throws(EventStoreError) -> Bool {
        guard sequence > 0 else { return true }
        if let frame = try soundFrame(sequence) { return frame.id == id }
        return try keptHole(sequence).map { ($0.id ?? .zero) == id } ?? false
    }
}

extension Store {
    /// Removes what killed processes left of changes of generation: files that were replaced, or never came into use.
    ///
    /// A file that may have what this log lacks stays; see `otherLogs`. The one that was just replaced, `old`, has not.
    ///
    /// The caller holds the lock `changing`, so no change is being made. Files are removed under the exclusive lock
    /// `generations`: nobody is about to open one. Processes that have a replaced file open go on with it until their
    /// next transaction, and the disk gets its room back when the last of them has let it go.
    fileprivate func clearLeftovers(replaced old: UInt32? = nil) throws(EventStoreError) {
        let log = try beginRead().view.log
        // A derived record cannot say which generation is in use.
        if log.metaIsDerived { return }
        let number = log.meta.generation
        let others = StorePaths.generations(in: path).filter { $0 != number }
        if !others.isEmpty, try Generation.inUse(in: path, projections: model.projections).number != number {
            // A carrier brought a newer one since this was opened: whoever writes next is told, and goes over to it.
            _ = replaced(try current(), reporting: false)
            return
        }
        if log.meta.awaitsUse { try noteUse() }
        var leftovers: [UInt32] = []
        for other in others {
            if other == old {
                leftovers.append(other)
            } else if try isLeftover(other) {
                leftovers.append(other)
            }
        }
        let making = StorePaths.making(path)
        let isMaking = try bridging(making) { try FileSystem.kind(of: making) != .missing }
        guard isMaking || !leftovers.isEmpty else { return }
        guard let lock = try FolderLock(trying: .generations, inFolder: path, patience: patience) else { return }
        let path = path
        try bridging(path) {
            for number in leftovers {
                // The lock file first: without its log nobody would look for it.
                try FileSystem.removeTree(StorePaths.generation(number, path) + "-lock")
                try FileSystem.removeTree(StorePaths.generation(number, path))
            }
            try FileSystem.removeTree(making)
            try FileSystem.syncDirectory(path)
        }
        _ = consume lock
    }

    /// Notes that the file in use has taken another one's place.
    private func noteUse() throws(EventStoreError) {
        var writer = try beginWrite()
        writer.log.meta.awaitsUse = false
        try writer.commit()
    }

    /// The names of the generations beside the one in use that may have what its log lacks: a carrier brought them, or
    /// brought that.
    package func otherLogs() throws(EventStoreError) -> [String] {
        let number = try beginRead().view.log.meta.generation
        var names: [String] = []
        for other in StorePaths.generations(in: path) where other != number {
            let file = StorePaths.generation(other, path)
            guard try bridging(file, { try FileSystem.kind(of: file) }) == .file, try !isLeftover(other) else {
                continue
            }
            names.append(StorePaths.split(file).name)
        }
        return names
    }

    /// Gives a file of the folder another name; nobody writes to it afterwards, who may have it open.
    package func setAside(_ name: String, as other: String) throws(EventStoreError) {
        let writing = try FolderLock(.writing, inFolder: path, patience: patience)
        try bridging(path) {
            try FileSystem.rename(from: "\(path)/\(name)", to: "\(path)/\(other)")
            try FileSystem.removeTree("\(path)/\(name)-lock")
            try FileSystem.syncDirectory(path)
        }
        _ = consume writing
    }

    /// Whether nothing is lost with a file beside the one in use: it never came into use; or another took its place,
    /// and this log has its newest event, and the newest that was written there.
    private func isLeftover(_ number: UInt32) throws(EventStoreError) -> Bool {
        let reader = try beginRead()
        guard let meta = try? Generation.meta(of: number, in: path), meta.store == reader.view.log.meta.store else {
            return false
        }
        if meta.awaitsUse { return true }
        guard meta.next != 0, try reader.view.holds(meta.head, meta.newest) else { return false }
        return try reader.view.holds(meta.own.sequence, meta.own.id)
    }

    /// Removes what killed processes left of changes of generation or of folders, unless one is being made right now.
    ///
    /// Costs a look into the folder and one beside it, some 15 µs, where nothing is left.
    package func removeLeftovers() throws(EventStoreError) {
        let names = try bridging(path) { try FileSystem.contents(of: path) }
        let files = names.filter { $0.hasPrefix("log-") && $0.hasSuffix(".mdb") }
        let isMaking = names.contains(StorePaths.split(StorePaths.making(path)).name)
        let folder = try Self.leftFolder(of: path)
        if names.contains(where: { $0.hasPrefix(StorePaths.taking) }) { HalfMadeFolder.sweep(path, StorePaths.taking) }
        guard files.count > 1 || isMaking || folder != nil else { return }
        guard let lock = try FolderLock(trying: .changing, inFolder: path, patience: 0) else { return }
        try clearLeftovers()
        try Self.removeLeftFolder(of: path)
        _ = consume lock
    }
}
