/// A file that appears whole, written in parts.

internal import Glibc

/// What is written for a path, and takes the place of what is there once it is finished.
///
/// A reader, or a power cut, finds the old file or the new one, whole. It is written under a name of its own in the
/// same folder, with mode 0600, or that of the file it replaces. A link is followed: what it leads to is replaced. What
/// is no file, a pipe, a terminal, a device, is written to as it stands. Let go unfinished, it leaves nothing.
package struct FileReplacement: ~Copyable {
    private let descriptor: FileDescriptor
    /// Where it goes; for errors, too.
    private let path: String
    /// Nil where it is written in its place.
    private let temporary: String?
    private var waiting: [UInt8] = []
    private var isFinished = false
    /// Whether it has its own name yet: where the file system can, it has none until it is whole, so that a program
    /// that is interrupted leaves nothing.
    private var isNamed: Bool

    /// O_TMPFILE, which glibc's header hides from Swift.
    private static let nameless: Int32 = 0o20_000_000 | O_DIRECTORY

    /// How many bytes are gathered before they are written.
    private static let portion = 65_536

    /// Begins to write for a path. Throws EISDIR for a folder, `isMissing` where the folder it would lie in is not
    /// there.
    package init(of path: String) throws(SystemError) {
        var target = path
        var mode: UInt32 = 0o600
        switch try FileSystem.kind(of: path) {
        case .directory: throw SystemError(code: EISDIR, call: "open", path: path)
        case .other:
            descriptor = try FileDescriptor(opening: path, O_WRONLY | O_NOCTTY)
            temporary = nil
            self.path = path
            isNamed = true
            return
        case .missing:
            if try FileSystem.ownership(of: path) == .link {
                throw SystemError(code: ENOENT, call: "open", path: path)
            }
        case .file:
            target = try FileSystem.canonicalPath(path)
            mode = try FileSystem.permissions(of: target)
        }
        let folder = FileSystem.parent(of: target)
        let suffix = SystemRandom.bytes(8).map { String($0, radix: 16) }.joined()
        let temporary = "\(folder)/.diarylog-\(suffix)"
        do throws(SystemError) {
            if let nameless = try? FileDescriptor(opening: folder, O_WRONLY | Self.nameless, mode: 0o600) {
                descriptor = nameless
                isNamed = false
            } else {
                descriptor = try FileDescriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
                isNamed = true
            }
        } catch {
            throw SystemError(
                code: error.code, call: error.call, path: error.isMissing ? FileSystem.parent(of: path) : target)
        }
        self.temporary = temporary
        self.path = target
        if mode != 0o600 { _ = fchmod(descriptor.number, mode) }
    }

    deinit {
        if let temporary, isNamed, !isFinished { _ = unsafe unlink(temporary) }
    }

    /// Adds to what is written.
    package mutating func write(_ bytes: [UInt8]) throws(SystemError) {
        waiting += bytes
        if waiting.count >= Self.portion { try flush() }
    }

    /// Puts it in its place; it is there after a power cut, too. Costs two waits for the disk.
    package mutating func finish() throws(SystemError) {
        try flush()
        guard let temporary else { return }
        do throws(SystemError) {
            try descriptor.sync()
            if !isNamed {
                let own = "/proc/self/fd/\(descriptor.number)"
                _ = try systemCall("linkat", path) {
                    unsafe linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW)
                }
                isNamed = true
            }
            try FileSystem.rename(from: temporary, to: path)
        } catch {
            throw SystemError(code: error.code, call: error.call, path: path)
        }
        isFinished = true
        try FileSystem.syncDirectory(FileSystem.parent(of: path))
    }

    private mutating func flush() throws(SystemError) {
        do throws(SystemError) {
            try descriptor.write(waiting.span)
        } catch {
            throw SystemError(code: error.code, call: error.call, path: path)
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
