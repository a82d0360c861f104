internal import CLMDB

/// A table of keys and values inside an environment, sorted by the bytes of its keys.
///
/// It is valid in the environment that opened it, for as long as that is open.
package struct Database: Sendable, Hashable {
    let index: UInt32

    /// The table without a name, which every environment has; it also keeps the names of the others.
    package static let main = Database(index: 1)
}

extension Environment {
    /// Opens databases by name, in one committed transaction, and makes the missing ones if asked to.
    ///
    /// The result has an element for each name: nil for one that is missing, and is not made because `create` is false
    /// or the file is open read-only. A transaction begun before this cannot use what it opens, so call it right after
    /// `open`; the calling thread must hold no transaction. Nothing is written when all are there.
    package func databases(_ names: [String], create: Bool) throws(LMDBError) -> [Database?] {
        // LMDB wants the handles opened by one transaction at a time.
        try opening.when { openings throws(LMDBError) in
            openings += 1
            let found = try openDatabases(names, flags: MDB_RDONLY, create: 0)
            guard create, !options.isReadOnly, found.contains(nil) else { return found }
            return try openDatabases(names, flags: 0, create: MDB_CREATE)
        }
    }

    /// Opens databases in a transaction of the given flags.
    ///
    /// It is committed even if it only read: a handle opened in an aborted transaction is dead.
    private func openDatabases(_ names: [String], flags: Int32, create: Int32) throws(LMDBError) -> [Database?] {
        let transaction = try Transaction(self, flags: flags)
        var databases: [Database?] = []
        for name in names {
            var index: UInt32 = 0
            let code = unsafe mdb_dbi_open(transaction.handle, name, UInt32(create), &index)
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
