internal import Host
internal import LMDB

extension EventStore {
    /// Makes a store in a place that is missing or an empty folder.
    ///
    /// It is built in a folder beside the place, synced, and then renamed: killed anywhere, it leaves nothing at
    /// `path`, or a store. What a killed creation left beside it is swept up by the next one. `fill` writes the
    /// first events in the transaction that lays the tables out. Throws `occupied`, and what `open` throws.
    package static func create(
        at path: String, model: any StreamModel, diary: Identifier, allowingNetwork: Bool = false,
        _ fill: (inout StoreWriter) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        try checkVacant(path)
        let (parent, name) = Layout.split(path)
        try Surroundings.run(parent) { () throws(SystemError) in
            try FileSystem.makeDirectory(parent, mode: 0o700, withParents: true)
        }
        try Surroundings.refuseNetwork(parent, allowing: allowingNetwork)
        let prefix = ".\(name).creating-"
        sweep(parent, prefix)
        let scratch = try Surroundings.run(parent) { () throws(SystemError) in
            try FileSystem.makeTemporaryDirectory(in: parent, prefix: prefix)
        }
        do throws(EventStoreError) {
            try build(in: scratch, for: path, model: model, diary: diary, fill)
            try Surroundings.run(path) { () throws(SystemError) in
                try FileSystem.rename(from: scratch, to: path)
                try FileSystem.syncDirectory(parent)
            }
        } catch {
            try? FileSystem.removeTree(scratch)
            try checkVacant(path)
            throw Surroundings.sharpen(error, path: parent)
        }
    }

    private static func build(
        in scratch: String, for path: String, model: any StreamModel, diary: Identifier,
        _ fill: (inout StoreWriter) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        let gate = try Surroundings.run(scratch) { () throws(SystemError) in
            try LockFile.open(Layout.gate(scratch), creating: true)
        }
        let inhabited = try Surroundings.run(scratch) { () throws(SystemError) in
            try gate.tryLock(byte: 0, .exclusive)
        }
        guard inhabited else { throw .busy }
        let file = Layout.generation(1, scratch)
        try build(file: file, scratch: scratch, gate: gate, path: path, model: model, diary: diary, fill)
        try Surroundings.run(scratch) { () throws(SystemError) in
            try FileSystem.removeFile(file + "-lock")
            let number = Array("1\n".utf8)
            try FileSystem.write(number.span, to: Layout.current(scratch), mode: 0o600, exclusive: true, sync: true)
            try FileSystem.syncFile(file)
            try FileSystem.syncDirectory(scratch)
        }
    }

    /// Fills the file and closes it: its environment lives no longer than this call.
    private static func build(
        file: String, scratch: String, gate: LockFile, path: String, model: any StreamModel, diary: Identifier,
        _ fill: (inout StoreWriter) throws(EventStoreError) -> Void
    ) throws(EventStoreError) {
        var options = Environment.Options()
        options.isDurable = false
        let environment = try storing { () throws(LMDBError) in try Environment.open(file, options) }
        let tables = try Tables.open(in: environment, projections: model.tables, creating: true)
        let generation = Generation(number: 1, environment: environment, tables: tables)
        let store = EventStore(
            path: scratch, place: path, model: model, patience: 0, gate: gate, generation: generation)
        let meta = Meta(
            diary: diary, home: .zero, origin: 0, generation: 1,
            checkpoints: model.projections.map { Meta.Checkpoint(name: $0.name, version: $0.version, sequence: 0) })
        let log = LogState(tables: tables, meta: meta, head: 0, model: model)
        let turn = try Turn(gate: gate, path: scratch, patience: 0)
        let transaction = try storing { () throws(LMDBError) in try environment.beginWrite() }
        var writer = StoreWriter(transaction: transaction, log: log, turn: turn, store: store)
        writer.metaIsDirty = true
        try fill(&writer)
        try writer.commit()
        try storing { () throws(LMDBError) in try environment.sync() }
    }

    /// A store may be made where nothing is, or in an empty folder.
    private static func checkVacant(_ path: String) throws(EventStoreError) {
        switch try Surroundings.run(path, { () throws(SystemError) in try FileSystem.kind(of: path) }) {
        case .missing: return
        case .file, .other: throw .isAFile(path: path)
        case .directory:
            let entries = try Surroundings.run(path) { () throws(SystemError) in try FileSystem.contents(of: path) }
            guard entries.isEmpty else { throw .occupied(path: path) }
        }
    }

    /// Removes what killed creations left: folders whose gate nobody holds.
    private static func sweep(_ parent: String, _ prefix: String) {
        guard let names = try? FileSystem.contents(of: parent) else { return }
        for name in names where name.hasPrefix(prefix) {
            let folder = parent + "/" + name
            guard let gate = try? LockFile.open(Layout.gate(folder), creating: false),
                (try? gate.tryLock(byte: 0, .exclusive)) == true
            else { continue }
            try? FileSystem.removeTree(folder)
        }
    }
}
