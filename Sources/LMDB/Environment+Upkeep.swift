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
        unsafe try check(mdb_env_sync(handle, 1))
    }

    /// Writes the file as it is now to a descriptor, in order, while others read and write.
    ///
    /// Leaves out the free pages, and with them what was deleted. A read transaction is held meanwhile. After an error
    /// a part may have been written.
    package func copy(to descriptor: Int32) throws(LMDBError) {
        try requireOwnProcess()
        // The call begins its own read transaction first, and writes nothing if that is refused.
        try unsafe beginning { handle in unsafe mdb_env_copyfd2(handle, descriptor, UInt32(MDB_CP_COMPACT)) }
    }
}
