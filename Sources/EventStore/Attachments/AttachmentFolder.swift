internal import DiarylogHost

/// The folder beside the log that holds the files which events name, each under the SHA-256 of its bytes.
///
///     attachments/ab/cdef…      a file: the first two digits of its hash are a folder, the other sixty-two its name
///     attachments/small/…       small pictures of files (`SmallPictures`)
///     attachments/leaving/…     an empty file for each one that is to go, named by its hash
///     attachments/.…            what a killed process left of one, where the file system cannot do without a name
///
/// A file is written whole, synced and then named, so it is never seen half written; and it is never changed. It is
/// removed under a lock that whoever puts one holds shared, until the event that names it is written. Links are not
/// followed.
struct AttachmentFolder: Sendable {
    /// The store's folder.
    let store: String

    var path: String { StorePaths.attachments(store) }
    var leaving: String { path + "/leaving" }

    /// The two parts of a file's name.
    private func parts(_ hash: Digest) -> (folder: String, name: String) {
        let digits = hash.hexadecimal
        return (path + "/" + digits.prefix(2), String(digits.dropFirst(2)))
    }

    func path(of hash: Digest) -> String {
        let (folder, name) = parts(hash)
        return folder + "/" + name
    }

    /// Opens a file, as it is; nil if there is none.
    func open(_ hash: Digest) throws(SystemError) -> FileReader? {
        let (folder, name) = parts(hash)
        do throws(SystemError) {
            for folder in [path, folder] where try FileSystem.ownership(of: folder) == .link {
                throw SystemError(code: SystemError.linkCode, call: "open", path: folder)
            }
            return try FileReader(plain: folder + "/" + name, refusingLinks: true)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Whether a file is there with its size, which costs a system call or two; with `proving`, whether it is what was
    /// put, which reads it.
    func state(of file: AttachedFile, proving: Bool = false) -> AttachedFileState {
        do throws(SystemError) {
            guard let reader = try open(file.hash) else { return .missing }
            guard UInt64(reader.size) == file.size else { return .otherSize }
            if !proving { return .present }
            return try Digest.ofFile(reader) == file.hash ? .present : .otherHash
        } catch {
            return .unreadable
        }
    }

    /// Makes the folder if there is none, and refuses a link in its place.
    func make() throws(SystemError) {
        switch try FileSystem.ownership(of: path) {
        case .link: throw SystemError(code: SystemError.linkCode, call: "mkdir", path: path)
        case .own, .foreign: break
        case nil: try FileSystem.makeDirectory(path, mode: 0o700, withParents: true)
        }
    }

    /// Begins a file that `finish` puts into the folder.
    func begin() throws(SystemError) -> FileReplacement {
        try make()
        return try FileReplacement(in: path)
    }

    /// Gives a file that was written its name, and waits until it has it on the disk. What has that name goes: it holds
    /// the same, or was damaged.
    func finish(_ file: inout FileReplacement, as hash: Digest) throws(SystemError) {
        let (folder, name) = parts(hash)
        try makeRoom(in: folder)
        try file.finish(as: folder + "/" + name)
        // Another process may have made these folders, and not have synced them yet.
        try FileSystem.syncDirectory(path)
        try FileSystem.syncDirectory(store)
    }

    /// Gives a file of another such folder, on the same file system, a second name here; false where that cannot be.
    /// The folders are not synced.
    func link(_ hash: Digest, from other: AttachmentFolder) throws(SystemError) -> Bool {
        let (folder, name) = parts(hash)
        try make()
        try makeRoom(in: folder)
        return try FileSystem.link(other.path(of: hash), as: folder + "/" + name)
    }

    private func makeRoom(in folder: String) throws(SystemError) {
        if try FileSystem.ownership(of: folder) == .link {
            throw SystemError(code: SystemError.linkCode, call: "mkdir", path: folder)
        }
        try FileSystem.makeDirectory(folder, mode: 0o700, withParents: true)
    }

    /// Visits what is in the folder: files under a proper name by their hash, and what a killed process left.
    func forEach(_ visit: (Digest?, _ path: String) throws(SystemError) -> Void) throws(SystemError) {
        guard let owner = try FileSystem.ownership(of: path), owner != .link else { return }
        for outer in try FileSystem.contents(of: path) {
            let folder = path + "/" + outer
            if outer.hasPrefix(FileReplacement.temporaryPrefix) { try visit(nil, folder) }
            guard outer.utf8.count == 2, try FileSystem.ownership(of: folder) != .link,
                try FileSystem.kind(of: folder) == .directory
            else { continue }
            for inner in try FileSystem.contents(of: folder) {
                guard let hash = Digest(hexadecimal: outer + inner), hash.hexadecimal == outer + inner else { continue }
                try visit(hash, folder + "/" + inner)
            }
        }
    }
}
