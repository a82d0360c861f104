internal import DiarylogHost

// Attached files whose last name is about to go: noted on the disk before, so that whoever comes after a killed process
// removes them, though nothing in the log leads to them any more.

extension Store {
    /// Notes files that are to go once nothing names them.
    package func noteLeaving(_ files: [AttachedFile]) throws(EventStoreError) {
        if files.isEmpty { return }
        let folder = AttachmentFolder(store: path)
        try bridging(folder.path) {
            try folder.make()
            try FileSystem.makeDirectory(folder.leaving, withParents: true)
            let nothing: [UInt8] = []
            for file in files {
                try FileSystem.write(nothing.span, to: "\(folder.leaving)/\(file.hash.hexadecimal)", sync: false)
            }
            try FileSystem.syncDirectory(folder.leaving)
        }
    }

    /// Removes the files that were noted and that nothing names; `named` is called as by `sweepAttachments`. A note
    /// goes once its file is gone, or is named. Costs a look into the folder where nothing was noted.
    package func removeLeaving(named: () throws -> Set<Digest>?) throws(EventStoreError) {
        let folder = AttachmentFolder(store: path)
        let noted: [String] = try bridging(folder.path) {
            guard try FileSystem.kind(of: folder.leaving) == .directory else { return [] }
            return try FileSystem.contents(of: folder.leaving)
        }
        let hashes = Set(noted.compactMap { Digest(hexadecimal: $0) })
        if hashes.isEmpty { return }
        let sweep = try sweepAttachments(removing: true, only: hashes, named: named)
        guard sweep.isDone else { return }
        try bridging(folder.path) {
            for name in noted { try FileSystem.removeFile("\(folder.leaving)/\(name)") }
        }
    }
}
