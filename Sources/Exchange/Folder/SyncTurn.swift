internal import DiarylogHost
internal import EventStore

/// Lets one run at a time exchange a diary; one that is asked for meanwhile makes the one that runs go round once more.
///
/// A locked byte of `sync/lock` is the turn, and ends with the process, however it dies. The file's first byte says
/// whether somebody has asked. Who asks writes it before he tries the lock, and who ends looks at it once more after
/// he gave the lock up: so no request falls between two.
package struct SyncTurn: Sendable {
    private let lock: LockFile
    private static let byte: Int64 = 1

    package init(in folder: SyncFolder) throws(ExchangeTrouble) {
        try local(FileSystem.makeDirectory(folder.path, withParents: true))
        lock = try local(LockFile.open(folder.lock, creating: true))
        if lock.isReadOnly { throw .engine(.readOnly(path: folder.diary)) }
    }

    /// Goes round as long as somebody asks for it; false, with a round asked for, if another run has the turn.
    package func take(_ round: () throws -> Void) throws -> Bool {
        try local(lock.write([1].span))
        var hasGone = false
        while try isAsked(), try local(lock.tryLock(byte: Self.byte, .exclusive)) {
            defer { try? lock.unlock(byte: Self.byte) }
            while try isAsked() {
                try local(lock.write([0].span))
                try round()
                hasGone = true
            }
        }
        return hasGone
    }

    /// Waits for the turn, and goes round once.
    package func wait(_ round: () throws -> Void) throws {
        try local(lock.lock(byte: Self.byte, .exclusive))
        defer { try? lock.unlock(byte: Self.byte) }
        try local(lock.write([0].span))
        try round()
    }

    private func isAsked() throws(ExchangeTrouble) -> Bool {
        try local(lock.read(count: 1)) == [1]
    }
}
