internal import DiarylogHost
internal import DiarylogLMDB
internal import Synchronization

/// One LMDB file of a store. Another replaces it when the store is compacted or a stream is forgotten.
final class Generation: Sendable {
    let number: UInt32
    /// The path under which it was opened.
    let file: String
    let environment: Environment
    let tables: Tables
    /// The newest event, as the lock file named it when this was opened; what is read later is that far at least.
    let claimedHead: EventReference?
    /// The tables whose pages lead a write astray; nil until they were looked at.
    private let checkedTables = Mutex<Set<String>?>(nil)

    init(number: UInt32, file: String, environment: Environment, tables: Tables, claimedHead: EventReference? = nil) {
        self.claimedHead = claimedHead
        self.number = number
        self.file = file
        self.environment = environment
        self.tables = tables
    }

    /// The file that is open.
    var identity: FileIdentity {
        FileIdentity(device: UInt64(environment.identity.device), inode: UInt64(environment.identity.inode))
    }

    /// Whether the open file is still the one at its path: it is not after the folder was moved, removed or replaced.
    ///
    /// Costs a system call. As long as the file is open its inode is not given to another one, so equal numbers mean
    /// the same file.
    var isInPlace: Bool { (try? FileSystem.identity(of: file)) == identity }

    /// Looks, before the first write, at the pages that each commit writes, since LMDB ends the process at those that
    /// cannot be: throws `damaged` for the unnamed table, and has LMDB forget its list of free pages where that is
    /// damaged. To be called under the writer's lock.
    func checkPagesToWrite() throws(EventStoreError) {
        guard checkedTables.withLock({ $0 == nil }), isInPlace else { return }
        let broken = try bridging(file) { try PageCheck(ofEachCommit: file)?.broken ?? [:] }
        if broken[""] != nil { throw Table.main.damage }
        if broken[PageCheck.freeList] != nil { try bridging { try environment.forgetFreePages() } }
        checkedTables.withLock { $0 = Set(broken.keys) }
    }

    /// Throws the damage of a table whose pages lead a write astray.
    func checkTablesToWrite() throws(EventStoreError) {
        let broken = checkedTables.withLock { $0 ?? [] }
        for table in tables.all where broken.contains(table.name) { throw table.damage }
    }

    /// Opens the generation in use, under a shared lock on the lock file.
    static func open(
        in path: String, projections: [any TableProjection], patience: Int
    ) throws(EventStoreError) -> Generation {
        guard let lock = try FolderLock(sharing: .generations, inFolder: path, patience: patience) else {
            let generation = try inUse(in: path, projections: projections)
            guard try StoreFolder.lockFile(in: path) != nil else { return generation }
            // A writer has made the lock file meanwhile: open again, this time under its lock.
            return try open(in: path, projections: projections, patience: patience)
        }
        let generation = try inUse(in: path, projections: projections)
        _ = consume lock
        return generation
    }

    /// The newest generation in the folder whose record is sound, names no next one, and does not wait to be named; if
    /// there is none, the newest of all.
    ///
    /// A generation that was replaced says so, and what a killed process left of the next one says that it never came
    /// into use. Two in use are of two devices, and a carrier brought one of them: on both devices the newest counts.
    /// Where another store's log lies beside, this store's is the one that has the event which the lock file names.
    static func inUse(
        in path: String, projections: [any TableProjection]
    ) throws(EventStoreError) -> Generation {
        let numbers = try bridging(path) { try StorePaths.readGenerations(in: path) }
        var sound: [(generation: Generation, meta: Meta)] = []
        for number in numbers {
            do throws(EventStoreError) {
                let generation = try open(number, in: path, projections: projections)
                if let meta = try generation.soundMeta() { sound.append((generation, meta)) }
            } catch {
                // Any other failure may be temporary, and must not make another generation serve.
                guard case .damaged = error else { throw error }
            }
        }
        let isOneStore = sound.allSatisfy { $0.meta.store == sound.first?.meta.store }
        let known = isOneStore ? nil : sound.first { $0.generation.hasClaimedHead }
        if !isOneStore, known == nil {
            throw .damaged("\(path) holds logs of several stores, and nothing says which one is in use: its log")
        }
        let store = (known ?? sound.first)?.meta.store
        var (found, named): (Generation?, Set<UInt32>) = (nil, [])
        for (generation, meta) in sound where meta.store == store {
            if meta.next != 0 {
                named.insert(meta.next)
            } else if found == nil || !meta.awaitsUse || named.contains(generation.number) {
                found = generation
            }
        }
        if let found { return found }
        guard let newest = numbers.last else { throw .damaged("\(path) holds no log") }
        let generation = try open(newest, in: path, projections: projections)
        // A file that names a missing generation would send each transaction there, and the search for it back here.
        if let next = try generation.soundMeta()?.next, next != 0 {
            // It may have come, and have been named, since the folder was listed.
            if !numbers.contains(next), try exists(next, in: path) {
                return try inUse(in: path, projections: projections)
            }
            throw .damaged("\(StorePaths.generation(next, path)) is missing")
        }
        return generation
    }

