package import DiarylogHost

/// The right to put files beside the log: while it is held, no file is removed.
///
/// Keep it until the event that names the files is written, and end it then; dropping it ends it, too, and so does the
/// process, however it dies. Any number of processes may hold it. If no event names a file that was put, it stays until
/// it is swept.
public final class AttachmentIntake: Sendable {
    private let folder: AttachmentFolder
    private let lock: FolderLock

    /// Throws `busy` if files are being removed for longer than `patience` milliseconds, and `readOnly`.
    init(inFolder path: String, patience: Int) throws(EventStoreError) {
        lock = try FolderLock(.attachments, .shared, inFolder: path, patience: patience)
        folder = AttachmentFolder(store: path)
    }

    /// Begins a file. Throws what the system says, `diskFull` among it.
    public func begin() throws(EventStoreError) -> IncomingFile {
        let folder = folder
        let file = try bridging(folder.path) { try folder.begin() }
        return IncomingFile(folder, file)
    }

    /// Puts bytes that are in memory.
    public func put(_ bytes: [UInt8]) throws(EventStoreError) -> AttachedFile {
        var file = try begin()
        try file.write(bytes)
        return try file.finish()
    }

    /// Puts a file of the system, through a buffer. What is no file is refused: `storage` says so.
    public func put(fileAt path: String) throws(EventStoreError) -> AttachedFile {
        try put(try bridging(path) { try FileReader(plain: path) }, at: path)
    }

    /// The same of a file that is open.
    package func put(_ reader: FileReader, at path: String) throws(EventStoreError) -> AttachedFile {
        var file = try begin()
        var offset = 0
        while offset < reader.size {
            let part = try bridging(path) {
                try reader.read(at: offset, count: AttachmentReader.portion)
            }
            if part.isEmpty { break }
            try file.write(part)
            offset += part.count
        }
        return try file.finish()
    }

    /// Keeps a small picture of a file, in place of the one before, until the file goes.
    public func keep(smallPicture bytes: [UInt8], of hash: Digest) throws(EventStoreError) {
        let folder = folder
        try bridging(folder.path) { try SmallPictures(folder).keep(bytes, of: hash) }
    }

    /// Ends it: what was put and is named by no event may be removed from now on.
    public func end() { lock.end() }
}

/// A file that is being put beside the log. One that is dropped unfinished leaves nothing.
public struct IncomingFile: ~Copyable {
    private let folder: AttachmentFolder
    private var file: FileReplacement
    private var digest = RunningDigest()
    private var size: UInt64 = 0

    init(_ folder: AttachmentFolder, _ file: consuming FileReplacement) {
        self.folder = folder
        self.file = file
    }

    /// Appends bytes.
    public mutating func write(_ bytes: [UInt8]) throws(EventStoreError) {
        digest.update(bytes)
        size += UInt64(bytes.count)
        do throws(SystemError) { try file.write(bytes) } catch { throw EventStoreError(error, at: folder.path) }
    }

    /// Puts the file in its place, on the disk, and says what it holds. Costs some waits for the disk.
    public mutating func finish() throws(EventStoreError) -> AttachedFile {
        let hash = digest.finish()
        do throws(SystemError) { try folder.finish(&file, as: hash) } catch {
            throw EventStoreError(error, at: folder.path)
        }
        return AttachedFile(hash: hash, size: size)
    }
}
