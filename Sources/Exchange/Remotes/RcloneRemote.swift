internal import DiarylogHost

/// Storage that the program rclone reaches: S3, WebDAV, SFTP, and what else it knows by the names in its settings.
///
/// One call lists, one copies down, one copies up, one removes, however many files there are. The names of files go to
/// rclone in a file of the spool, never as words of its command line.
package struct RcloneRemote: Remote {
    /// `NAME:PATH`, as rclone's settings have it.
    package let address: String
    private let rclone: ToolPath
    /// A folder for the lists of names.
    private let spool: String

    /// Seconds for a call that copies nothing, and for one that copies.
    private static let short: Int32 = 120
    private static let long: Int32 = 3600
    private static let settings = [
        "--retries", "2", "--low-level-retries", "3", "--contimeout", "15s", "--timeout", "60s", "--quiet",
    ]

    package init(address: String, spool: String) throws(RemoteTrouble) {
        guard let rclone = ToolPath("rclone") else { throw .noProgram("rclone") }
        (self.address, self.rclone, self.spool) = (address, rclone, spool)
    }

    package func list() throws(RemoteTrouble) -> [RemoteFile] {
        let said = try run(
            ["lsf", address, "--files-only", "--recursive", "--max-depth", "2", "--format", "sp"], Self.short,
            limit: 16 << 20)
        var files: [RemoteFile] = []
        for line in said.split(separator: 0x0A) {
            let parts = line.split(separator: UInt8(ascii: ";"), maxSplits: 1)
            guard parts.count == 2, let size = Int(String(decoding: parts[0], as: UTF8.self)) else { continue }
            files.append(RemoteFile(name: String(decoding: parts[1], as: UTF8.self), size: size))
        }
        return files
    }

    package func get(_ names: [String], into folder: String) throws(RemoteTrouble) {
        // Some of them may be gone: what came is looked at by the caller.
        _ = try copying(names, from: address, to: folder)
    }

    package func put(_ names: [String], from folder: String) throws(RemoteTrouble) {
        guard try copying(names, from: folder, to: address) == 0 else { throw .unreachable("rclone copy") }
    }

    package func delete(_ names: [String]) throws(RemoteTrouble) {
        if names.isEmpty { return }
        let list = try listed(names)
        _ = try? rclone.run(["delete", address, "--files-from-raw", list] + Self.settings, seconds: Self.short)
    }

    private func copying(_ names: [String], from: String, to: String) throws(RemoteTrouble) -> Int32 {
        if names.isEmpty { return 0 }
        let words = [
            "copy", from, to, "--files-from-raw", try listed(names), "--no-traverse", "--transfers", "8",
        ]
        do throws(SystemError) {
            return try rclone.run(words + Self.settings, seconds: Self.long).code
        } catch {
            throw .unreachable("rclone: \(error.reason)")
        }
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

    private func run(_ words: [String], _ seconds: Int32, limit: Int) throws(RemoteTrouble) -> [UInt8] {
        let said: (code: Int32, output: [UInt8])
        do throws(SystemError) {
            said = try rclone.run(words + Self.settings, seconds: seconds, limit: limit)
        } catch {
            throw .unreachable("rclone: \(error.reason)")
        }
        guard said.code == 0 else { throw .unreachable("rclone \(words[0]): \(said.code)") }
        return said.output
    }
}
