internal import DiaryModel
internal import DiarylogHost
internal import EventStore

/// Storage that the program rclone reaches: S3, WebDAV, SFTP, and what else it knows by the names in its settings.
///
/// One call lists, one copies down, one copies up, one removes, however many files there are. The names of files go to
/// rclone in a file of the spool, never as words of its command line.
package struct RcloneRemote: Remote {
    /// `NAME:PATH`, as rclone's settings have it.
    package let address: String
    private let rclone: ExternalProgram
    private let utc: ExternalProgram
    /// A folder for the lists of names.
    private let spool: String

    /// Seconds for a call that copies nothing, and for one that copies.
    private static let short: Int32 = 120
    private static let long: Int32 = 3600
    /// How rclone ends where there is no such folder.
    private static let noFolder: Int32 = 3
    private static let settings = [
        "--retries", "2", "--low-level-retries", "3", "--contimeout", "15s", "--timeout", "60s", "--quiet",
    ]

    package init(address: String, spool: String) throws(RemoteTrouble) {
        guard let rclone = ExternalProgram("rclone") else { throw .noProgram("rclone") }
        guard let utc = ExternalProgram("env") else { throw .noProgram("env") }
        (self.address, self.rclone, self.utc, self.spool) = (address, rclone, utc, spool)
    }

    package func list() throws(RemoteTrouble) -> [RemoteFile] {
        try files(["--fast-list", "--format", "sp"], limit: 16 << 20)
    }

    /// The same, and when the store got them, as far as it says so without being asked for each.
    func tree() throws(RemoteTrouble) -> [RemoteFile] {
        try files(["--use-server-modtime", "--format", "stp"], limit: 32 << 20)
    }

    /// All files at any depth. A line has size, time if that is asked for, and name, which may have semicolons as well.
    private func files(_ words: [String], limit: Int) throws(RemoteTrouble) -> [RemoteFile] {
        let words = ["lsf", address, "--files-only", "--recursive"] + words
        let (code, said) = try run(words, Self.short, limit: limit)
        // What is not there yet is as good as empty: nothing is put there but by who begins.
        if code == Self.noFolder { return [] }
        guard code == 0 else { throw .unreachable(reason("lsf", code)) }
        let count = words.last?.utf8.count ?? 1
        return said.split(separator: 0x0A).compactMap { line in
            let parts = line.split(
                separator: UInt8(ascii: ";"), maxSplits: count - 1, omittingEmptySubsequences: false
            ).map { String(decoding: $0, as: UTF8.self) }
            guard parts.count == count, let size = Int(parts[0]) else { return nil }
            let time = count > 2 ? Self.seconds(parts[1]) : nil
            return RemoteFile(name: parts[count - 1], size: size, changedAt: time)
        }
    }

    /// Seconds since 1970 UTC of `2026-11-25 22:40:01`, as rclone writes times; nil for other text.
    private static func seconds(_ text: String) -> Int64? {
        let parts = text.split { !$0.isNumber }.map { Int($0) ?? 0 }
        guard parts.count >= 6 else { return nil }
        return CivilTime(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])?.seconds
    }

    package func get(_ names: [String], into folder: String) throws(RemoteTrouble) {
        if names.isEmpty { return }
        // rclone may write in place: a file that it was killed over must not be taken for what lies there. What an
        // earlier call left whole is not fetched again.
        let place = spool + "/fetched"
        for name in names where !Self.isWhole(name, in: place) { try? FileSystem.removeFile("\(place)/\(name)") }
        let code = try copying(names, from: address, to: place)
        // Some may be gone: what came is looked at by the caller. After a failure only what is whole has come.
        for name in names where code == 0 || Self.isWhole(name, in: place) {
            do throws(SystemError) {
                try FileSystem.rename(from: "\(place)/\(name)", to: "\(folder)/\(name)")
            } catch {
                if !error.isMissing { throw .local(error) }
            }
        }
        try? FileSystem.removeTree(place)
    }

    /// Whether a file has the bytes of its name; false where the name does not tell.
    private static func isWhole(_ name: String, in place: String) -> Bool {
        guard let hash = ObjectName(path: name)?.hash ?? FileName(path: name)?.hash,
            let digest = try? Digest.ofFile("\(place)/\(name)")
        else { return false }
        return digest.hexadecimal.hasPrefix(hash)
    }

    package func put(_ names: [String], from folder: String) throws(RemoteTrouble) {
        let code = try copying(names, from: folder, to: address)
        guard code == 0 else { throw .unreachable(reason("copy", code)) }
    }

    package func delete(_ names: [String]) throws(RemoteTrouble) {
        if names.isEmpty { return }
        let code = try run(["delete", address, "--files-from-raw", try listed(names)], Self.short).code
        guard code == 0 || code == Self.noFolder else { throw .unreachable(reason("delete", code)) }
    }

    private func copying(_ names: [String], from: String, to: String) throws(RemoteTrouble) -> Int32 {
        if names.isEmpty { return 0 }
        let words = [
            "copy", from, to, "--files-from-raw", try listed(names), "--no-traverse", "--transfers", "8",
        ]
        do throws(SystemError) {
            return try rclone.run(words + settings(), seconds: Self.long).code
        } catch {
            throw .unreachable("rclone: \(error.reason)")
        }
    }

    /// How rclone is told to go about it, and where it notes what goes wrong.
    private func settings() -> [String] {
        try? FileSystem.removeFile(log)
        // Without the folder of its log rclone does nothing, and says why to nobody.
        try? FileSystem.makeDirectory(spool, withParents: true)
        return Self.settings + ["--log-file", log]
    }

    private var log: String { spool + "/rclone.log" }

    /// What rclone said last, or else how it ended.
    private func reason(_ call: String, _ code: Int32) -> String {
        let said = (try? FileSystem.read(log, limit: 64 << 10)) ?? []
        defer { try? FileSystem.removeFile(log) }
        let line = said.split(separator: 0x0A).last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        // Behind the date, the time and the level, each followed by blanks.
        let words = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: true)
        let text = words.count == 3 && words[0].contains("/") ? String(words[2]) : line
        return "rclone \(call): " + (text.isEmpty ? "\(code)" : text)
    }

    private func listed(_ names: [String]) throws(RemoteTrouble) -> String {
        let path = spool + "/names"
        do throws(SystemError) {
            try FileSystem.write(Array((names.joined(separator: "\n") + "\n").utf8).span, to: path, sync: false)
        } catch {
            throw .local(error)
        }
        return path
    }

    private func run(
        _ words: [String], _ seconds: Int32, limit: Int = 64 << 10
    ) throws(RemoteTrouble) -> (code: Int32, output: [UInt8]) {
        do throws(SystemError) {
            // rclone writes times in the zone that it is told.
            return try utc.run(["TZ=UTC", rclone.path] + words + settings(), seconds: seconds, limit: limit)
        } catch {
            throw .unreachable("rclone: \(error.reason)")
        }
    }
}
