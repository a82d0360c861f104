internal import DiarylogHost
internal import EventStore

/// Where a diary is that is locked or unlocked, and where its key lies.
struct LockPlace {
    /// The diary's folder, without links, and the one above it, which is not encrypted by the diary's key.
    let path: String
    let parent: String

    /// The key, under a passphrase: `NAME.key.age` beside the folder.
    var keyFile: String { path + ".key.age" }

    init(of session: Session) throws {
        let given = try session.path()
        guard try FileSystem.kind(of: given) == .directory else {
            if let closed = FolderEncryption.closed(at: given) { throw Problem.locked(closed) }
            throw try FileSystem.kind(of: given) == .missing ? Problem.noDiary(given) : .isAFile(given)
        }
        path = try FileSystem.canonicalPath(given)
        parent = FileSystem.parent(of: path)
    }

    /// How the folder is encrypted; nil if it is not.
    var encryption: FolderEncryption? { get throws(SystemError) { try FolderEncryption(of: path) } }

    /// Whether the key file is there: without it, it was not us who encrypted the folder.
    var hasKey: Bool { get throws(SystemError) { try FileSystem.kind(of: keyFile) == .file } }

    /// Removes the diary in clear that a killed first lock left beside the encrypted one.
    func removeLeft(_ session: Session) throws {
        if let left = try Store.removeLeftFolder(of: path) { session.notify(.clearRemoved(left)) }
    }

    /// Takes the key away from the kernel. Throws `stillOpen` while a program has the diary open: whatever it does not
    /// have open is closed by then.
    func close(_ key: FolderEncryption.KeyName) throws {
        let files = FileSystem.identities(below: path)
        // Who watches the diary is woken by the touch, and lets it go. An exchange that follows a change is over in
        // some hundred milliseconds.
        for _ in 0..<15 {
            guard try FolderEncryption.remove(key, at: parent) == .openFiles else { break }
            try FileSystem.touch(path)
            WallClock.pause(nanoseconds: 200_000_000)
        }
        switch try encryption?.access {
        case .closed, nil: return
        case .closing: throw Problem.stillOpen(path, by: Processes.using(files))
        case .open: throw Problem.openToOthers(path)
        }
    }
}
