internal import DiarylogHost
internal import DiarylogLMDB

/// Why a store, or what a program makes of one, could not do what was asked, named by what the caller can do about it.
public enum EventStoreError: Error, Equatable, Sendable {
    /// Nothing stands at the path.
    case missing(path: String)
    /// A file, or something else, stands where a folder was looked for: the store's, or one in it.
    case isAFile(path: String)
    /// A folder that holds no store.
    case notAStore(path: String)
    /// A new store was wanted at a path that is not empty.
    case occupied(path: String)
    /// A new store was wanted where a symbolic link stands.
    case isALink(path: String)
    /// A new store was wanted in a folder of another user.
    case foreignFolder(path: String)
    /// A store of another program, whose name this is.
    case otherApplication(String)
    /// A store made by a later version of this program.
    case newerFormat(found: Int, supported: Int)
    /// Another process held the store for longer than the caller would wait.
    case busy
    /// The file or its file system can only be read.
    case readOnly(path: String)
    /// The file that was open no longer stands at the path: the folder was moved, removed or replaced. Nothing was
    /// written. Whatever stands at the path is opened from now on, and the next change is made there.
    case replaced(path: String)
    /// The operating system refuses access.
    case noPermission(path: String)
    /// No room on the disk; nothing was written.
    case diskFull(path: String)
    /// The folder is encrypted, and its key is not there.
    case locked(path: String)
    /// A network file system, on which LMDB is not safe.
    case networkFileSystem(path: String)
    /// Bytes on the disk are not what was written.
    case damaged(String)
    /// A table that follows from the log is damaged, missing, or does not hold every event. Nothing that was written is
    /// lost with it: `Store.rebuild` makes it anew.
    case damagedTable(String)
    /// These events are damaged, and what was asked for would lose what may be left of them.
    case damagedEvents([SequenceNumber])
    /// What stands at the path has events that this store does not have, so it is not replaced.
    case holdsMore(path: String)
    /// The path lies in the store's own folder.
    case insideStore(path: String)
    /// The place lies in a folder that is carried to other devices, sealed: a store would lie open there.
    case insideRemote(path: String)
    /// The stream is at another version than the caller had seen; `actual` is nil where it has no event.
    case conflict(StreamID, expected: ExpectedVersion, actual: StreamVersion?)
    /// A limit of the format would be passed.
    case overLimit(String)
    /// An event of a kind this program does not know makes the stream, or the store, read-only for it.
    case needsNewerProgram
    /// What was offered cannot be written, and why: the application refuses an event, or bytes are no log. The number
    /// is that of the event or record, from 1; 0 if it concerns none of them.
    case unacceptable(record: Int, reason: String)
    /// A log cannot be imported, because one of its events was not accepted, for this reason. The number is that of the
    /// event's record, from 1.
    case refused(record: Int, OperationAnswer)
    /// A file would pass the limit that is set to the size of this user's files; nothing was written.
    case fileTooLarge(path: String)
    /// The system refused to write, for this reason; nothing was written.
    case notWritten(String)
    /// The system refused at a moment that leaves open whether the change was written: ask the log before it is
    /// repeated.
    case unsure(String)
    /// The new store is at the path, but the system did not confirm that its name is on the disk.
    case unsureOfName(path: String, String)
    /// A process of the same number has the store open: it lives in another container.
    case numberTaken
    /// A point in time was asked for that lies after the newest event.
    case beyondHead(asked: UInt64, head: UInt64)
    /// Anything else: what the system said, or what a closure that was handed over threw.
    case storage(String)
}

/// Runs what may throw errors of the floors below, and throws them as this floor's; `path` is what the calls are about.
///
/// Closures that are handed over throw whatever they like, so that none has to name an error: whoever runs one does it
/// here, or by `EventStoreError(_:)`.
@inline(__always)
package func bridging<Result: ~Copyable>(
    _ path: String = "", _ body: () throws -> Result
) throws(EventStoreError) -> Result {
    do { return try body() } catch { throw EventStoreError(error, at: path) }
}

extension EventStoreError {
    /// Whatever was thrown, as an error of this floor.
    package init(_ error: any Error, at path: String = "") {
        switch error {
        case let error as EventStoreError: self = error
        case let error as LMDBError: self.init(error)
        case let error as SystemError: self.init(error, at: path)
        default: self = .storage("\(error)")
        }
    }

