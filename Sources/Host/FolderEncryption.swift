/// Folders that the kernel encrypts by a key of their own (fscrypt): whether they are, and their keys.

internal import DiarylogCHost
internal import Glibc

/// How a folder is encrypted, and whether the kernel has its key.
///
/// What is made in such a folder is encrypted as well. Without the key the names in it are unreadable and no file can
/// be opened or made; all can be removed. A key belongs to a file system and to the users who have added it.
package struct FolderEncryption: Equatable, Sendable {
    /// What the kernel calls a key: 16 bytes that follow from it.
    package struct KeyName: Equatable, Sendable {
        package let bytes: [UInt8]
    }

    /// Whether what lies in the folder can be read.
    package enum Access: Sendable {
        case open
        case closed
        /// The key was taken away while files were open: who has them open reads them on.
        case closing
    }

    /// The name of its key; nil if another program has encrypted it in a way that gives keys no names.
    package let key: KeyName?
    package let access: Access

    /// How many bytes a key has.
    package static let keySize = 64

    /// How a folder is encrypted; nil if it is not. Throws `isMissing` if there is none.
    package init?(of folder: String) throws(SystemError) {
        var state: Int32 = 0
        var identifier = [UInt8](repeating: 0, count: 16)
        try shimCall("statx", folder) { unsafe chost_encryption(folder, &state, &identifier) }
        switch Int(state) {
        case CHOST_CLEAR: return nil
        case CHOST_OPEN: access = .open
        case CHOST_CLOSED: access = .closed
        case CHOST_CLOSING: access = .closing
        // Whether the key is there cannot be asked: opening a file will say it.
        default:
            (key, access) = (nil, .open)
            return
        }
        key = KeyName(bytes: identifier)
    }

    /// The folder at or above a path that is encrypted and closed, if that is why nothing is found at the path.
    package static func closed(at path: String) -> String? {
        var path = path
        while (try? FileSystem.kind(of: path)) != .directory {
            let above = FileSystem.parent(of: path)
            if above == path { return nil }
            path = above
        }
        guard let encryption = try? FolderEncryption(of: path), encryption.access != .open else { return nil }
        return path
    }

    /// Whether a folder is encrypted otherwise than the one above it: what would take its place would not be.
    package static func isOwn(_ folder: String) -> Bool {
        guard let own = try? FolderEncryption(of: folder) else { return false }
        return (try? FolderEncryption(of: FileSystem.parent(of: folder)))?.key != own.key || own.key == nil
    }

    /// Whether a folder in this one could be encrypted: that is a feature of the file system and of its volume.
    package static func isPossible(in folder: String) throws(SystemError) -> Bool {
        do throws(SystemError) {
            try shimCall("ioctl", folder) { unsafe chost_encryption_support(folder) }
            return true
        } catch {
            if [EOPNOTSUPP, ENOTTY, ENOSYS, EINVAL].contains(error.code) { return false }
            throw error
        }
    }

    /// Gives the kernel a key, for the file system of a folder; returns its name. Giving it twice is giving it once.
    package static func add(_ key: [UInt8], at folder: String) throws(SystemError) -> KeyName {
        var identifier = [UInt8](repeating: 0, count: 16)
        try shimCall("ioctl", folder) { unsafe chost_encryption_add(folder, key, key.count, &identifier) }
        return KeyName(bytes: identifier)
    }

    /// Encrypts an empty folder by a key that was added.
    package static func encrypt(_ folder: String, by key: KeyName) throws(SystemError) {
        try shimCall("ioctl", folder) { unsafe chost_encryption_set(folder, key.bytes) }
    }

    /// What keeps a folder open whose key was taken away.
    package enum Rest: Sendable {
        case nothing
        case openFiles
        /// Another user has added the key as well: nothing is closed.
        case otherUsers
    }

    /// Takes a key of this user's away from the file system of a folder, which is not itself encrypted by it.
    package static func remove(_ key: KeyName, at folder: String) throws(SystemError) -> Rest {
        var left: UInt32 = 0
        try shimCall("ioctl", folder) { unsafe chost_encryption_remove(folder, key.bytes, &left) }
        return left & 2 != 0 ? .otherUsers : left & 1 != 0 ? .openFiles : .nothing
    }
}
