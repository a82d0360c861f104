/// Making, listing and removing folders, and the folders that the system names.

internal import DiarylogCHost
internal import Glibc

extension FileSystem {
    /// Makes a folder. With `withParents`, also the folders above it, and a folder that exists already is no error.
    ///
    /// Every folder made gets `mode`, less the umask. With `withParents`, the folder above each one made is synced: it
    /// outlives a power cut.
    package static func makeDirectory(
        _ path: String, mode: UInt32 = 0o700, withParents: Bool = false
    ) throws(SystemError) {
        do throws(SystemError) {
            _ = try systemCall("mkdir", path) { unsafe mkdir(path, mode) }
            if withParents { try syncDirectory(parent(of: path)) }
        } catch {
            guard withParents else { throw error }
            if error.isExisting {
                if try kind(of: path) == .directory { return }
                throw SystemError(code: ENOTDIR, call: "mkdir", path: path)
            }
            let above = parent(of: path)
            guard error.code == ENOENT, above != path, try kind(of: above) == .missing else { throw error }
            try makeDirectory(above, mode: mode, withParents: true)
            try makeDirectory(path, mode: mode, withParents: true)
        }
    }

    /// The names in a folder that begin so, sorted, without "." and "..". A name that is not UTF-8 is repaired.
    package static func contents(
        of path: String, beginning prefix: String = ""
    ) throws(SystemError) -> [String] {
        var names: [String] = []
        try walk(path, beginning: prefix) { name in
            names.append(name)
            return true
        }
        return names.sorted()
    }

    /// Whether a folder is empty. Throws if it is not a folder.
    package static func isEmptyDirectory(_ path: String) throws(SystemError) -> Bool {
        var isEmpty = true
        try walk(path, beginning: "") { _ in
            isEmpty = false
            return false
        }
        return isEmpty
    }

    /// Removes a file, or a folder with everything in it. Links are removed, never followed.
    ///
    /// If nothing is there, that is no error. Stops at the first thing that it cannot remove. Refuses "/" and "".
    package static func removeTree(_ path: String) throws(SystemError) {
        let tree = withoutTrailingSlashes(path)
        guard !tree.isEmpty, tree != "/" else { throw SystemError(code: EINVAL, call: "unlink", path: path) }
        try shimCall("unlink", tree) { unsafe chost_remove_tree(tree) }
    }

    /// Removes an empty folder; throws if it is not empty, or not a folder.
    package static func removeEmptyDirectory(_ path: String) throws(SystemError) {
        _ = try systemCall("rmdir", path) { unsafe rmdir(path) }
    }

    /// Where temporary files go: `TMPDIR`, or /tmp.
    package static var temporaryDirectory: String {
        let chosen = ProcessEnvironment.value("TMPDIR") ?? ""
        return chosen.isEmpty ? "/tmp" : withoutTrailingSlashes(chosen)
    }

    /// Makes a new folder that only this user can enter (mode 700), with a unique name, and returns its path. An error
    /// has the path of `parent`.
    package static func makeTemporaryDirectory(in parent: String, prefix: String) throws(SystemError) -> String {
        // mkdtemp replaces these six letters so that the name is unique.
        var bytes = Array("\(parent)/\(prefix)\(String(repeating: "X", count: 6))".utf8CString)
        _ = try systemCall("mkdtemp", parent) { unsafe mkdtemp(&bytes) == nil ? -1 : 0 }
        return String(decoding: bytes.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Passes the names in a folder that begin so to `visit`, in no particular order, until it returns false.
    private static func walk(
        _ path: String, beginning prefix: String, _ visit: (String) -> Bool
    ) throws(SystemError) {
        var code: Int32 = 0
        var directory: UnsafeMutableRawPointer?
        try shimCall("opendir", path) {
            unsafe directory = chost_directory_open(system(path), &code)
            return code
        }
        defer { unsafe chost_directory_close(directory) }
        let beginning = Self.bytes(ofName: prefix) ?? Array(prefix.utf8)
        while let name = unsafe chost_directory_next(directory, &code) {
            let bytes = unsafe cBytes(name)
            // A folder may have a hundred thousand names that are not asked for.
            if bytes.starts(with: beginning), !visit(Self.name(bytes)) { return }
        }
        if code != 0 { throw SystemError(code: code, call: "readdir", path: path) }
    }
}