    private init(_ error: SystemError, at path: String) {
        let path = error.path ?? path
        if error.isLocked {
            self = .locked(path: path)
        } else if error.isReadOnly {
            self = .readOnly(path: path)
        } else if error.isPermission {
            self = .noPermission(path: path)
        } else if error.isFull {
            self = .diskFull(path: path)
        } else if error.isTooLarge {
            self = .fileTooLarge(path: path)
        } else if error.isNoFolder {
            self = .isAFile(path: path)
        } else if error.isMissing {
            self = .missing(path: path)
        } else {
            self = .storage(error.description)
        }
    }

    private init(_ error: LMDBError) {
        switch error {
        case .corrupted, .notADatabase, .wrongVersion: self = .damaged(error.description)
        case .missing: self = .missing(path: "")
        case .numberTaken: self = .numberTaken
        case .system(let code) where code == 28 || code == 122: self = .diskFull(path: "")
        case .system(let code) where code == 13 || code == 1: self = .noPermission(path: "")
        case .system(let code) where code == 126: self = .locked(path: "")
        case .system(let code) where code == 27: self = .fileTooLarge(path: "")
        case .system(let code) where code == 30: self = .readOnly(path: "")
        default: self = .storage(error.description)
        }
    }

    /// Whether bytes on the disk are not what was written: of the log, or of what follows from it.
    package var isDamage: Bool {
        switch self {
        case .damaged, .damagedTable: true
        default: false
        }
    }
}

extension EventStoreError: CustomStringConvertible {
    /// What happened, in English. Whether anything was written is said only by the errors that are about that: another
    /// one may be the reason why nobody knows.
    public var description: String {
        switch self {
        case .missing(let path): "nothing stands at \(path)"
        case .isAFile(let path): "\(path) is no folder"
        case .notAStore(let path): "\(path) is a folder without a store"
        case .occupied(let path): "\(path) is not empty, so no store is made there"
        case .isALink(let path): "\(path) is a symbolic link, so no store is made there"
        case .foreignFolder(let path): "\(path) is another user's folder"
        case .otherApplication(let name): "the store belongs to another program, \(name)"
        case .newerFormat(let found, let supported): "the store has format \(found); this program reads \(supported)"
        case .numberTaken: "a process of the same number has the store open, in another container"
        case .busy: "another process holds the store; try again"
        case .readOnly(let path): "\(path) can only be read"
        case .replaced(let path): "another store stands at \(path) now"
        case .noPermission(let path): "the system refuses access to \(path)"
        case .diskFull(let path): "no room is left for \(path)"
        case .locked(let path): "\(path) is encrypted, and its key is not there"
        case .networkFileSystem(let path): "\(path) lies on a network file system, on which LMDB is not safe"
        case .damaged(let detail): "damaged: \(detail)"
        case .damagedTable(let name): "the table \(name) is not what was written; it follows from the log"
        case .damagedEvents(let events): "events \(events) are damaged"
        case .holdsMore(let path): "\(path) has events that this store does not have"
        case .insideStore(let path): "\(path) lies in the store's own folder"
        case .insideRemote(let path): "\(path) lies in a remote"
        case .conflict(let stream, let expected, let actual):
            "stream \(stream): expected \(expected), found \(actual.map { "version \($0)" } ?? "no event")"
        case .overLimit(let what): "over a limit of the format: \(what)"
        case .needsNewerProgram: "an event of a kind that this program does not know; a newer program writes here"
        case .unacceptable(let record, let reason): record == 0 ? reason : "event \(record): \(reason)"
        case .refused(let record, let answer): "event \(record) was not accepted: \(answer)"
        case .fileTooLarge(let path): "\(path) would pass the limit of this user's files"
        case .notWritten(let reason): "nothing was written: \(reason)"
        case .unsure(let reason): "it is open whether it was written; ask the log: \(reason)"
        case .unsureOfName(let path, let reason): "\(path) is there, but its name may not be on the disk: \(reason)"
        case .beyondHead(let asked, let head): "event \(asked) lies after the newest, \(head)"
        case .storage(let reason): reason
        }
    }
}
