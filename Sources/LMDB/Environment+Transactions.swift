internal import DiarylogCLMDB

extension Environment {
    /// Begins to read: the transaction sees the file as it is now, whatever is committed later.
    ///
    /// Keep it short: while it lives, no page that it can see is reused, and the file grows instead. Costs a reader
    /// slot and no disk access. Throws `.readersFull` if living processes hold all slots, `.mapResized` if the file
    /// outgrew the map that this process was granted, and `.panicked` and `.forked` as they say.
    @available(*, noasync)
    package func beginRead() throws(LMDBError) -> Transaction {
        try Transaction(self, flags: MDB_RDONLY)
    }

    /// Begins to write, after waiting for the current writer, in whatever thread or process, to end.
    ///
    /// It must be committed or dropped on the same thread, which must not hold another write transaction: it would wait
    /// for ever. Throws as `beginRead` does, and `.system(errno: EACCES)` if the file is open read-only.
    @available(*, noasync)
    package func beginWrite() throws(LMDBError) -> Transaction {
        try Transaction(self, flags: 0)
    }

    /// Makes the C call that begins a transaction, and frees the slots of dead readers once if all slots are taken.
    func beginning(_ begin: (OpaquePointer) -> Int32) throws(LMDBError) {
        try requireOwnProcess()
        var code = unsafe begin(handle)
        if code == MDB_READERS_FULL {
            _ = try checkReaders()
            code = unsafe begin(handle)
        }
        try check(code)
    }
}
