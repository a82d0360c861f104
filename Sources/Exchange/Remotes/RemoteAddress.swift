internal import DiarylogHost

/// Where a diary's remote is, as a person types it: a folder, or `rclone:NAME:PATH`.
package enum RemoteAddress: Equatable, Sendable {
    /// An absolute path.
    case folder(String)
    /// What rclone takes: a name of its settings, a colon, a path.
    case rclone(String)

    /// Reads it; nil if it is neither. A path is seen from the present folder, and the folder above it must exist.
    package init?(typed text: String) {
        if text.hasPrefix("rclone:") {
            let rest = String(text.dropFirst("rclone:".count))
            guard rest.contains(":"), !rest.hasPrefix("-"), !rest.hasPrefix(":"), Self.isLine(rest) else { return nil }
            self = .rclone(rest)
            return
        }
        let path = text.hasSuffix("/") && text.utf8.count > 1 ? String(text.dropLast()) : text
        guard !path.isEmpty, Self.isLine(path) else { return nil }
        if let whole = try? FileSystem.canonicalPath(path) {
            self = .folder(whole)
            return
        }
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        guard !name.isEmpty, name != ".", name != "..",
            let above = try? FileSystem.canonicalPath(FileSystem.parent(of: path))
        else { return nil }
        self = .folder(above + "/" + name)
    }

    /// Reads what `text` wrote.
    init?(kept text: String) {
        if text.hasPrefix("/") { self = .folder(text) } else { self.init(typed: text) }
    }

    private static func isLine(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }

    /// Whether both lead to one place.
    package func isSame(as other: RemoteAddress) -> Bool {
        guard self != other, let folder, let elsewhere = other.folder else { return self == other }
        let (real, there) = (try? FileSystem.canonicalPath(folder), try? FileSystem.canonicalPath(elsewhere))
        return real != nil && real == there
    }

    /// As it is kept in a file, and typed.
    package var text: String {
        switch self {
        case .folder(let path): path
        case .rclone(let address): "rclone:" + address
        }
    }

    /// Whether something else carries it: then a change of it can be noticed.
    package var folder: String? { if case .folder(let path) = self { path } else { nil } }

    /// What reaches it. `spool` is a folder for lists of names. Throws `noProgram` where rclone is not installed.
    package func remote(spool: String) throws(RemoteTrouble) -> any Remote {
        switch self {
        case .folder(let path): return FolderRemote(path: path)
        case .rclone(let address): return try RcloneRemote(address: address, spool: spool)
        }
    }
}
