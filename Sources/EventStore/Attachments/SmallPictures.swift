internal import DiarylogHost

/// Small pictures of attached files, each under the hash of the file that it was made of:
///
///     attachments/small/0a1b…   the picture of the file with this SHA-256
///
/// They follow from the files, and whoever shows files may make them anew: no backup, exchange or export has them. One
/// goes before its file does.
struct SmallPictures: Sendable {
    private let path: String

    init(_ attachments: AttachmentFolder) { path = attachments.path + "/small" }

    /// Opens one; nil if none was kept.
    func open(_ hash: Digest) throws(SystemError) -> FileReader? {
        do throws(SystemError) {
            try refuseLink()
            return try FileReader(plain: name(hash), refusingLinks: true)
        } catch {
            if error.isMissing { return nil }
            throw error
        }
    }

    /// Keeps one, in place of the one before. Costs some waits for the disk.
    func keep(_ bytes: [UInt8], of hash: Digest) throws(SystemError) {
        try refuseLink()
        try FileSystem.makeDirectory(path, mode: 0o700, withParents: true)
        var file = try FileReplacement(in: path)
        try file.write(bytes)
        try file.finish(as: name(hash))
    }

    /// Removes those of files that are to go, and what a killed process left; returns once that is on the disk.
    func remove(where goes: (Digest) -> Bool) throws(SystemError) {
        guard let owner = try FileSystem.ownership(of: path), owner != .link else { return }
        var isEmptied = false
        for name in try FileSystem.contents(of: path) {
            let isGoing = Digest(hexadecimal: name).map(goes) ?? name.hasPrefix(FileReplacement.temporaryPrefix)
            if !isGoing { continue }
            try FileSystem.removeFile(path + "/" + name)
            isEmptied = true
        }
        if isEmptied { try FileSystem.syncDirectory(path) }
    }

    private func name(_ hash: Digest) -> String { path + "/" + hash.hexadecimal }

    private func refuseLink() throws(SystemError) {
        if try FileSystem.ownership(of: path) == .link {
            throw SystemError(code: SystemError.linkCode, call: "open", path: path)
        }
    }
}
