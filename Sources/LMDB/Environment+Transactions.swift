internal import DiarylogCLMDB

extension Environment {
    /// Begins to read: the transaction sees the file as it is now, whatever is committed later.
    ///
    /// Keep it short: while it lives, no page that it can see is reused, and the file grows instead. Costs a reader
    /// slot and no disk access. Throws `.readersFull` if living processes hold all slots, `.mapResized` if the file
    /// outgrew the map and this thread holds another transaction, and `.panicked` and `.forked` as they say.
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

    /// Enters the resize lock and makes the C call that begins a transaction; the caller must leave with the returned
    /// pass.
    ///
    /// Adopts a map that another process grew, and frees the slots of dead readers once if all slots are taken.
    func entering(_ begin: (OpaquePointer) -> Int32) throws(LMDBError) -> ResizeLock.Pass {
        try requireOwnProcess()
        var hasCheckedReaders = false
        while true {
            let pass = try resizeLock.enter()
            let code = unsafe begin(handle)
            if code == MDB_SUCCESS { return pass }
            resizeLock.leave(pass)
            switch code {
            case MDB_MAP_RESIZED where !resizeLock.isHeldByThisThread:
                try adoptMap()
            case MDB_READERS_FULL where !hasCheckedReaders:
                _ = try checkReaders()
                hasCheckedReaders = true
            default:
                throw LMDBError(code: code)
            }
        }
    }
}
