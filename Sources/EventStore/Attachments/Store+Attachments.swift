internal import DiarylogHost
internal import DiarylogLMDB

extension Store {
    private var attachments: AttachmentFolder { AttachmentFolder(store: path) }

    /// Begins to put files beside the log. Throws `busy` while files are removed, after the store's patience.
    package func beginAttaching() throws(EventStoreError) -> AttachmentIntake {
        // A folder that only looks like a store gets no lock file.
        try checkWritable()
        return try AttachmentIntake(inFolder: path, patience: patience)
    }

    /// Opens an attached file for reading; nil if it is not there. What it holds is not proven.
    package func attachment(_ hash: Digest) throws(EventStoreError) -> AttachmentReader? {
        let folder = attachments
        let found: FileReader? = try bridging(folder.path) { try folder.open(hash) }
        return found.map { AttachmentReader($0) }
    }

    /// Opens the small picture that was kept of an attached file; nil if there is none.
    package func smallPicture(of hash: Digest) throws(EventStoreError) -> AttachmentReader? {
        let folder = attachments
        let found: FileReader? = try bridging(folder.path) { try SmallPictures(folder).open(hash) }
        return found.map { AttachmentReader($0) }
    }

    /// Whether an attached file is there with its size, or with `proving`, whether it is what was put: reads it.
    package func state(of file: AttachedFile, proving: Bool = false) -> AttachedFileState {
        attachments.state(of: file, proving: proving)
    }
}

/// The attached files that nothing names: what a killed process had put, and what was forgotten.
public struct AttachmentSweep: Equatable, Sendable {
    /// How many there are.
    public var files = 0
    /// What they take, in bytes.
    public var bytes: UInt64 = 0
    /// Whether they were removed.
    public var isDone = false

    /// Nothing was found.
    public init() {}
}

extension Store {
    /// Finds the attached files that nothing names, and with `removing` removes them.
    ///
    /// Nobody can put a file while files are removed, and whoever is putting one is waited for, as long as the store's
    /// patience lasts; `named` is called after that. Where it returns nil, nobody knows, and nothing is removed. `only`
    /// leaves the others alone. Throws `busy`.
    package func sweepAttachments(
        removing: Bool, only: Set<Digest>? = nil, named: () throws -> Set<Digest>?
    ) throws(EventStoreError) -> AttachmentSweep {
        var sweep = AttachmentSweep()
        let folder = attachments
        let lock: FolderLock? =
            if removing { try FolderLock(.attachments, inFolder: path, patience: patience) } else { nil }
        // Looked at in this order, a file that is put and named meanwhile counts as named.
        var found: [(hash: Digest?, path: String)] = []
        try bridging(folder.path) {
            try folder.forEach { (hash, path) in found.append((hash, path)) }
        }
        var emptied: Set<String> = []
        let named = try bridging { found.isEmpty ? [] : try named() }
        guard let names = named else { return sweep }
        try bridging(folder.path) {
            if removing { try SmallPictures(folder).remove { !names.contains($0) && only?.contains($0) ?? true } }
            for (hash, path) in found {
                if let hash, names.contains(hash) { continue }
                // What is being written has no name of its own yet.
                if hash == nil, !removing { continue }
                if let only, hash.map({ !only.contains($0) }) ?? true { continue }
                sweep.files += 1
                sweep.bytes += UInt64((try? FileSystem.size(of: path)) ?? 0)
                guard removing else { continue }
                try FileSystem.removeFile(path)
                emptied.insert(FileSystem.parent(of: path))
            }
            // What was forgotten must not come back after a power cut.
            for folder in emptied { try FileSystem.syncDirectory(folder) }
        }
        _ = consume lock
        sweep.isDone = removing
        return sweep
    }
}
