package import DiarylogHost

/// The folder `sync` of a diary: what can be made anew.
///
///     state    what was read and proven; may be deleted at the price of time
///     spool/   objects that came (in), go (out), or were read back (back); may be deleted at the price of time
package struct SyncFolder: Sendable {
    package let path: String

    package init(of diary: String) { path = diary + "/sync" }

    package var state: String { path + "/state" }
    package var spool: String { path + "/spool" }
    package var incoming: String { spool + "/in" }
    package var outgoing: String { spool + "/out" }
    package var back: String { spool + "/back" }

    /// Makes the folders that a run needs.
    package func prepare() throws(SystemError) {
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
