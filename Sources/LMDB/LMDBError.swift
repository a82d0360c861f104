internal import DiarylogCLMDB
internal import Glibc

/// A failed call to LMDB, named by what the caller can do about it.
///
/// A missing value is never an error: reads return `nil` or `false`.
package enum LMDBError: Error, Equatable, Sendable {
    /// The file would outgrow the map that this process was granted: drop the transaction.
    case mapFull
    /// Another process has made the file larger than the map that this process was granted.
    case mapResized
    /// Living processes hold every reader slot: end some read transactions.
    case readersFull
    /// The transaction touched too many pages: commit in smaller parts.
    case transactionFull
    /// The file is not an LMDB file.
    case notADatabase
    /// The file, or its lock file, was made by another version of LMDB.
    case wrongVersion
    /// A page is damaged: restore a copy, or rescue what can still be read.
    case corrupted
    /// The environment must not be used any more: close it, open it again, and read what was kept.
    case panicked
    /// The file is open in this process with options that promise less: read-only, or not durable.
    case busy
    /// There is no such file or folder.
    case missing
    /// A key is empty or longer than 511 bytes, or a value is longer than LMDB takes.
    case badValueSize
    /// The key is already there, or is not the greatest in an appending `put`.
    case keyExists
    /// The environment was opened before a fork: only the parent may use it.
    case forked
    /// A process of the same number has the file open: it lives among other numbers, in another container.
    case numberTaken
    /// The system refused; `errno` says why.
    case system(errno: Int32)
    /// Any other code of LMDB.
    case unexpected(code: Int32)

    /// Names a code of the C library other than success.
    init(code: Int32) {
        switch code {
        case MDB_MAP_FULL: self = .mapFull
        case MDB_MAP_RESIZED: self = .mapResized
        case MDB_READERS_FULL: self = .readersFull
        case MDB_TXN_FULL: self = .transactionFull
        case MDB_INVALID: self = .notADatabase
        case MDB_VERSION_MISMATCH: self = .wrongVersion
        case MDB_CORRUPTED, MDB_PAGE_NOTFOUND, MDB_CURSOR_FULL, MDB_PAGE_FULL: self = .corrupted
        // What a damaged page leads to later: an unusable transaction, a table that is none, one of other flags.
        case MDB_BAD_TXN, MDB_BAD_DBI, MDB_INCOMPATIBLE: self = .corrupted
        case MDB_PANIC: self = .panicked
        case MDB_BAD_VALSIZE: self = .badValueSize
        case MDB_KEYEXIST: self = .keyExists
        case ENOENT: self = .missing
        case let code where code > 0: self = .system(errno: code)
        default: self = .unexpected(code: code)
        }
    }
}

extension LMDBError: CustomStringConvertible {
    /// What happened, in words that finish a sentence such as "the diary cannot be opened: …".
    package var description: String {
        switch self {
        case .mapFull: "the file would outgrow the address space that this process may use (ulimit -v)"
        case .mapResized: "the file has outgrown the address space that this process may use (ulimit -v)"
        case .readersFull: "too many readers at once"
        case .transactionFull: "the transaction is too large"
        case .notADatabase: "the file is not an LMDB file"
        case .wrongVersion: "the file was made by another version of LMDB"
        case .corrupted: "the file is damaged"
        case .panicked: "the file must be closed and opened again"
        case .busy: "the file is already open in this process with weaker options"
        case .missing: "there is no such file"
        case .badValueSize: "the key or the value has a size that LMDB does not take"
        case .keyExists: "the key is already there"
        case .numberTaken: "a process of the same number has the file open, in another container"
        case .forked: "the file was opened by the parent process"
        case .system(let errno): unsafe String(cString: strerror(errno))
        case .unexpected(let code): unsafe String(cString: mdb_strerror(code))
        }
    }
}
