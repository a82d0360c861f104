internal import DiaryEngine
package import DiarylogHost

/// The folder `sync` of a diary (mode 700), and what lies in it.
///
///     remote   where the remote is, one line; a diary that has it takes part
///     key      the identities of age, the newest first (mode 600)
///     devices  what this copy's user calls other devices, and which of them are struck out
///     lock     a byte of it is locked by whoever exchanges
///     state    what was read and proven; may be deleted at the price of time
///     spool/   objects that came (in), go (out), or were read back (back); may be deleted at the price of time
package struct SyncFolder: Sendable {
    package let diary: String

    package init(of diary: String) { self.diary = diary }

    package var path: String { diary + "/sync" }
    package var remote: String { diary + "/" + SyncFiles.remote }
    package var key: String { diary + "/" + SyncFiles.key }
    package var devices: String { path + "/devices" }
    var lock: String { path + "/lock" }
    package var state: String { path + "/state" }
    package var spool: String { diary + "/" + SyncFiles.spool }
    package var incoming: String { spool + "/in" }
    package var outgoing: String { spool + "/out" }
    package var back: String { spool + "/back" }

    /// Where the remote is; nil if the diary takes no part.
    package var address: RemoteAddress? {
        guard let bytes = try? FileSystem.read(remote, limit: 8 << 10), bytes.last == 0x0A else { return nil }
        return RemoteAddress(kept: String(decoding: bytes.dropLast(), as: UTF8.self))
    }

    /// From now on the diary takes part.
    package func write(_ address: RemoteAddress) throws(SystemError) {
        var file = try FileReplacement(of: remote)
        try file.write(Array((address.text + "\n").utf8))
        try file.finish()
    }

    /// Makes the folders that a run needs, and removes what a killed one left in clear. Whoever calls it has the turn.
    package func prepare() throws(SystemError) {
        for name in (try? FileSystem.contents(of: spool)) ?? [] {
            let file = spool + "/" + name
            if (try? FileSystem.kind(of: file)) == .file { try FileSystem.removeFile(file) }
        }
        for folder in [incoming, outgoing, back] {
            for part in [ObjectName.folder, FileName.folder] {
                try FileSystem.makeDirectory("\(folder)/\(part.dropLast())", withParents: true)
            }
        }
    }

    /// The paths of the files in one of the folders, as they are named on the remote.
    package func files(in folder: String) -> [String] {
        [ObjectName.folder, FileName.folder].flatMap { part in
            ((try? FileSystem.contents(of: folder + "/" + part)) ?? []).map { part + $0 }
        }
    }
}
