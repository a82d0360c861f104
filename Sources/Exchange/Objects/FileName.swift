package import EventStore

/// The name of a sealed attached file on a remote: `NAME-SIZE-HASH.age`.
package struct FileName: Hashable, Sendable {
    /// What stands for the file's own hash: `Diary.remoteName(of:)`.
    package var name: String
    /// Bytes of the object, and the first 32 hexadecimal digits of their SHA-256.
    package var size: Int
    package var hash: String

    /// The folder in which they lie.
    package static let folder = "files/"

    package init(name: String, size: Int, hash: Digest) {
        (self.name, self.size, self.hash) = (name, size, String(hash.hexadecimal.prefix(32)))
    }

    /// Reads a path on a remote; nil if it is not written exactly as `path` writes it.
    package init?(path: String) {
        guard path.hasPrefix(Self.folder), path.hasSuffix(".age") else { return nil }
        let parts = path.dropFirst(Self.folder.count).dropLast(4).split(separator: "-").map(String.init)
        guard parts.count == 3, ObjectName.isHexadecimal(parts[0], 32), let size = Int(parts[1]), size > 0,
            ObjectName.isHexadecimal(parts[2], 32)
        else { return nil }
        (name, self.size, hash) = (parts[0], size, parts[2])
        guard self.path == path else { return nil }
    }

    /// The name that stands in that of a file which a carrier has made of a sealed one: a conflicted copy, a part.
    package init?(within name: String) {
        for start in name.indices {
            let parts = name[start...].split(separator: "-", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            if let file = FileName(path: "\(Self.folder)\(parts[0])-\(parts[1])-\(parts[2].prefix(32)).age") {
                self = file
                return
            }
        }
        return nil
    }

    /// Its path on the remote.
    package var path: String { "\(Self.folder)\(name)-\(size)-\(hash).age" }
}
