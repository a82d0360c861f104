internal import CLMDB

extension Environment {
    /// Begins to read: the transaction sees the file as it is now, whatever is committed later.
    ///
    /// Keep it short: while it lives no page that it can see is used again, and the file grows instead. Costs a reader
    /// slot and no disk access. Throws `.readersFull` when living processes hold all the slots, `.mapResized` when the
    /// file outgrew the map and this thread holds another transaction, and `.panicked` and `.forked` as they say.
    @available(*, noasync)
    package func beginRead() throws(LMDBError) -> ReadTransaction {
        ReadTransaction(try OpenTransaction(self, flags: MDB_RDONLY))
    }

    /// Begins to write, after waiting for the writer of any thread or process to end.
    ///
    /// It must be committed or dropped on the same thread, which must not hold another: that would wait for ever.
    /// Throws as `beginRead` does, and `.system(errno: EACCES)` when the file is open read-only.
    @available(*, noasync)
    package func beginWrite() throws(LMDBError) -> WriteTransaction {
        WriteTransaction(try OpenTransaction(self, flags: 0))
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

/// Owns the C handle of a transaction, keeps its environment open, and aborts it unless it is committed.
///
/// Both kinds of transaction wrap one, and read through it.
@safe
struct OpenTransaction: ~Copyable {
    let handle: OpaquePointer
    private let environment: Unmanaged<Environment>
    private let pass: ResizeLock.Pass

    init(_ environment: Environment, flags: Int32) throws(LMDBError) {
        var begun: OpaquePointer?
        let pass = try unsafe environment.entering { unsafe mdb_txn_begin($0, nil, UInt32(flags), &begun) }
        guard let handle = unsafe begun else {
            environment.resizeLock.leave(pass)
            throw .panicked
        }
        unsafe self.handle = handle
        unsafe self.environment = .passRetained(environment)
        self.pass = pass
    }

    deinit {
        // In a forked child the transaction is the parent's: to abort it would free the parent's reader slot.
        if unsafe environment.takeUnretainedValue().isOwnProcess {
            unsafe mdb_txn_abort(handle)
            unsafe environment.takeUnretainedValue().resizeLock.leave(pass)
        }
        unsafe environment.release()
    }

    /// Commits; for a read transaction this only ends it. The C handle is gone afterwards, also when this throws.
    consuming func commit() throws(LMDBError) {
        guard unsafe environment.takeUnretainedValue().isOwnProcess else {
            _ = consume self
            throw .forked
        }
        let code = unsafe mdb_txn_commit(handle)
        unsafe environment.takeUnretainedValue().resizeLock.leave(pass)
        unsafe environment.release()
        discard self
        try check(code)
    }
}
