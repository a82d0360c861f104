/// The volume under a path: whether it is served over a network, and how full it is.

internal import DiarylogCHost

extension FileSystem {
    /// Whether a path lies on a file system that others serve: NFS, SMB, 9p, FUSE, AFS or CEPH.
    ///
    /// Byte locks and memory maps are not reliable there. A FUSE file system may be local; that cannot be told. Throws
    /// if there is nothing at the path.
    package static func isNetwork(_ path: String) throws(SystemError) -> Bool {
        isNetwork(magic: try volume(of: path).magic)
    }

    /// How many bytes an ordinary user may still write on the volume of a path.
    package static func freeBytes(_ path: String) throws(SystemError) -> UInt64 {
        try volume(of: path).free
    }

    /// Whether a file system with this magic number, as `statfs(2)` lists them, is served by others.
    package static func isNetwork(magic: UInt32) -> Bool {
        chost_is_network_magic(magic)
    }

    private static func volume(of path: String) throws(SystemError) -> (magic: UInt32, free: UInt64) {
        var magic: UInt32 = 0
        var free: UInt64 = 0
        try shimCall("statfs", path) { unsafe chost_volume(path, &magic, &free) }
        return (magic, free)
    }
}
