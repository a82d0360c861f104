internal import DiarylogCLMDB
internal import Glibc

extension Environment {
    /// Frees the reader slots of processes that died, and returns how many there were.
    ///
    /// Until then, pages that a dead reader could see are not reused, and the file grows.
    @discardableResult
    package func checkReaders() throws(LMDBError) -> Int {
        try requireOwnProcess()
        var dead: Int32 = 0
        unsafe try check(mdb_reader_check(handle, &dead))
        return Int(dead)
    }

    /// Waits until everything committed is on disk.
    ///
    /// Needed only if the environment is not durable: otherwise each commit has waited.
    package func sync() throws(LMDBError) {
        try requireOwnProcess()
        let pass = try resizeLock.enter()
        defer { resizeLock.leave(pass) }
        unsafe try check(mdb_env_sync(handle, 1))
    }

    /// Writes the file as it is now to a new file, while others read and write, and waits for the disk.
    ///
    /// Compacting leaves out the free pages, and with them what was deleted. The copy has mode 0600 and no lock file;
    /// its folder is not synced. A read transaction is held while the copy is written. Throws `.system(errno: EEXIST)`
    /// if there is a file at `path` already; after any other error there is none.
    package func copy(to path: String, compacting: Bool) throws(LMDBError) {
        try requireOwnProcess()
        // mdb_env_copy2 would create a file that everyone may read, and would not sync it.
        let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw LMDBError(code: errno) }
        do throws(LMDBError) {
            defer { close(descriptor) }
            // The call begins its own read transaction first, and writes nothing if that is refused.
            let pass = try unsafe entering { handle in
                unsafe mdb_env_copyfd2(handle, descriptor, compacting ? UInt32(MDB_CP_COMPACT) : 0)
            }
            resizeLock.leave(pass)
            guard fsync(descriptor) == 0 else { throw .system(errno: errno) }
        } catch {
            unsafe unlink(path)
            throw error
        }
    }
}
