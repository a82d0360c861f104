internal import DiarylogCLMDB

/// Lets a read transaction go on after a damaged page: LMDB refuses everything once it has met one.
///
/// LMDB 0.9 notices only a page that leads nowhere, or is no page of a tree; no page has a checksum of LMDB's. The
/// transaction is renewed in place, so that its cursors and the bytes it has given stay. It must see the same state of
/// the file as before; if that is no longer the newest, it stays refused, and each further call throws `.corrupted`.
@unsafe
func goOn(_ transaction: OpaquePointer?, after code: Int32) {
    let isDamage = [MDB_PAGE_NOTFOUND, MDB_CORRUPTED, MDB_CURSOR_FULL, MDB_BAD_TXN].contains(code)
    guard isDamage, let transaction = unsafe transaction else { return }
    let seen = unsafe mdb_txn_id(transaction)
    // A second reader of the same state keeps its pages from being used anew while the first lets go of them.
    var guardian: OpaquePointer?
    guard unsafe mdb_txn_begin(mdb_txn_env(transaction), nil, UInt32(MDB_RDONLY), &guardian) == MDB_SUCCESS else {
        return
    }
    defer { unsafe mdb_txn_abort(guardian) }
    guard unsafe mdb_txn_id(guardian) == seen else { return }
    unsafe mdb_txn_reset(transaction)
    guard unsafe mdb_txn_renew(transaction) == MDB_SUCCESS, unsafe mdb_txn_id(transaction) != seen else { return }
    // Somebody has committed in between: another state must not be taken for this one.
    unsafe mdb_txn_reset(transaction)
}
