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
        try place.fill { folder in
            let file = StorePaths.generation(1, folder)
            try build(file: file, scratch: folder, path: place.target, model: model, store: id, fill)
        }
    }

    /// A folder to build in, which nobody sweeps; those that killed processes left go. None is made where a store would
    /// lie open among what is sealed.
    static func claimScratch(in parent: String, _ prefix: String) throws(EventStoreError) -> HalfMadeFolder {
        if SealedFolder.around(parent) != nil { throw .insideRemote(path: parent) }
        HalfMadeFolder.sweep(parent, prefix)
        guard let scratch = try bridging(parent, { try HalfMadeFolder(in: parent, prefix: prefix) }) else {
            throw .busy
        }
        return scratch
    }

    /// Makes a file with all tables, fills it and closes it: its environment lives no longer than this call.
    static func build(
        file: String, scratch: String, path: String, model: any StreamModel, store id: StoreID,
        _ fill: (inout StoreWriter) throws -> Void
    ) throws(EventStoreError) {
        let store = try open(file: file, scratch: scratch, path: path, model: model)
        let generation = try store.current()
        var meta = Meta(
            store: id, home: .zero, generation: 1,
            checkpoints: [Meta.Checkpoint(name: Meta.streams, version: 1, sequence: 0)]
                + model.projections.map {
                    Meta.Checkpoint(name: $0.name, version: $0.version, sequence: 0)
                })
        meta.application = model.application
        let log = LogState(tables: generation.tables, meta: meta, model: model)
        let writerLock = try FolderLock(.writing, inFolder: scratch, patience: 0)
        let transaction = try bridging { try generation.environment.beginWrite() }
        var writer = StoreWriter(
            view: StoreView(transaction, log), writerLock: writerLock, store: store, generation: generation,
            isNew: true)
        try writer.view.layKeys()
        do { try fill(&writer) } catch { throw EventStoreError(error) }
        try writer.commit()
        try bridging { try generation.environment.sync() }
    }

    /// Opens a file that nobody else has; unless it is a copy, with a `number`, it is made if it is not there, with all
    /// tables. It is not durable: whoever finishes it syncs it.
    static func open(
        file: String, scratch: String, path: String, model: any StreamModel, number: UInt32? = nil
    ) throws(EventStoreError) -> Store {
        var options = Environment.Options()
        options.isDurable = false
        let environment = try bridging { try Environment.open(file, options) }
        let tables = try Tables.open(in: environment, projections: model.projections, creating: number == nil)
        return Store(
            path: scratch, location: path, model: model, patience: 0,
            generation: Generation(number: number ?? 1, file: file, environment: environment, tables: tables))
    }
}
