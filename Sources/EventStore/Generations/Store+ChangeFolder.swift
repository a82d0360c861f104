internal import DiarylogHost

/// A step of the change of a store's folder for another; a process may be killed after each.
package enum FolderStep: String, CaseIterable, Sendable {
    /// The other folder is there, empty.
    case made
    /// It has all that the store's folder has, and is on the disk.
    case copied
    /// It was compared, and read.
    case proven
    /// It has the store's name: from here on it counts.
    case exchanged
    /// The folder that was the store's is gone.
    case removed
}

// The change of a store's folder for another one, which is of a kind that no folder can become: encrypted, say.
//
//     made → copied → proven → exchanged → removed
//
// The other folder lies beside the store, as `.NAME.changing`; nobody can write meanwhile. At any time one of the two
// is whole and has the store's name, and what has the other name is a leftover. All that is in the folder goes along,
// byte for byte: the device that writes here stays the same, since it is known by machine and path.

extension Store {
    /// Brings the store into another folder, which then takes the place of its own; `prepare` gets it while it is
    /// empty, `prove` once it is filled.
    ///
    /// Needs room for the store once more. Writers wait, or say that they are held up; who has the store open goes over
    /// to the other folder. Throws `busy` and `foreignFolder`, and `storage` where the file system cannot exchange two
    /// names; then nothing was changed.
    @available(*, noasync)
    package func changeFolder(
        preparing prepare: (String) throws -> Void, proving prove: (String) throws -> Void,
        after: (FolderStep) throws -> Void = { _ in }
    ) throws(EventStoreError) {
        let path = try bridging(self.path) { try FileSystem.canonicalPath(self.path) }
        guard try bridging(path, { try FileSystem.ownership(of: path) }) == .own else {
            throw .foreignFolder(path: path)
        }
        try removeLeftovers()
        let changing = try FolderLock(.changing, inFolder: path, patience: patience)
        let writing = try FolderLock(.writing, inFolder: path, patience: patience)
        let held = try holdAttachments()
        try Self.removeLeftFolder(of: path)
        let other = Self.changing(path)
        do throws(EventStoreError) {
            do {
                try fill(other, from: path, prepare, prove, after)
                guard try FileSystem.exchange(path, other) else {
                    throw EventStoreError.storage("this file system cannot exchange the names of two folders")
                }
            } catch { throw EventStoreError(error, at: path) }
        } catch {
            let told = StoreFolder.naming(error, path: path, writing: other)
            try? FileSystem.removeTree(other)
            throw told
        }
        close()
        try bridging(path) { try FileSystem.syncDirectory(FileSystem.parent(of: path)) }
        do { try after(.exchanged) } catch { throw EventStoreError(error, at: path) }
        try Self.removeLeftFolder(of: path)
        do { try after(.removed) } catch { throw EventStoreError(error, at: path) }
        _ = consume held
        _ = consume writing
        _ = consume changing
    }

    /// The folder that a killed change of folders left: one that was never the store's, or is so no more; nil if there
    /// is none.
    package static func leftFolder(of path: String) throws(EventStoreError) -> String? {
        try bridging(path) {
            let other = changing(try FileSystem.canonicalPath(path))
            return try FileSystem.ownership(of: other) == .own ? other : nil
        }
    }

    /// Removes it, and says where it was. No such change may be under way, unless it is past its exchange.
    @discardableResult
    package static func removeLeftFolder(of path: String) throws(EventStoreError) -> String? {
        guard let left = try leftFolder(of: path) else { return nil }
        try bridging(left) {
            try FileSystem.removeTree(left)
            try FileSystem.syncDirectory(FileSystem.parent(of: left))
        }
        return left
    }

    private static func changing(_ path: String) -> String {
        let (parent, name) = StorePaths.split(path)
        return "\(parent)/.\(name).changing"
    }

    private func fill(
        _ other: String, from path: String, _ prepare: (String) throws -> Void, _ prove: (String) throws -> Void,
        _ after: (FolderStep) throws -> Void
    ) throws {
        try FileSystem.makeDirectory(other, mode: 0o700)
        try prepare(other)
        try after(.made)
        try FileSystem.copyContents(of: path, into: other, skipping: Self.isOfReaders)
        try after(.copied)
        if let file = try FileSystem.difference(between: path, other, skipping: Self.isOfReaders) {
            throw EventStoreError.damaged("the copy of \(file) is not what was copied")
        }
        try prove(other)
        // What reading the copy made is none of it.
        for name in try FileSystem.contents(of: other) where Self.isOfReaders(name) {
            try FileSystem.removeFile("\(other)/\(name)")
        }
        try FileSystem.syncDirectory(other)
        try FileSystem.syncDirectory(FileSystem.parent(of: path))
        try after(.proven)
    }

    /// LMDB's lock files change whenever somebody reads, and are made anew.
    private static func isOfReaders(_ name: String) -> Bool { name.hasSuffix(".mdb-lock") }
}
