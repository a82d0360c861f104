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
    /// The names of those that were taken in, and lie there still.
    let taken: [String]

    init(of diary: Diary, at folder: String) throws {
        (self.diary, self.folder) = (diary, folder)
        numbered = try diary.otherLogs()
        let logs = ((try? FileSystem.contents(of: folder)) ?? []).filter { name in
            Self.isCopy(name) && (try? FileSystem.kind(of: "\(folder)/\(name)")) == .file
        }
        names = (numbered + logs.filter { !$0.hasPrefix(Self.takenPrefix) }).sorted()
        taken = logs.filter { $0.hasPrefix(Self.takenPrefix) }.sorted()
    }

    private static let takenPrefix = "taken-"

    /// Names them, each with the number of its events; nil if there are none.
    var sentence: Sentence? {
        if names.isEmpty { return nil }
        let logs = names.map { name in
            let count = Meta.stored(inFile: "\(folder)/\(name)")?.head
            let events =
                count.map { Sentence(" (\($0, "event", "events"))", " (변경 \($0)건)") }
                ?? Sentence(" (damaged)", " (손상됨)")
            return Sentence(OnScreen.safe(name) + events.en, OnScreen.safe(name) + events.ko)
        }
        return Sentence(
            "\(names.count, "other log lies", "other logs lie") in the diary's folder: \(logs.map(\.en).listed(5)); diarylog sync take takes in what is not here",
            "일기장 폴더에 다른 기록 파일이 \(names.count)개 있습니다: \(logs.map(\.ko).listed(5)). diarylog sync take로 받아들입니다")
    }

    /// Whether a name has that of a log in it, and more, as `log-000001 (conflicted copy).mdb` has,
    /// `log-000001.mdb.conflict1`, or `Copy of log-000001.mdb`. What a carrier is still writing is none, and neither is
    /// a file of locks.
    static func isCopy(_ name: String) -> Bool {
        guard let first = name.first, first != ".", first != "~", !name.hasSuffix(".tmp"), !name.hasSuffix(".part"),
            !name.contains(".mdb-lock")
        else { return false }
        for part in name.split(separator: "log-", omittingEmptySubsequences: false).dropFirst() {
            let number = part.prefix { $0.isASCII && $0.isNumber }
            let rest = part.dropFirst(number.count)
            guard number.count >= 6, rest.contains(".mdb") else { continue }
            return rest != ".mdb" || name.utf8.count != "log-".utf8.count + part.utf8.count
        }
        return false
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
        var (kept, number) = (Self.takenPrefix + name, 2)
        while try FileSystem.kind(of: "\(folder)/\(kept)") != .missing {
            kept = "\(Self.takenPrefix)\(number)-" + name
            number += 1
        }
        try diary.setAside(name, as: kept)
        return kept
    }
}

extension Session {
    /// Names the logs that lie beside the diary's own.
    func reportOtherLogs(of diary: Diary) {
        if let path = try? path(), let sentence = try? OtherLogs(of: diary, at: path).sentence { notify(sentence) }
    }
}

/// A folder that some program carries between devices.
enum CarriedFolder {
    /// What such programs leave in the folders that they carry, and what these are called.
    private static let signs = [
        ".stfolder", ".dropbox", ".dropbox.cache", ".owncloudsync.log", ".nextcloudsync.log", ".megaignore",
    ]
    private static let names = [
        "Dropbox", "OneDrive", "Google Drive", "GoogleDrive", "Nextcloud", "iCloud Drive", "MEGA", "MEGAsync",
        "My Drive", "pCloudDrive", "Insync",
    ]

    /// The carried folder that a path lies in; nil if none is known.
    static func around(_ path: String) -> String? {
        guard var folder = try? FileSystem.canonicalPath(path) else { return nil }
        while folder.utf8.count > 1 {
            let name = folder.split(separator: "/").last.map(String.init) ?? ""
            if names.contains(name) || name.hasPrefix("OneDrive - ") || name.hasPrefix("Dropbox (")
                || signs.contains(where: { isThere("\(folder)/\($0)") })
            {
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
