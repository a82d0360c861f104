internal import DiarylogHost

/// What became of attached files that were copied to another store's folder.
public struct AttachmentCopy: Equatable, Sendable {
    /// How many files there were to be.
    public var files = 0
    /// How many of them were not there yet, and were copied or linked.
    public var fresh = 0
    /// What all of them take, in bytes.
    public var bytes: UInt64 = 0
    /// Files that are in no folder, or damaged in each.
    public var lost: [AttachedFile] = []

    /// Nothing was copied.
    public init() {}
}

extension AttachmentFolder {
    /// Copies a file from another such folder if it is what was put there; false, and nothing done, if it is not.
    func copy(_ file: AttachedFile, from other: AttachmentFolder) throws(SystemError) -> Bool {
        guard let reader = try? other.open(file.hash), UInt64(reader.size) == file.size else { return false }
        var copy = try begin()
        var digest = RunningDigest()
        var offset = 0
        while offset < reader.size {
            guard let part = try? reader.read(at: offset, count: AttachmentReader.portion), !part.isEmpty else {
                return false
            }
            digest.update(part)
            try copy.write(part)
            offset += part.count
        }
        guard digest.finish() == file.hash else { return false }
        try finish(&copy, as: file.hash)
        return true
    }

    /// Waits until the names of some files are on the disk.
    func sync(_ files: [AttachedFile]) throws(SystemError) {
        guard !files.isEmpty else { return }
        for folder in Set(files.map { FileSystem.parent(of: path(of: $0.hash)) }) {
            try FileSystem.syncDirectory(folder)
        }
        try FileSystem.syncDirectory(path)
        try FileSystem.syncDirectory(store)
    }
}

extension Store {
    /// Gets attached files into a store's folder, and onto the disk there. A file that `earlier` has with its size gets
    /// a hard link; any other is copied from the first folder that has it undamaged.
    ///
    /// What is there already with its size is left alone, unless it is `replacing`. Throws what the system says of
    /// writing.
    static func collect(
        _ files: [AttachedFile], into folder: String, linking earlier: String? = nil, from sources: [String],
        replacing: Bool = false
    ) throws(EventStoreError) -> AttachmentCopy {
        let target = AttachmentFolder(store: folder)
        var done = AttachmentCopy()
        try bridging(folder) {
            var linked: [AttachedFile] = []
            for file in files {
                done.files += 1
                if !replacing, target.state(of: file) == .present {
                    done.bytes = done.bytes.adding(file.size)
                    continue
                }
                if let earlier, case let before = AttachmentFolder(store: earlier), before.state(of: file) == .present,
                    try target.link(file.hash, from: before)
                {
                    linked.append(file)
                    done.bytes = done.bytes.adding(file.size)
                    continue
                }
                var isHere = false
                for source in sources where !isHere {
                    isHere = try target.copy(file, from: AttachmentFolder(store: source))
                }
                if isHere {
                    done.fresh += 1
                    done.bytes = done.bytes.adding(file.size)
                } else {
                    done.lost.append(file)
                }
            }
            try target.sync(linked)
        }
        return done
    }

    /// Gets attached files that are not here from the folders of other stores; what is copied is proven.
    package func fetchAttachments(
        _ files: [AttachedFile], from folders: [String]
    ) throws(EventStoreError) -> AttachmentCopy {
        let intake = try beginAttaching()
        defer { intake.end() }
        return try Self.collect(files, into: path, from: folders, replacing: true)
    }

    /// Keeps attached files from being removed until it is let go; nil in a folder that has no lock file.
    func holdAttachments() throws(EventStoreError) -> FolderLock? {
        try FolderLock(sharing: .attachments, inFolder: path, patience: patience)
    }
}
