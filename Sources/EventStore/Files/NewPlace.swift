internal import DiarylogHost

/// A path at which a store is made, and where nothing is yet, or an empty folder.
///
/// The store is built in a folder beside the path, synced, and then renamed: a process killed at any point leaves at
/// the path what was there before, or a whole store. What it left beside the path the next creation sweeps up.
struct NewPlace {
    private let path: String
    /// The path of the store; if there is an empty folder, its real path.
    let target: String
    private let parent: String
    private let name: String

    /// Throws `occupied`, `isALink`, `isAFile`, `foreignFolder`, and what the system says of the folder above, which is
    /// made.
    init(_ path: String, allowingNetwork: Bool) throws(EventStoreError) {
        self.path = path
        target = try Self.checkVacant(path)
        (parent, name) = StorePaths.split(target)
        let parent = parent
        try bridging(parent) {
            try FileSystem.makeDirectory(parent, mode: 0o700, withParents: true)
        }
        try StoreFolder.refuseNetwork(parent, allowing: allowingNetwork)
    }

    /// Makes a folder, has it filled with the file of a first generation, and gives it the store's name. First it
    /// removes what killed creations left.
    func fill(_ build: (String) throws -> Void) throws(EventStoreError) {
        let scratch = try Store.claimScratch(in: parent, ".\(name).creating-")
        let (folder, target) = (scratch.path, target)
        do throws(EventStoreError) {
            do { try build(folder) } catch { throw EventStoreError(error) }
            try Self.finish(folder)
            try bridging(path) { try FileSystem.rename(from: folder, to: target) }
        } catch {
            let told = StoreFolder.naming(error, path: parent, writing: folder)
            try? FileSystem.removeTree(folder)
            _ = try Self.checkVacant(path)
            throw told
        }
        try keepName(of: folder)
        // Held until here: otherwise a sweep would take the finished folder for a dead one.
        scratch.release()
    }

    /// Makes a folder whose file is closed a store that outlives a power cut.
    private static func finish(_ folder: String) throws(EventStoreError) {
        let file = StorePaths.generation(1, folder)
        try bridging(folder) {
            try FileSystem.removeFile(file + "-lock")
            try FileSystem.syncFile(file)
            try FileSystem.syncDirectory(folder)
        }
    }

    /// Makes the name of a new store outlive a power cut. If the system refuses that, the store is taken away again:
    /// nobody has opened it yet, because its lock file is still locked.
    private func keepName(of scratch: String) throws(EventStoreError) {
        do throws(SystemError) { return try FileSystem.syncDirectory(parent) } catch {
            let reason = error.description
            do throws(SystemError) { try FileSystem.rename(from: target, to: scratch) } catch {
                throw .unsureOfName(path: target, reason)
            }
            try? FileSystem.removeTree(scratch)
            throw StoreFolder.naming(.notWritten(reason), path: parent)
        }
    }

    /// Checks that a store may be made at a path: there is nothing, or an empty folder, whose real path is then
    /// returned.
    ///
    /// The new store replaces the folder. The current folder is therefore refused: this process, and likely a shell,
    /// would go on standing in the old one.
    private static func checkVacant(_ path: String) throws(EventStoreError) -> String {
        try StoreFolder.refuseLocked(path)
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
        try StoreFolder.refuseEncrypted(real)
        guard !isHere else { throw .storage("a store cannot take the place of the current folder") }
        return real
    }
}
