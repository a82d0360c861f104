internal import DiarylogCLMDB
internal import Glibc

extension Environment {
    /// The size of an environment, as of its last commit.
    package struct Information: Sendable, Hashable {
        /// The size of the map in the address space, in bytes.
        package var mapSize: Int
        /// The number of the last page in use, counted from 0.
        package var lastPage: Int
        /// The number of the last transaction committed by any process.
        package var lastTransaction: Int
        /// How many reader slots have ever been in use at the same time.
        package var readers: Int
    }

    /// The size of the environment now; all zero in a forked child and after a panic.
    ///
    /// Costs one system call.
    package var information: Information {
        let none = Information(mapSize: 0, lastPage: 0, lastTransaction: 0, readers: 0)
        guard isOwnProcess, let pass = try? resizeLock.enter() else { return none }
        defer { resizeLock.leave(pass) }
        return currentInformation
    }

    /// Doubles the map, after waiting for every transaction of this process to end.
    ///
    /// Call it after `.mapFull`, once the transaction that failed is dropped, and then repeat that transaction. The
    /// calling thread must hold no transaction. If several threads call at once, one doubles the map and the others
    /// only wait. Throws `.system(errno: ENOMEM)` if the address space has no room; the old map then stays in use.
    package func grow() throws(LMDBError) {
        try requireOwnProcess()
        try resizeLock.alone(since: resizeLock.exchanges) { () throws(LMDBError) in
            try exchangeMap(size: currentInformation.mapSize.multipliedReportingOverflow(by: 2).partialValue)
        }
    }

    /// Enlarges the map to fit the file, which another process has made larger.
    ///
    /// It doubles the map, as the other process did. `mdb_env_set_mapsize(0)` would take the other's size without
    /// telling it first, and the map would be lost if there is no room for that size.
    func adoptMap() throws(LMDBError) {
        try resizeLock.alone(since: resizeLock.exchanges) { () throws(LMDBError) in
            let information = currentInformation
            var status = MDB_stat()
            unsafe try check(mdb_env_stat(handle, &status))
            let needed = (information.lastPage + 1) * Int(status.ms_psize)
            var size = information.mapSize
            while size < needed { size *= 2 }
            return try exchangeMap(size: size)
        }
    }

    /// Replaces the map, while this process has no transaction; returns whether there is a map afterwards.
    ///
    /// LMDB gives up the old map before it asks for the new one, and has none if that is refused: so this asks first.
    private func exchangeMap(size: Int) throws(LMDBError) -> Bool {
        let reserved = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let reserved = unsafe reserved, unsafe reserved != MAP_FAILED else { throw LMDBError(code: errno) }
        unsafe munmap(reserved, size)
        return unsafe mdb_env_set_mapsize(handle, size) == MDB_SUCCESS
    }

    /// The same as `information`, for a caller that is inside the resize lock or alone.
    private var currentInformation: Information {
        var info = unsafe MDB_envinfo()
        unsafe mdb_env_info(handle, &info)
        return unsafe Information(
            mapSize: info.me_mapsize, lastPage: info.me_last_pgno, lastTransaction: info.me_last_txnid,
            readers: Int(info.me_numreaders))
    }
}
