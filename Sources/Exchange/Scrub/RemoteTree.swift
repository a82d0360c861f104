internal import DiarylogHost
internal import EventStore

/// All files of a place in which diaries are kept, at any depth: a folder, or storage that rclone reaches.
///
/// It needs no key and no diary. Held are some 200 bytes a file.
package struct RemoteTree {
    private let address: RemoteAddress
    /// A folder for lists of names and for what is fetched.
    private let spool: String

    package init(at address: RemoteAddress, spool: String) { (self.address, self.spool) = (address, spool) }

    /// Lists it, sorted by path. Links are not followed.
    package func files() throws(RemoteTrouble) -> [RemoteFile] {
        switch address {
        case .folder(let path): RemoteFile.once(try FolderRemote.files(in: path, ""))
        case .rclone(let address): RemoteFile.once(try RcloneRemote(address: address, spool: spool).tree())
        }
    }

    /// The SHA-256 of files, in the order of their names below a folder of the place; nil for one that does not come.
    ///
    /// A folder is read where it lies, in parts; from storage the files are fetched in one call, and removed again.
    func digests(of names: [String], below root: String) throws(RemoteTrouble) -> [Digest?] {
        switch address {
        case .folder(let path): return names.map { try? Digest.ofFile("\(path)/\(root)\($0)") }
        case .rclone(let address):
            let base = address.hasSuffix(":") || root.isEmpty ? address + root : "\(address)/\(root)"
            let place = spool + "/scrubbed"
            defer { try? FileSystem.removeTree(place) }
            do throws(SystemError) {
                for folder in [ObjectName.folder, FileName.folder] {
                    try FileSystem.makeDirectory("\(place)/\(folder.dropLast())", withParents: true)
                }
            } catch {
                throw .local(error)
            }
            try RcloneRemote(address: base, spool: spool).get(names, into: place)
            return names.map { try? Digest.ofFile("\(place)/\($0)") }
        }
    }
}
