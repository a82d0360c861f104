internal import DiarylogHost

/// The target where a backup is to stand.
///
///     NAME              the newest one; it is there at any time once there was one
///     NAME.1, NAME.2    those before, if some are kept
///     .NAME.backup-…    one that is being made, or one too many on its way out; the next backup removes what a killed
///                       process left
///
/// Files are removed in folders of the last kind only: whatever has a number is whole.
struct BackupTarget {
    let path: String
    let parent: String
    /// Whether an earlier backup of the store stands there.
    let isTaken: Bool
    private let name: String

    private var prefix: String { ".\(name).backup-" }

    /// Looks at the target, and refuses one at which something else stands.
    init(_ path: String, of store: Store) throws(EventStoreError) {
        try StoreFolder.refuseLocked(path)
        let (owner, kind) = try bridging(path) {
            (try FileSystem.ownership(of: path), try FileSystem.kind(of: path))
        }
        if owner == .link { throw .isALink(path: path) }
        var target = path
        switch kind {
        case .file, .other: throw .isAFile(path: path)
        case .missing: isTaken = false
        case .directory:
            let (real, isEmpty) = try bridging(path) {
                (try FileSystem.canonicalPath(path), try FileSystem.isEmptyDirectory(path))
            }
            target = real
            guard owner == .own else { throw .foreignFolder(path: path) }
            try StoreFolder.refuseEncrypted(real)
            isTaken = !isEmpty
        }
        let (parent, name) = StorePaths.split(target)
        self.path = target
        self.name = name
        let home = try bridging(store.path) {
            try FileSystem.makeDirectory(parent, mode: 0o700, withParents: true)
            return try FileSystem.canonicalPath(store.path)
        }
        self.parent = try bridging(parent) { try FileSystem.canonicalPath(parent) }
        let whole = self.parent == "/" ? "/" + name : self.parent + "/" + name
        if whole == home || whole.hasPrefix(home + "/") { throw .insideStore(path: path) }
        if isTaken { try Self.check(target, isOlderThan: store) }
    }

    /// Checks that a folder holds an earlier state of a store and nothing that the store lacks.
    private static func check(_ path: String, isOlderThan store: Store) throws(EventStoreError) {
        guard !StorePaths.generations(in: path).isEmpty else { throw .occupied(path: path) }
        let other = try Store(opening: path, model: store.model, patience: 0, allowingNetwork: true)
        let there = try other.beginRead()
        let here = try store.beginRead()
        guard there.view.log.meta.store == here.view.log.meta.store else { throw .occupied(path: path) }
        let head = there.view.log.head
        guard head > 0 else { return }
        guard head <= here.view.log.head, let newest = try there.view.soundFrame(head)?.id,
            try here.view.soundFrame(head)?.id == newest
        else { throw .holdsMore(path: path) }
    }

    /// Makes a folder beside the target, to build the backup in.
    func claim() throws(EventStoreError) -> HalfMadeFolder {
        try Store.claimScratch(in: parent, prefix)
    }

    /// Puts a finished backup at the target, where it also survives a power cut. What has to go is renamed first and
    /// removed last, when the new one counts.
    func put(_ folder: String, keeping: Int) throws(EventStoreError) {
        let (path, parent, isTaken) = (path, parent, isTaken)
        var replaced = folder
        var gone: [String] = []
        if isTaken, keeping > 1 {
            gone = try shift(keeping: keeping, aside: folder)
            replaced = path + ".1"
        } else if isTaken {
            gone = [folder]
        }
        let (other, surplus) = (replaced, gone)
        try bridging(parent) {
            if other != folder { try FileSystem.rename(from: folder, to: other) }
            if !isTaken {
                try FileSystem.rename(from: other, to: path)
            } else if try !FileSystem.exchange(other, path) {
                // The file system cannot exchange two names: for a moment the newest one is there as `other` only.
                let away = folder + ".old"
                try FileSystem.rename(from: path, to: away)
                try FileSystem.rename(from: other, to: path)
                try FileSystem.rename(from: away, to: other)
            }
            try FileSystem.syncDirectory(parent)
            for folder in surplus { try FileSystem.removeTree(folder) }
        }
    }

    /// Makes room for the backup that is replaced: each kept backup goes one number up. Backups that are too many get
    /// names that begin with `aside`, which are returned. Nothing is renamed unless all of them are backups.
    private func shift(keeping: Int, aside: String) throws(EventStoreError) -> [String] {
        var kept: [String] = []
        while case let next = "\(path).\(kept.count + 1)",
            try bridging(next, { try FileSystem.kind(of: next) }) == .directory
        {
            guard !StorePaths.generations(in: next).isEmpty else { throw .occupied(path: next) }
            kept.append(next)
        }
        var gone: [String] = []
        for (index, from) in kept.enumerated().reversed() {
            let isSurplus = index + 1 >= keeping - 1
            let to = isSurplus ? "\(aside).\(index + 1)" : "\(path).\(index + 2)"
            try bridging(from) { try FileSystem.rename(from: from, to: to) }
            if isSurplus { gone.append(to) }
        }
        return gone
    }
}
