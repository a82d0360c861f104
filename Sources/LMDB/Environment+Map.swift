internal import CLMDB
internal import Glibc

extension Environment {
    /// How large an environment is, as of its last commit.
    package struct Information: Sendable, Hashable {
        /// The room in the address space, in bytes.
        package var mapSize: Int
        /// The number of the last page in use, counted from 0.
        package var lastPage: Int
        /// The number of the last transaction committed by any process.
        package var lastTransaction: Int
        /// How many reader slots have ever been in use at once.
        package var readers: Int
    }

    /// How large the environment is now; all zero in a forked child and after a panic.
    ///
    /// Costs no system call but one.
    package var information: Information {
        let none = Information(mapSize: 0, lastPage: 0, lastTransaction: 0, readers: 0)
        guard isOwnProcess, let pass = try? resizeLock.enter() else { return none }
        defer { resizeLock.leave(pass) }
        return currentInformation
    }

    /// Doubles the map, after waiting for every transaction of this process to end.
    ///
    /// Call it after `.mapFull`, when the transaction that met it is dropped, and do that transaction again. The
    /// calling thread must hold no transaction. When several threads call at once, one doubles and the others are done.
    /// Throws `.system(errno: ENOMEM)` when there is no room in the address space; all goes on with the old map.
    package func grow() throws(LMDBError) {
        try requireOwnProcess()
        try resizeLock.alone(since: resizeLock.exchanges) { () throws(LMDBError) in
            try exchangeMap(size: currentInformation.mapSize.multipliedReportingOverflow(by: 2).partialValue)
        }
    }

    /// Makes the map as large as the file has become by another process.
    ///
    /// It doubles as the other did, which spares asking for the other's size: `mdb_env_set_mapsize(0)` would take it
    /// unseen, and the map would be lost if there is no room for it.
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

    /// Replaces the map, while there is no transaction in this process; answers whether there is a map afterwards.
    ///
    /// LMDB gives up the old map before it asks for the new, and has none if it is refused: so ask first.
    private func exchangeMap(size: Int) throws(LMDBError) -> Bool {
        let reserved = unsafe mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard let reserved = unsafe reserved, unsafe reserved != MAP_FAILED else { throw LMDBError(code: errno) }
        unsafe munmap(reserved, size)
        return unsafe mdb_env_set_mapsize(handle, size) == MDB_SUCCESS
    }

    /// What `information` says, read inside the resize lock or alone.
    private var currentInformation: Information {
        var info = unsafe MDB_envinfo()
        unsafe mdb_env_info(handle, &info)
        return unsafe Information(
            mapSize: info.me_mapsize, lastPage: info.me_last_pgno, lastTransaction: info.me_last_txnid,
            readers: Int(info.me_numreaders))
    }
}
