internal import DiarylogHost

/// Names of the files in a store's folder.
package enum StorePaths {
    package static func lockFile(_ path: String) -> String { path + "/" + HalfMadeFolder.lockName }
    /// The folder in which the next generation is made.
    package static func making(_ path: String) -> String { path + "/making" }
    /// How the folders begin in which another log is copied, to be taken in.
    package static let taking = "taking-"
    /// Where copies of the store were made, a path on each line.
    package static func backups(_ path: String) -> String { path + "/backups" }
    /// The files that events name, each under its hash.
    package static func attachments(_ path: String) -> String { path + "/attachments" }

    /// `log-000001.mdb`
    package static func generation(_ number: UInt32, _ path: String) -> String {
        let digits = String(number)
        return path + "/log-" + String(repeating: "0", count: max(0, 6 - digits.utf8.count)) + digits + ".mdb"
    }

    /// Whether a file is a generation, by its name.
    package static func isGeneration(_ name: String) -> Bool { name.hasPrefix("log-") && name.hasSuffix(".mdb") }

    /// The backups that stand at a target: the newest one, and by their numbers those before it that were kept.
    static func backups(at target: String) -> [String] {
        let (parent, name) = split(target)
        let kept = (try? FileSystem.contents(of: parent, beginning: name + ".")) ?? []
        let numbers = kept.compactMap { Int($0.dropFirst(name.count + 1)) }.sorted()
        return ([target] + numbers.map { "\(target).\($0)" }).filter(isStore)
    }

    /// Whether a store is in a folder.
    package static func isStore(_ path: String) -> Bool { !generations(in: path).isEmpty }

    /// Whether a folder is encrypted, and its key is not there.
    package static func isLocked(_ path: String) -> Bool { FolderEncryption.closed(at: path) == path }

    /// The numbers of the generations in a folder, ascending; none where it cannot be read.
    package static func generations(in path: String) -> [UInt32] { (try? readGenerations(in: path)) ?? [] }

    /// The same. Throws where the folder cannot be read, for want of descriptors as well: nothing can be said then of
    /// what lies in it.
    static func readGenerations(in path: String) throws(SystemError) -> [UInt32] {
        let names = try FileSystem.contents(of: path)
        let numbers = names.filter { $0.hasSuffix(".mdb") }.compactMap { name in
            UInt32(name.dropFirst(4).prefix { $0 != "." })
        }
        return numbers.filter { names.contains(split(generation($0, path)).name) }.sorted()
    }

    /// A path's folder and last name.
    package static func split(_ path: String) -> (parent: String, name: String) {
        var trimmed = Substring(path)
        while trimmed.utf8.count > 1, trimmed.hasSuffix("/") { trimmed = trimmed.dropLast() }
        guard let slash = trimmed.lastIndex(of: "/") else { return (".", String(trimmed)) }
        let parent = trimmed[..<slash]
        return (parent.isEmpty ? "/" : String(parent), String(trimmed[trimmed.index(after: slash)...]))
    }
}

/// Checks of a path before it is believed to be a store, and what the system says of it.
enum StoreFolder {
    static func check(_ path: String, allowingNetwork: Bool) throws(EventStoreError) {
        try refuseLocked(path)
        switch try bridging(path, { try FileSystem.kind(of: path) }) {
        case .missing: throw .missing(path: path)
        case .file, .other: throw .isAFile(path: path)
        case .directory: break
        }
        if try bridging(path, { try StorePaths.readGenerations(in: path) }).isEmpty {
            throw .notAStore(path: path)
        }
        try refuseNetwork(path, allowing: allowingNetwork)
    }

    /// Throws `locked` where a folder at the path, or above it, is encrypted and closed: what lies there cannot be
    /// seen, and is not missing.
    static func refuseLocked(_ path: String) throws(EventStoreError) {
        if let folder = FolderEncryption.closed(at: path) { throw .locked(path: folder) }
    }

    /// Refuses a folder whose place another folder would take, and be in clear where it was encrypted.
    static func refuseEncrypted(_ path: String) throws(EventStoreError) {
        if FolderEncryption.isOwn(path) {
            throw .storage("\(path) is encrypted, and what takes its place would be in clear")
        }
    }

    /// The lock file of a folder; nil if there is none. A reader makes none: the folder may be somebody else's.
    static func lockFile(in folder: String) throws(EventStoreError) -> LockFile? {
        try bridging(folder) {
            do throws(SystemError) { return try LockFile.open(StorePaths.lockFile(folder), creating: false) } catch {
                if error.isMissing { return nil }
                throw error
            }
        }
    }

    /// The lock file of a store that is written to; it is made if it was lost.
    static func lockFileForWriting(in folder: String) throws(EventStoreError) -> LockFile {
        try bridging(folder) { try LockFile.open(StorePaths.lockFile(folder), creating: true) }
    }

    /// The size of a file, or of the largest one in a folder, in bytes; 0 if nothing can be learnt.
    private static func largestFile(_ path: String) -> Int {
        let names = (try? FileSystem.contents(of: path)) ?? []
        return ([path] + names.map { path + "/" + $0 }).map { (try? FileSystem.size(of: $0)) ?? 0 }.max() ?? 0
    }

    static func refuseNetwork(_ path: String, allowing: Bool) throws(EventStoreError) {
        guard !allowing else { return }
        if try bridging(path, { try FileSystem.isNetwork(path) }) {
            throw .networkFileSystem(path: path)
        }
    }

    /// Names the path in an error. LMDB says "input/output error" of a write that was cut short, for want of room or by
    /// the limit of a file's size: then the free space decides, and the limit. So what was written must still be there;
    /// `folder` is where, if not at the path.
    static func naming(
        _ error: EventStoreError, path: String, writing folder: String? = nil
    ) -> EventStoreError {
        switch error {
        case .diskFull: return .diskFull(path: path)
        case .noPermission: return .noPermission(path: path)
        case .readOnly: return .readOnly(path: path)
        case .locked: return .locked(path: path)
        case .missing(path: ""): return .missing(path: path)
        case .fileTooLarge: return .fileTooLarge(path: path)
        case .storage, .notWritten:
            if let free = try? FileSystem.freeBytes(path), free < 1 << 20 { return .diskFull(path: path) }
            if let limit = FileSizeLimit.bytes, largestFile(folder ?? path) > limit - 1 << 20 {
                return .fileTooLarge(path: path)
            }
            return error
        default: return error
        }
    }
}
