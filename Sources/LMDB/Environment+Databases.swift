internal import DiarylogCLMDB
internal import Synchronization

/// A table of keys and values inside an environment, sorted by the bytes of its keys.
///
/// It is valid in the environment that opened it, as long as that is open.
package struct Database: Sendable, Hashable {
    let index: UInt32

    /// The table without a name, which every environment has; it also holds the names of the others.
    package static let main = Database(index: 1)

    /// The table of free pages, which only LMDB writes: by the transaction that freed them, how many and which.
    package static let free = Database(index: 0)
}

extension Environment {
    /// Opens databases by name, in one committed transaction, and creates missing ones if `create` is true.
    ///
    /// The result has an element for each name, nil if that database is missing and was not created because `create` is
    /// false or the file is open read-only. A transaction begun earlier cannot use these databases, so call this right
    /// after `open`; the calling thread must hold no transaction. If none is missing, nothing is written.
    package func databases(_ names: [String], create: Bool) throws(LMDBError) -> [Database?] {
        // LMDB requires that only one transaction at a time opens databases.
        try opening.withLock { openings throws(LMDBError) in
            openings += 1
            let found = try openDatabases(names, flags: MDB_RDONLY, create: 0)
            guard create, !options.isReadOnly, found.contains(nil) else { return found }
            return try openDatabases(names, flags: 0, create: MDB_CREATE)
        }
    }

    /// Opens databases in a transaction with these flags.
    ///
    /// The transaction is committed even if it only read: a handle opened in an aborted transaction is invalid.
    private func openDatabases(
        _ names: [String], flags: Int32, create: Int32
    ) throws(LMDBError) -> [Database?] {
        let transaction = try Transaction(self, flags: flags)
        var databases: [Database?] = []
        for name in names {
            var index: UInt32 = 0
            let code = unsafe clmdb_dbi_open(transaction.handle, name, UInt32(create), &index)
            if code == MDB_NOTFOUND {
                databases.append(nil)
            } else {
                try check(code)
                databases.append(Database(index: index))
            }
        }
        try transaction.commit()
        return databases
    }
}
