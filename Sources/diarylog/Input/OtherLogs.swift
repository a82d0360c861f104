internal import DiaryEngine
internal import DiarylogHost

/// Logs that lie in a diary's folder beside its own: whatever carries the folder made them of two devices' files.
struct OtherLogs {
    private let diary: String

    init(of diary: String) { self.diary = diary }

    /// The names of the files.
    var names: [String] {
        ((try? FileSystem.contents(of: diary)) ?? []).filter { name in
            let middle = name.dropFirst(4).dropLast(4)
            return name.hasPrefix("log-") && name.hasSuffix(".mdb") && !middle.allSatisfy(\.isNumber)
                && (try? FileSystem.kind(of: "\(diary)/\(name)")) == .file
        }.sorted()
    }

    /// Opens a copy of one, as a diary of its own: the file itself stays as it is.
    func open<Value>(_ name: String, _ work: (Diary) throws -> Value) throws -> Value {
        let folder = "\(FileSystem.parent(of: diary))/.\(diary.split(separator: "/").last ?? "diary").other"
        try? FileSystem.removeTree(folder)
        try FileSystem.makeDirectory(folder, withParents: true)
        defer { try? FileSystem.removeTree(folder) }
        let reader = try FileReader(plain: "\(diary)/\(name)")
        var copy = try FileReplacement(of: folder + "/log-000001.mdb")
        var offset = 0
        while offset < reader.size {
            let part = try reader.read(at: offset, count: 1 << 20)
            if part.isEmpty { break }
            try copy.write(part)
            offset += part.count
        }
        try copy.finish()
        return try work(Diary(at: folder, allowingNetwork: Session.allowsNetwork))
    }
}

/// A folder that some program carries between devices.
enum CarriedFolder {
    /// What such programs leave in the folders that they carry, and what these are called.
    private static let signs = [
        ".stfolder", ".dropbox", ".dropbox.cache", ".owncloudsync.log", ".nextcloudsync.log", ".megaignore",
    ]
    private static let names = [
        "Dropbox", "OneDrive", "Google Drive", "GoogleDrive", "Nextcloud", "iCloud Drive", "MEGA",
    ]

    /// The carried folder that a path lies in; nil if none is known.
    static func around(_ path: String) -> String? {
        guard var folder = try? FileSystem.canonicalPath(path) else { return nil }
        while folder.utf8.count > 1 {
            let name = folder.split(separator: "/").last.map(String.init) ?? ""
            if names.contains(name) || signs.contains(where: { isThere("\(folder)/\($0)") }) {
                return folder
            }
            folder = FileSystem.parent(of: folder)
        }
        return nil
    }

    private static func isThere(_ path: String) -> Bool {
        (try? FileSystem.kind(of: path)).map { $0 != .missing } ?? false
    }
}
