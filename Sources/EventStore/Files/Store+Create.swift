internal import DiarylogHost
internal import DiarylogLMDB

extension Store {
    /// Creates a store at a path where there is nothing, or an empty folder.
    ///
    /// A process killed at any point leaves at `path` what was there before, or a whole store: see `NewPlace`.
    /// `fill` writes the first events in the transaction that lays out the tables. Throws `occupied`, `isALink`,
    /// `foreignFolder`, and what opening throws.
    package static func create(
        at path: String, model: any StreamModel, store id: StoreID, allowingNetwork: Bool = false,
        _ fill: (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        let place = try NewPlace(path, allowingNetwork: allowingNetwork)
        place.sweep()
        try place.fill(try claimScratch(in: place.parent, place.prefix)) { folder in
            let file = Layout.generation(1, folder)
            try build(file: file, scratch: folder, path: place.target, model: model, store: id, fill)
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
                do throws(SystemError) { return try claim(scratch) } catch {
                    try? FileSystem.removeTree(scratch)
                    throw error
                }
            }
            if let claimed { return claimed }
        }
        throw .busy
    }

    /// Locks the lock file of a folder to build in; nil if another process has locked it, or removed it meanwhile.
    static func claim(_ folder: String) throws(SystemError) -> (path: String, lockFile: LockFile)? {
        do throws(SystemError) {
            let lockFile = try LockFile.open(Layout.lockFile(folder), creating: true)
            guard try lockFile.tryLock(byte: 0, .exclusive),
                try FileSystem.kind(of: Layout.lockFile(folder)) == .file
            else { return nil }
            return (folder, lockFile)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Makes a file with all tables, fills it and closes it: its environment lives no longer than this call.
    static func build(
        file: String, scratch: String, path: String, model: any StreamModel, store id: StoreID,
        _ fill: (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        let store = try open(file: file, scratch: scratch, path: path, model: model, isDurable: false)
        let generation = try store.current()
        var meta = Meta(
            store: id, home: .zero, generation: 1,
            checkpoints: [Meta.Checkpoint(name: Meta.streams, version: 1, sequence: 0)]
                + model.projections.map {
                    Meta.Checkpoint(name: $0.checkpointName(.first), version: $0.version, sequence: 0)
                })
        meta.application = model.application
        let log = LogState(tables: generation.tables, meta: meta, head: 0, model: model)
        let writerLock = try WriterLock(inFolder: scratch, patience: 0)
        let transaction = try bridging { try generation.environment.beginWrite() }
        var writer = StoreWriter(
            view: StoreView(transaction, log), writerLock: writerLock, store: store, generation: generation)
        writer.metaIsDirty = true
        do { try fill(&writer) } catch { throw EventStoreError(error) }
        try writer.commit()
        try bridging { try generation.environment.sync() }
    }

    /// Opens a file that nobody else has, with all tables; it is made if it is not there.
    static func open(
        file: String, scratch: String, path: String, model: any StreamModel, isDurable: Bool
    ) throws(EventStoreError) -> Store {
        var options = Environment.Options()
        options.isDurable = isDurable
        let environment = try bridging { try Environment.open(file, options) }
        let tables = try Tables.open(in: environment, projections: model.projections, creating: true)
        return Store(
            path: scratch, location: path, model: model, projections: model.projections, patience: 0,
            generation: Generation(number: 1, file: file, environment: environment, tables: tables))
    }

    /// Removes what killed creations left: folders of this user whose lock file nobody holds, or that have none: empty
    /// ones, and those whose removal was itself killed, as a folder in use has its lock file before all others.
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
