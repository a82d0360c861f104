internal import DiarylogCLMDB

/// Facts about the LMDB library this program was linked with.
package enum Library {
    /// The version as the library states it: `LMDB 0.9.24: (July 24, 2019)`.
    package static var version: String {
        guard let words = unsafe mdb_version(nil, nil, nil) else { return "LMDB" }
        return unsafe String(cString: words)
    }

    /// The longest key, in bytes; the shortest is 1.
    static var longestKey: Int { 511 }
}

/// Throws the error that a code from the C library means, unless the code means success.
@inline(always)
func check(_ code: Int32) throws(LMDBError) {
    guard code == MDB_SUCCESS else { throw LMDBError(code: code) }
}
