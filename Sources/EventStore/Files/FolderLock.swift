internal import DiarylogHost

/// A lock of a store's folder among processes and threads: on one byte of its file `lock`.
///
/// LMDB's own lock waits for ever and cannot be tried. This one gives up after the store's patience, so that a stopped
/// process makes the others report "busy" instead of hanging. Each holder opens the lock file for itself: threads that
/// shared a file would share its lock, and the first to release it would release the others'.
struct FolderLock: ~Copyable {
    /// What is locked.
    enum Byte: Int64 {
        /// The files of the log: shared while one is opened, exclusive while one is removed.
        case generations = 0
        /// The right to write.
        case writing = 1
        /// The right to change the file in use, or the folder, for another one. Whoever has it may remove leftovers.
        case changing = 2
        /// The attached files: shared while one is put and not yet named, exclusive while some are removed.
        case attachments = 3
    }

    private let byte: Byte
    private let lockFile: LockFile

    /// Takes a lock. The folder must hold a store, because a missing lock file is made. Throws `busy` after `patience`
    /// milliseconds, and `readOnly`.
    init(
        _ byte: Byte, _ mode: LockFile.Mode = .exclusive, inFolder folder: String, patience: Int
    ) throws(EventStoreError) {
        guard let lock = try Self(trying: byte, mode, inFolder: folder, patience: patience) else { throw .busy }
        self = lock
    }

    /// The same; nil if another holds it for longer than that.
    init?(
        trying byte: Byte, _ mode: LockFile.Mode = .exclusive, inFolder folder: String, patience: Int
    ) throws(EventStoreError) {
        let lockFile = try StoreFolder.lockFileForWriting(in: folder)
        if lockFile.isReadOnly { throw .readOnly(path: folder) }
        guard try Self.acquire(byte, mode, of: lockFile, folder, patience) else { return nil }
        (self.byte, self.lockFile) = (byte, lockFile)
    }

    /// Takes a lock that others may have, too, as whoever only reads can; nil in a folder that has no lock file.
    init?(sharing byte: Byte, inFolder folder: String, patience: Int) throws(EventStoreError) {
        guard let lockFile = try StoreFolder.lockFile(in: folder) else { return nil }
        guard try Self.acquire(byte, .shared, of: lockFile, folder, patience) else { throw .busy }
        (self.byte, self.lockFile) = (byte, lockFile)
    }

    private static func acquire(
        _ byte: Byte, _ mode: LockFile.Mode, of lockFile: LockFile, _ folder: String, _ patience: Int
    ) throws(EventStoreError) -> Bool {
        try bridging(folder) { try lockFile.lock(byte: byte.rawValue, mode, timeoutMilliseconds: patience) }
    }

    deinit { end() }

    /// Lets others have it.
    func end() { try? lockFile.unlock(byte: byte.rawValue) }

    /// The newest event, as the last writer noted it in the lock file; nil if nobody has.
    var claimedHead: EventReference? { lockFile.claimedHead }

    /// Notes the newest event, after the commit that wrote it.
    func claim(_ head: EventReference) { lockFile.claim(head) }
}
