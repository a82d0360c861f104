internal import DiarylogExchange
internal import DiarylogHost

/// Where two diaries come together, beside the one that is here.
///
///     PATH               the diary here, until all is done
///     .NAME.together     diary, sync: what comes in its place; entries.json, attachments: on their way; of: whose
///     PATH.before        what was here; PATH.before.2 where that is taken
struct TogetherPlace {
    let scratch: String

    init(of path: String) {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        scratch = "\(FileSystem.parent(of: path))/.\(name).together"
    }

    var made: String { scratch + "/diary" }
    var folder: SyncFolder { SyncFolder(of: scratch) }
    var entries: String { scratch + "/entries.json" }
    var attachments: String { scratch + "/attachments" }

    var isThere: Bool { (try? FileSystem.kind(of: scratch)) == .directory }

    /// Removes what was brought here; a run that goes on brings it anew.
    func empty() throws(SystemError) {
        for path in [made, entries, attachments] { try FileSystem.removeTree(path) }
    }

    /// The id of the diary whose entries were brought here.
    var origin: String? {
        (try? FileSystem.read(scratch + "/of", limit: 64)).map { String(decoding: $0, as: UTF8.self) }
    }

    func note(origin: String) throws(SystemError) {
        try FileSystem.write(Array(origin.utf8).span, to: scratch + "/of")
    }

    /// What was at a path before diaries were brought together there, the newest last.
    static func before(_ path: String) -> [String] {
        var places: [String] = []
        while (try? FileSystem.kind(of: path + ending(places.count))) == .directory {
            places.append(path + ending(places.count))
        }
        return places
    }

    /// Where what is at a path now stays.
    static func nextBefore(_ path: String) -> String { path + ending(before(path).count) }

    private static func ending(_ number: Int) -> String { number == 0 ? ".before" : ".before.\(number + 1)" }
}
