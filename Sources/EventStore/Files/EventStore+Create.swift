internal import Host
internal import LMDB

extension EventStore {
    /// Creates a store at a path where there is nothing, or an empty folder.
    ///
    /// The store is built in a folder beside the path, synced, and then renamed: a process killed at any point leaves
    /// at `path` what was there before, or a whole store. The next creation sweeps up what a killed one left beside the
    /// path. `fill` writes the first events in the transaction that lays out the tables. Throws `occupied`, `isALink`,
    /// `foreignFolder`, and what opening throws.
    package static func create(
        at path: String, model: any StreamModel, store id: StoreID, allowingNetwork: Bool = false,
        _ fill: (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        let target = try checkVacant(path)
        let (parent, name) = Layout.split(target)
        try bridging(parent) {
            try FileSystem.makeDirectory(parent, mode: 0o700, withParents: true)
        }
        try StoreFolder.refuseNetwork(parent, allowing: allowingNetwork)
        let prefix = ".\(name).creating-"
        sweep(parent, prefix)
        let (scratch, lockFile) = try claimScratch(in: parent, prefix)
        do throws(EventStoreError) {
            try build(in: scratch, for: target, model: model, store: id, fill)
            try bridging(path) { try FileSystem.rename(from: scratch, to: target) }
        } catch {
            try? FileSystem.removeTree(scratch)
            _ = try checkVacant(path)
            throw StoreFolder.sharpen(error, path: parent)
        }
        try keepName(of: target, in: parent, scratch: scratch)
        // Held until here: otherwise a sweep would take the finished folder for a dead one. The lock ends with the
        // file, too, should the system refuse.
        try? lockFile.unlock(byte: 0)
    }

    /// Makes the name of a new store outlive a power cut. If the system refuses that, the store is taken away again:
    /// nobody has opened it yet, because its lock file is still locked.
    private static func keepName(of target: String, in parent: String, scratch: String) throws(EventStoreError) {
        do throws(SystemError) { return try FileSystem.syncDirectory(parent) } catch {
            let reason = error.description
            do throws(SystemError) { try FileSystem.rename(from: target, to: scratch) } catch {
                throw .unsureOfName(path: target, reason)
            }
            try? FileSystem.removeTree(scratch)
            throw StoreFolder.sharpen(.notWritten(reason), path: parent)
        }
    }

    /// Makes a folder to build in, and locks its lock file so that nobody sweeps it.
    ///
    /// Before it is locked, another process that creates a store may take it for a dead one and remove it: then the
    /// next folder is tried, up to a hundred.
    static func claimScratch(
        in parent: String, _ prefix: String
    ) throws(EventStoreError) -> (path: String, lockFile: LockFile) {
        for _ in 0..<100 {
            let claimed = try bridging(parent) { () -> (path: String, lockFile: LockFile)? in
                let scratch: String
                do throws(SystemError) {
                    scratch = try FileSystem.makeTemporaryDirectory(in: parent, prefix: prefix)
                } catch {
                    // The parent folder exists, but one like /proc takes no new folders.
                    throw error.isMissing ? .refusal(of: parent) : error
                }
                do throws(SystemError) {
                    let lockFile = try LockFile.open(Layout.lockFile(scratch), creating: true)
                    guard try lockFile.tryLock(byte: 0, .exclusive),
                        try FileSystem.kind(of: Layout.lockFile(scratch)) == .file
                    else { return nil }
                    return (scratch, lockFile)
                } catch {
                    if error.isMissing { return nil }
                    try? FileSystem.removeTree(scratch)
                    throw error
                }
            }
            if let claimed { return claimed }
        }
        throw .busy
    }

    private static func build(
        in scratch: String, for path: String, model: any StreamModel, store id: StoreID,
        _ fill: (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        let file = Layout.generation(1, scratch)
        try build(file: file, scratch: scratch, path: path, model: model, store: id, fill)
        try bridging(scratch) {
            try FileSystem.removeFile(file + "-lock")
            let number = Array("1\n".utf8)
            try FileSystem.write(number.span, to: Layout.current(scratch), mode: 0o600, exclusive: true, sync: true)
            try FileSystem.syncFile(file)
            try FileSystem.syncDirectory(scratch)
        }
    }

    /// Makes a file with all tables, fills it and closes it: its environment lives no longer than this call.
    static func build(
        file: String, scratch: String, path: String, model: any StreamModel, store id: StoreID,
        _ fill: (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        var options = Environment.Options()
        options.isDurable = false
        let environment = try bridging { try Environment.open(file, options) }
        let tables = try Tables.open(in: environment, projections: model.projections, creating: true)
        let generation = Generation(number: 1, file: file, environment: environment, tables: tables)
        let store = EventStore(
            path: scratch, location: path, model: model, projections: model.projections, patience: 0,
            generation: generation)
        var meta = Meta(
            store: id, home: .zero, generation: 1,
            checkpoints: [Meta.Checkpoint(name: Meta.streams, version: 1, sequence: 0)]
                + model.projections.map {
                    Meta.Checkpoint(name: $0.checkpointName(.first), version: $0.version, sequence: 0)
                })
        meta.application = model.application
        let log = LogState(tables: tables, meta: meta, head: 0, model: model)
        let writerLock = try WriterLock(inFolder: scratch, patience: 0)
        let transaction = try bridging { try environment.beginWrite() }
        var writer = StoreWriter(
            view: StoreView(transaction, log), writerLock: writerLock, store: store, generation: generation)
        writer.metaIsDirty = true
        do { try fill(&writer) } catch { throw EventStoreError(error) }
        try writer.commit()
        try bridging { try environment.sync() }
    }

    /// Checks that a store may be made at a path: there is nothing, or an empty folder, whose real path is then
    /// returned.
    ///
    /// The new store replaces the folder. The current folder is therefore refused: this process, and likely a shell,
    /// would go on standing in the old one.
    private static func checkVacant(_ path: String) throws(EventStoreError) -> String {
        let (owner, kind) = try bridging(path) {
            (try FileSystem.ownership(of: path), try FileSystem.kind(of: path))
        }
        // A link that is made afterwards is not followed either: a folder is never renamed over one.
        if owner == .link { throw .isALink(path: path) }
        switch kind {
        case .missing: return path
        case .file, .other: throw .isAFile(path: path)
        case .directory: break
        }
        let (isEmpty, isHere, real) = try bridging(path) {
            (
                try FileSystem.isEmptyDirectory(path),
                try FileSystem.identity(of: path) == FileSystem.identity(of: "."),
                try FileSystem.canonicalPath(path)
            )
        }
        guard isEmpty else { throw .occupied(path: path) }
        guard owner == .own else { throw .foreignFolder(path: path) }
        guard !isHere else { throw .storage("a store cannot take the place of the current folder") }
        return real
    }

    /// Removes what killed creations left: folders of this user whose lock file no process holds, and folders without
    /// a lock file. A folder in use has its lock file before all other files, so these are empty, or their removal was
    /// killed.
    ///
    /// It does not look into other users' folders, nor into links.
    static func sweep(_ parent: String, _ prefix: String) {
        guard let names = try? FileSystem.contents(of: parent) else { return }
        for name in names where name.hasPrefix(prefix) {
            let folder = parent + "/" + name
            guard (try? FileSystem.ownership(of: folder)) == .own else { continue }
            if let lockFile = try? StoreFolder.lockFile(in: folder) {
                if (try? lockFile.tryLock(byte: 0, .exclusive)) == true { try? FileSystem.removeTree(folder) }
            } else if let names = try? FileSystem.contents(of: folder), !names.isEmpty, !names.contains("lock") {
                try? FileSystem.removeTree(folder)
            } else {
                try? FileSystem.removeEmptyDirectory(folder)
            }
        }
    }
}
