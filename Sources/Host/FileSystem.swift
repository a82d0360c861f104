/// What is at a path: its kind, identity and size, and its real path.
///
/// The other aspects of the file system are in `FileSystem+Files`, `+Folders` and `+Volumes`. Paths are UTF-8, or
/// hold what `FileSystem+Names` says; a relative path starts at the current folder.

internal import Glibc

/// What makes two paths the same file: the device, and the inode on it.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64

    package init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }
}

/// Files, folders and volumes, by their path.
package enum FileSystem {
    /// What a path leads to.
    package enum Kind: Sendable {
        case missing
        case file
        case directory
        /// A device, a pipe, a socket.
        case other
    }

    /// What is at a path, following links. A link to nothing, or in a circle, is `missing`.
    package static func kind(of path: String) throws(SystemError) -> Kind {
        guard let status = try status(of: path) else { return .missing }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .directory
        default: .other
        }
    }

    /// Whether at a path, following links, or on standard input is a device, which may have no end: neither a terminal,
    /// where a person ends it, nor one that ends at once.
    package static func isDevice(_ path: String?) throws(SystemError) -> Bool {
        var status = stat()
        if let path {
            _ = try systemCall("stat", path) { unsafe stat(path, &status) }
        } else {
            if Terminal.isTerminal(.input) { return false }
            _ = try systemCall("fstat", nil) { unsafe fstat(Terminal.Stream.input.rawValue, &status) }
        }
        guard [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) else { return false }
        return try Self.status(of: "/dev/null")?.st_rdev != status.st_rdev
    }

    /// The identity of what is at a path, following links; nil if there is nothing.
    package static func identity(of path: String) throws(SystemError) -> FileIdentity? {
        try status(of: path).map { FileIdentity(device: UInt64($0.st_dev), inode: UInt64($0.st_ino)) }
    }

    /// Who owns what is at a path, where links are not followed.
    package enum Ownership: Sendable {
        case own
        case foreign
        /// A symbolic link, whoever owns it.
        case link
    }

    /// Who owns what is at a path, not following a link; nil if there is nothing, not even a link.
    package static func ownership(of path: String) throws(SystemError) -> Ownership? {
        var status = stat()
        // With a slash at the end, a link would be followed.
        let itself = withoutTrailingSlashes(path)
        do throws(SystemError) {
            _ = try systemCall("lstat", path) { unsafe lstat(system(itself), &status) }
        } catch {
            if error.isMissing { return nil }
            throw error
        }
        if status.st_mode & S_IFMT == S_IFLNK { return .link }
        return status.st_uid == geteuid() ? .own : .foreign
    }

    /// The size in bytes of what is at a path, following links. Throws if there is nothing.
    package static func size(of path: String) throws(SystemError) -> Int {
        guard let status = try status(of: path) else { throw SystemError(code: ENOENT, call: "stat", path: path) }
        return Int(status.st_size)
    }

    /// When what is at a path was last written, in seconds since 1970 UTC, following links. Throws if there is nothing.
    package static func modificationTime(of path: String) throws(SystemError) -> Int64 {
        guard let status = try status(of: path) else { throw SystemError(code: ENOENT, call: "stat", path: path) }
        return Int64(status.st_mtim.tv_sec)
    }

    /// Whether the mode of what is at a path lets nobody but its owner do anything with it, following links.
    package static func isPrivate(_ path: String) throws(SystemError) -> Bool { try permissions(of: path) & 0o077 == 0 }

    /// The permissions of what is at a path, following links: the lowest nine bits of its mode.
    static func permissions(of path: String) throws(SystemError) -> UInt32 {
        guard let status = try status(of: path) else { throw SystemError(code: ENOENT, call: "stat", path: path) }
        return status.st_mode & 0o777
    }

    /// Whether this process may write to a path: it has permission, and the file system accepts writes.
    ///
    /// False also if there is nothing. Only a hint: the write itself decides.
    package static func isWritable(_ path: String) -> Bool {
        guard !path.utf8.contains(0) else { return false }
        return unsafe faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
    }

    /// The absolute path without links, dots and doubled slashes. Throws if there is nothing.
    package static func canonicalPath(_ path: String) throws(SystemError) -> String {
        var found: UnsafeMutablePointer<CChar>?
        _ = try systemCall("realpath", path) {
            unsafe found = realpath(system(path), nil)
            return unsafe found == nil ? -1 : 0
        }
        guard let real = unsafe found else { throw SystemError(code: ENOENT, call: "realpath", path: path) }
        defer { unsafe free(real) }
        return unsafe Self.path(cBytes(real))
    }

    /// The folder of a path: "/a" for "/a/b" and "/a/b/", "." for "b", "/" for "/a". Does not access the disk.
    package static func parent(of path: String) -> String {
        let bytes = withoutTrailingSlashes(path).utf8
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return withoutTrailingSlashes(String(bytes[...slash]) ?? "/")
    }

    /// The same path without slashes at the end; "/" stays.
    static func withoutTrailingSlashes(_ path: String) -> String {
        var bytes = path.utf8[...]
        while bytes.count > 1, bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return String(bytes) ?? path
    }

    private static func status(of path: String) throws(SystemError) -> stat? {
        var status = stat()
        do throws(SystemError) {
            _ = try systemCall("stat", path) { unsafe stat(system(path), &status) }
        } catch {
            if error.isMissing || error.code == ELOOP { return nil }
            throw error
        }
        return status
    }
}
