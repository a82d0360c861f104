internal import Host

/// The writer's turn among processes and threads: a lock on the lock file's second byte.
///
/// LMDB's own lock waits for ever and cannot be asked; this one gives up after the store's patience, so that a stopped
/// process makes the others say "busy" instead of hanging. Each turn opens the lock file for itself: threads that
/// shared a file would share its lock, and the first to end its turn would end the others'.
package struct WriterLock: ~Copyable {
    static let byte: Int64 = 1
    private let lockFile: LockFile

    /// The folder must hold a store: a lock file that is missing is made. Throws `busy` when the patience, in
    /// milliseconds, is at its end.
    init(inFolder folder: String, patience: Int) throws(EventStoreError) {
        let lockFile = try Surroundings.lockFileForWriting(in: folder)
        if lockFile.isReadOnly { throw .readOnly(path: folder) }
        let taken = try bridging(folder) { () throws(SystemError) in
            try lockFile.lock(byte: WriterLock.byte, .exclusive, timeoutMilliseconds: patience)
        }
        guard taken else { throw .busy }
        self.lockFile = lockFile
    }

    deinit { try? lockFile.unlock(byte: WriterLock.byte) }
}
