internal import DiarylogCLMDB

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

    /// The size of the environment now; all zero in a forked child.
    ///
    /// Costs one system call.
    package var information: Information {
        guard isOwnProcess else { return Information(mapSize: 0, lastPage: 0, lastTransaction: 0, readers: 0) }
        var info = unsafe MDB_envinfo()
        unsafe mdb_env_info(handle, &info)
        return unsafe Information(
            mapSize: info.me_mapsize, lastPage: info.me_last_pgno, lastTransaction: info.me_last_txnid,
            readers: Int(info.me_numreaders))
    }
}
