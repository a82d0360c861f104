package import DiaryEngine
internal import DiaryModel
internal import EventStore

/// The past of a diary as a stream for `git fast-import`: a commit for each operation, and in each the files of the
/// entries that it touched, as `MarkdownWriter` writes them.
///
/// An entry keeps its file's name as long as its date and title are the same. Held is the name of each entry's file.
package struct GitHistory {
    private var writer = MarkdownWriter()
    private var paths: [EntryID: String] = [:]
    /// The entry that has a name, in small letters.
    private var owners: [String: EntryID] = [:]
    /// How many commits there are.
    package private(set) var count = 0

    package init() {}

    /// Begins a commit: what an operation did, in words, and when.
    package mutating func begin(_ message: String, at stamp: ClockReading) -> [UInt8] {
        count += 1
        let seconds = max(floorDivide(stamp.wall, 1_000_000), 0)
        let minutes = Int(stamp.offset.magnitude) / 60
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        let zone = (stamp.offset < 0 ? "-" : "+") + two(minutes / 60) + two(minutes % 60)
        let who = "diarylog <diarylog@localhost> \(seconds) \(zone)\n"
        return Array("commit refs/heads/main\nauthor \(who)committer \(who)".utf8) + data(Array((message + "\n").utf8))
    }

    /// What an entry is after the open commit; nil if it is deleted, forgotten, or not there.
    package mutating func put(_ entry: Entry?, of id: EntryID) -> [UInt8] {
        guard let entry, !entry.isDeleted, !entry.isForgotten, entry.isUnderstood else { return remove(id) }
        let (stem, bytes) = writer.file(of: entry)
        var number = 1
        var path = stem + ".md"
        while let owner = owners[path.lowercased()], owner != id {
            number += 1
            path = "\(stem)-\(number).md"
        }
        let removed = paths[id] == path ? [] : remove(id)
        paths[id] = path
        owners[path.lowercased()] = id
        return removed + file(path, bytes)
    }

    private mutating func remove(_ id: EntryID) -> [UInt8] {
        guard let path = paths.removeValue(forKey: id) else { return [] }
        owners[path.lowercased()] = nil
        return Array("D \(path)\n".utf8)
    }

    private func file(_ path: String, _ bytes: [UInt8]) -> [UInt8] {
        Array("M 100644 inline \(path)\n".utf8) + data(bytes)
    }

    private func data(_ bytes: [UInt8]) -> [UInt8] { Array("data \(bytes.count)\n".utf8) + bytes + [0x0A] }

    /// Where the files of entries would lie in an export of their newest versions, if anywhere else: entries of one day
    /// and title are numbered there by their dates, and here by when they were written. Empty if all lie there.
    package func moves(to final: [(id: EntryID, path: String)]) -> [EntryID: String] {
        var moves: [EntryID: String] = [:]
        for (id, path) in final where paths[id] != path { moves[id] = path }
        return moves
    }

    /// The open commit's renames. All old names go before the first new one comes.
    package mutating func move(_ entries: [(entry: Entry, path: String)]) -> [UInt8] {
        var bytes = entries.flatMap { remove($0.entry.id) }
        for (entry, path) in entries {
            paths[entry.id] = path
            owners[path.lowercased()] = entry.id
            bytes += file(path, writer.file(of: entry).bytes)
        }
        return bytes
    }
}
