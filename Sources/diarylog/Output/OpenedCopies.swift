internal import DiaryEngine
internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// The copies of attached files that `show --open` made. Nobody hears when the program that has one is done: it stays
/// for a day, or until its entry is forgotten. One that a program has changed is the user's own.
///
///     TMPDIR/diarylog.open-<32 digits of the file's hash>-Ab3dE6/han.jpg
enum OpenedCopies {
    private static let prefix = "diarylog.open-"
    private static let day: Int64 = 86_400

    /// A new folder for a copy of a file.
    static func makeFolder(of file: Attachment) throws -> String {
        let name = file.file.map { digits($0.hash) } ?? ""
        return try FileSystem.makeTemporaryDirectory(in: FileSystem.temporaryDirectory, prefix: prefix + name + "-")
    }

    /// Removes the copies that are a day old, and those of some files. Returns what stays of these: a program changed
    /// it.
    @discardableResult
    static func sweep(of files: [AttachedFile] = []) -> [String] {
        let (temporary, asked) = (FileSystem.temporaryDirectory, Set(files.map { digits($0.hash) }))
        let names = (try? FileSystem.contents(of: temporary, beginning: prefix)) ?? []
        var changed: [String] = []
        for folder in names.map({ "\(temporary)/\($0)" }) where (try? FileSystem.ownership(of: folder)) == .own {
            let hash = String(folder.dropFirst(temporary.count + 1 + prefix.count).prefix(32))
            let age = (try? FileSystem.modificationTime(of: folder)).map { WallClock.now() / 1_000_000 - $0 } ?? 0
            guard asked.contains(hash) || age > day else { continue }
            let copies = ((try? FileSystem.contents(of: folder)) ?? []).map { "\(folder)/\($0)" }
            let others = copies.filter { (try? Digest.ofFile($0)).map(digits) != hash }
            if others.isEmpty {
                try? FileSystem.removeTree(folder)
            } else if asked.contains(hash) {
                changed += others
            }
        }
        return changed
    }

    private static func digits(_ hash: Digest) -> String { String(hash.hexadecimal.prefix(32)) }
}
