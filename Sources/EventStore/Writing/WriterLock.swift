internal import DiarylogHost

/// The writer's lock among processes and threads: a lock on the lock file's second byte.
///
/// LMDB's own lock waits for ever and cannot be tried. This one gives up after the store's patience, so that a stopped
/// process makes the others report "busy" instead of hanging. Each holder opens the lock file for itself: threads that
/// shared a file would share its lock, and the first to release it would release the others'.
package struct WriterLock: ~Copyable {
    static let byte: Int64 = 1
    private let lockFile: LockFile

    /// Takes the lock. The folder must hold a store, because a missing lock file is made. Throws `busy` after
    /// `patience` milliseconds, and `readOnly`.
    init(inFolder folder: String, patience: Int) throws(EventStoreError) {
        let lockFile = try StoreFolder.lockFileForWriting(in: folder)
        if lockFile.isReadOnly { throw .readOnly(path: folder) }
        let taken = try bridging(folder) {
            try lockFile.lock(byte: WriterLock.byte, .exclusive, timeoutMilliseconds: patience)
        }
        guard taken else { throw .busy }
        self.lockFile = lockFile
    }

    deinit { try? lockFile.unlock(byte: WriterLock.byte) }

    /// The newest event, as the last writer noted it in the lock file; nil if nobody has.
    var claimedHead: EventReference? { lockFile.claimedHead }

    /// Notes the newest event, after the commit that wrote it.
    func claim(_ head: EventReference) { lockFile.claim(head) }
}
