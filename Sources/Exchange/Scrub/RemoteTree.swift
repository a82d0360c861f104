internal import DiarylogHost
internal import EventStore

/// All files of a place in which diaries are kept, at any depth: a folder, or storage that rclone reaches.
///
/// It needs no key and no diary. Held are some 200 bytes a file.
package struct RemoteTree {
    /// A file as it is listed.
    package struct File: Sendable {
        /// From the place on, with `/`.
        package var path: String
        /// Bytes.
        package var size: Int
        /// When it was last written, in seconds since 1970 UTC; nil if nobody says.
        package var changedAt: Int64?

        package init(path: String, size: Int, changedAt: Int64? = nil) {
            (self.path, self.size, self.changedAt) = (path, size, changedAt)
        }

        /// Whether it has the size that its name says.
        fileprivate var isWhole: Bool {
            let name = path.split(separator: "/").suffix(2).joined(separator: "/")
            return (ObjectName(path: name)?.size ?? FileName(path: name)?.size) == size
        }
    }

    private let address: RemoteAddress
    /// A folder for lists of names and for what is fetched.
    private let spool: String

    package init(at address: RemoteAddress, spool: String) { (self.address, self.spool) = (address, spool) }

    /// Lists it, sorted by path. Links are not followed.
    package func files() throws(RemoteTrouble) -> [File] {
        var files: [File] = []
        switch address {
        case .folder(let path): try Self.walk(path, "", &files)
        case .rclone(let address): files = try RcloneRemote(address: address, spool: spool).tree()
        }
        return Self.once(files)
    }

    /// Files sorted by path, each once. After a lost answer some storage has a name twice: whichever is got, its bytes
    /// are proven.
    package static func once(_ files: [File]) -> [File] {
        let byPath = Dictionary(files.map { ($0.path, $0) }) { $1.isWhole ? $1 : $0 }
        return byPath.values.sorted { $0.path < $1.path }
    }

    private static func walk(_ folder: String, _ prefix: String, _ files: inout [File]) throws(RemoteTrouble) {
        let names: [String]
        do throws(SystemError) { names = try FileSystem.contents(of: folder) } catch {
            throw .unreachable(error.description)
        }
        for name in names {
            let path = "\(folder)/\(name)"
            guard let owner = try? FileSystem.ownership(of: path), owner != .link else { continue }
            switch try? FileSystem.kind(of: path) {
            case .directory?: try walk(path, "\(prefix)\(name)/", &files)
            case .file?:
                files.append(
                    File(
                        path: prefix + name, size: (try? FileSystem.size(of: path)) ?? 0,
                        changedAt: try? FileSystem.modificationTime(of: path)))
            default: continue
            }
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
