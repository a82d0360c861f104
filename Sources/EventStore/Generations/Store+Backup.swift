internal import DiarylogHost
internal import DiarylogLMDB

/// A backup that was made: a store by itself, which may be opened where it is, or copied anywhere.
public struct Backup: Equatable, Sendable {
    /// Its folder.
    public var path: String
    /// The newest event in it.
    public var head: SequenceNumber
    /// Its size, in bytes.
    public var bytes: Int
    /// The attached files beside it.
    public var attachments = AttachmentCopy()
    /// The events that cannot be read or proven, there as here.
    public var damaged: [SequenceNumber] = []
    /// Whether drafts cannot be read, there as here.
    var lacksDrafts = false
    /// How long copying took, with the wait for the disk.
    public var copying = Duration.zero
    /// How long proving it took.
    public var proving = Duration.zero
}

extension Store {
    /// Copies the store as it is now to a target, while others read and write, and proves the copy before it counts.
    ///
    /// At the target there may be nothing, an empty folder, or an earlier backup of this store, which is replaced at
    /// once: at any time, and after a power cut, one of the two stands there, whole. With `keeping` 3, the two before
    /// stay as `PATH.1` and `PATH.2`. Costs no writer anything; free pages are left out. If events are damaged, a
    /// target that is free gets the backup all the same, and `damaged` names them; an earlier backup is not replaced.
    ///
    /// `attached` says which files the log names. A file that the earlier backup has becomes a hard link to it, any
    /// other is copied and proven, before the backup counts. A file that cannot be had is named in `attachments`.
    /// `beside` are small files of the program's in the store's folder, by their paths from there, that come along.
    ///
    /// Throws `damagedEvents`, `holdsMore` if what stands there has events that are not here, `occupied`, `isAFile`,
    /// `isALink`, `foreignFolder`, `insideStore`, `diskFull`.
    @available(*, noasync)
    package func backUp(
        to destination: String, keeping: Int = 1, threads: Int = Threads.processors, beside: [String] = [],
        attached: (borrowing StoreView) throws -> [AttachedFile] = { _ in [] }
    ) throws(EventStoreError) -> Backup {
        let target = try BackupTarget(destination, of: self)
        // What the log names when it is copied must still be there when the files are.
        let held = try holdAttachments()
        let claimed = try target.claim()
        let scratch = claimed.path
        do throws(EventStoreError) {
            var backup = Backup(path: target.path, head: 0, bytes: 0)
            var named: [AttachedFile]?
            while named == nil {
                try empty(scratch)
                named = try copy(into: scratch, &backup, threads: threads, attached: attached)
            }
            backup.attachments = try Self.collect(
                named ?? [], into: scratch, linking: target.isTaken ? target.path : nil, from: [path])
            if !backup.damaged.isEmpty, target.isTaken { throw .damagedEvents(backup.damaged) }
            if backup.lacksDrafts, target.isTaken { throw .damaged("the table \(Tables.drafts)") }
            for file in beside { try carry(file, into: scratch) }
            try target.put(scratch, keeping: keeping)
            claimed.release()
            _ = consume held
            noteBackup(target.path)
            return backup
        } catch {
            let told = StoreFolder.naming(error, path: target.parent, writing: scratch)
            try? FileSystem.removeTree(scratch)
            throw told
        }
    }

    /// Copies a small file of the store's folder, if it is there.
    private func carry(_ file: String, into folder: String) throws(EventStoreError) {
        try bridging(folder) {
            guard try FileSystem.kind(of: "\(path)/\(file)") == .file else { return }
            let bytes = try FileSystem.read("\(path)/\(file)", limit: 1 << 20)
            let parent = FileSystem.parent(of: "\(folder)/\(file)")
            try FileSystem.makeDirectory(parent, withParents: true)
            try FileSystem.write(bytes.span, to: "\(folder)/\(file)")
            try FileSystem.syncDirectory(parent)
        }
    }

    /// Removes the generations that were copied into a folder.
    private func empty(_ folder: String) throws(EventStoreError) {
        for file in StorePaths.generations(in: folder).map({ StorePaths.generation($0, folder) }) {
            try bridging(file) {
                try FileSystem.removeTree(file + "-lock")
                try FileSystem.removeTree(file)
            }
        }
    }

    /// Makes the backup in a folder of its own, and syncs it. LMDB's lock file stays, with its room on the disk: who
    /// opens the backup on a medium that is full could not make it.
    ///
    /// Nil if the generation was replaced before it was copied whole: what it held may have been forgotten since.
    private func copy(
        into folder: String, _ backup: inout Backup, threads: Int,
        attached: (borrowing StoreView) throws -> [AttachedFile]
    ) throws(EventStoreError) -> [AttachedFile]? {
        let generation = try freshGeneration()
        let file = StorePaths.generation(generation.number, folder)
        let start = WallClock.monotonic()
        let hasDrafts = try copy(generation, to: file, in: folder)
        let copied = WallClock.monotonic()
        guard try freshGeneration().number == generation.number else { return nil }
        let files = try prove(file, in: folder, generation.number, &backup, threads: threads, attached: attached)
        if !hasDrafts { backup.lacksDrafts = true }
        backup.copying = .nanoseconds(copied - start)
        backup.proving = .nanoseconds(WallClock.monotonic() - copied)
        backup.bytes = try size(of: file)
        try bridging(folder) { try FileSystem.syncDirectory(folder) }
        return files
    }

    /// Opens the copy, proves each of its events, and closes it; returns the files that they name.
    private func prove(
        _ file: String, in folder: String, _ number: UInt32, _ backup: inout Backup, threads: Int,
        attached: (borrowing StoreView) throws -> [AttachedFile]
    ) throws(EventStoreError) -> [AttachedFile] {
        let copy = try GenerationCopy(opening: file, in: folder, for: self, number: number)
        backup.head = SequenceNumber(try copy.store.beginRead().view.log.head)
        backup.damaged = try copy.store.damagedEvents(threads: threads)
        let reader = try copy.store.beginRead()
        backup.lacksDrafts = try reader.view.findingsOfDrafts().count > 0
        do { return try attached(reader.view) } catch { throw EventStoreError(error) }
    }
}

extension Store {
    /// The backups that were made, as far as they are still there; only a hint, as they may have been moved.
    package func knownBackups() -> [String] { backupTargets().flatMap(StorePaths.backups(at:)) }

    /// The targets at which they were made.
    private func backupTargets() -> [String] {
        let bytes = (try? FileSystem.read(plain: StorePaths.backups(path), limit: 1 << 16)) ?? []
        let paths = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        return paths.filter { !StorePaths.backups(at: $0).isEmpty }
    }

    /// Notes where a backup was made. If that cannot be written, the backup is as good.
    private func noteBackup(_ target: String) {
        guard let real = try? FileSystem.canonicalPath(target), !real.utf8.contains(0x0A) else { return }
        let known = backupTargets()
        if known.contains(real) { return }
        let lines = (known + [real]).suffix(64).map { $0 + "\n" }.joined()
        guard lines.utf8.count <= 1 << 16, var file = try? FileReplacement(of: StorePaths.backups(path)) else { return }
        try? file.write(Array(lines.utf8))
        try? file.finish()
    }
}