    /// The meta record; nil if it is damaged, missing, or another file's.
    func soundMeta() throws(EventStoreError) -> Meta? { try Self.meta(of: number, in: environment) }

    /// Whether the log has the event that the lock file named.
    private var hasClaimedHead: Bool {
        guard let head = claimedHead, let transaction = try? environment.beginRead() else { return false }
        for (key, table) in [
            (TableKey.tail(head.sequence), Table.main), (TableKey.sequence(head.sequence), tables.log),
        ] {
            guard let database = try? table.inFile, let bytes = try? transaction.value(for: key.span, in: database)
            else { continue }
            if (try? Frame(bytes, expecting: head.sequence))?.id == head.id { return true }
        }
        return false
    }

    private static func exists(_ number: UInt32, in path: String) throws(EventStoreError) -> Bool {
        let file = StorePaths.generation(number, path)
        return try bridging(file) { try FileSystem.kind(of: file) } == .file
    }

    private static func open(
        _ number: UInt32, in path: String, projections: [any TableProjection]
    ) throws(EventStoreError) -> Generation {
        let file = StorePaths.generation(number, path)
        do {
            let environment = try environment(of: number, in: path)
            // The format is read before the tables are opened: a newer one may lack them.
            try checkFormat(environment)
            let tables = try Tables.open(in: environment, projections: projections, creating: false)
            return Generation(
                number: number, file: file, environment: environment, tables: tables,
                claimedHead: try StoreFolder.lockFile(in: path)?.claimedHead)
        } catch {
            // LMDB writes to its own lock file even to read.
            let isBarred = !FileSystem.isWritable(file + "-lock")
            throw StoreFolder.naming(error, path: isBarred ? file + "-lock" : file)
        }
    }

    private static func environment(of number: UInt32, in path: String) throws(EventStoreError) -> Environment {
        let file = StorePaths.generation(number, path)
        guard try exists(number, in: path) else { throw .damaged("\(file) is missing") }
        // LMDB would leave a lock file beside any file, and make a database of an empty one.
        let start = try bridging(file) { try FileSystem.read(file, limit: 20) }
        guard start.count == 20, start[16...].elementsEqual([0xDE, 0xC0, 0xEF, 0xBE]) else {
            throw .damaged("\(file) is not an LMDB file")
        }
        var options = Environment.Options()
        options.isReadOnly = !FileSystem.isWritable(file)
        return try bridging { try Environment.open(file, options) }
    }

    /// What a file says of itself, though a table of it be lost; nil if that is damaged, or is another file's.
    static func meta(of number: UInt32, in path: String) throws(EventStoreError) -> Meta? {
        try meta(of: number, in: environment(of: number, in: path))
    }

    private static func meta(of number: UInt32, in environment: Environment) throws(EventStoreError) -> Meta? {
        let transaction = try bridging { try environment.beginRead() }
        guard let meta = try Meta.stored(in: transaction) else { return nil }
        return meta.generation == number ? meta : nil
    }

    /// Throws `otherApplication` for another program's log.
    func check(belongsTo model: any StreamModel) throws(EventStoreError) {
        if let application = try soundMeta()?.application, !application.isEmpty, application != model.application {
            throw .otherApplication(application)
        }
    }

    private static func checkFormat(_ environment: Environment) throws(EventStoreError) {
        let transaction = try bridging { try environment.beginRead() }
        _ = try Meta.stored(in: transaction)
    }
}
