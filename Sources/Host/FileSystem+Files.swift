/// Reading, writing, renaming and removing whole files.

internal import DiarylogCHost
internal import Glibc

extension FileSystem {
    /// The bytes of a file, at most the first `limit` of them.
    ///
    /// To learn whether there are more, ask for one more than you can use.
    package static func read(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
        let file = try FileDescriptor(opening: path, O_RDONLY)
        return try file.read(limit: limit, expected: file.size())
    }

    /// The same of what is a file, and nothing else: where others may put things, a pipe would be waited for.
    package static func read(plain path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
        let file = try FileReader(plain: path)
        return try file.read(at: 0, count: min(limit, file.size))
    }

    /// Writes a file, replacing its contents, or with `exclusive` only if nothing is there (else EEXIST).
    ///
    /// A new file gets `mode`, less the umask. With `sync` the bytes are on disk when this returns; the file's name is
    /// once `syncDirectory` has returned for the folder. A failure leaves part of the bytes, or with `exclusive` no
    /// file. For a file that must never be seen half written, use `FileReplacement`.
    package static func write(
        _ bytes: Span<UInt8>, to path: String, mode: UInt32 = 0o600, exclusive: Bool = false, sync: Bool = true
    ) throws(SystemError) {
        let file = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | (exclusive ? O_EXCL : O_TRUNC), mode: mode)
        do throws(SystemError) {
            try file.write(bytes)
            if sync { try file.sync() }
        } catch {
            if exclusive { _ = unsafe unlink(path) }
            throw error
        }
    }

    /// Gives a file or folder the time of now, which wakes whoever watches it: also where its key is not there.
    package static func touch(_ path: String) throws(SystemError) {
        _ = try systemCall("utimensat", path) { unsafe utimensat(AT_FDCWD, path, nil, 0) }
    }

    /// Renames a file or folder within a file system, replacing a file of that name.
    ///
    /// Atomic. It survives a power cut once the folders are synced.
    package static func rename(from: String, to: String) throws(SystemError) {
        if to.utf8.contains(0) { throw SystemError(code: EINVAL, call: "rename", path: to) }
        _ = try systemCall("rename", from) { unsafe Glibc.rename(from, to) }
    }

    /// Gives a file a second name on the same file system; false where the file system cannot, or has it elsewhere.
    ///
    /// A link is not followed. It survives a power cut once the folder is synced.
    package static func link(_ path: String, as other: String) throws(SystemError) -> Bool {
        if other.utf8.contains(0) { throw SystemError(code: EINVAL, call: "link", path: other) }
        do throws(SystemError) {
            _ = try systemCall("link", path) { unsafe Glibc.link(path, other) }
            return true
        } catch {
            if [EXDEV, EPERM, EMLINK, ENOTSUP, ENOSYS].contains(error.code) { return false }
            throw error
        }
    }

    /// Exchanges what two paths of a file system name, so that neither is missing at any time; false where the file
    /// system cannot.
    ///
    /// It survives a power cut once the folders are synced.
    package static func exchange(_ one: String, _ other: String) throws(SystemError) -> Bool {
        if other.utf8.contains(0) { throw SystemError(code: EINVAL, call: "renameat2", path: other) }
        do throws(SystemError) {
            try shimCall("renameat2", one) { unsafe chost_exchange(one, other) }
            return true
        } catch {
            if error.code == EINVAL || error.code == ENOSYS { return false }
            throw error
        }
    }

    /// Waits until a file is on disk.
    package static func syncFile(_ path: String) throws(SystemError) {
        try FileDescriptor(opening: path, O_RDONLY).sync()
    }

    /// Waits until the names in a folder are on disk.
    package static func syncDirectory(_ path: String) throws(SystemError) {
        try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY).sync()
    }

    /// Removes one file or link. Throws if there is none, or if it is a folder.
    package static func removeFile(_ path: String) throws(SystemError) {
        _ = try systemCall("unlink", path) { unsafe unlink(path) }
    }
}
