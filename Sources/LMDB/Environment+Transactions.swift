internal import CLMDB

extension Environment {
    /// Begins to read: the transaction sees the file as it is now, whatever is committed later.
    ///
    /// Keep it short: while it lives no page that it can see is used again, and the file grows instead. Costs a reader
    /// slot and no disk access. Throws `.readersFull` when living processes hold all the slots, `.mapResized` when the
    /// file outgrew the map and this thread holds another transaction, and `.panicked` and `.forked` as they say.
    @available(*, noasync)
    package func beginRead() throws(LMDBError) -> Transaction {
        try Transaction(self, flags: MDB_RDONLY)
    }

    /// Begins to write, after waiting for the writer of any thread or process to end.
    ///
    /// It must be committed or dropped on the same thread, which must not hold another: that would wait for ever.
    /// Throws as `beginRead` does, and `.system(errno: EACCES)` when the file is open read-only.
    @available(*, noasync)
    package func beginWrite() throws(LMDBError) -> Transaction {
        try Transaction(self, flags: 0)
    }

    /// Enters the resize lock and makes a call that begins a transaction in C; the pass stays taken if it succeeds.
    ///
    /// Adopts a map that another process grew, and makes room once when the reader slots are full.
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
