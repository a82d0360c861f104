internal import DiaryEngine
internal import DiarylogHost
internal import EventStore

/// Logs that lie in a diary's folder beside its own: whatever carries the folder made them of two devices' files.
struct OtherLogs {
    private let diary: Diary
    private let folder: String
    /// The names of files that have the form of the diary's own.
    let numbered: [String]
    /// The names of all of them.
    let names: [String]

    init(of diary: Diary, at folder: String) throws {
        (self.diary, self.folder) = (diary, folder)
        numbered = try diary.otherLogs()
        let others = ((try? FileSystem.contents(of: folder)) ?? []).filter { name in
            let middle = name.dropFirst(4).dropLast(4)
            return name.hasPrefix("log-") && name.hasSuffix(".mdb") && !middle.allSatisfy(\.isNumber)
                && (try? FileSystem.kind(of: "\(folder)/\(name)")) == .file
        }
        names = (numbered + others).sorted()
    }

    /// Opens a copy of one, as a diary of its own: the file itself stays as it is. The folder of the copy goes
    /// afterwards; that of a killed process goes with the next change of the diary.
    func open<Value>(_ name: String, _ work: (Diary, _ scratch: String) throws -> Value) throws -> Value {
        HalfMadeFolder.sweep(folder, StorePaths.taking)
        guard let scratch = try HalfMadeFolder(in: folder, prefix: StorePaths.taking) else {
            throw SystemError.refusal(of: folder)
        }
        defer { scratch.remove() }
        let place = scratch.path + "/log"
        try FileSystem.makeDirectory(place)
        let reader = try FileReader(plain: "\(folder)/\(name)")
        // No diary's own file has that number: whatever this one says of others lies elsewhere.
        var copy = try FileReplacement(of: StorePaths.generation(0, place))
        var offset = 0
        while offset < reader.size {
            let part = try reader.read(at: offset, count: 1 << 20)
            if part.isEmpty { break }
            try copy.write(part)
            offset += part.count
        }
        try copy.finish()
        return try work(Diary(at: place, allowingNetwork: Session.allowsNetwork), scratch.path)
    }

    /// Gives one that was taken a free name.
    func setAside(_ name: String) throws -> String {
        var (kept, number) = ("taken-" + name, 2)
        while try FileSystem.kind(of: "\(folder)/\(kept)") != .missing {
            kept = "taken-\(number)-" + name
            number += 1
        }
        try diary.setAside(name, as: kept)
        return kept
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
