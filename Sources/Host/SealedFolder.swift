/// A folder whose content is sealed, and carried to other devices so: what is made in it would lie there in clear. It
/// bears a mark, a file that is called `diary-` and 32 hexadecimal digits.
package enum SealedFolder {
    /// Whether a file is a mark, by its name.
    package static func isMark(_ name: String) -> Bool {
        let digits = name.dropFirst(mark.count)
        return name.hasPrefix(mark) && digits.utf8.count == 32
            && digits.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) }
    }

    /// How its name begins.
    package static let mark = "diary-"

    /// The one in which a path lies, which may be missing itself; nil if none is known.
    package static func around(_ path: String) -> String? {
        var folder = path
        while folder.utf8.count > 1, (try? FileSystem.kind(of: folder)) == .missing {
            folder = FileSystem.parent(of: folder)
        }
        folder = (try? FileSystem.canonicalPath(folder)) ?? ""
        while !folder.isEmpty {
            let marks = try? FileSystem.contents(of: folder, beginning: mark)
            if marks?.contains(where: isMark) == true { return folder }
            folder = folder == "/" ? "" : FileSystem.parent(of: folder)
        }
        return nil
    }
}
